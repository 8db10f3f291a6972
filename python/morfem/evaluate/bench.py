"""`bench`: measures speed and memory of several tokenizers in one run. docs/metrics.md defines the figures.

Every tokenizer is timed through its own library's batch call (`TokenizerAdapter.open_batch_call`). *Running text* is the beginning of a
corpus, or of its held-out texts. The *long tail* consists of distinct rare words of letters only, drawn with the seed. Memory is measured
in a separate process for each tokenizer.
"""

import gc
import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from unittest.mock import patch

from .. import corpus
from .._core import MorfemError
from ..adapters import wrap
from ..adapters.adapter import BatchCall, TokenizerAdapter
from ..adapters.library import attempted
from .metric import score
from .metrics.speed import MEGABYTE, Speed, Times
from .report import Report
from .statistics import SEED

PASSES = 5
MEGABYTES = 10.0
RARE_WORDS = 60_000
WORDS_A_LINE = 12
MOST_OCCURRENCES = 2  # of a rare word in the corpus

Progress = Callable[[str, int, int], object]


@dataclass
class _Contender:
    """A tokenizer to measure: its adapter, and the SPEC (without a name) from which its library loads it."""

    adapter: TokenizerAdapter
    target: str
    times: Times = field(default_factory=Times)

    def opened(self) -> BatchCall:
        """The library's batch call, on a freshly loaded tokenizer."""
        return self.adapter.open_batch_call(self.target)


def bench(
    tokenizers: Sequence[str],
    text: corpus.Source,
    *,
    peer: str,
    passes: int = PASSES,
    megabytes: float = MEGABYTES,
    hold_out: int | None = None,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Report:
    """Measures speed and memory.

    Parameters
    ----------
    tokenizers : SPECs, as `wrap` accepts them. Each tokenizer is loaded from its files again for every pass.
    text : a corpus, as `morfem.corpus.texts` accepts it.
    peer : the SPEC of the reference tokenizer, to which ratios are computed.
    passes : number of repetitions of all measurements.
    megabytes : the most running text to encode per pass.
    hold_out : with N, running text consists of every Nth text only.
    seed : seed of the draw of rare words.
    progress : called with the current stage, the work done and the total work (0 if unknown).

    Returns
    -------
    A report
        A tokenizer that raises an error on the text has no figures; `failures` has the error.

    Raises
    ------
    MorfemError : if the peer raises an error on the text, two tokenizers have one name, or there is no text.

    >>> report = bench(["ko-thunder"], ["책을 읽었습니다."], peer="characters", passes=2)
    >>> [score.metric for score in report.scores if score.tokenizer == "ko-thunder"][:2]
    ['speed.cold', 'speed.cold_ratio']
    """
    progress = progress or (lambda stage, done, total: None)
    if passes < 1:
        raise MorfemError(f"bench: passes is {passes}; give 1 or more")
    contenders = _contenders([*tokenizers, peer])
    running, rare = _texts(text, megabytes, hold_out, seed, progress)
    digest = hashlib.sha256("\n".join([*running, "", *rare]).encode()).hexdigest()
    report = Report("bench", [contender.adapter.name for contender in contenders.values()])
    if not rare:
        report.skipped.append(f"long tail: {_label(text)} has no rare words")
    # `tokenizers` reads these variables when it encodes for the first time.
    with patch.dict(os.environ, TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1"):
        report.failures = _measure(list(contenders.values()), running, rare, passes, progress)
    beside = contenders[peer]
    if beside.adapter.name in report.failures:
        error = report.failures[beside.adapter.name][running[0]]
        raise MorfemError(f"bench: the peer {beside.adapter.name} raised an error on the text: {error}")
    metric = Speed(peer=beside.adapter.name, passes=passes)
    for contender in contenders.values():
        if contender.adapter.name not in report.failures:
            for figure in metric.figures(contender.times, beside.times, _size(running), _size(rare)):
                report.scores.append(score(metric, figure, contender.adapter, _label(text), digest, seed=seed))
    return report


def _contenders(specs: list[str]) -> dict[str, _Contender]:
    """The tokenizers by SPEC. Raises MorfemError if two have the same name."""
    contenders: dict[str, _Contender] = {}
    for spec in dict.fromkeys(specs):
        adapter = wrap(spec)
        if any(adapter.name == other.adapter.name for other in contenders.values()):
            raise MorfemError(f"two tokenizers are called {adapter.name!r}; give them different names: NAME=SPEC")
        has_name = "=" in spec and not os.path.exists(spec)
        contenders[spec] = _Contender(adapter, spec.partition("=")[2] if has_name else spec)
    return contenders


def _measure(
    contenders: list[_Contender], running: list[str], rare: list[str], passes: int, progress: Progress
) -> dict[str, dict[str, str]]:
    """Fills in the times. Returns, for each tokenizer that raises an error, the first text and the error."""
    failures: dict[str, dict[str, str]] = {}

    def attempt(work: Callable[..., object], contender: _Contender, *given: Any) -> None:
        if contender.adapter.name not in failures:
            error = attempted(work, contender, *given)
            if isinstance(error, BaseException):
                failures[contender.adapter.name] = {running[0]: f"{type(error).__name__}: {error}"}

    for contender in contenders:
        # Imports the library, and loads the files into the system's cache.
        attempt(lambda it: it.opened()(running[:1]), contender)
    for number in range(passes):
        start = number % len(contenders)
        for place, contender in enumerate(contenders[start:] + contenders[:start]):
            progress("passes", number * len(contenders) + place, passes * len(contenders))
            attempt(_pass, contender, running, rare)
    for place, contender in enumerate(contenders):
        progress("memory", place, len(contenders))
        attempt(_measure_memory, contender, running)
    return failures


def _pass(contender: _Contender, running: list[str], rare: list[str]) -> None:
    times = contender.times
    load, call = _timed(contender.opened)
    times.load.append(load)
    times.cold.append(_timed(call, running)[0])
    times.warm.append(_timed(call, running)[0])
    if rare:
        del call
        times.long_tail.append(_timed(contender.opened(), rare)[0])


def _timed(work: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """The seconds that a call takes, without the time to free its result; and the result."""
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        result = work(*given)
        return perf_counter() - start, result
    finally:
        gc.enable()


def _measure_memory(contender: _Contender, running: list[str]) -> None:
    kind = type(contender.adapter)
    program = f"from morfem.evaluate.bench import _grow; from {kind.__module__} import {kind.__qualname__} as adapter; _grow(adapter)"
    command = [sys.executable, "-c", program, contender.target]
    child = subprocess.run(command, input=json.dumps(running), capture_output=True, text=True)
    if child.returncode:
        raise MorfemError(f"in a separate process: {child.stderr.strip().rpartition(chr(10))[2]}")
    contender.times.memory = int(child.stdout) if child.stdout else None


def _grow(adapter: type[TokenizerAdapter]) -> None:
    """The program of the separate process: prints by how many bytes the process grew, at most, to load a tokenizer and encode a text.

    The text comes from standard input. Prints nothing on systems that do not report the peak of memory.
    """
    running = json.load(sys.stdin)
    try:
        # Resets the peak, so that reading the text does not count.
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        return
    before = _peak()
    adapter.open_batch_call(sys.argv[1])(running)
    print(_peak() - before)


def _peak() -> int:
    """The peak of this process's memory, in bytes, since the peak was reset."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))


def _texts(source: corpus.Source, megabytes: float, hold_out: int | None, seed: int, progress: Progress) -> tuple[list[str], list[str]]:
    """The running text, and lines of rare words."""
    lines = corpus.Corpus(source)
    counts: Counter[str] = Counter()
    running: list[str] = []
    number, left = 0, megabytes * MEGABYTE
    for batch in lines.texts():
        for text in batch:
            number += 1
            counts.update(text.split())
            if left > 0 and text and number % (hold_out or 1) == 0:
                running.append(text)
                left -= len(text.encode())
        progress("reading", lines.done, lines.size or 0)
    if not running:
        raise MorfemError(f"bench: {_label(source)} has no text" + (f" whose number is a multiple of {hold_out}" if hold_out else ""))
    words = sorted(word for word, count in counts.items() if count <= MOST_OCCURRENCES and word.isalpha())
    drawn = random.Random(seed).sample(words, min(RARE_WORDS, len(words)))
    return running, [" ".join(drawn[start : start + WORDS_A_LINE]) for start in range(0, len(drawn), WORDS_A_LINE)]


def _size(texts: list[str]) -> int:
    return sum(len(text.encode()) for text in texts)


def _label(source: corpus.Source) -> str:
    return os.path.basename(source) if isinstance(source, str | os.PathLike) else "text"
