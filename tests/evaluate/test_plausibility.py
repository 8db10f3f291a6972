"""Correlations of chunkability with responses, against numpy's on the same numbers."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.gold import Responses
from morfem.evaluate.metrics.plausibility import Plausibility

from .cutter import Cutter, points

STRINGS = ["evler", "kitap", "okuldan", "yol", "blorka", "trefil", "gom", "silarket"]
TABLE = {"evler": "ev|ler", "okuldan": "okul|d|an", "blorka": "b|lor|ka", "trefil": "tre|fil", "gom": "g|o|m", "silarket": "silar|ket"}
TOKENS = np.array([2, 1, 3, 1, 3, 2, 3, 2])
TIMES = np.array([600.0, 550, 640, 560, 720, 700, 690, 740])
ACCURACIES = np.array([0.9, 1.0, 0.8, 0.95, 0.7, 0.9, 0.99, 0.8])
IS_WORD = np.arange(8) < 4
CHUNKABILITY = 1 - TOKENS / np.array([len(string) for string in STRINGS])


def test_words_and_nonwords_are_correlated_apart() -> None:
    figures = Plausibility(Responses(strings=STRINGS, is_word=IS_WORD, times=TIMES)).figures(Cutter(TABLE))
    r = [np.corrcoef(CHUNKABILITY[of], TIMES[of])[0, 1] for of in (IS_WORD, ~IS_WORD)]
    assert [figure.name for figure in figures] == ["time_words", "time_nonwords", "mean_absolute"]
    assert [figure.point for figure in figures] == pytest.approx([*r, (abs(r[0]) + abs(r[1])) / 2])
    assert [figure.n for figure in figures] == [4, 4, 8]
    assert r[0] < -0.8


def test_accuracy_counts_where_the_data_has_it() -> None:
    gold = Responses(strings=STRINGS, is_word=IS_WORD, times=TIMES, accuracies=ACCURACIES)
    figures = {figure.name: figure.point for figure in Plausibility(gold).figures(Cutter(TABLE))}
    r = [np.corrcoef(CHUNKABILITY[of], values[of])[0, 1] for values in (TIMES, ACCURACIES) for of in (IS_WORD, ~IS_WORD)]
    assert list(figures.values()) == pytest.approx([*r, np.abs(r).mean()])
    assert list(figures) == ["time_words", "time_nonwords", "accuracy_words", "accuracy_nonwords", "mean_absolute"]


def test_a_resample_is_a_correlation_of_its_items() -> None:
    generator = np.random.default_rng(1)
    strings = [f"{chr(0x4E00 + index)}abcd" for index in range(60)]
    cutter = Cutter({string: "|".join(string[: generator.integers(1, 5)]) + string[4:] for string in strings})
    times = generator.normal(600, 50, 60)
    figure = Plausibility(Responses(strings=strings, is_word=np.ones(60, bool), times=times)).figures(cutter)[0]
    weights = np.bincount(generator.integers(0, 60, 60), minlength=60)
    x = 1 - np.diff(cutter.encode(strings).indptr) / 5
    chosen = np.repeat(np.arange(60), weights)
    assert float(figure.value(weights @ figure.statistics)) == pytest.approx(np.corrcoef(x[chosen], times[chosen])[0, 1])
    assert figure.interval() is not None


def test_a_tokenizer_that_cuts_all_alike_has_no_correlation() -> None:
    gold = Responses(strings=STRINGS, is_word=IS_WORD, times=TIMES)
    assert all(math.isnan(point) for point in points(Plausibility(gold).figures(Characters())).values())


def test_letters_alone_correlate_for_whole_words() -> None:
    gold = Responses(strings=STRINGS, is_word=IS_WORD, times=TIMES)
    x = 1 - 1 / np.array([len(string) for string in STRINGS[:4]])
    assert points(Plausibility(gold).figures(Words()))["time_words"] == pytest.approx(np.corrcoef(x, TIMES[:4])[0, 1], abs=1e-4)


def test_strings_on_which_the_tokenizer_fails_are_left_out() -> None:
    class Failing(Cutter):
        def encode(self, texts: Sequence[str]) -> Segmentation:
            batch = super().encode(texts)
            kept = batch.token_text != 1
            batch.ids, batch.indptr = batch.ids[kept], batch.indptr - np.array([0, 0, *[(~kept).sum()] * (len(texts) - 1)])
            shift = np.cumsum(~kept)
            batch.owner = np.where(batch.text_of == 1, -1, batch.owner - shift[np.maximum(batch.owner, 0)])
            return batch

    figure = Plausibility(Responses(strings=STRINGS, is_word=IS_WORD, times=TIMES)).figures(Failing(TABLE))[0]
    of = [0, 2, 3]
    assert figure.point == pytest.approx(np.corrcoef(CHUNKABILITY[of], TIMES[of])[0, 1])
    assert figure.n == 3
