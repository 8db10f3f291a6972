"""Where the tokens of programs without offsets stand, and how words are looked up in the baselines."""

import pytest

from experiments.baselines.alignment import ANY, align, turkish_lower
from experiments.baselines.texts import word_key

Tokens = list[tuple[str | None, ...]]
PLURAL = ("lar", "ler")


@pytest.mark.parametrize(
    ("word", "tokens", "spans"),
    [
        ("evler", [("ev",), PLURAL], [(0, 2), (2, 5)]),
        # The instrumental takes its buffer, although the shorter form fits after it as well.
        ("gözüyle", [("göz",), ("ı", "i", "u", "ü"), ("la", "le", "yla", "yle")], [(0, 3), (3, 4), (4, 7)]),
        # The stem that fits first is not the one with which the whole word comes out.
        ("sıcağı", [("sıca", "sıcağ"), ("ı",)], [(0, 5), (5, 6)]),
        # Nor is it always the longest, or the first.
        ("evler", [("ev", "evl"), PLURAL], [(0, 2), (2, 5)]),
        ("sıcağ", [("sıca", "sıcağ")], [(0, 5)]),
        ("evler", [("",), ("ev",), PLURAL], [(0, 0), (0, 2), (2, 5)]),
        ("ev東de", [("ev",), (ANY,), ("da", "de")], [(0, 2), (2, 3), (3, 5)]),
        ("", [], []),
    ],
)
def test_tokens_stand_where_one_of_their_forms_fits(word: str, tokens: Tokens, spans: list[tuple[int, int]]) -> None:
    assert align(word, tokens) == spans


def test_letters_deleted_at_the_end_have_no_owner() -> None:
    assert align("evlerimiz", [("ev",), PLURAL]) == [(0, 2), (2, 5)]


def test_tokens_after_an_altered_place_have_no_span() -> None:
    assert align("evlerde", [("ev",), ("lor",), ("de",)]) == [(0, 2), (2, 2), (2, 2)]


def test_turkish_lower_case_keeps_positions() -> None:
    assert turkish_lower("IĞDIR İZMİR") == "ığdır izmir"
    assert len(turkish_lower("İẞΣ")) == 3


@pytest.mark.parametrize(
    ("word", "language", "key"),
    [("IŞIK", "tr", "ışık"), ("Işık", "ms", "işık"), ("שָׁלוֹם", "he", "שלום"), ("كِتَاب", "ar", "كتاب")],
)
def test_words_are_looked_up_in_lower_case_and_without_vowel_points(word: str, language: str, key: str) -> None:
    assert word_key(word, language) == key
