"""What a metric is: it measures a tokenizer and gives figures; a score is a figure with its interval and its signature (after Post 2018).

Two kinds of metric. A `TextMetric` reads running text in batches and needs bounded memory; all metrics of one text share one encoding of
it. A `WordMetric` reads gold data. Both give `Figure`s, which `score` makes into `Score`s. The signature says all that a figure depends on:

    boundaries.f1|v:1|data:mc-train#1a2b3c4d|tok:ko-thunder#5e6f7a8b|words:after ", "|bs:1000|seed:0|morfem:0.1.0
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .._core import __version__
from .adapter import TokenizerAdapter
from .segmentation import Segmentation
from .statistics import RESAMPLES, SEED, Figure


class Metric(ABC):
    """A family of figures under one definition.

    Attributes
    ----------
    name : goes before the names of its figures: ``"boundaries"`` gives ``"boundaries.f1"``.
    version : rises when a definition changes, so that figures of different versions are not compared.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1

    @property
    def options(self) -> Mapping[str, Any]:
        """What else its figures depend on, for the signature."""
        return {}


class TextMetric(Metric):
    """A metric of running text."""

    @abstractmethod
    def measure(self, adapter: TokenizerAdapter) -> "Measurement":
        """Begins to measure a tokenizer."""


class Measurement(ABC):
    """A text metric at work on one tokenizer."""

    @abstractmethod
    def add(self, batch: Segmentation) -> None:
        """Reads a batch of lines."""

    @abstractmethod
    def figures(self) -> list[Figure]:
        """The figures of all that was read."""


class WordMetric(Metric):
    """A metric of words with gold data."""

    @abstractmethod
    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """Measures a tokenizer."""


@dataclass(frozen=True)
class Signature:
    """All that a score depends on. Its text is stable: the same measurement has the same signature on every machine."""

    metric: str
    version: int
    data: str
    tokenizer: str
    options: Mapping[str, Any] = field(default_factory=dict)
    resamples: int = RESAMPLES
    seed: int = SEED

    def __str__(self) -> str:
        options = [f"{key}:{value}" for key, value in sorted(self.options.items())]
        parts = [self.metric, f"v:{self.version}", f"data:{self.data}", f"tok:{self.tokenizer}", *options]
        return "|".join([*parts, f"bs:{self.resamples}", f"seed:{self.seed}", f"morfem:{__version__}"])


@dataclass(frozen=True)
class Score:
    """A figure of one tokenizer on one data set.

    Attributes
    ----------
    metric : such as ``"boundaries.f1"``.
    tokenizer : the tokenizer's name.
    data : the name of the data set.
    value : the figure; NaN if there was nothing to measure.
    low, high : its 95 % bootstrap interval, None where it has none.
    n, unit : how many of what it rests on.
    better : 1 if more is better, -1 if less is, 0 if neither.
    signature : see `Signature`.
    figure : for comparisons.
    """

    metric: str
    tokenizer: str
    data: str
    value: float
    low: float | None
    high: float | None
    n: int
    unit: str
    better: int
    signature: str
    figure: Figure = field(repr=False, compare=False)


def score(
    metric: Metric, figure: Figure, adapter: TokenizerAdapter, data: str, data_hash: str, resamples: int = RESAMPLES, seed: int = SEED
) -> Score:
    """The score of a figure that `metric` measured."""
    name = f"{metric.name}.{figure.name}"
    options = dict(metric.options)
    if isinstance(metric, WordMetric):
        options["words"] = f'after "{adapter.before_word}"'
    signature = Signature(name, metric.version, f"{data}#{data_hash[:8]}", f"{adapter.name}#{adapter.hash[:8]}", options, resamples, seed)
    interval = figure.interval(resamples, seed)
    low, high = interval or (None, None)
    return Score(name, adapter.name, data, figure.point, low, high, figure.n, figure.unit, figure.better, str(signature), figure)
