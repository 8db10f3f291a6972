"""Bits per character of an n-gram model that is trained on the text itself. docs/metrics.md defines the figure.

All tokens and the end of every line are charged, and divided by the number of characters, so that tokenizers of any granularity compare. A
tokenizer without a finite vocabulary, such as the trivial baseline `words`, has no figures: no model gives a probability to all words.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._core import MorfemError
from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Segmentation
from ..metric import Measurement, TextMetric, register
from ..ngram import Lines, log_probabilities
from ..statistics import Figure, constant
from .likelihood import LikelihoodMeasurement

OF_TEN = 10
CHOOSING, MEASURED = 8, 9  # places of the lines that choose the order and of the measured lines, among ten
ORDERS = (2, 10)


@register
class LanguageModel(TextMetric):
    """Bits per character of an n-gram model (Kneser-Ney) trained on eight tenths of the text."""

    name = "language_model"
    headlines = ("bits_per_character",)

    @property
    def options(self) -> Mapping[str, Any]:
        """The orders that are tried."""
        return {"orders": "{}-{}".format(*ORDERS)}

    def measure(self, adapter: TokenizerAdapter) -> "LanguageModelMeasurement":
        """Starts to collect ids."""
        return LanguageModelMeasurement(adapter)


class LanguageModelMeasurement(Measurement):
    """The ids of one tokenizer's text, and the measured lines themselves."""

    def __init__(self, adapter: TokenizerAdapter) -> None:
        self._adapter = adapter
        self._ids: list[NDArray[np.int32]] = []
        self._lengths: list[NDArray[np.int64]] = []
        self._measured: list[str] = []
        self._lines = 0

    def add(self, batch: Segmentation) -> None:
        """Collects a batch of lines."""
        if self._adapter.vocab_size is None:
            return
        self._ids.append(batch.ids.astype(np.int32))
        self._lengths.append(np.diff(batch.indptr))
        first = (MEASURED - self._lines) % OF_TEN
        self._measured += list(batch.texts[first::OF_TEN])
        self._lines += len(batch.texts)

    def figures(self) -> list[Figure]:
        """bits_per_character, lost_bits_per_character (the part charged for lost characters), and the chosen order."""
        if self._adapter.vocab_size is None:
            return []
        if self._lines < OF_TEN:
            raise MorfemError(f"language_model: the text has {self._lines} lines; it needs at least {OF_TEN}")
        if not any(self._measured):
            raise MorfemError("language_model: the measured lines (every tenth line of the text) have no characters")
        ids, lengths = np.concatenate(self._ids), np.concatenate(self._lengths)
        self._ids.clear()
        place = np.arange(self._lines) % OF_TEN
        training, choosing, measured = (_chosen(ids, lengths, which) for which in (place < CHOOSING, place == CHOOSING, place == MEASURED))
        both = np.append(choosing.indptr, choosing.indptr[-1] + measured.indptr[1:])
        asked = Lines(np.concatenate([choosing.ids, measured.ids]), both)
        longest = int(np.diff(training.indptr).max()) + 2
        orders = range(ORDERS[0], min(ORDERS[1], max(longest, ORDERS[0])) + 1)
        border = len(choosing.ids) + len(choosing.indptr) - 1
        order, best = 0, np.full(border + 1, -np.inf)
        for tried, found in log_probabilities(training, asked, self._adapter.vocab_size, orders):
            if found[:border].sum() > best[:border].sum() or not order:
                order, best = tried, found
        return self._charged(order, best[border:], measured)

    def _charged(self, order: int, logarithms: NDArray[np.float64], measured: Lines) -> list[Figure]:
        """The figures of the measured lines, whose tokens and ends have these logarithms of probabilities."""
        batch = self._adapter.encode(self._measured)
        ends = measured.indptr[1:] + np.arange(len(self._measured))
        is_token = np.ones(len(logarithms), bool)
        is_token[ends] = False
        of_tokens = np.split(logarithms[is_token], measured.indptr[1:-1])
        likelihood = LikelihoodMeasurement(self._adapter)
        likelihood.add(batch, of_tokens, logarithms[ends])
        return [*likelihood.figures(), constant("order", order, self._lines, "line")]


def _chosen(ids: NDArray[np.int32], lengths: NDArray[np.int64], which: NDArray[np.bool_]) -> Lines:
    """The ids of some of the lines."""
    return Lines(ids[np.repeat(which, lengths)], np.append(0, np.cumsum(lengths[which])))
