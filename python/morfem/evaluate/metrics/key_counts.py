"""Integer keys that come in batches: which there are, and how often each was seen, in memory that grows with the distinct keys and not
with the text.

Batches are sorted and counted one by one and put aside; when half as many are put aside as are kept, all are merged. So a key is moved a
logarithmic number of times, and at most about three times the distinct keys are held.
"""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_LEAST = 1 << 20  # keys that are put aside before they are merged, at least


class Keys:
    """The distinct keys that were added.

    >>> seen = Keys()
    >>> seen.add(np.array([7, 3, 7]))
    >>> seen.add(np.array([3, 9]))
    >>> seen.merged().tolist()
    [3, 7, 9]
    """

    def __init__(self) -> None:
        self._parts: list[Integers] = [np.zeros(0, np.int64)]
        self._aside = 0

    def add(self, keys: Integers) -> None:
        """Adds keys, which may repeat."""
        keys = np.sort(keys)
        self._parts.append(keys[_firsts(keys)])
        self._aside += len(self._parts[-1])
        if self._aside > max(_LEAST, len(self._parts[0]) // 2):
            self.merged()

    def merged(self) -> Integers:
        """The distinct keys, rising."""
        if self._aside:
            keys = np.concatenate(self._parts)
            self._parts, self._aside = [], 0
            keys.sort()
            self._parts = [keys[_firsts(keys)]]
        return self._parts[0]


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
        keys = np.sort(keys)
        firsts = np.flatnonzero(_firsts(keys))
        self._parts.append((keys[firsts], np.diff(firsts, append=len(keys))))
        self._aside += len(firsts)
        if self._aside > max(_LEAST, len(self._parts[0][0]) // 2):
            self.merged()

    def merged(self) -> tuple[Integers, Integers]:
        """(keys,), (keys,) the distinct keys, rising, and how often each was added."""
        if self._aside:
            keys, counts = (np.concatenate(arrays) for arrays in zip(*self._parts, strict=True))
            # A stable sort merges runs that are sorted already, and these are.
            order = np.argsort(keys, kind="stable")
            keys = keys[order]
            firsts = np.flatnonzero(_firsts(keys))
            self._parts, self._aside = [(keys[firsts], np.add.reduceat(counts[order], firsts))], 0
        return self._parts[0]


def _firsts(keys: Integers) -> NDArray[np.bool_]:
    """Which of sorted keys are not the same as the one before."""
    firsts = np.ones(len(keys), bool)
    np.not_equal(keys[1:], keys[:-1], out=firsts[1:])
    return firsts
