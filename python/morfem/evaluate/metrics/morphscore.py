"""MorphScore (Arnett and Bergen 2025): as first published, in the form of later papers, and corrected. docs/metrics.md defines them.

As in the published program, `v1` takes a word without a gold cut for a miss if the tokenizer cuts it at all.
"""

import numpy as np

from ..._core import MorfemError
from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Integers
from ..gold import Segmented
from ..gold.kinds import letter_pairs, of_kind, sums
from ..metric import WordMetric, register
from ..statistics import Figure, Floats, folded, ratio, share


@register
class MorphScore(WordMetric):
    """Whether words are cut between stem and suffixes, in three forms: as published, as in later papers, and corrected.

    The gold data has one analysis for each word, and their stems; without stems it is refused.
    """

    name = "morphscore"
    headlines = ("v2", "corrected")

    def __init__(self, gold: Segmented) -> None:
        gold = of_kind(gold, Segmented, self.name)
        if gold.stems is None:
            raise MorfemError(f"{gold.path}: MorphScore needs the stems of words; read the file with the format 'morphscore'")
        self._gold = gold
        self._stems: Integers = gold.stems

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """v1, v2, v2_precision, v2_recall, corrected, corrected_precision, one_token."""
        gold = self._gold
        batch = adapter.encode_words(gold.words)
        cuts = gold.cuts & letter_pairs(batch)
        lengths = np.diff(gold.begins)
        position = np.arange(gold.begins[-1]) - np.repeat(gold.begins[:-1], lengths)
        stem_begin, stem_end = (np.repeat(edge, lengths) for edge in self._stems.T)
        within_stem = (position >= stem_begin) & (position + 1 < stem_end)
        right = sums(batch.cuts & cuts, gold.begins)
        wrong = sums(batch.cuts & ~cuts & within_stem, gold.begins)
        found = sums(batch.cuts, gold.begins)
        golden = sums(cuts, gold.begins)
        has_gold = golden > 0
        recall, precision, corrected = ((right / np.maximum(of, 1))[has_gold] for of in (golden, found, right + wrong))
        n = int(has_gold.sum())
        ones = np.ones(n)
        return [
            ratio("v1", (right > 0) & (found > 0), found > 0, len(gold.words), "word", 1),
            ratio("v2_recall", recall, ones, n, "word", 1),
            ratio("v2_precision", precision, ones, n, "word", 1),
            Figure("v2", folded(np.stack([precision, recall, ones], 1)), f1_of_means, n, "word", 1),
            ratio("corrected_precision", corrected, ones, n, "word", 1),
            Figure("corrected", folded(np.stack([corrected, recall, ones], 1)), f1_of_means, n, "word", 1),
            share("one_token", found == 0, "word"),
        ]


def f1_of_means(summed: Floats) -> Floats:
    """F1 of mean precision and mean recall, from sums (..., 3) of precision, recall and words; 0 if both are 0.

    >>> round(float(f1_of_means(np.array([1.5, 3.0, 3.0]))), 3)
    0.667
    """
    precision, recall, words = summed[..., 0], summed[..., 1], summed[..., 2]
    total = precision + recall
    f1: Floats = np.where(total == 0, 0.0, 2 * precision * recall / np.where(total == 0, 1.0, total)) / words
    return f1
