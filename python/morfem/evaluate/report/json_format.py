"""A report as JSON. `docs/report.md` describes the schema; its number rises when a field changes its meaning or is removed.

The words of a report are left out: they belong to the data, not to the results.
"""

import json
import math
from dataclasses import fields
from typing import Any

from ..._core import __version__
from ..metric import Score
from . import Comparison, Report
from .tables import printable

SCHEMA = 1


def render(report: Report) -> str:
    """The report as one JSON object, with a final line feed."""
    # A lone surrogate, on which a tokenizer may have raised an error, is written as a JSON escape.
    return printable(json.dumps(record(report), ensure_ascii=False, indent=1, allow_nan=False)) + "\n"


def record(report: Report) -> dict[str, Any]:
    """The report in lists, dicts, strings, numbers and None, which also stands for NaN.

    >>> record(Report("ko-intrinsic", ["characters"]))["scores"]
    []
    """
    return {
        "schema": SCHEMA,
        "morfem": __version__,
        "suite": report.suite,
        "tokenizers": report.tokenizers,
        "floors": report.floors,
        "vocab_sizes": report.vocab_sizes,
        "scores": [_fields(score) for score in report.scores],
        "comparisons": [_fields(comparison) for comparison in report.comparisons],
        "skipped": report.skipped,
        "failures": report.failures,
        "dropped": {data: [{"line": line, "reason": reason} for line, reason in rows] for data, rows in report.dropped.items()},
    }


def _fields(entry: Score | Comparison) -> dict[str, Any]:
    named = {field.name: getattr(entry, field.name) for field in fields(entry) if field.name != "figure"}
    return {name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in named.items()}
