"""Morpheme boundaries: whether a tokenizer splits words where the gold data splits them. docs/metrics.md defines the figures.

If a word has several gold analyses, the one with the best F1 counts; ties are broken by fewer errors, then by order. If the gold data marks
only some of the cuts, only recall is measured, and the analysis with the best recall counts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Flags, Integers, Segmentation
from ..gold import Segmented
from ..gold.kinds import letter_pairs, of_kind, sums
from ..metric import WordMetric, register
from ..statistics import Figure, Floats, folded, ratio, share

LEAST = 50  # a category gets a figure if this many words have it


@register
class Boundaries(WordMetric):
    """Precision, recall and F1 of the cuts inside words, and of whole segments.

    With `recall_only` only recall is measured, for gold data that does not mark all cuts.
    """

    name = "boundaries"
    headlines = ("f1", "exact", "morph_precision", "morph_recall")

    def __init__(self, gold: Segmented, *, recall_only: bool = False) -> None:
        self._gold = of_kind(gold, Segmented, self.name)
        self._recall_only = recall_only or not gold.is_complete

    @property
    def options(self) -> Mapping[str, Any]:
        """How the gold data was read."""
        return {**self._gold.options, **({"recall_only": True} if self._recall_only else {})}

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """precision, recall, f1, macro_f1, exact, morph_precision, morph_recall, f1_weighted, unaligned, recall_X, and more at the start.

        >>> from morfem.evaluate import wrap
        >>> from morfem.evaluate.gold.segmented import Analyses
        >>> analyses = Analyses([])
        >>> analyses.add(1, "evde", [["ev", "de"]])
        True
        >>> {figure.name: round(figure.point, 3) for figure in Boundaries(analyses.gold()).figures(wrap("characters"))[:3]}
        {'precision': 0.333, 'recall': 1.0, 'f1': 0.5}
        """
        batch = adapter.encode_words(self._gold.words)
        found = _matches(batch, self._gold, self._recall_only)
        figures = self._figures(found, "")
        unaligned = np.zeros(len(batch.texts), bool)
        unaligned[batch.text_of[batch.owner < 0]] = True
        figures.append(share("unaligned", unaligned, "word", -1))
        figures += self._categories(batch, found)
        at_start = adapter.encode_words(self._gold.words, "")
        if (at_start.cuts != batch.cuts).any():
            figures += self._figures(_matches(at_start, self._gold, self._recall_only), "_at_start")
        return figures

    def _figures(self, found: "_Matches", suffix: str) -> list[Figure]:
        gold = self._gold
        tp, fp, fn = found.right, found.wrong, found.missing
        n = len(gold.words)
        recall = ratio(f"recall{suffix}", tp, tp + fn, n, "word", 1)
        if self._recall_only:
            return [recall]
        counted = np.stack([tp, fp, fn], 1).astype(np.float64)
        errors = fp + fn
        figures = [
            ratio(f"precision{suffix}", tp, tp + fp, n, "word", 1),
            recall,
            Figure(f"f1{suffix}", folded(counted), f1, n, "word", 1),
            ratio(f"macro_f1{suffix}", _word_f1(tp, errors), np.ones(n), n, "word", 1),
            share(f"exact{suffix}", errors == 0, "word", 1),
            ratio(f"morph_precision{suffix}", found.segments, tp + fp + 1, n, "word", 1),
            ratio(f"morph_recall{suffix}", found.segments, tp + fn + 1, n, "word", 1),
        ]
        if gold.counts is not None:
            figures.append(Figure(f"f1_weighted{suffix}", folded(counted * gold.counts[:, None]), f1, n, "word", 1))
        return figures

    def _categories(self, batch: Segmentation, found: "_Matches") -> list[Figure]:
        """Recall for each category that at least `LEAST` words have in some analysis; only the best analysis is scored."""
        gold = self._gold
        size = len(gold.words)
        categories = list(dict.fromkeys(map(_category, gold.labels)))
        category = np.array([categories.index(_category(label)) for label in gold.labels], np.int64)[gold.labelled[:, 1]]
        at = gold.labelled[:, 0]
        analysis, position = gold.analysis_of[at], gold.positions[at]
        word = gold.analysis_word[analysis]
        is_measured = (found.analyses[word] == analysis) & letter_pairs(batch)[position]
        is_hit = is_measured & batch.cuts[position]
        figures = []
        for index, name in enumerate(categories):
            of = category == index
            n = len(np.unique(word[of]))
            if n >= LEAST:
                hits, cuts = (np.bincount(word[of], weights=flags[of], minlength=size) for flags in (is_hit, is_measured))
                figures.append(ratio(f"recall_{name}", hits, cuts, n, "word", 1))
        return figures


def f1(counted: Floats) -> Floats:
    """F1 from sums (..., 3) of correct, wrong and missing cuts.

    >>> float(f1(np.array([3.0, 1.0, 1.0])))
    0.75
    """
    right, wrong, missing = counted[..., 0], counted[..., 1], counted[..., 2]
    found: Floats = 2 * right / (2 * right + wrong + missing)
    return found


@dataclass(frozen=True)
class _Matches:
    """For each word its best analysis, the numbers of right, wrong and missing cuts, and how many gold segments the tokenizer has too."""

    analyses: Integers
    right: Integers
    wrong: Integers
    missing: Integers
    segments: Integers


def _matches(batch: Segmentation, gold: Segmented, recall_only: bool) -> _Matches:
    """Compares a segmentation with all analyses at once and keeps the best analysis of each word."""
    predicted = batch.cuts[gold.positions]
    cuts = gold.cuts & letter_pairs(batch)[gold.positions]
    right = sums(predicted & cuts, gold.begins)
    wrong = sums(predicted & ~cuts, gold.begins)
    missing = sums(~predicted & cuts, gold.begins)
    errors = missing if recall_only else wrong + missing
    order = np.lexsort([errors, -_word_f1(right, errors), gold.analysis_word])
    is_first = np.diff(gold.analysis_word[order], prepend=-1) != 0
    best = order[is_first]
    segments = _common_segments(predicted, cuts, gold.begins)
    return _Matches(best, right[best], wrong[best], missing[best], segments[best])


def _common_segments(first: Flags, second: Flags, begins: Integers) -> Integers:
    """The number of segments that two segmentations of the same words share.

    Let e1 < e2 < ... be the ends of the segments of either segmentation. The segment that ends at ek is shared if ek is an end in both, and
    the end before it is an end in both as well, or the word begins there.
    """
    last = begins[1:] - 1
    first, second = first.copy(), second.copy()
    first[last] = second[last] = True
    ends = np.flatnonzero(first | second)
    is_common = (first & second)[ends]
    begins_common = np.ones(len(ends), bool)
    begins_common[1:] = is_common[:-1]  # a word's last end is always shared, so the next word's first segment begins at a shared end
    shared = np.zeros(len(first), bool)
    shared[ends] = is_common & begins_common
    return sums(shared, begins)


def _word_f1(right: Integers, errors: Integers) -> Floats:
    total = 2 * right + errors
    return np.where(total == 0, 1.0, 2 * right / np.maximum(total, 1))


def _category(label: str) -> str:
    """A label as part of a figure's name. Tag sets that differ only in case are the same category."""
    return re.sub(r"\W+", "_", label.lower()).strip("_")
