"""Round trip: what comes back, by hand."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.evaluate import wrap
from morfem.evaluate.metrics.round_trip import CLASSES, EXACT, RoundTrip, _class
from morfem.evaluate.statistics import compare_all

from tests.evaluate.peers import TEXTS, byte_level, ranks, sentence_piece, word_piece


class Altering(TokenizerAdapter):
    """One token a text, which comes back altered. A text with `refused` in it raises an error, in encoding or in decoding."""

    name = "altering"
    hash = "0" * 64
    vocab_size = None

    def __init__(self, alter: Callable[[str], str], refused: str = "\0", undecodable: str = "\0") -> None:
        self._alter, self._refused, self._undecodable = alter, refused, undecodable
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> Segmentation:
        begin = len(self.texts)
        self.texts += texts
        owner = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
        failures = {index: "refused" for index, text in enumerate(texts) if self._refused in text}
        return Segmentation(texts, np.arange(begin, len(self.texts)), np.arange(len(texts) + 1), owner, failures)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        texts = ["".join(self.texts[id] for id in ids) for ids in batch]
        if any(self._undecodable in text for text in texts):
            raise ValueError("cannot be decoded")
        return [self._alter(text) for text in texts]

    def token(self, id: int) -> str:
        return self.texts[id]


def figures(adapter: TokenizerAdapter, *batches: list[str]) -> dict[str, float]:
    measurement = RoundTrip().measure(adapter)
    for batch in batches:
        measurement.add(adapter.encode(batch))
    return {figure.name: figure.point for figure in measurement.figures()}


@pytest.mark.parametrize("tokenizer", ["characters", "words", "ko-thunder", byte_level, ranks])
def test_exact_tokenizers_have_no_failures(tokenizer: str | Callable[[], object]) -> None:
    adapter = wrap(tokenizer if isinstance(tokenizer, str) else tokenizer())
    assert figures(adapter, TEXTS, TEXTS[:3]) == {"lines": 1.0, "words": 1.0, "types": 1.0}


def test_shares_by_hand() -> None:
    """Capital letters become small: the second and third of four lines, 2 of 7 words, 1 of 5 types."""
    found = figures(Altering(str.lower), ["ev at", "Ev de"], ["Ev", "at iki"])
    assert found["lines"] == 2 / 4
    assert found["words"] == 5 / 7
    assert found["types"] == 4 / 5
    assert found["failures_case"] == found["word_failures_case"] == 1.0
    assert sum(value for name, value in found.items() if "failures" in name) == 2.0


def test_failing_lines_and_words_are_counted_apart() -> None:
    """Double spaces are lost, which no word has: lines fail, words do not. Numbers are lost: both do."""
    found = figures(Altering(lambda text: " ".join(text.split()).replace("7", "")), ["a  b", "a b", "a  7b"])
    assert found["lines"] == pytest.approx(1 / 3)
    assert found["words"] == pytest.approx(5 / 6)
    assert found["types"] == pytest.approx(2 / 3)
    assert (found["failures_white_space"], found["failures_unknown_character"]) == (0.5, 0.5)
    assert (found["word_failures_white_space"], found["word_failures_unknown_character"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "decoded", "expected"),
    [
        ("ev", "ev", "exact"),
        ("ev de", "evde", "white_space"),
        ("ev'de", "ev ' de", "white_space"),
        ("ev\tde ", "ev de", "white_space"),
        ("Ev  DE", "ev de", "case"),
        ("İstanbul", "istanbul", "case"),
        ("İstanbul", "i\u0307stanbul", "case"),
        ("IŞIK", "ışık", "case"),
        ("IŞIK", "işik", "case"),
        ("Straße", "STRASSE", "case"),
        ("çağrı", "cagri", "diacritics"),
        ("ışık", "isik", "diacritics"),
        ("e\u0301", "é", "diacritics"),
        ("ﬁn ½", "fin 1⁄2", "diacritics"),
        ("שָׁלוֹם", "שלום", "diacritics"),
        ("한", "\u1112\u1161\u11ab", "diacritics"),
        ("Ev, de!", "ev de", "punctuation"),
        ("“ev”", '"ev"', "punctuation"),
        ("ev 😀 de", "ev de", "unknown_character"),
        ("ev 😀", "ev \ufffd", "unknown_character"),
        ("ev Ωψ de", "ev <unk> de", "unknown_character"),
        ("Zürih'e", "[UNK] ' e", "unknown_character"),
        ("a Ωb Ωc", "a <unk>b ⁇ c", "unknown_character"),
        ("東", "", "unknown_character"),
        ("[UNK] ev", "[UNK] ev  ", "white_space"),
        ("kitabı aldı", "aldı kitabı", "order"),
        ("kitabı", "kitapı", "allomorph"),
        ("burnu", "burunu", "allomorph"),
        ("evlerde", "evlarda", "allomorph"),
        ("Kitabı  aldı.", "kitapı aldı", "allomorph"),
        ("evde", "evxy", "allomorph"),  # half of all characters, in order
        ("evdek", "evxyz", "other"),  # two fifths
        ("evde", "xvde", "other"),  # another first character
        ("ev", "bina", "other"),
        ("ev at", "ev bat at", "other"),
        ("ev", None, "other"),
        ("", "x", "other"),
        ("a b", "b <unk> a <unk> b <unk> a b", "other"),
    ],
)
def test_classes(text: str, decoded: str | None, expected: str) -> None:
    index = _class(text, decoded)
    assert (*CLASSES, "exact")[index] == expected
    assert _class(text, text) == EXACT


def test_errors_in_encoding_and_decoding_are_failures_of_their_text_alone() -> None:
    found = figures(Altering(str, refused="x"), ["ev", "x", "at x"])
    assert [found["lines"], found["words"], found["types"]] == pytest.approx([1 / 3, 0.5, 2 / 3])
    assert found["failures_other"] == found["word_failures_other"] == 1.0
    assert figures(Altering(str, undecodable="x"), ["ev", "x", "at x"]) == found


def test_what_stands_before_a_word_is_not_judged() -> None:
    """A tokenizer that loses commas, or the space after them, gives back words without commas."""
    lost = figures(Altering(lambda text: text.replace(",", "")), ["ev de", "at, de"])
    assert lost["words"] == 3 / 4
    assert lost["word_failures_punctuation"] == 1.0
    assert figures(Altering(lambda text: text.replace(" ", "")), ["ev de"])["words"] == 1.0
    assert figures(Altering(str), [",", ",,ev", "a, b"])["words"] == 1.0


def test_a_word_is_encoded_once() -> None:
    adapter = Altering(str)
    figures(adapter, ["ev ev", "ev"], ["ev de"])
    assert sorted(adapter.texts) == sorted([", ", ", ev", ", de", "ev ev", "ev", "ev de"])


def test_a_tokenizer_that_cannot_decode_has_no_figures() -> None:
    assert figures(wrap(lambda text: [(text, 0, len(text))]), ["ev"]) == {}


def test_batches_make_no_difference() -> None:
    adapter = wrap(word_piece())
    assert figures(adapter, TEXTS) == figures(adapter, *[[text] for text in TEXTS], [])


def test_no_lines() -> None:
    found = figures(wrap("characters"), [])
    assert found.keys() == {"lines", "words", "types"}
    assert all(np.isnan(value) for value in found.values())


def test_two_tokenizers_are_compared_on_lines_and_types() -> None:
    made = []
    for adapter in (wrap(byte_level()), wrap(word_piece())):
        measurement = RoundTrip().measure(adapter)
        measurement.add(adapter.encode(TEXTS))
        made.append({figure.name: figure for figure in measurement.figures()})
    for name in ("lines", "words", "types"):
        difference = compare_all([(made[0][name], made[1][name])], 200)[0]
        assert difference is not None
        assert difference.difference > 0.4
    assert made[0]["types"].n == made[1]["types"].n == len({word for text in TEXTS for word in text.split()})


def test_sentencepiece_loses_white_space_and_no_more() -> None:
    found = figures(wrap(sentence_piece("identity")), [text for text in TEXTS if "▁" not in text])
    assert found["failures_white_space"] == 1.0
    assert (found["words"], found["types"]) == (1.0, 1.0)
