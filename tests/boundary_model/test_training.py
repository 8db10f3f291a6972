"""`morfem.train.morpheus` with the boundaries of several teachers."""

import json
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import MorfemError, Tokenizer, TrainingError
from numpy.typing import NDArray

from tests.conftest import Endings, training_texts

TURKISH = Path(__file__).parents[2] / "python" / "morfem" / "languages" / "tr"
OPTIONS: dict[str, Any] = {"pack": TURKISH, "vocab_size": 1500, "pieces": 600, "exceptions": 50, "min_words": 1, "progress": False}


class Fixed:
    """A teacher with the same probability for every gap."""

    def __init__(self, probability: float, too_many: int = 0) -> None:
        self.probability, self.too_many = probability, too_many

    def boundaries(self, words: list[str], /) -> list[NDArray[np.float32]]:
        """One probability per gap, and some too many."""
        return [np.full(len(word) - 1 + self.too_many, self.probability, np.float32) for word in words]


def trained(**changes: Any) -> Tokenizer:
    """A tokenizer of our own sentences."""
    options = {**OPTIONS, "network": Endings(), **changes}
    tokenizer: morfem.Tokenizer = morfem.train.morpheus(training_texts(), **options)
    return tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    """A tokenizer that splits before the endings of `Endings`."""
    return trained()


def segments(tokenizer: Tokenizer, word: str) -> list[str]:
    """The surfaces of a word's tokens, marks left out."""
    return [surface for surface in tokenizer.encode(word).surfaces if surface]


@pytest.mark.parametrize("word", ["evler", "evlerde", "kitaplar", "okullardan"])
def test_words_are_cut_where_the_teacher_cuts(tokenizer: Tokenizer, word: str) -> None:
    assert len(tokenizer.encode(word).tokens) >= 2
    assert "".join(segments(tokenizer, word)) == word


def test_capitals_and_apostrophes_do_not_change_the_segments(tokenizer: Tokenizer) -> None:
    tokens = tokenizer.encode("evlerden").tokens
    assert tokenizer.encode("Evlerden").tokens == ["<title>", *tokens]
    assert tokenizer.encode("EVLERDEN").tokens == ["<upper>", *tokens]
    for text in ("İstanbul'da", "ISPARTA'dan", "IĞDIR'DA", "1908'den"):
        encoding = tokenizer.encode(text)
        assert "'" in encoding.tokens
        assert tokenizer.decode(encoding.ids) == text


def test_one_corpus_gives_one_artefact(tokenizer: Tokenizer, tmp_path: Path) -> None:
    tokenizer.save(tmp_path / "a")
    trained().save(tmp_path / "b")
    trained(threads=1).save(tmp_path / "c")
    for name in ("morfem.json", "boundaries.tsv", "exceptions.tsv", "vocabulary.tsv"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() == (tmp_path / "c" / name).read_bytes()


def test_the_record_says_how_far_the_model_agrees(tokenizer: Tokenizer, tmp_path: Path) -> None:
    tokenizer.save(tmp_path / "artefact")
    agreement = json.loads((tmp_path / "artefact" / "morfem.json").read_text("utf-8"))["training"]["agreement"]
    assert agreement["words"] > 0
    assert 0.5 < agreement["by_gap"] <= 1


def test_a_measured_word_is_no_exception(tmp_path: Path) -> None:
    trained(network=Odd()).save(tmp_path / "all")
    words = (tmp_path / "all" / "exceptions.tsv").read_text("utf-8").splitlines()[1:]
    assert words
    one = words[0].replace("+", "")
    trained(network=Odd(), evaluation_words=[one]).save(tmp_path / "without")
    left = (tmp_path / "without" / "exceptions.tsv").read_text("utf-8").splitlines()[1:]
    assert one not in {word.replace("+", "") for word in left}


class Odd:
    """A teacher that cannot be learned from: a hash of the word decides."""

    def boundaries(self, words: list[str], /) -> list[NDArray[np.float32]]:
        """An arbitrary boundary."""
        return [np.array([sum(map(ord, word)) % (at + 2) == 0 for at in range(len(word) - 1)], np.float32) for word in words]


def test_merges_join_whole_segments() -> None:
    merged = trained(merges=100)
    assert merged.vocab_size == 1500
    product = merged.vocab_size - 1
    assert len(merged.units(product)) > 1
    for text in training_texts()[:40]:
        assert merged.decode(merged.encode_ids(text)) == text


class Final:
    """A teacher with a boundary before the last letter."""

    def boundaries(self, words: list[str], /) -> list[NDArray[np.float32]]:
        """1 at the last gap, 0 elsewhere."""
        return [np.eye(1, len(word) - 1, len(word) - 2, dtype=np.float32)[0] for word in words]


def test_a_segment_of_one_letter_merges() -> None:
    """Its id is that of the character, which every vocabulary has; -i and -a are the most frequent suffixes."""
    merged = trained(network=Final(), merges=100)
    last = {merged.id_to_token(merged.units(product)[-1]) for product in range(1400, 1500)}
    assert any(len(token) == 1 and token.isascii() for token in last)


def test_merges_of_capitals_take_no_boundary_away() -> None:
    merged = trained(merges=30, merge_scope="capitals")
    assert merged.vocab_size == 1500
    for product in range(1470, 1500):
        *marks, segment = (merged.id_to_token(unit) for unit in merged.units(product))
        assert marks
        assert set(marks) <= {"<join>", "<title>", "<upper>"}
        assert segment.startswith("▁")
    for text in training_texts()[:40]:
        assert merged.decode(merged.encode_ids(text)) == text


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"merge_scope": "words"}, "choose segments or capitals"),
        ({"network": Fixed(0.5, too_many=1)}, "probabilities for the gaps"),
        ({"network": Fixed(float("nan"))}, "not between 0 and 1"),
        ({"network": Fixed(1.5)}, "not between 0 and 1"),
        ({"vocab_size": 500}, "ask for 864 or more"),
        ({"pieces": 10}, "at least"),
    ],
)
def test_what_cannot_be_trained_is_refused(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(MorfemError, match=what):
        trained(**changes)


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(TrainingError, match="empty"):
        morfem.train.morpheus([], **{**OPTIONS, "network": Endings()})


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 10_000])
def test_long_words_come_back(tokenizer: Tokenizer, length: int) -> None:
    word = ("evlerden" * length)[:length]
    assert tokenizer.decode(tokenizer.encode_ids(word)) == word
