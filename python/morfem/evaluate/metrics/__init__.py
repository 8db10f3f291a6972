"""The metrics: one file for each metric or pair of related metrics, and `MODULES`, the list of these files.

A metric registers itself with the decorator `register`. Suites, the command line, reports and the table in `docs/metrics.md` ask this
module for metrics and know none of them by name. To add a metric, write its file and add one line to `MODULES`.

A file is imported only when a metric is requested, because some of them read large tables.
"""

import importlib
import inspect

from ..._core import MorfemError
from ..metric import REGISTRY, Metric, TextMetric, WordMetric

MODULES = (
    ".round_trip",
    ".boundaries",
    ".morphscore",
    ".consistency",
    ".purity",
    ".compression",
    ".distribution",
    ".plausibility",
    ".roots",
    ".likelihood",
    ".language_model",
    ".speed",
)


def registered() -> dict[str, type[Metric]]:
    """All metrics by name, in the order of `MODULES`.

    >>> list(registered())[:2]
    ['round_trip', 'boundaries']
    """
    modules = [importlib.import_module(module, __package__).__name__ for module in MODULES]
    return {name: metric for module in modules for name, metric in REGISTRY.items() if metric.__module__ == module}


def find(name: str) -> type[Metric]:
    """The metric with this name. Raises MorfemError, which lists all names, if there is none.

    >>> find("compression").__name__
    'Compression'
    """
    known = registered()
    if name not in known:
        raise MorfemError(f"unknown metric {name!r}; the metrics are {', '.join(known)}")
    return known[name]


def on_files() -> list[str]:
    """The names of the metrics that are measured on a file: running text or gold data.

    >>> "compression" in on_files(), "likelihood" in on_files()
    (True, False)
    """
    return [name for name, metric in registered().items() if issubclass(metric, TextMetric | WordMetric)]


def headlines(name: str) -> tuple[str, ...]:
    """The figures of a metric that reports show first; none if the metric is unknown, as in a report of an older version."""
    metric = registered().get(name)
    return metric.headlines if metric else ()


def markdown_table() -> str:
    """The table of all metrics in `docs/metrics.md`. A metric is described by the first line of its class."""
    lines = ["| metric | measured on | headline figures | what it measures |", "|---|---|---|---|"]
    for name, metric in registered().items():
        figures = ", ".join(f"`{figure}`" for figure in metric.headlines)
        summary = (inspect.getdoc(metric) or "").partition("\n")[0]
        lines.append(f"| `{name}` | {metric.measured_on} | {figures} | {summary} |")
    return "\n".join(lines) + "\n"
