"""Roots of Hebrew and Arabic words as sets of positions."""

import pytest
from morfem import MorfemError
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.gold import Inflected, Rooted
from morfem.evaluate.metrics.roots import Roots

from .cutter import Cutter, points

WORDS = Rooted(
    words=["מכתב", "כותב", "הספר", "ילמד"],
    roots=["כתב", "כתב", "ספר", "למד"],
    positions=[[1, 2, 3], [0, 2, 3], [1, 2, 3], [1, 2, 3]],
)


def test_a_token_of_positions_apart_can_be_the_root() -> None:
    table = {
        "מכתב": "מ|כתב",  # exactly
        "כותב": "כ.תב|.ו..",  # exactly, and not contiguous
        "הספר": "הספר",  # contained, in the whole word
        "ילמד": "יל|מד",  # in no token
    }
    found = points(Roots(WORDS).figures(Cutter(table)))
    assert found == {
        "exact": 0.5,
        "contained": 0.75,
        "contained_smaller": 0.5,
        "exact_discontinuous": 1,
        "contained_discontinuous": 1,
        "contained_smaller_discontinuous": 1,
        "floor_first_three": 0,
        "floor_last_three": 0.75,
    }


def test_a_token_of_the_root_and_more_contains_it_and_is_smaller_than_the_word() -> None:
    gold = Rooted(words=["בספרים"], roots=["ספר"], positions=[[1, 2, 3]])
    found = points(Roots(gold).figures(Cutter({"בספרים": "בספר|ים"})))
    assert (found["exact"], found["contained"], found["contained_smaller"]) == (0, 1, 1)


def test_a_letter_that_no_token_owns_is_in_no_root() -> None:
    found = points(Roots(WORDS).figures(Cutter({"מכתב": "מ|כתב", "הספר": "ה|ספר"}, lost="תס")))
    assert found["contained"] == 0.25  # of the four roots only למד has neither letter


def test_a_root_that_no_token_owns_is_not_found() -> None:
    found = points(Roots(WORDS).figures(Cutter({}, lost="כתבספרלמד")))
    assert (found["exact"], found["contained"]) == (0, 0)


def test_floors() -> None:
    characters, words = (points(Roots(WORDS).figures(adapter)) for adapter in (Characters(), Words()))
    assert (characters["exact"], characters["contained"]) == (0, 0)
    assert (words["exact"], words["contained"], words["contained_smaller"]) == (0, 1, 0)


def test_the_first_three_letters_are_a_floor_too() -> None:
    gold = Rooted(words=["ספרים", "מכתב", "שב"], roots=["ספר", "כתב", "שב"], positions=[[0, 1, 2], [1, 2, 3], [0, 1]])
    found = points(Roots(gold).figures(Words()))
    assert (found["floor_first_three"], found["floor_last_three"]) == (round(2 / 3, 4), round(2 / 3, 4))


def test_the_residue_is_measured_if_the_tokenizer_has_one() -> None:
    class Linearising(Words):
        def residue_positions(self, words: list[str]) -> list[list[int]]:
            return [[1, 2, 3] for _ in words]

    assert points(Roots(WORDS).figures(Linearising()))["residue"] == 0.75


def test_gold_data_of_another_kind_is_refused() -> None:
    with pytest.raises(MorfemError, match="roots needs words with roots, not forms of lemmas"):
        Roots(Inflected(lemmas=[], forms=[], features=[]))  # type: ignore[arg-type]
