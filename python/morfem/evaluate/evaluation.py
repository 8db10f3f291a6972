"""`evaluate`: runs the metrics of a suite on tokenizers.

Running text is read once, in batches. Every tokenizer encodes each batch once, and all metrics share that encoding. Gold data is read as a
whole.

Problems are reported and do not stop the evaluation: a missing data set, a row of gold data that is invalid, a text on which a tokenizer
raises an error.
"""

import copy
import os
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np

from .. import corpus
from .._core import MorfemError
from ..adapters import wrap
from ..adapters.adapter import TokenizerAdapter
from ..adapters.segmentation import Segmentation
from ..adapters.trivial import Characters, Trivial, Words
from ..checks import check_whole, wrong_type
from ..output import sha256
from . import gold, metrics
from .metric import Metric, Score, TextMetric, WordMetric, score
from .report import Comparison, Report, Word
from .statistics import RESAMPLES, SEED, compare_all, holm
from .suite import Data, Suite

LINES = 2000  # the most lines of running text held in memory at once
FEWEST_RESAMPLES = 10  # with fewer, an interval says nothing
SHOWN = 1000  # the most words of a data set that a report shows

Progress = Callable[[str, int, int], object]


def evaluate(
    tokenizers: Sequence[Any],
    suite: Suite | str | os.PathLike[str],
    *,
    data: str | os.PathLike[str] = ".",
    baselines: bool = True,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    allow_changed_data: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Measures tokenizers with the metrics of a suite.

    Parameters
    ----------
    tokenizers : one or more of what `wrap` accepts.
    suite : a suite, the name of a bundled one, or a TOML file.
    data : folder with the data sets of the suite. Not used for a suite that brings its data, such as ``own-tr``.
    baselines : also measure the trivial baselines, `characters` and `words`.
    resamples, seed : number of resamples, 10 or more, and seed of the bootstrap and of the tests.
    allow_changed_data : accept data whose hash differs from the suite's. The signatures show the hash.
    progress : called with the current stage, the work done and the total work (0 if unknown).

    Returns
    -------
    A report
        `scores` has every figure with its interval, `comparisons` every pair of tokenizers, and `skipped`, `failures` and `dropped` the
        problems. `morfem.evaluate.report` writes it in several formats.

    Raises
    ------
    MorfemError : if a tokenizer, a metric or the suite is unknown, an argument has an invalid value, data has changed or is empty, or all
        data is missing.

    >>> from morfem.evaluate import evaluate
    >>> report = evaluate(["tr-mft@1"], "own-tr", resamples=20)
    >>> {score.tokenizer: round(score.value, 1) for score in report.scores if score.metric == "compression.fertility"}
    {'tr-mft': 2.4, 'characters': 7.1, 'words': 1.0}
    >>> report = evaluate(["ko-thunder"], "ko-intrinsic", data="no such folder")
    Traceback (most recent call last):
    morfem.MorfemError: ko-intrinsic: none of its data is in 'no such folder'; its first file would be 'no such folder/corpora/ko.txt.xz'
    """
    _check(tokenizers, resamples)
    suite = suite if isinstance(suite, Suite) else Suite.read(suite)
    data = suite.folder or data
    adapters = []
    for done, tokenizer in enumerate(tokenizers):
        if progress is not None:
            progress("loading tokenizers", done, len(tokenizers))
        adapters.append(wrap(tokenizer))
    twice = [name for name, count in Counter(adapter.name for adapter in adapters).items() if count > 1]
    if twice:
        raise MorfemError(f"two tokenizers are called {twice[0]!r}; give them different names: NAME=SPEC")
    own = {adapter.name for adapter in adapters}
    adapters += [baseline for baseline in (Characters(), Words()) if baselines and baseline.name not in own]
    run = _Run(Report(suite.name, [adapter.name for adapter in adapters]), adapters, resamples, seed, progress)
    run.report.vocab_sizes = {adapter.name: adapter.vocab_size for adapter in adapters}
    run.report.floors = [adapter.name for adapter in adapters if isinstance(adapter, Trivial)]
    found = 0
    for entry in suite.data:
        path = Path(data) / entry.path
        if not path.is_file():
            run.report.skipped.append(f"{entry.label}: no file {path}")
            continue
        found += 1
        digest = sha256(path)
        if entry.sha256 and digest != entry.sha256 and not allow_changed_data:
            raise MorfemError(
                f"{path}: is not the file that {suite.name} expects (its hash begins with {digest[:8]}, not {entry.sha256[:8]}); "
                "get that file, or allow changed data"
            )
        (run.text if entry.format is None else run.gold)(entry, path, digest)
    if not found:
        raise MorfemError(
            f"{suite.name}: none of its data is in {os.fspath(data)!r}; its first file would be {str(Path(data) / suite.data[0].path)!r}"
        )
    run.compare()
    return run.report


def _check(tokenizers: Sequence[Any], resamples: int) -> None:
    """Raises an error for arguments of `evaluate` that cannot be right."""
    if isinstance(tokenizers, str):
        raise MorfemError("tokenizers is a str; give a list of names")
    if not hasattr(tokenizers, "__iter__"):
        raise wrong_type("tokenizers", tokenizers, "a list of tokenizers")
    if not tokenizers:
        raise MorfemError("tokenizers is empty; give one or more")
    check_whole("resamples", resamples)
    if resamples < FEWEST_RESAMPLES:
        raise MorfemError(f"resamples is {resamples}; give {FEWEST_RESAMPLES} or more")


class _Run:
    """The state of one call of `evaluate`."""

    def __init__(self, report: Report, adapters: list[TokenizerAdapter], resamples: int, seed: int, progress: Progress | None) -> None:
        self.report = report
        self._adapters = adapters
        self._resamples, self._seed = resamples, seed
        self._progress = progress or (lambda stage, done, total: None)

    def text(self, entry: Data, path: Path, digest: str) -> None:
        """Runs text metrics on running text."""
        made = [_made(name, TextMetric, entry, (), options) for name, options in entry.metrics.items()]
        measurements = [[metric.measure(adapter) for metric in made] for adapter in self._adapters]
        types: Counter[str] = Counter()
        count = 0
        lines = corpus.Corpus(path, hold_out=entry.every, only_held_out=entry.every is not None)
        for texts in lines.texts():
            count += len(texts)
            for first in range(0, len(texts), LINES):
                batch = texts[first : first + LINES]
                for adapter, measuring in zip(self._adapters, measurements, strict=True):
                    segmentation = adapter.encode(batch)
                    self._failed(adapter, {batch[index]: error for index, error in segmentation.failures.items()})
                    for measurement in measuring:
                        measurement.add(segmentation)
                if len(types) < 50 * SHOWN:
                    types.update(word for text in batch for word in text.split())
            self._progress(entry.label, lines.done, lines.size or 0)
        if not count:
            raise MorfemError(f"{path}: has no text" + (f" whose line number is a multiple of {entry.every}" if entry.every else ""))
        for adapter, measuring in zip(self._adapters, measurements, strict=True):
            before = len(self.report.scores)
            for metric, measurement in zip(made, measuring, strict=True):
                self._scores(metric, measurement.figures(), adapter, entry, digest)
            if len(self.report.scores) == before and adapter.name not in self.report.floors:
                reason = "" if adapter.vocab_size else ": the number of its ids is not known"
                self.report.skipped.append(f"{entry.label}: {', '.join(entry.metrics)} of {adapter.name} cannot be measured{reason}")
            self._progress(f"{entry.label}: intervals", 1 + self._adapters.index(adapter), len(self._adapters))
        for metric in made:
            self._pairs(metric, entry, digest)
        common = types.most_common(SHOWN)
        self._show(entry, [word for word, _ in common], [count for _, count in common], None)

    def _pairs(self, metric: TextMetric, entry: Data, digest: str) -> None:
        """Adds the figures of every tokenizer relative to every other one, without the trivial baselines."""
        for of, within in permutations([adapter for adapter in self._adapters if adapter.name not in self.report.floors], 2):
            # These figures depend on no option, so their signatures always state the default options.
            self._scores(type(metric)(), metric.pair_figures(of, within), of, entry, digest)

    def gold(self, entry: Data, path: Path, digest: str) -> None:
        """Runs word metrics on gold data."""
        assert entry.format is not None
        data = gold.read(path, entry.format, **entry.options)
        if data.dropped:
            self.report.dropped[entry.label] = list(data.dropped)
        made = [_made(name, WordMetric, entry, (data,), options) for name, options in entry.metrics.items()]
        for done, adapter in enumerate(self._adapters):
            self._progress(entry.label, done, len(self._adapters))
            failed: dict[str, str] = {}
            watched = _watched(adapter, failed)
            for metric in made:
                self._scores(metric, metric.figures(watched), adapter, entry, digest)
            self._failed(adapter, failed)
        self._progress(entry.label, len(self._adapters), len(self._adapters))
        if isinstance(data, gold.Segmented):
            counts = np.ones(len(data.words), np.int64) if data.counts is None else data.counts
            shown = np.argsort(-counts, kind="stable")[:SHOWN].tolist()
            first = np.searchsorted(data.analysis_word, np.arange(len(data.words)))
            golden = [data.segments(int(first[index])) for index in shown]
            self._show(entry, [data.words[index] for index in shown], counts[shown].tolist(), golden)

    def compare(self) -> None:
        """Compares every pair of tokenizers on every figure, without the trivial baselines."""
        names = [name for name in self.report.tokenizers if name not in self.report.floors]
        families: dict[tuple[str, str], dict[str, Score]] = {}
        for entry in self.report.scores:
            families.setdefault((entry.data, entry.metric), {})[entry.tokenizer] = entry
        for done, ((data, metric), scores) in enumerate(families.items()):
            self._progress("comparing", done, len(families))
            pairs = list(combinations([name for name in names if name in scores], 2))
            figures = [(scores[first].figure, scores[second].figure) for first, second in pairs]
            family = [
                (first, second, difference)
                for (first, second), difference in zip(pairs, compare_all(figures, self._resamples, self._seed), strict=True)
                if difference is not None
            ]
            p_values = [found.p_bootstrap if found.p_randomisation is None else found.p_randomisation for _, _, found in family]
            for (first, second, found), p_holm in zip(family, holm(p_values), strict=True):
                self.report.comparisons.append(Comparison(metric, data, first, second, **vars(found), p_holm=p_holm))

    def _scores(self, metric: Metric, figures: list[Any], adapter: TokenizerAdapter, entry: Data, digest: str) -> None:
        for figure in figures:
            self.report.scores.append(score(metric, figure, adapter, entry.label, digest, self._resamples, self._seed))

    def _failed(self, adapter: TokenizerAdapter, failures: dict[str, str]) -> None:
        if failures:
            self.report.failures.setdefault(adapter.name, {}).update(failures)

    def _show(self, entry: Data, words: list[str], counts: list[int], golden: list[list[str]] | None) -> None:
        """Adds words to the report, as segmented by every tokenizer."""
        segments: list[dict[str, list[str]]] = [{} for _ in words]
        for adapter in self._adapters:
            cut = adapter.encode_words(words)
            self._failed(adapter, {words[index]: error for index, error in cut.failures.items()})
            for index, (begin, end) in enumerate(zip(cut.begins.tolist(), cut.begins[1:].tolist(), strict=False)):
                segments[index][adapter.name] = cut.segments(begin, end)
        for index, word in enumerate(words):
            self.report.words.append(Word(entry.label, word, counts[index], segments[index], golden[index] if golden else None))


def _watched(adapter: TokenizerAdapter, failed: dict[str, str]) -> TokenizerAdapter:
    """The adapter, which notes in `failed` the texts and words on which the tokenizer raises an error, with the error."""
    watched = copy.copy(adapter)

    def noted(encode: Callable[..., Segmentation]) -> Callable[..., Segmentation]:
        def encoded(texts: Sequence[str], *before: str | None) -> Segmentation:
            found = encode(texts, *before)
            failed.update({texts[index]: error for index, error in found.failures.items()})
            return found

        return encoded

    vars(watched).update(encode=noted(adapter.encode), encode_words=noted(adapter.encode_words))
    return watched


def _made(name: str, kind: type[Metric], entry: Data, data: tuple[Any, ...], options: Any) -> Any:
    """Makes a metric with its options. Raises MorfemError if the metric is unknown, of the other kind, or rejects an option."""
    made = metrics.find(name)
    if not issubclass(made, kind):
        raise MorfemError(f"{entry.label}: {name} is measured on {made.measured_on}")
    make: Any = made
    try:
        return make(*data, **options)
    except TypeError as error:
        raise MorfemError(f"{entry.label}: {name}: {error}") from None
