"""The metrics, one file each. `find` gives a metric by its name."""

import importlib
from typing import Any

from ..._core import MorfemError
from ..metric import Metric

METRICS = {
    "round_trip": "RoundTrip",
    "boundaries": "Boundaries",
    "morphscore": "MorphScore",
    "root_consistency": "RootConsistency",
    "affix_consistency": "AffixConsistency",
    "purity": "Purity",
    "compression": "Compression",
    "distribution": "Distribution",
    "plausibility": "Plausibility",
    "roots": "Roots",
}
FILES = {"root_consistency": "consistency", "affix_consistency": "consistency"}


def find(name: str) -> type[Any]:
    """The metric of that name.

    Raises
    ------
    MorfemError : if there is none, with the names there are.

    >>> find("compression").__name__
    'Compression'
    """
    if name not in METRICS:
        raise MorfemError(f"no metric {name!r}; there are {', '.join(METRICS)}")
    metric: type[Metric] = getattr(importlib.import_module(f".{FILES.get(name, name)}", __package__), METRICS[name])
    return metric
