"""Speed and memory, always relative to a named peer in the same run. docs/metrics.md defines the figures.

A ratio divides the peer's time by the tokenizer's *in the same pass*, so a temporary slowdown of the machine affects both. The interval is
the bootstrap's over passes: it shows their spread in this run, not what another day or machine would give.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..metric import Metric, register
from ..statistics import Figure, Floats, constant

MEGABYTE = 1e6
MILLISECOND = 1e-3


@dataclass
class Times:
    """The measurements of one tokenizer: seconds for each pass, and bytes of memory (None if the system does not report them)."""

    load: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    long_tail: list[float] = field(default_factory=list)
    memory: int | None = None


@register
class Speed(Metric):
    """Speed and memory of a tokenizer relative to a peer in the same run."""

    name = "speed"
    headlines = ("cold", "cold_ratio", "warm_ratio", "long_tail_ratio", "load", "memory")
    measured_on = "running text, by `morfem bench`"

    def __init__(self, *, peer: str, passes: int) -> None:
        self.peer, self.passes = peer, passes

    @property
    def options(self) -> Mapping[str, Any]:
        """The peer, the number of passes and the number of threads."""
        return {"passes": self.passes, "peer": self.peer, "threads": 1}

    def figures(self, own: Times, peer: Times, running: int, rare: int) -> list[Figure]:
        """cold, warm, long_tail, load, memory, and each of them as a ratio to the peer, from bytes of running text and of rare words."""
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
    """The median over passes. An item is a pass; its statistics say which one, so that sums tell how often each pass was drawn.

    >>> median("cold", [3.0, 1.0, 2.0, 9.0], 1).point
    2.5
    """
    order = np.argsort(values)
    ranked = np.asarray(values, np.float64)[order]

    def of_sums(sums: Floats) -> Floats:
        drawn = np.cumsum(sums[..., order], -1)
        half = drawn[..., -1:] / 2
        # The middle value, or the mean of the two middle values.
        middle: Floats = (ranked[(drawn >= half).argmax(-1)] + ranked[(drawn > half).argmax(-1)]) / 2
        return middle

    return Figure(name, np.eye(len(ranked)), of_sums, len(ranked), "pass", better)


def _ratios(theirs: Sequence[float], mine: Sequence[float]) -> list[float]:
    return [their / my for their, my in zip(theirs, mine, strict=True)]
