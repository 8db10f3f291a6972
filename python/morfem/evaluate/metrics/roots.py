"""Root recovery: whether a token is the root of a Hebrew or Arabic word. docs/metrics.md defines the figures.

A Semitic root consists of a few consonants that need not be neighbours, so no cut of the word can show it. A token that owns separate
positions can.
"""

import numpy as np

from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Flags, Integers
from ..gold import Rooted
from ..gold.kinds import of_kind, sums
from ..metric import WordMetric, register
from ..statistics import Figure, ratio, share

LETTERS = 3  # length of most roots, and of the guesses


@register
class Roots(WordMetric):
    """Whether a token owns exactly the letters of a word's root, or at least all of them."""

    name = "roots"
    headlines = ("exact", "contained_smaller")

    def __init__(self, gold: Rooted) -> None:
        self._gold = of_kind(gold, Rooted, self.name)

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """exact, contained, contained_smaller; each with `_discontinuous`; residue if there is one; the two baselines."""
        gold = self._gold
        batch = adapter.encode_words(gold.words)
        begins, in_root, letters = batch.begins, gold.in_root, batch.letters
        root_size, word_size = sums(in_root, begins), sums(letters, begins)
        # The token of the first root letter is the only one that can own them all.
        first_letter = np.array([positions[0] for positions in gold.positions], np.int64) + begins[:-1]
        token = np.repeat(batch.owner[first_letter], np.diff(begins))
        owned = (batch.owner == token) & (token >= 0)
        is_contained = sums(owned & in_root, begins) == root_size
        token_size = sums(owned & letters, begins)
        is_exact = is_contained & (token_size == root_size)
        is_smaller = is_contained & (token_size < word_size)
        spans = np.array([positions[-1] - positions[0] + 1 for positions in gold.positions], np.int64)
        apart = spans != root_size
        every = np.ones(len(apart), bool)
        figures = []
        for suffix, of in (("", every), ("_discontinuous", apart)):
            for name, hits in (("exact", is_exact), ("contained", is_contained), ("contained_smaller", is_smaller)):
                figures.append(ratio(name + suffix, hits & of, of, int(of.sum()), "word", 1))
        residue = getattr(adapter, "residue_positions", None)  # only Splinter has it
        if residue is not None:
            hits = [list(found) == positions for found, positions in zip(residue(gold.words), gold.positions, strict=True)]
            figures.append(share("residue", hits, "word", 1))
        first, last = self._edges(begins, letters)
        return [*figures, share("floor_first_three", first, "word"), share("floor_last_three", last, "word")]

    def _edges(self, begins: Integers, letters: Flags) -> tuple[Flags, Flags]:
        """(words,), (words,) whether the root is the first three letters, and whether it is the last three."""
        in_root, lengths = self._gold.in_root, np.diff(begins)
        before: Integers = np.cumsum(letters) - letters
        from_begin: Integers = before - np.repeat(before[begins[:-1]], lengths)
        from_end = np.repeat(sums(letters, begins), lengths) - 1 - from_begin
        edges = [letters & (rank < LETTERS) for rank in (from_begin, from_end)]
        first, last = (sums(edge != in_root, begins) == 0 for edge in edges)
        return first, last
