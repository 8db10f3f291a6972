"""The scores of a report as CSV (RFC 4180, except that lines end in U+000A): a header, then one line per score.

A missing number is an empty cell.
"""

import csv
import io
import math

from . import Report

COLUMNS = ("suite", "data", "metric", "tokenizer", "is_floor", "value", "low", "high", "n", "unit", "better", "signature")


def render(report: Report) -> str:
    """The scores, in full precision.

    >>> render(Report("ko-intrinsic", []))
    'suite,data,metric,tokenizer,is_floor,value,low,high,n,unit,better,signature\\n'
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for score in report.scores:
        numbers = [number if number is not None and math.isfinite(number) else None for number in (score.value, score.low, score.high)]
        is_floor = int(score.tokenizer in report.floors)
        place = (report.suite, score.data, score.metric, score.tokenizer, is_floor)
        writer.writerow((*place, *numbers, score.n, score.unit, score.better, score.signature))
    return file.getvalue()
