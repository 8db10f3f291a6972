"""Passes of several contenders, taken in turn.

In a round every contender is loaded anew and runs its passes one after another; the next round begins with another contender. So what
slows the machine for a while slows all of them, and the figures of one round may be divided by each other.
"""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Contender:
    """A name, what loads it freshly and returns its batch call, and how a batch's result reads as lists of ids."""

    name: str
    load: Callable[[], Work]
    ids: Callable[[Any], list[list[int]]] = list


def race(contenders: list[Contender], given: Any, rounds: int, passes: int) -> dict[str, list[list[float]]]:
    """Seconds by contender, pass and round. Every call is given the same."""
    seconds: dict[str, list[list[float]]] = {contender.name: [[] for _ in range(passes)] for contender in contenders}
    for number in range(rounds):
        start = number % len(contenders)
        for contender in contenders[start:] + contenders[:start]:
            work = contender.load()
            for index in range(passes):
                seconds[contender.name][index].append(timed(work, given))
            del work
    return seconds


def timed(work: Work, given: Any) -> float:
    """Seconds that one call takes; freeing its result is not counted."""
    gc.collect()
    gc.disable()
    start = perf_counter()
    result = work(given)
    seconds = perf_counter() - start
    gc.enable()
    del result
    return seconds


def different(contenders: list[Contender], texts: list[str]) -> list[str]:
    """For every contender but the first, in how many texts its ids differ from the first's: one sentence each."""
    batches = [(contender.name, contender.ids(contender.load()(texts))) for contender in contenders]
    (_, ours), *others = batches
    sentences = []
    for name, theirs in others:
        count = sum(mine != other for mine, other in zip(ours, theirs, strict=True))
        sentences.append(f"{name}: {count} of {len(texts)} lines have other ids")
    return sentences
