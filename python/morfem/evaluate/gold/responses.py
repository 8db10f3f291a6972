"""Mean response times of the items of a lexical decision task."""

import math

import numpy as np

from .kinds import Responses
from .table import Dropped, rows

KINDS = {"word": True, "nonword": False}


def lexical_decision(path: str, dropped: Dropped) -> Responses:
    """Columns ``string``, ``type`` (``word`` or ``nonword``), ``mean_rt_ms``; optionally ``accuracy``, the share of correct responses."""
    strings: list[str] = []
    is_word: list[bool] = []
    numbers: list[tuple[float, float]] = []
    has_accuracy = False
    for line, row in rows(path, ["string", "type", "mean_rt_ms"], dropped):
        has_accuracy = "accuracy" in row
        time, accuracy = _number(row["mean_rt_ms"]), _number(row.get("accuracy", "0"))
        if row["type"] not in KINDS:
            dropped.append((line, f"{row['type']!r} is neither 'word' nor 'nonword'"))
        elif not row["string"] or not math.isfinite(time) or not math.isfinite(accuracy):
            dropped.append((line, "the string is empty, or a number is missing"))
        else:
            strings.append(row["string"])
            is_word.append(KINDS[row["type"]])
            numbers.append((time, accuracy))
    times, accuracies = np.array(numbers, np.float64).reshape(-1, 2).T
    return Responses(strings=strings, is_word=np.array(is_word, bool), times=times, accuracies=accuracies if has_accuracy else None)


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
