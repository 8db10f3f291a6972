"""Cuts of words against those of people: counted by hand, on words of our own."""

import math

import numpy as np
import pytest
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.gold import Segmented
from morfem.evaluate.gold.segmented import Analyses
from morfem.evaluate.metrics.boundaries import LEAST, Boundaries
from morfem.evaluate.statistics import compare_all

from .cutter import Cutter, points


def gold(*rows: str, counts: tuple[int, ...] = (), is_complete: bool = True) -> Segmented:
    """Gold data of rows such as ``"ev|de ~ e|v|de"``."""
    analyses = Analyses([])
    for index, row in enumerate(rows):
        alternatives = [alternative.split("|") for alternative in row.split(" ~ ")]
        analyses.add(index + 1, "".join(alternatives[0]), alternatives, counts[index] if counts else 1)
    return analyses.gold(has_counts=bool(counts), is_complete=is_complete)


def test_every_figure_by_hand() -> None:
    # evlerde: right 1, missing 1. kitapta: right 1, wrong 1. dağ: none on both sides. yolda: wrong 1, missing 1.
    cutter = Cutter({"evlerde": "evler|de", "kitapta": "kit|ap|ta", "yolda": "yo|lda"})
    figures = points(Boundaries(gold("ev|ler|de", "kitap|ta", "dağ", "yol|da", counts=(10, 1, 5, 4))).figures(cutter))
    assert figures == {
        "precision": 0.5,
        "recall": 0.5,
        "f1": 0.5,
        "macro_f1": round((2 / 3 + 2 / 3 + 1 + 0) / 4, 4),
        "exact": 0.25,
        "morph_precision": round(3 / 8, 4),  # de, ta and dağ of evler de kit ap ta dağ yo lda
        "morph_recall": round(3 / 8, 4),  # of ev ler de kitap ta dağ yol da
        "f1_weighted": round(2 * 11 / (2 * 11 + (1 + 4) + (10 + 4)), 4),
        "unaligned": 0.0,
    }


def test_a_segment_is_found_only_if_both_its_ends_are_and_nothing_cuts_it() -> None:
    found = points(Boundaries(gold("a|bc|d|ef")).figures(Cutter({"abcdef": "a|b|cd|ef"})))
    assert found["morph_precision"] == found["morph_recall"] == 0.5  # a and ef; not bc, which is cut, nor d


@pytest.mark.parametrize(
    ("cut", "f1"),
    [("göz|lüğün|de", 2 * 2 / (2 * 2 + 0 + 1)), ("göz|lüğ|ü|nde", 1.0), ("göz|lüğ|ün|de", 1.0), ("gözlüğünde", 0.0)],
)
def test_of_several_analyses_the_best_counts(cut: str, f1: float) -> None:
    assert points(Boundaries(gold("göz|lüğ|ü|nde ~ göz|lüğ|ün|de")).figures(Cutter({"gözlüğünde": cut})))["f1"] == round(f1, 4)


def test_of_analyses_with_the_same_f1_that_with_the_fewest_errors_counts() -> None:
    found = points(Boundaries(gold("a|b|c|de ~ abcd|e")).figures(Cutter({"abcde": "abcde"})))
    assert found["f1"] == 0  # both have F1 0, with three errors and with one
    assert found["morph_recall"] == 0
    figures = Boundaries(gold("a|b|c|de ~ abcd|e")).figures(Cutter({"abcde": "abcde"}))
    f1 = next(figure for figure in figures if figure.name == "f1")
    assert f1.statistics.tolist() == [[0, 0, 1]]


def test_each_word_takes_its_own_best_analysis() -> None:
    words = gold("ev|im|de ~ evim|de", "al|ı|n ~ al|ın")
    assert points(Boundaries(words).figures(Cutter({"evimde": "evim|de", "alın": "al|ı|n"})))["exact"] == 1


def test_cuts_that_are_not_between_letters_do_not_count() -> None:
    words = gold("Ankara'|da", "Ankara|'da", "e-|posta|da")
    found = points(Boundaries(words).figures(Cutter({"Ankara'da": "Ankara'|da", "e-postada": "e|-|posta|da"})))
    assert (found["precision"], found["recall"], found["exact"]) == (1, 1, 1)  # postada alone has a cut between letters


def test_where_only_some_cuts_are_marked_only_the_recall_is_measured() -> None:
    cutter = Cutter({"olarak": "ol|ar|ak", "evler": "ev|ler", "tuzlu": "tuzlu"})
    words = gold("ol|arak", "evler", "tuz|lu", is_complete=False)
    assert points(Boundaries(words).figures(cutter)) == {"recall": 0.5, "unaligned": 0}
    assert Boundaries(gold("ol|arak"), recall_only=True).options["recall_only"] is True
    assert points(Boundaries(gold("ol|ar|ak ~ olar|ak"), recall_only=True).figures(Cutter({"olarak": "olar|ak"})))["recall"] == 1


def test_words_that_are_altered_are_counted_as_unaligned_and_not_left_out() -> None:
    figures = Boundaries(gold("ev|de", "kâr|da")).figures(Cutter({"evde": "ev|de", "kârda": "kâr|da"}, lost="â"))
    found = points(figures)
    assert found["unaligned"] == 0.5
    assert (found["recall"], found["precision"]) == (1, 0.5)  # the lost letter has two edges, k|âr
    assert figures[0].n == 2


def test_words_at_the_start_of_a_text_have_figures_if_they_are_cut_otherwise() -> None:
    words = gold("ev|de")
    assert not any(name.endswith("_at_start") for name in points(Boundaries(words).figures(Cutter({"evde": "ev|de"}))))
    found = points(Boundaries(words).figures(Cutter({"evde": "ev|de"}, at_start={"evde": "evde"})))
    assert (found["f1"], found["f1_at_start"]) == (1, 0)


def test_the_recall_of_a_category_is_that_of_its_cuts() -> None:
    analyses = Analyses([])
    table = {}
    for index in range(LEAST):
        word = f"mem{chr(0x4E00 + index)}kan"
        analyses.add(index, word, [["mem", word[3], "kan"]], 1, [{3: {"prefix"}, 4: {"-kan"}}])
        table[word] = f"mem|{word[3]}|kan" if index % 5 == 0 else f"mem|{word[3]}kan"
    analyses.add(LEAST, "dibeli", [["di", "beli"]], 1, [{2: {"rare"}}])
    found = points(Boundaries(analyses.gold()).figures(Cutter(table)))
    assert (found["recall_prefix"], found["recall_kan"]) == (1, 0.2)
    assert "recall_rare" not in found


def test_the_category_is_measured_in_the_best_analysis() -> None:
    analyses = Analyses([])
    for index in range(LEAST):
        stem = chr(0x4E00 + index)
        analyses.add(index, f"{stem}ına", [[stem, "ı", "na"], [stem, "ın", "a"]], 1, [{1: {"POS3"}}, {1: {"POS2"}}])
    cutter = Cutter({word: f"{word[0]}|ın|a" for word in analyses.gold().words})
    found = points(Boundaries(analyses.gold()).figures(cutter))
    assert found["recall_pos2"] == 1
    assert math.isnan(found["recall_pos3"])


def test_floors() -> None:
    words = gold("ev|ler|de", "dağ")
    characters = points(Boundaries(words).figures(Characters()))
    assert (characters["recall"], characters["precision"], characters["morph_recall"]) == (1, 0.25, 0)
    whole = points(Boundaries(words).figures(Words()))
    assert (whole["recall"], whole["exact"], whole["morph_precision"]) == (0, 0.5, 0.5)
    assert math.isnan(whole["precision"])


def test_figures_of_two_tokenizers_can_be_compared_by_swapping() -> None:
    words = gold(*[f"{chr(0x4E00 + index)}v|de" for index in range(40)])
    good = Cutter({word: f"{word[:2]}|de" for word in words.words})
    first, second = (Boundaries(words).figures(adapter) for adapter in (good, Characters()))
    for a, b in zip(first, second, strict=True):
        difference = compare_all([(a, b)], 200)[0]
        assert difference is None or difference.p_randomisation is not None
    f1 = compare_all([(first[2], second[2])], 200)[0]
    assert f1 is not None
    assert f1.difference == pytest.approx(1 - 0.5)
    assert f1.p_randomisation is not None
    assert f1.p_randomisation < 0.01


def test_many_words_at_once_are_as_one_by_one() -> None:
    generator = np.random.default_rng(0)
    rows, table = [], {}
    for index in range(200):
        word = chr(0x4E00 + index) + "".join(generator.choice(list("abcde"), generator.integers(0, 7)))
        rows.append(" ~ ".join(_random_cuts(word, generator) for _ in range(generator.integers(1, 4))))
        table[word] = _random_cuts(word, generator)
    statistics = Boundaries(gold(*rows)).figures(Cutter(table))[2].statistics
    for row, (word, cut), counted in zip(rows, table.items(), statistics, strict=True):
        predicted = _cuts(cut)
        options = []
        for alternative in row.split(" ~ "):
            golden = _cuts(alternative)
            right, wrong, missing = len(golden & predicted), len(predicted - golden), len(golden - predicted)
            f1 = 2 * right / (2 * right + wrong + missing) if right + wrong + missing else 1
            options.append((-f1, wrong + missing, right, wrong, missing))
        best = min(option[:2] for option in options)
        assert tuple(counted) in {option[2:] for option in options if option[:2] == best}, word


def test_a_mark_is_a_letter() -> None:
    """A token that begins between a letter and its vowel point cuts the word there."""
    batch = Segmentation.from_spans(["a\u0301b"], [7, 8], [0, 2], [0, 1], [1, 3])
    assert batch.letters.tolist() == [True, True, True]
    assert batch.cuts.tolist() == [True, False, False]


def _random_cuts(word: str, generator: np.random.Generator) -> str:
    return word[0] + "".join(("|" if generator.random() < 0.4 else "") + letter for letter in word[1:])


def _cuts(segments: str) -> set[int]:
    ends = np.cumsum([len(segment) for segment in segments.split("|")])[:-1]
    return set(ends.tolist())
