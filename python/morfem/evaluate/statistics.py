"""Figures with intervals, and tests of two tokenizers. docs/metrics.md describes them.

Every figure is a function of sums over items (lines, words), for example of the numbers of true positives and errors. A bootstrap resample
is a vector w of weights that tells how often each item was drawn. The figure of the resample is value(w @ statistics), so that one matrix
product computes all resamples. Two tokenizers measured on the same items get the same weights, which makes the comparison paired.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RESAMPLES = 1000
SWAPS = 10  # random swaps per resample, so that p-values can be small enough after Holm's correction
SEED = 0
TAILS = (0.025, 0.975)  # of an interval
MOST_ITEMS = 1 << 12  # if there are more items, neighbours are added up, and resamples draw blocks of lines


@dataclass(frozen=True, eq=False)
class Figure:
    """A number about a tokenizer, with the data needed to resample it.

    Attributes
    ----------
    name : such as ``"fertility"``; the metric's name is prefixed to it.
    statistics : (items, k) the terms that are summed over items.
    value : computes the figure (...,) from sums (..., k).
    n : number of lines, words or pairs that the figure is computed from.
    unit : what an item is: ``"line"``, ``"word"``.
    better : 1 if higher is better, -1 if lower is better, 0 if neither.
    """

    name: str
    statistics: Floats
    value: Callable[[Floats], Any]
    n: int
    unit: str
    better: int = 0
    _resampled: dict[tuple[int, int], Floats] = field(default_factory=dict, init=False, repr=False)

    @property
    def point(self) -> float:
        """The value of the figure; NaN if there is nothing to measure."""
        return float(self._of(self.statistics.sum(0, dtype=np.float64)))

    def _of(self, sums: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.value(sums), np.float64)

    def interval(self, resamples: int = RESAMPLES, seed: int = SEED) -> tuple[float, float] | None:
        """Percentile bootstrap interval of 95 %; None for a figure with fewer than two items."""
        if len(self.statistics) < 2:
            return None
        values = self.resampled(resamples, seed)
        values = values[np.isfinite(values)]
        if not len(values):
            return None
        low, high = np.quantile(values, TAILS)
        return float(low), float(high)

    def resampled(self, resamples: int = RESAMPLES, seed: int = SEED) -> Floats:
        """(resamples,) the value of the figure in every resample."""
        if (resamples, seed) not in self._resampled:
            self._resampled[resamples, seed] = self._of(_drawn(len(self.statistics), resamples, seed) @ self.statistics)
        return self._resampled[resamples, seed]


def ratio(name: str, numerator: Any, denominator: Any, n: int, unit: str, better: int = 0) -> Figure:
    """The figure sum(numerator) / sum(denominator), with one entry per item; `n` is the number of items before any were added up.

    >>> ratio("fertility", [3, 5], [2, 2], 2, "line").point
    2.0
    """
    statistics = np.stack([np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)], 1)
    return Figure(name, folded(statistics), _ratio, n, unit, better)


def share(name: str, hits: Any, unit: str, better: int = 0) -> Figure:
    """The share of items that are hits.

    >>> share("exact", [True, False, True, True], "word").point
    0.75
    """
    return ratio(name, hits, np.ones(len(hits)), len(hits), unit, better)


def constant(name: str, value: float, n: int, unit: str, better: int = 0) -> Figure:
    """A figure that cannot be resampled and has no interval."""
    return Figure(name, np.full((1, 1), value, np.float64), lambda sums: sums[..., 0], n, unit, better)


class Items:
    """Statistics of items that arrive in batches, in bounded memory: `rows` has at most `MOST_ITEMS` rows.

    >>> lines = Items(2)
    >>> lines.add(np.ones((3, 2)))
    >>> lines.n, lines.rows.sum(0).tolist()
    (3, [3.0, 3.0])
    """

    def __init__(self, width: int) -> None:
        self.n = 0
        self._size = 1  # items per row
        self._rows = np.zeros((0, width))

    def add(self, statistics: Floats) -> None:
        """Adds one row per item."""
        if not len(statistics):
            return
        row = (self.n + np.arange(len(statistics))) // self._size - len(self._rows)
        self.n += len(statistics)
        sums = np.add.reduceat(statistics, np.flatnonzero(np.diff(row, prepend=row[0] - 1)), 0)
        if row[0] < 0:
            self._rows[-1] += sums[0]
            sums = sums[1:]
        self._rows = np.concatenate([self._rows, sums])
        while len(self._rows) > 4 * MOST_ITEMS:
            self._rows = _halved(self._rows)
            self._size *= 2

    @property
    def rows(self) -> Floats:
        """(at most `MOST_ITEMS`, width) the statistics. They do not depend on how the items were split into batches."""
        return folded(self._rows)


def folded(statistics: Floats) -> Floats:
    """Reduces statistics to at most `MOST_ITEMS` rows by adding neighbouring rows. The sum does not change."""
    while len(statistics) > MOST_ITEMS:
        statistics = _halved(statistics)
    return statistics


def _halved(rows: Floats) -> Floats:
    if len(rows) % 2:
        rows = np.concatenate([rows, np.zeros((1, rows.shape[1]))])
    sums: Floats = rows[0::2] + rows[1::2]
    return sums


def _ratio(sums: Floats) -> Floats:
    """NaN where the denominator is 0: a text of spaces has tokens but no words, so it has no fertility."""
    return np.where(sums[..., 1] == 0, np.nan, sums[..., 0] / sums[..., 1])


@lru_cache(2)
def _drawn(items: int, resamples: int, seed: int) -> NDArray[np.float32]:
    """(resamples, items) how often each item is drawn. It depends only on the arguments, so two tokenizers get the same draws."""
    generator = np.random.default_rng([seed, items])
    return np.stack([np.bincount(generator.integers(0, items, items), minlength=items) for _ in range(resamples)]).astype(np.float32)


@lru_cache(2)
def _swapped(items: int, swaps: int, seed: int) -> NDArray[np.uint8]:
    """(swaps, items) 1 where the two tokenizers are swapped, else 0."""
    return np.random.default_rng([seed, items, 1]).integers(0, 2, (swaps, items), np.uint8)


@dataclass(frozen=True)
class Difference:
    """The difference of two tokenizers in one figure: the first's minus the second's, with its 95 % interval from the paired bootstrap.

    `p_bootstrap` is twice the share of resamples on the other side of 0; `p_randomisation` the share of random swaps with a difference at
    least as large, None if the statistics of the two cannot be swapped, for example counts of the ids of different vocabularies.
    """

    difference: float
    low: float
    high: float
    p_bootstrap: float
    p_randomisation: float | None


def compare_all(pairs: Sequence[tuple[Figure, Figure]], resamples: int = RESAMPLES, seed: int = SEED) -> list[Difference | None]:
    """Tests for each pair whether two tokenizers differ; None if they were not measured on the same items, or cannot be resampled.

    The pairs share their random swaps. Both p-values count the observed difference as one of the draws, so they are never 0 (Phipson and
    Smyth 2010).
    """
    found = [_bootstrapped(first, second, resamples, seed) for first, second in pairs]
    groups: dict[tuple[int, int], list[int]] = {}
    for index, (first, second) in enumerate(pairs):
        if found[index] is not None and first.statistics.shape == second.statistics.shape and first.value is second.value:
            groups.setdefault(first.statistics.shape, []).append(index)
    for (items, width), indexes in groups.items():
        gaps = np.concatenate([pairs[index][1].statistics - pairs[index][0].statistics for index in indexes], 1).astype(np.float32)
        extreme = np.zeros(len(indexes), np.int64)
        swaps = _swapped(items, SWAPS * resamples, seed)
        for at in range(0, len(swaps), 1000):
            swap = swaps[at : at + 1000].astype(np.float32) @ gaps
            for place, index in enumerate(indexes):
                first, second = pairs[index]
                moved = swap[:, place * width : (place + 1) * width].astype(np.float64)
                swapped = first._of(first.statistics.sum(0) + moved) - second._of(second.statistics.sum(0) - moved)
                observed = abs(first.point - second.point)
                # The sums have single precision, so differences within rounding count as equal.
                extreme[place] += int((np.abs(swapped) >= observed * (1 - 1e-5) - 1e-9).sum())
        for place, index in enumerate(indexes):
            difference = found[index]
            assert difference is not None
            found[index] = replace(difference, p_randomisation=float((extreme[place] + 1) / (len(swaps) + 1)))
    return found


def _bootstrapped(first: Figure, second: Figure, resamples: int, seed: int) -> Difference | None:
    """The difference of two figures with its interval and the p-value of the bootstrap."""
    if len(first.statistics) != len(second.statistics) or len(first.statistics) < 2 or first.n != second.n:
        return None
    difference = first.point - second.point
    drawn = first.resampled(resamples, seed) - second.resampled(resamples, seed)
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn) or not np.isfinite(difference):
        return None
    low, high = np.quantile(drawn, TAILS)
    tail = min((drawn <= 0).sum(), (drawn >= 0).sum())
    p_bootstrap = min(1.0, 2 * (tail + 1) / (len(drawn) + 1))
    return Difference(difference, float(low), float(high), float(p_bootstrap), None)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for multiple tests (Holm 1979), in the given order.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p_values, kind="stable")
    corrected = np.empty(len(order))
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p_values[index]))
        corrected[index] = largest
    return [float(value) for value in corrected]
