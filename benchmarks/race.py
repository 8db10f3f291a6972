"""Runs several contenders in turn.

In each round every contender is loaded again and runs its passes; the next round begins with another contender. If other programs slow the
machine for a while, they slow all contenders, so that ratios within a round stay comparable.
"""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Contender:
    """A name, a function that loads the tokenizer and returns its batch call, and a function from the call's result to lists of ids.

    `decode` loads the tokenizer and returns the call that turns lists of ids into texts.
    """

    name: str
    load: Callable[[], Work]
    ids: Callable[[Any], list[list[int]]] = list
    decode: Callable[[], Work] | None = None


def race(
    contenders: list[Contender], given: Any, rounds: int, passes: int, clock: Callable[[], float] = perf_counter
) -> dict[str, list[list[float]]]:
    """Seconds by contender, pass and round. All calls get the same texts."""
    seconds: dict[str, list[list[float]]] = {contender.name: [[] for _ in range(passes)] for contender in contenders}
    for number in range(rounds):
        start = number % len(contenders)
        for contender in contenders[start:] + contenders[:start]:
            work = contender.load()
            for index in range(passes):
                seconds[contender.name][index].append(timed(work, given, clock))
            del work
    return seconds


def timed(work: Work, given: Any, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds of one call, without the time to free its result."""
    gc.collect()
    gc.disable()
    start = clock()
    result = work(given)
    seconds = clock() - start
    gc.enable()
    del result
    return seconds


def different(contenders: list[Contender], texts: list[str]) -> list[str]:
    """The name of each contender but the first, and in how many texts its ids differ from those of the first."""
    batches = [(contender.name, contender.ids(contender.load()(texts))) for contender in contenders]
    (_, ours), *others = batches
    return [f"{name} {sum(mine != other for mine, other in zip(ours, theirs, strict=True))}" for name, theirs in others]
