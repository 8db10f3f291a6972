"""Cognitive plausibility: whether words that a tokenizer cuts little are words that people recognise fast (Beinborn and Pinter 2023).

The chunkability of a string is 1 - tokens / letters. Its Pearson correlation with the mean response time of a lexical decision task is
given for words and for nonwords apart, and so is that with the share of right responses where the data has it; `mean_absolute` is the
mean of the absolute values of all of these. Known words with large tokens should be recognised fast (a negative r), nonwords rejected
slowly (a positive r).

With deviations x and y from the overall means, r = (n Σxy - Σx Σy) / sqrt((n Σx² - (Σx)²) (n Σy² - (Σy)²)), so resamples need sums alone.
Noise is about .1 on a few hundred strings, and the logarithm of the frequency alone reaches -.47 for words: these figures are a report,
and no target.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..adapter import TokenizerAdapter
from ..gold import Responses
from ..gold.kinds import Floats, of_kind, sums
from ..metric import WordMetric
from ..statistics import Figure


class Plausibility(WordMetric):
    """Correlation of chunkability with responses.

    Parameters
    ----------
    gold : strings with mean response times.
    """

    name = "plausibility"

    def __init__(self, gold: Responses) -> None:
        self._gold = of_kind(gold, Responses, self.name)

    @property
    def options(self) -> Mapping[str, Any]:
        """How the gold data was read."""
        return self._gold.options

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """time_words, time_nonwords, accuracy_words and accuracy_nonwords if there are accuracies, mean_absolute. NaN if nothing varies."""
        gold = self._gold
        batch = adapter.encode_words(gold.strings)
        letters = np.maximum(sums(batch.letters, batch.begins), 1)
        tokens = np.diff(batch.indptr)
        chunkability = 1 - tokens / letters
        is_encoded = tokens > 0  # there are none where the tokenizer raised an error
        measures = {"time": gold.times} if gold.accuracies is None else {"time": gold.times, "accuracy": gold.accuracies}
        figures, columns = [], []
        for measure, responses in measures.items():
            for name, of in (("words", gold.is_word & is_encoded), ("nonwords", ~gold.is_word & is_encoded)):
                summed = _summands(chunkability, responses, of)
                columns.append(summed)
                figures.append(Figure(f"{measure}_{name}", summed[of], correlation, int(of.sum()), "string"))
        together = np.concatenate(columns, 1)
        return [*figures, Figure("mean_absolute", together, mean_absolute_correlation, len(gold.strings), "string")]


def _summands(x: Floats, y: Floats, of: Any) -> Floats:
    """(items, 6) what `correlation` needs the sums of; 0 for items that do not count."""
    if not of.any():
        return np.zeros((len(x), 6))
    x, y = x - x[of].mean(), y - y[of].mean()
    rows: Floats = np.stack([np.ones(len(x)), x, y, x * y, x * x, y * y], 1) * of[:, None]
    return rows


def correlation(summed: Floats) -> Floats:
    """Pearson's r from sums (..., 6) of 1, x, y, xy, x², y²; NaN if x or y is constant.

    >>> x, y = np.array([-1.0, 0.0, 1.0]), np.array([2.0, 0.0, -2.0])
    >>> float(correlation(np.stack([np.ones(3), x, y, x * y, x * x, y * y], 1).sum(0)))
    -1.0
    """
    n, x, y, xy, xx, yy = np.moveaxis(summed, -1, 0)
    x_spread, y_spread = n * xx - x * x, n * yy - y * y
    # What rounding leaves of a constant is no spread.
    is_constant = (x_spread <= 1e-9 * n * xx) | (y_spread <= 1e-9 * n * yy)
    spread = np.where(is_constant, np.nan, x_spread * y_spread)
    r: Floats = (n * xy - x * y) / np.sqrt(spread)
    return r


def mean_absolute_correlation(summed: Floats) -> Floats:
    """Mean of the absolute values of several r, from sums (..., 6 k)."""
    groups = summed.reshape(*summed.shape[:-1], -1, 6)
    mean: Floats = np.abs(correlation(groups)).mean(-1)
    return mean
