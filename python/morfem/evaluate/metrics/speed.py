"""Speed and memory, always beside a named peer in the same run.

In a pass every tokenizer is loaded afresh and encodes running text (`cold`), then the same again (`warm`); loaded afresh once more, it
encodes distinct rare words, which no cache has seen (`long_tail`): megabytes of UTF-8 (10^6 bytes) a second through the library's own
batch call, on one thread. `load` is milliseconds to load it from its files, the library imported and the files in the system's cache.
`memory` is what a process grows by, at most, that imports the library, loads the tokenizer and encodes the running text once, in
megabytes.

Passes of the tokenizers alternate, and each pass begins with another one, so what slows the machine for a while slows all. A `_ratio`
divides the peer's time by the tokenizer's *in the same pass*: above 1 the tokenizer is faster (or smaller). Figures are medians over
passes. The interval is the bootstrap's over passes: their spread in this run, not what another day or machine would give. Differences
below a tenth are noise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..metric import Metric
from ..statistics import Figure, constant

Floats = NDArray[np.float64]

MEGABYTE = 1e6
MILLISECOND = 1e-3


@dataclass
class Times:
    """What was measured of one tokenizer: seconds, an entry a pass, and bytes of memory, None if that cannot be measured here."""

    load: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    long_tail: list[float] = field(default_factory=list)
    memory: int | None = None


class Speed(Metric):
    """Speed and memory of a tokenizer beside a peer.

    Parameters
    ----------
    peer : the peer's name.
    passes : how many there were.
    """

    name = "speed"

    def __init__(self, *, peer: str, passes: int) -> None:
        self.peer, self.passes = peer, passes

    @property
    def options(self) -> Mapping[str, Any]:
        """The peer, the number of passes and of threads."""
        return {"passes": self.passes, "peer": self.peer, "threads": 1}

    def figures(self, own: Times, peer: Times, running: int, rare: int) -> list[Figure]:
        """cold, warm, long_tail, load, memory, and each of them as a ratio to the peer's.

        Parameters
        ----------
        own, peer : what was measured, pass by pass.
        running, rare : bytes of the running text and of the rare words.
        """
        figures = []
        for name, mine, theirs, size in (
            ("cold", own.cold, peer.cold, running),
            ("warm", own.warm, peer.warm, running),
            ("long_tail", own.long_tail, peer.long_tail, rare),
        ):
            if mine:
                figures.append(median(name, [size / MEGABYTE / seconds for seconds in mine], 1))
                figures.append(median(f"{name}_ratio", _ratios(theirs, mine), 1))
        figures.append(median("load", [seconds / MILLISECOND for seconds in own.load], -1))
        figures.append(median("load_ratio", _ratios(peer.load, own.load), 1))
        if own.memory and peer.memory:
            figures.append(constant("memory", own.memory / MEGABYTE, 1, "pass", -1))
            figures.append(constant("memory_ratio", peer.memory / own.memory, 1, "pass", 1))
        return figures


def median(name: str, values: Sequence[float], better: int) -> Figure:
    """The median over passes. An item is a pass, and its statistic says which, so that sums say how often each pass was drawn.

    >>> median("cold", [3.0, 1.0, 2.0, 9.0], 1).point
    2.5
    """
    order = np.argsort(values)
    ranked = np.asarray(values, np.float64)[order]

    def of_sums(sums: Floats) -> Floats:
        drawn = np.cumsum(sums[..., order], -1)
        half = drawn[..., -1:] / 2
        # The value in the middle, or the mean of the two that are.
        middle: Floats = (ranked[(drawn >= half).argmax(-1)] + ranked[(drawn > half).argmax(-1)]) / 2
        return middle

    return Figure(name, np.eye(len(ranked)), of_sums, len(ranked), "pass", better)


def _ratios(theirs: Sequence[float], mine: Sequence[float]) -> list[float]:
    return [their / my for their, my in zip(theirs, mine, strict=True)]
