"""Counts of integer keys that arrive in batches. Memory grows with the number of distinct keys, not with the length of the text.

Each batch is sorted, counted and put aside. When the batches put aside hold half as many keys as the main table, all are merged. A key is
therefore moved a logarithmic number of times, and the memory holds at most about three times the distinct keys.
"""

import numpy as np

from ...adapters.segmentation import Integers

_LEAST = 1 << 20  # the fewest keys put aside before a merge


class KeyCounts:
    """How often each key was added.

    >>> seen = KeyCounts()
    >>> seen.add(np.array([7, 3, 7]))
    >>> seen.add(np.array([3, 9]))
    >>> [array.tolist() for array in seen.merged()]
    [[3, 7, 9], [2, 2, 1]]
    """

    def __init__(self) -> None:
        nothing = np.zeros(0, np.int64)
        self._parts: list[tuple[Integers, Integers]] = [(nothing, nothing)]
        self._aside = 0

    def add(self, keys: Integers) -> None:
        """Counts keys, which may repeat."""
        self._parts.append(np.unique(keys, return_counts=True))
        self._aside += len(self._parts[-1][0])
        if self._aside > max(_LEAST, len(self._parts[0][0]) // 2):
            self.merged()

    def merged(self) -> tuple[Integers, Integers]:
        """(keys,), (keys,) the distinct keys in ascending order, and the number of times each was added."""
        if self._aside:
            keys, counts = (np.concatenate(arrays) for arrays in zip(*self._parts, strict=True))
            # A stable sort is fast here: it merges runs that are already sorted.
            order = np.argsort(keys, kind="stable")
            keys = keys[order]
            firsts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 1))
            self._parts, self._aside = [(keys[firsts], np.add.reduceat(counts[order], firsts))], 0
        return self._parts[0]
