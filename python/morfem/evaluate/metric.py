"""Metrics and scores. A metric measures a tokenizer and returns figures. A score is a figure with its interval and its signature.

There are two main kinds of metric:

- A `TextMetric` reads running text in batches and needs bounded memory. All metrics of a text share one encoding of it.
- A `WordMetric` reads gold data.

Both return `Figure`s; `score` turns a figure into a `Score`. As in sacrebleu (Post 2018), the signature of a score states everything that
the score depends on:

    boundaries.f1|v:1|data:mc-train#1a2b3c4d|tok:ko-thunder#5e6f7a8b|words:after ", "|bs:1000|seed:0|morfem:1.0.0

A metric enters the registry with the decorator `register`; `morfem.evaluate.metrics` lists the files that hold metrics.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from .._core import __version__
from ..adapters.adapter import TokenizerAdapter
from ..adapters.segmentation import Segmentation
from .statistics import RESAMPLES, SEED, Figure


class Metric(ABC):
    """A group of figures with one definition.

    Attributes
    ----------
    name : prefix of the names of the figures: ``"boundaries"`` gives ``"boundaries.f1"``.
    version : number of the definition. It rises when the definition changes, so that figures of different versions are not compared.
    headlines : the figures, without prefix, that a report shows unless it shows all.
    measured_on : what the metric is measured on, for messages and the documentation.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    headlines: ClassVar[tuple[str, ...]] = ()
    measured_on: ClassVar[str]

    @property
    def options(self) -> Mapping[str, Any]:
        """What else the figures depend on; part of the signature."""
        return {}


REGISTRY: dict[str, type[Metric]] = {}
Registered = TypeVar("Registered", bound=type[Metric])


def register(metric: Registered) -> Registered:
    """Class decorator: enters a metric in the registry under its name."""
    REGISTRY[metric.name] = metric
    return metric


class TextMetric(Metric):
    """A metric measured on running text."""

    measured_on: ClassVar[str] = "running text"

    @abstractmethod
    def measure(self, adapter: TokenizerAdapter) -> "Measurement":
        """Starts to measure a tokenizer."""

    def pair_figures(self, adapter: TokenizerAdapter, other: TokenizerAdapter) -> list[Figure]:
        """Figures of a tokenizer relative to another one; most metrics have none. They must not depend on the metric's options."""
        return []


class Measurement(ABC):
    """The running measurement of one tokenizer by a text metric."""

    @abstractmethod
    def add(self, batch: Segmentation) -> None:
        """Adds a batch of lines."""

    @abstractmethod
    def figures(self) -> list[Figure]:
        """The figures of all lines that were added."""


class WordMetric(Metric):
    """A metric measured on gold data."""

    measured_on: ClassVar[str] = "gold data"
    _gold: Any  # of the kind that the metric needs

    @property
    def options(self) -> Mapping[str, Any]:
        """How the gold data was read."""
        options: Mapping[str, Any] = self._gold.options
        return options

    @abstractmethod
    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """Measures a tokenizer."""


@dataclass(frozen=True)
class Signature:
    """Everything that a score depends on. The same measurement has the same signature, as text, on every machine."""

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
    metric : full name of the figure, such as ``"boundaries.f1"``.
    tokenizer : name of the tokenizer.
    data : name of the data set.
    value : value of the figure; NaN if there was nothing to measure.
    low, high : 95 % bootstrap interval; None if the figure has none.
    n, unit : number of items that the figure is computed from, and what an item is: 900 and ``"word"``.
    better : 1 if higher is better, -1 if lower is better, 0 if neither.
    signature : see `Signature`.
    figure : the figure itself, for comparisons.
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
    """Makes a score of a figure that `metric` measured."""
    name = f"{metric.name}.{figure.name}"
    options = dict(metric.options)
    if isinstance(metric, WordMetric):
        options["words"] = f'after "{adapter.before_word}"'
    signature = Signature(name, metric.version, f"{data}#{data_hash[:8]}", f"{adapter.name}#{adapter.hash[:8]}", options, resamples, seed)
    interval = figure.interval(resamples, seed)
    low, high = interval or (None, None)
    return Score(name, adapter.name, data, figure.point, low, high, figure.n, figure.unit, figure.better, str(signature), figure)
