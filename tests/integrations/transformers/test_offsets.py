"""Spans of Splinter's tokens: `word`, `hull` and `tiles`, and what they mean for labels."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("transformers")

TEXT = "אתמול הלכתי לבית הספר בירושלים."


def spans(tokenizer: Any, text: str = TEXT) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    return found


def words(text: str = TEXT) -> list[tuple[int, int]]:
    found, start = [], 0
    for word in text.split(" "):
        found.append((start, start + len(word)))
        start += len(word) + 1
    return found


def test_the_default_span_of_splinter_is_the_word(hebrew: Any) -> None:
    batch = hebrew(TEXT, return_offsets_mapping=True)
    assert hebrew.offsets == "word"
    assert [words()[word] for word in batch.word_ids()] == batch["offset_mapping"]


def test_the_default_spans_of_a_union_with_splinter_do_not_overlap(fresh: Callable[..., Any]) -> None:
    assert fresh("multi").offsets == "word"
    assert fresh("tr-mft").offsets == "hull"


def test_hulls_lie_within_the_words(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("he-splinter", offsets="hull")
    ids = tokenizer(TEXT).word_ids()
    for (start, end), word in zip(spans(tokenizer), ids, strict=True):
        assert words()[word][0] <= start < end <= words()[word][1]


def test_tiles_tile_each_word(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("he-splinter", offsets="tiles")
    ids = tokenizer(TEXT).word_ids()
    for word, (start, end) in enumerate(words()):
        tiles = [span for span, owner in zip(spans(tokenizer), ids, strict=True) if owner == word]
        assert (tiles[0][0], tiles[-1][1]) == (start, end)
        assert all(before[1] == after[0] for before, after in itertools.pairwise(tiles))


@pytest.mark.parametrize("offsets", ["word", "hull", "tiles"])
def test_every_token_of_an_entity_gets_its_label(fresh: Callable[..., Any], offsets: str) -> None:
    tokenizer = fresh("he-splinter", offsets=offsets)
    entity = TEXT.index("בירושלים"), len(TEXT) - 1
    batch = tokenizer(TEXT, return_offsets_mapping=True)
    labels = [int(start < entity[1] and end > entity[0]) for start, end in batch["offset_mapping"]]
    dots = [surface == "." for surface in tokenizer.morfem.encode(TEXT).surfaces]
    expected = [int(word == 4 and (offsets != "hull" or not dot)) for word, dot in zip(batch.word_ids(), dots, strict=True)]
    assert [label for label, dot in zip(labels, dots, strict=True) if not dot] == [
        label for label, dot in zip(expected, dots, strict=True) if not dot
    ]
    # The full stop belongs to the white-space word; only hulls tell it apart.
    assert (not any(label for label, dot in zip(labels, dots, strict=True) if dot)) or offsets != "hull"


def test_a_prefix_outside_of_an_entity_is_seen_only_by_hulls(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("he-splinter", offsets="hull")
    encoding = tokenizer.morfem.encode("בבית")
    hulls = spans(tokenizer, "בבית")
    assert hulls == [(min(own), max(own) + 1) if own else span for own, span in zip(encoding.positions, hulls, strict=True)]
    assert set(spans(fresh("he-splinter"), "בבית")) == {(0, 4)}


def test_trimmed_spans_of_any_tokenizer_hold_no_white_space(tokenizer: Any) -> None:
    text = "  bir  Kitabı \n책을  읽었습니다 הלכתי  "
    for start, end in spans(tokenizer, text):
        covered = text[start:end]
        assert covered == covered.strip()


@pytest.mark.parametrize("offsets", ["word", "hull", "tiles"])
@pytest.mark.parametrize("name", ["he-splinter", "multi", "tr-mft"])
def test_a_special_in_a_text_has_its_own_span_and_no_word(fresh: Callable[..., Any], name: str, offsets: str) -> None:
    tokenizer = fresh(name, offsets=offsets)
    for text in ("<s>ev</s>", "<s>", f"{TEXT}</s> {TEXT}", "a<mask>b"):
        batch = tokenizer(text, return_offsets_mapping=True)
        surfaces = tokenizer.morfem.encode(text, parse_special=True).surfaces
        for token, surface, span, word in zip(batch.tokens(), surfaces, batch["offset_mapping"], batch.word_ids(), strict=True):
            is_special = token in tokenizer.all_special_tokens
            assert (word is None) == (is_special or surface.isspace())
            assert not is_special or text[slice(*span)] == token


def test_all_bytes_of_a_character_belong_to_its_word(hebrew: Any) -> None:
    batch = hebrew("ספר \U00010380\U00010381", return_offsets_mapping=True)
    assert batch.word_ids() == [0, None, 1, 1, 1, 1, 1, 1]
    assert batch["offset_mapping"][2:] == [(4, 6)] * 6
