"""Distribution: how evenly a tokenizer uses its vocabulary, and how many different neighbours its tokens have.

docs/metrics.md defines the figures. An entropy is not a sum over lines, but its change when tokens are added or removed is, to first order,
a sum over tokens (the influence function, Hampel 1974). A token of id i contributes

    h(i) = H(a) + a / (1 - a) * (p(i)^(a - 1) / S - 1) / ln 2,   S = sum of p(j)^a;      for Shannon  h(i) = -log2 p(i)

The mean of h over all tokens is exactly H, because the mean of p(i)^(a - 1) is S. The efficiency is therefore a ratio of two sums over
lines, and is resampled as such. The ids and the denominator's logarithm stay those of the whole text. Lines are dealt in turn into 64
groups, and the groups are resampled. The number of distinct neighbours grows with the text, so it has no interval.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..._core import MorfemError
from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Integers, Segmentation
from ..metric import Measurement, TextMetric, register
from ..statistics import Figure, Floats, constant, ratio
from .key_counts import KeyCounts

GROUPS = 64  # groups of lines, which the bootstrap resamples
WINDOW = 2  # neighbours are this many tokens away at most


@register
class Distribution(TextMetric):
    """How evenly the ids are used (Rényi and Shannon efficiency), and how many distinct neighbours an id has.

    `alpha` is the order of the Rényi entropy, above 0 and not 1.
    """

    name = "distribution"
    headlines = ("renyi_observed",)

    def __init__(self, *, alpha: float = 2.5) -> None:
        if not 0 < alpha < np.inf or alpha == 1:
            raise MorfemError(
                f"distribution: alpha is {alpha}; give a number above 0 other than 1 (order 1 is Shannon's, which is always measured)"
            )
        self.alpha = float(alpha)

    @property
    def options(self) -> Mapping[str, Any]:
        """The order alpha."""
        return {"alpha": self.alpha}

    def measure(self, adapter: TokenizerAdapter) -> "DistributionMeasurement":
        """Starts to count."""
        return DistributionMeasurement(self.alpha, adapter.vocab_size)

    def pair_figures(self, adapter: TokenizerAdapter, other: TokenizerAdapter) -> list[Figure]:
        """overlap_with_NAME: the vocabulary overlap with another tokenizer, if both vocabularies are known."""
        figure = vocabulary_overlap(adapter, other)
        return [] if figure is None else [replace(figure, name=f"overlap_with_{other.name}")]


class DistributionMeasurement(Measurement):
    """The counts of one tokenizer."""

    def __init__(self, alpha: float, vocab_size: int | None) -> None:
        self._alpha, self._vocab_size = alpha, vocab_size
        self._lines = 0
        self._in_group = KeyCounts()  # of id * GROUPS + group
        self._neighbours = KeyCounts()  # of the lower id of two neighbours << 32 | the higher

    def add(self, batch: Segmentation) -> None:
        """Counts the ids and neighbours of a batch."""
        self._in_group.add(batch.ids * GROUPS + (self._lines + batch.token_text) % GROUPS)
        self._lines += len(batch.texts)
        for distance in range(1, WINDOW + 1):
            one, other = batch.ids[:-distance], batch.ids[distance:]
            pairs = np.minimum(one, other) << 32 | np.maximum(one, other)
            self._neighbours.add(pairs[batch.token_text[:-distance] == batch.token_text[distance:]])

    def figures(self) -> list[Figure]:
        """renyi_observed, renyi_vocabulary, shannon_observed, shannon_vocabulary, distinct_neighbours."""
        keys, counts = self._in_group.merged()
        groups = keys % GROUPS
        first = np.diff(keys // GROUPS, prepend=-1) != 0
        index = np.cumsum(first) - 1
        used = int(first.sum())
        totals = np.bincount(index, counts, used)
        rows = min(GROUPS, self._lines)
        tokens = np.bincount(groups, counts, rows)
        figures = []
        for name, shares in (("renyi", renyi_shares(totals, self._alpha)), ("shannon", renyi_shares(totals, 1.0))):
            entropy = np.bincount(groups, counts * shares[index], rows)
            for normalised, size in (("observed", used), ("vocabulary", self._vocab_size)):
                if size is not None:
                    # With one possible id the efficiency is 0 / 0 bits: NaN, nothing to measure.
                    with np.errstate(divide="ignore", invalid="ignore"):
                        statistics = entropy / np.log2(size)
                    figures.append(ratio(f"{name}_{normalised}", statistics, tokens, self._lines, "line", 1))
        pairs, _ = self._neighbours.merged()
        with_itself = (pairs >> 32) == (pairs & 0xFFFFFFFF)
        neighbours = (2 * len(pairs) - int(with_itself.sum())) / used if used else np.nan
        figures.append(constant("distinct_neighbours", neighbours, self._lines, "line", -1))
        return figures


def renyi_shares(counts: Floats | Integers, alpha: float) -> Floats:
    """The contribution of each occurrence of an id to the entropy of order `alpha`; the formula is at the top of this file.

    Parameters
    ----------
    counts : (ids,) occurrences of each id that occurs, all above 0.
    alpha : the order; 1 is Shannon's.

    Returns
    -------
    (ids,) contributions in bits; their mean over all occurrences is the entropy.

    >>> renyi_shares(np.array([1, 1, 1, 1]), 2.5).tolist()
    [2.0, 2.0, 2.0, 2.0]
    """
    if not len(counts):
        return np.zeros(0)
    p = counts / counts.sum()
    if alpha == 1:
        return np.asarray(-np.log2(p))
    powers = p ** (alpha - 1)
    total = float(p @ powers)
    shares: Floats = (np.log2(total) + alpha / np.log(2) * (powers / total - 1)) / (1 - alpha)
    return shares


def vocabulary_overlap(of: TokenizerAdapter, within: TokenizerAdapter) -> Figure | None:
    """Share of the token strings of one tokenizer that are token strings of another; None if either vocabulary is unknown.

    >>> from morfem.evaluate import wrap
    >>> vocabulary_overlap(wrap("ko-thunder"), within=wrap("ko-thunder")).point
    1.0
    """
    if not of.vocab_size or not within.vocab_size:
        return None
    strings, others = ({*adapter.strings()} - {""} for adapter in (of, within))
    return constant("vocabulary_overlap", len(strings & others) / len(strings), len(strings), "token")
