"""General text beside the corpus: a share of the ids for English, code and other scripts, in every trainer."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import PACKS, sentences, training_texts

ENGLISH = [
    "The committee meets every Thursday and The chair writes the minutes.",
    "Readers could borrow three books at a time, and They should return them.",
    "Nothing in the report could explain why the engine had stopped.",
    "    return self.items[key]\n    def count(self, key):\n        self.total += 1",
    "for item in self.items:\n    if item.name == key:\n        return item",
    "Сегодня утром мы гуляли по берегу реки.",
] * 8


def _teacher() -> Any:
    import numpy as np

    class Nowhere:
        """A teacher that sees no boundary."""

        def boundaries(self, words: list[str], /) -> list[Any]:
            return [np.full(len(word) - 1, 0.1, np.float32) for word in words]

    return Nowhere()


TRAINERS: dict[str, Callable[..., morfem.Tokenizer]] = {
    "bpe": lambda **options: morfem.train.bpe(**{"corpus": training_texts(), "vocab_size": 1400, **options}),
    "unigram": lambda **options: morfem.train.unigram(**{"corpus": training_texts(), "vocab_size": 1400, **options}),
    "thunder": lambda **options: morfem.train.thunder(**{"corpus": training_texts(), "vocab_size": 1400, **options}),
    "mft": lambda **options: morfem.train.mft(**{"corpus": sentences("tr"), "pack": "tr", "vocab_size": 870, "roots": 200, **options}),
    "splinter": lambda **options: morfem.train.splinter(
        **{"corpus": sentences("he") * 12, "alphabet": PACKS / "he", "clitics": PACKS / "he", "vocab_size": 860, "min_count": 1, **options}
    ),
    "morpheus": lambda **options: morfem.train.morpheus(
        **{"corpus": sentences("tr"), "pack": "tr", "network": _teacher(), "vocab_size": 800, "epochs": 2, "min_words": 1, **options}
    ),
}
MIXED = ENGLISH[:6]


@pytest.mark.parametrize("kind", TRAINERS)
def test_general_text_makes_mixed_text_shorter_and_every_text_comes_back(kind: str) -> None:
    alone = TRAINERS[kind](progress=False)
    mixed = TRAINERS[kind](general=ENGLISH, general_share=0.15, progress=False)
    assert mixed.vocab_size == alone.vocab_size
    assert sum(map(mixed.count, MIXED)) < 0.9 * sum(map(alone.count, MIXED))
    for text in [*MIXED, *sentences("tr")[:20], "ChatGPT iPhone15 👍🏽 “x” 1234567 \n\t  y", "  a", " 12"]:
        assert mixed.decode(mixed.encode(text).ids) == text
    assert mixed.record["options"]["general_share"] == 0.15
    assert mixed.record["training"]["general"]["texts"] == len(ENGLISH)
    assert "general_share" not in alone.record["options"]


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_share_that_leaves_too_few_ids_says_how_many_are_needed(kind: str) -> None:
    with pytest.raises(morfem.TrainingError, match=r"(needs|take) \d+( ids)?; ask for .*(or less|or more).*") as refused:
        TRAINERS[kind](general=ENGLISH, general_share=0.9, progress=False)
    assert "general_share" in str(refused.value)


@pytest.mark.parametrize("share", [-0.1, 1.0, float("inf")])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(morfem.MorfemError, match=r"general_share|finite"):
        TRAINERS["bpe"](general=ENGLISH, general_share=share, progress=False)


def test_a_root_has_the_case_that_it_has_in_the_corpus_and_the_general_text_together() -> None:
    corpus = [*sentences("tr"), *["Bugün Ankara güzel."] * 10]
    options: dict[str, Any] = {"corpus": corpus, "pack": "tr", "vocab_size": 900, "roots": 200, "progress": False}
    alone = morfem.train.mft(**options)
    mixed = morfem.train.mft(**options, general=[*ENGLISH, *["the ankara goat is small"] * 50], general_share=0.15)
    assert alone.encode("Ankara").tokens == ["▁Ankara"]
    assert mixed.encode("ankara").tokens == ["▁ankara"]
    assert mixed.encode("Ankara").tokens == ["<title>", "▁ankara"]


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_share_without_general_text_is_refused(kind: str) -> None:
    said = "^general_share is 0.3, but has no effect without general text; give general, or leave general_share out$"
    with pytest.raises(morfem.MorfemError, match=said):
        TRAINERS[kind](general_share=0.3, progress=False)
    assert TRAINERS[kind](general_share=0.2, progress=False).vocab_size  # the default is no error


def test_a_share_that_leaves_too_few_ids_is_refused_before_the_corpus_is_read() -> None:
    def never() -> Iterator[str]:
        raise AssertionError("the corpus was read")
        yield ""

    for kind in ("bpe", "mft", "splinter", "morpheus", "unigram"):
        with pytest.raises(morfem.TrainingError, match="general_share"):
            TRAINERS[kind](corpus=never(), general=never(), general_share=0.9, progress=False)


def test_no_share_is_as_no_general_text() -> None:
    alone, none = TRAINERS["bpe"](progress=False), TRAINERS["bpe"](general=ENGLISH, general_share=0, progress=False)
    assert [alone.id_to_token(i) for i in range(alone.vocab_size)] == [none.id_to_token(i) for i in range(none.vocab_size)]


@pytest.mark.parametrize("kind", ["bpe", "mft", "morpheus", "unigram"])
def test_general_text_that_is_too_short_for_its_share_says_what_it_supports(kind: str) -> None:
    with pytest.raises(morfem.TrainingError, match=r"the general text supports \d+ of its \d+ ids; ask for general_share=0\.\d+ or less"):
        TRAINERS[kind](general=ENGLISH, general_share=0.6, vocab_size=2000, progress=False)


@pytest.mark.parametrize(("record", "said"), [({"kind": "poem", "text": "x"}, "the unknown kind 'poem'"), ({"text": "x"}, "no kind")])
def test_unknown_kinds_of_general_text_are_refused(tmp_path: Path, record: dict[str, str], said: str) -> None:
    file = tmp_path / "general.jsonl"
    file.write_text(json.dumps({"kind": "code", "text": "x = 1"}) + "\n" + json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(morfem.MorfemError, match=f"general.jsonl, line 2: {said} of general text; give one of english, code, other"):
        TRAINERS["bpe"](general=file, progress=False)


@pytest.mark.parametrize("kind", ["mft", "splinter", "morpheus"])
def test_a_corpus_of_another_language_than_the_tables_is_refused_with_the_letters_it_has(kind: str) -> None:
    with pytest.raises(
        morfem.TrainingError, match=r"the corpus is of another language than the tables: \d\.\d % of its letters .* are 다 "
    ):
        TRAINERS[kind](corpus=sentences("ko"), progress=False)


@pytest.mark.parametrize("kind", ["mft", "splinter", "morpheus"])
def test_numbers_are_groups_of_three_from_the_right(kind: str) -> None:
    numbers = [f"In {number} the firm sold {number * 7 + 1000} books." for number in range(100, 999)]
    mixed = numbers + ENGLISH + sentences("ms") + sentences("ko")
    groups = TRAINERS[kind](general=mixed, general_share=0.5, vocab_size=1700, progress=False)
    assert groups.encode("x1003012").tokens[-3:] == ["<0x31>" if kind == "splinter" else "1", "003", "012"]
