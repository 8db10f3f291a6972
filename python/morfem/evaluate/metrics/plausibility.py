"""Cognitive plausibility: whether people recognise words faster that a tokenizer splits less (Beinborn and Pinter 2023).

docs/metrics.md defines the figures. With deviations x and y from the overall means, r = (n Σxy - Σx Σy) / sqrt((n Σx² - (Σx)²)
(n Σy² - (Σy)²)). This is a function of sums, so it can be resampled.
"""

from typing import Any

import numpy as np

from ...adapters.adapter import TokenizerAdapter
from ..gold import Responses
from ..gold.kinds import of_kind, sums
from ..metric import WordMetric, register
from ..statistics import Figure, Floats


@register
class Plausibility(WordMetric):
    """Correlation of 1 - tokens / letters with people's responses in a lexical decision task."""

    name = "plausibility"
    headlines = ("mean_absolute",)

    def __init__(self, gold: Responses) -> None:
        self._gold = of_kind(gold, Responses, self.name)

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """time_words, time_nonwords; accuracy_words, accuracy_nonwords if the data has accuracies; mean_absolute.

        A correlation is NaN if one of its variables is constant.
        """
        gold = self._gold
        batch = adapter.encode_words(gold.strings)
        letters = np.maximum(sums(batch.letters, batch.begins), 1)
        tokens = np.diff(batch.indptr)
        chunkability = 1 - tokens / letters
        is_encoded = tokens > 0  # a string on which the tokenizer raised an error has no tokens
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
    """(items, 6) the terms whose sums `correlation` needs; 0 for items that do not count."""
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
    # A constant has a tiny spread because of rounding.
    is_constant = (x_spread <= 1e-9 * n * xx) | (y_spread <= 1e-9 * n * yy)
    spread = np.where(is_constant, np.nan, x_spread * y_spread)
    r: Floats = (n * xy - x * y) / np.sqrt(spread)
    return r


def mean_absolute_correlation(summed: Floats) -> Floats:
    """Mean of the absolute values of k correlations, from sums (..., 6 k)."""
    groups = summed.reshape(*summed.shape[:-1], -1, 6)
    mean: Floats = np.abs(correlation(groups)).mean(-1)
    return mean
