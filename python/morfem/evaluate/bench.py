"""`bench`: speed and memory of tokenizers, side by side in one run; see `metrics/speed.py` for what is measured and how.

Running text is the beginning of a corpus, or of its held-out texts. The long tail are distinct words that the corpus has once or twice,
letters only, 12 a line: 60,000 drawn by the seed, or all there are. Memory is measured in a process of its own for each tokenizer.
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

from .. import corpus
from .._core import MorfemError
from .batch_calls import BatchCall, opened
from .metric import score
from .metrics.speed import MEGABYTE, Speed, Times
from .report import Report
from .statistics import SEED
from .subject import Subject
from .wrap import wrap

PASSES = 5
MEGABYTES = 10.0
RARE_WORDS = 60_000
WORDS_A_LINE = 12
MOST_OCCURRENCES = 2  # of a rare word

Progress = Callable[[str, int, int], object]


@dataclass
class _Contender:
    """A tokenizer that is measured: the class that wraps it, and what its library loads."""

    subject: Subject
    kind: str
    target: str
    times: Times = field(default_factory=Times)

    def opened(self) -> BatchCall:
        """Its batch call, loaded afresh."""
        return opened(self.kind, self.target)


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
    tokenizers : SPECs, as `wrap` takes them. They are loaded from their files again and again.
    text : a corpus, as `morfem.corpus.texts` takes it.
    peer : the SPEC of the tokenizer that ratios are made to.
    passes : how often everything is measured.
    megabytes : how much running text is encoded in a pass, at most.
    hold_out : take running text only from every text whose number is a multiple of this.
    seed : draws the rare words.
    progress : is called with what is being done, how much of it is done, and how much there is (0 if nobody knows).

    Returns
    -------
    A report with the figures of `Speed`. A tokenizer that raises an error on the text is among its failures and has no figures.

    Raises
    ------
    MorfemError : if a tokenizer is not known, if the peer raises an error, or if there is no text.

    >>> report = bench(["ko-thunder"], ["책을 읽었습니다."], peer="characters", passes=2)
    >>> [score.metric for score in report.scores if score.tokenizer == "ko-thunder"][:2]
    ['speed.cold', 'speed.cold_ratio']
    """
    progress = progress or (lambda stage, done, total: None)
    if passes < 1:
        raise MorfemError(f"bench: {passes} passes; give 1 or more")
    contenders = _contenders([*tokenizers, peer])
    running, rare = _texts(text, megabytes, hold_out, seed, progress)
    digest = hashlib.sha256("\n".join([*running, "", *rare]).encode()).hexdigest()
    report = Report("bench", [contender.subject.name for contender in contenders.values()])
    if not rare:
        report.skipped.append(f"long tail: {_label(text)} has no rare words")
    report.failures = _measure(list(contenders.values()), running, rare, passes, progress)
    beside = contenders[peer]
    if beside.subject.name in report.failures:
        error = report.failures[beside.subject.name][running[0]]
        raise MorfemError(f"bench: the peer {beside.subject.name} raised an error on the text: {error}")
    metric = Speed(peer=beside.subject.name, passes=passes)
    for contender in contenders.values():
        if contender.subject.name not in report.failures:
            for figure in metric.figures(contender.times, beside.times, _size(running), _size(rare)):
                report.scores.append(score(metric, figure, contender.subject, _label(text), digest, seed=seed))
    return report


def _contenders(specs: list[str]) -> dict[str, _Contender]:
    """By SPEC. Raises MorfemError for two with one name."""
    contenders: dict[str, _Contender] = {}
    for spec in dict.fromkeys(specs):
        subject = wrap(spec)
        if any(subject.name == other.subject.name for other in contenders.values()):
            raise MorfemError(f"two tokenizers are called {subject.name!r}; name them: NAME=SPEC")
        has_name = "=" in spec and not os.path.exists(spec)
        contenders[spec] = _Contender(subject, type(subject).__name__, spec.partition("=")[2] if has_name else spec)
    return contenders


def _measure(
    contenders: list[_Contender], running: list[str], rare: list[str], passes: int, progress: Progress
) -> dict[str, dict[str, str]]:
    """Fills in the times; returns for those that raise an error the first text and the error."""
    failures: dict[str, dict[str, str]] = {}

    def attempt(work: Callable[..., object], contender: _Contender, *given: Any) -> None:
        if contender.subject.name not in failures:
            try:
                work(contender, *given)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # a panic of Rust is no Exception
                failures[contender.subject.name] = {running[0]: f"{type(error).__name__}: {error}"}

    for contender in contenders:
        # Imports the library and brings the files into the system's cache.
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
    """Seconds that a call takes, without freeing its result, and the result."""
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        result = work(*given)
        return perf_counter() - start, result
    finally:
        gc.enable()


def _measure_memory(contender: _Contender, running: list[str]) -> None:
    command = [sys.executable, "-c", "from morfem.evaluate import bench; bench._grow()", contender.kind, contender.target]
    child = subprocess.run(command, input=json.dumps(running), capture_output=True, text=True)
    if child.returncode:
        raise MorfemError(f"in a process of its own: {child.stderr.strip().rpartition(chr(10))[2]}")
    contender.times.memory = int(child.stdout) if child.stdout else None


def _grow() -> None:
    """In a process of its own: reads a text, loads a tokenizer, encodes, and prints by how many bytes the process grew at most.

    Prints nothing where the system does not tell.
    """
    running = json.load(sys.stdin)
    try:
        # The peak begins anew, so that reading the text does not count.
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        return
    before = _peak()
    opened(*sys.argv[1:])(running)
    print(_peak() - before)


def _peak() -> int:
    """The most bytes of memory that this process had since its peak began anew."""
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))


def _texts(source: corpus.Source, megabytes: float, hold_out: int | None, seed: int, progress: Progress) -> tuple[list[str], list[str]]:
    """Running text, and lines of rare words."""
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
