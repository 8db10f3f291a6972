"""Boundaries: no token crosses a boundary, the text comes back, and what stands before a boundary has the ids it has alone."""

import itertools
import random
from pathlib import Path
from typing import Any

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import build, training_texts
from tests.laws.adversarial import PHENOMENA, SENTENCES, strings


def assert_boundaries_hold(tokenizer: morfem.Tokenizer, text: str, boundaries: list[int], **options: Any) -> None:
    """All that is promised about `encode(text, boundaries=boundaries)`."""
    encoding = tokenizer.encode(text, boundaries=boundaries, **options)
    assert tokenizer.decode(encoding.ids) == text
    owned = encoding.positions or [list(range(start, end)) for start, end in encoding.offsets]
    assert sorted(position for positions in owned for position in positions) == list(range(len(text)))
    for boundary in boundaries:
        before = len(tokenizer.encode_ids(text[:boundary], boundaries=[b for b in boundaries if b <= boundary], **options))
        assert all(position < boundary for positions in owned[:before] for position in positions)
        assert all(position >= boundary for positions in owned[before:] for position in positions)
        assert (
            tokenizer.encode_ids(text[:boundary], boundaries=[b for b in boundaries if b < boundary], **options).tolist()
            == (encoding.ids[:before])
        )
    assert tokenizer.encode_ids(text, boundaries=boundaries, **options).tolist() == encoding.ids


@given(data=st.data())
def test_no_token_of_a_random_text_crosses_a_boundary(tokenizer: morfem.Tokenizer, data: st.DataObject) -> None:
    text = data.draw(strings())
    boundaries = data.draw(st.lists(st.integers(0, len(text)), max_size=4))
    assert_boundaries_hold(tokenizer, text, boundaries)


def test_no_token_of_a_hard_text_crosses_any_boundary(tokenizer: morfem.Tokenizer) -> None:
    for text in [text for texts in PHENOMENA.values() for text in texts]:
        for boundary in random.Random(text).sample(range(len(text) + 1), min(len(text) + 1, 8)):
            assert_boundaries_hold(tokenizer, text, [boundary])
        if len(text) < 80:
            assert_boundaries_hold(tokenizer, text, list(range(len(text) + 1)))


def test_capitals_and_affixes_do_not_reach_over_a_boundary(tokenizer: morfem.Tokenizer) -> None:
    for word in (
        "ABDli",
        "ABDLİ",
        "TBMMnin",
        "kitabımdan",
        "evnden",
        "Gözlerinden",
        "JavaScript'e",
        "15:00'te",
        "15:00'de",
        "ABDnya",
        "مكتبة",
        "שלוםלך",
        "한국어를",
    ):
        for text in (word, f"bir {word} daha", f"«{word}»"):
            for boundary in range(len(text) + 1):
                assert_boundaries_hold(tokenizer, text, [boundary])
            assert_boundaries_hold(tokenizer, text, list(range(0, len(text), 2)))


def test_a_boundary_inside_a_cluster_parts_its_code_points(tokenizer: morfem.Tokenizer) -> None:
    for text in ("e\u0301v", "👩‍👩‍👧‍👦", "שָׁלוֹם", "한\u11a8", "🇹🇷🇰🇷"):
        assert_boundaries_hold(tokenizer, text, list(range(1, len(text))))


def test_specials_that_cross_a_boundary_are_text() -> None:
    tokenizer = morfem.load("tr-mft")
    assert tokenizer.encode("ev<s>ev", parse_special=True, boundaries=[2]).kinds.count("special") == 1
    assert tokenizer.encode("ev<s>ev", parse_special=True, boundaries=[3]).kinds.count("special") == 0
    for boundary in range(8):
        assert_boundaries_hold(tokenizer, "ev<s>evde", [boundary], parse_special=True)


@pytest.mark.parametrize("name", morfem.available())
def test_no_boundaries_change_nothing(name: str) -> None:
    tokenizer = morfem.load(name)
    for text in SENTENCES:
        assert tokenizer.encode(text, boundaries=[]) == tokenizer.encode(text, boundaries=[0, len(text)]) == tokenizer.encode(text)


def test_boundaries_in_any_order_and_twice_are_a_set() -> None:
    tokenizer = morfem.load("ko-thunder")
    assert tokenizer.encode("할 수 있는 일", boundaries=[4, 1, 4]) == tokenizer.encode("할 수 있는 일", boundaries=[1, 4])
    assert tokenizer.encode("할 수 있는 일", boundaries=(1, 4)) == tokenizer.encode("할 수 있는 일", boundaries=[1, 4])


def test_a_batch_has_the_boundaries_of_each_text() -> None:
    tokenizer = morfem.load("ko-thunder")
    texts = ["할 수 있는 일", "", "책을 읽을 수 있다"]
    boundaries = [[1, 4], [], [2]]
    single = [tokenizer.encode(text, boundaries=places) for text, places in zip(texts, boundaries, strict=True)]
    for threads in (1, 3):
        assert tokenizer.encode_batch(texts, threads, boundaries=boundaries) == single
        ids, indptr = tokenizer.encode_ids_batch(texts, threads, boundaries=boundaries)
        assert [ids[start:end].tolist() for start, end in itertools.pairwise(indptr)] == [one.ids for one in single]


@pytest.mark.parametrize(
    ("boundaries", "error", "message"),
    [
        ([5], morfem.MorfemError, "boundary 5 is outside the text, which has 4 code points; give 0 to 4"),
        ([-1], morfem.MorfemError, "boundary -1 is outside"),
        ([2**70], morfem.MorfemError, "boundaries\\[0\\] is 1180591620717411303424"),
        (["a"], TypeError, "boundaries\\[0\\] is of type str"),
        (3, TypeError, "boundaries is of type int; give a list of code points"),
    ],
)
def test_bad_boundaries_are_refused(boundaries: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        morfem.load("ms-splinter").encode("buku", boundaries=boundaries)


def test_a_batch_names_the_text_with_a_bad_boundary() -> None:
    tokenizer = morfem.load("ms-splinter")
    with pytest.raises(morfem.MorfemError, match="texts\\[1\\]: boundary 9 is outside the text"):
        tokenizer.encode_batch(["buku", "itu"], boundaries=[[1], [9]])
    with pytest.raises(morfem.MorfemError, match="2 texts and boundaries for 1"):
        tokenizer.encode_batch(["buku", "itu"], boundaries=[[1]])


@pytest.mark.parametrize("name", ["ko-thunder", "tr-mft", "he-splinter"])
def test_many_boundaries_take_linear_time(name: str) -> None:
    """A text of 20,000 code points with a boundary at each: seconds would be quadratic."""
    tokenizer, text = build(name), "kitap שלום 학교 " * 1250
    assert tokenizer.decode(tokenizer.encode_ids(text, boundaries=range(len(text)))) == text


def test_the_space_behind_a_symbol_comes_back(tmp_path: Path) -> None:
    """An imported model that puts a space before every part of a text, also behind an added token, a special, or a boundary."""
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.Tokenizer(tokenizers.models.Unigram())
    model.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    model.decoder = tokenizers.decoders.Metaspace(replacement="▁", prepend_scheme="always")
    settings = {"vocab_size": 1500, "special_tokens": ["<s>", "<unk>"], "unk_token": "<unk>", "show_progress": False}
    model.train_from_iterator(training_texts(), tokenizers.trainers.UnigramTrainer(**settings))
    model.add_tokens([tokenizers.AddedToken("qq", normalized=False)])
    model.save(str(tmp_path / "tokenizer.json"))
    tokenizer = morfem.convert.from_tokenizers(tmp_path / "tokenizer.json")
    assert tokenizer.record["symbols"]["spaces_each_part"]
    for text in ("qq a", "<s>qq a", "x<s>qq a", "qqqq  a", " qq", "a qq<s> a"):
        for parse_special in (False, True):
            assert tokenizer.decode(tokenizer.encode(text, parse_special=parse_special).ids) == text
            for boundary in range(len(text) + 1):
                assert_boundaries_hold(tokenizer, text, [boundary], parse_special=parse_special)
