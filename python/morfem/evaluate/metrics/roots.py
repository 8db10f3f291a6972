"""Roots of Semitic words: whether a token is the root of its word.

The root of a Hebrew or Arabic word is a few consonants that need not be neighbours, so no cut of the word shows it; a token that owns
positions apart can. With R the positions of the root's letters, W those of all letters of the word, and T(t) those that token t owns, a
word counts for

    exact               if T(t) = R for some t; the headline
    contained           if R is a part of T(t) for some t: whole words as tokens get 1
    contained_smaller   if R is a part of T(t) for some t, and T(t) is not W

and the same over words whose root is not contiguous, with `_discontinuous`. `residue` is the share of words of which the letters that a
linearising tokenizer leaves as residue are exactly those of the root.

Two floors say what guessing gets: `floor_first_three` is the share of words whose root is their first three letters, `floor_last_three`
their last three.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..adapter import TokenizerAdapter
from ..gold import Rooted
from ..gold.kinds import of_kind, sums
from ..metric import WordMetric
from ..segmentation import Flags, Integers
from ..statistics import Figure, ratio, share

LETTERS = 3  # of most roots, and of the floors


class Roots(WordMetric):
    """Root recovery.

    Parameters
    ----------
    gold : words with the positions of the letters of their roots.
    """

    name = "roots"

    def __init__(self, gold: Rooted) -> None:
        self._gold = of_kind(gold, Rooted, self.name)

    @property
    def options(self) -> Mapping[str, Any]:
        """How the gold data was read."""
        return self._gold.options

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """exact, contained, contained_smaller, the same three with `_discontinuous`, residue if there is one, and the two floors."""
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
        residue = getattr(adapter, "residue_positions", None)  # only tokenizers that linearise words have it
        if residue is not None:
            hits = [list(found) == positions for found, positions in zip(residue(gold.words), gold.positions, strict=True)]
            figures.append(share("residue", hits, "word", 1))
        first, last = self._edges(begins, letters)
        return [*figures, share("floor_first_three", first, "word"), share("floor_last_three", last, "word")]

    def _edges(self, begins: Integers, letters: Flags) -> tuple[Flags, Flags]:
        """(words,), (words,) whose root is the first three letters, and whose the last three."""
        in_root, lengths = self._gold.in_root, np.diff(begins)
        before: Integers = np.cumsum(letters) - letters
        from_begin: Integers = before - np.repeat(before[begins[:-1]], lengths)
        from_end = np.repeat(sums(letters, begins), lengths) - 1 - from_begin
        edges = [letters & (rank < LETTERS) for rank in (from_begin, from_end)]
        first, last = (sums(edge != in_root, begins) == 0 for edge in edges)
        return first, last
