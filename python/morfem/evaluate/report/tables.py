"""The tables of a report, in the form that all output formats share: columns, number formatting, the best value, ties.

A table covers one data set, with a row per tokenizer and a column per figure. The trivial baselines are never the best value of a column,
since they can be perfect in one figure and useless overall (characters find every gold cut). Another value is *tied* with the best if the
paired test of the two, corrected for all pairs, does not reject equality at 5 %.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .. import metrics
from ..metric import Score
from . import Comparison, Report

LEVEL = 0.05  # corrected p-values below this level are significant
NOTHING = "–"  # shown if there is no value

# Metrics that reward losing text: a tokenizer that loses any is not compared in them.
SAVINGS = ("compression", "distribution", "likelihood")


@dataclass(frozen=True)
class Cell:
    """A score in a table: the formatted number and interval, and whether it is the best of its column or tied with it."""

    score: Score
    value: str
    interval: str
    is_best: bool
    is_tied: bool


@dataclass(frozen=True)
class Table:
    """The table of one data set.

    Attributes
    ----------
    data : its name.
    size : number of items of the headline figures, such as ``"1,686 words"``.
    figures : full names of the columns, figures of one metric side by side.
    hidden : number of figures left out.
    tokenizers : names of the rows; the trivial baselines come last.
    floors : names of the trivial baselines.
    cells : by tokenizer and figure.
    """

    data: str
    size: str
    figures: list[str]
    hidden: int
    tokenizers: list[str]
    floors: list[str]
    cells: dict[tuple[str, str], Cell]

    def column(self, figure: str) -> list[Cell]:
        """The cells of a figure from top to bottom; tokenizers without the figure are left out."""
        return [self.cells[tokenizer, figure] for tokenizer in self.tokenizers if (tokenizer, figure) in self.cells]

    def direction(self, figure: str) -> str:
        """An upward arrow if higher is better, a downward arrow if lower is."""
        return {1: "↑", -1: "↓", 0: ""}[self.column(figure)[0].score.better]


def tables(report: Report, *, is_whole: bool = False) -> list[Table]:
    """The tables of a report, one per data set, in the order of its scores; with all figures if `is_whole`."""
    by_data: dict[str, list[Score]] = {}
    for score in report.scores:
        by_data.setdefault(score.data, []).append(score)
    tested = {(found.data, found.metric, frozenset((found.first, found.second))): found for found in report.comparisons}
    return [_table(report, data, scores, tested, is_whole) for data, scores in by_data.items()]


def parts(name: str) -> tuple[str, str]:
    """The metric and the figure of a full name, in readable form.

    >>> parts("boundaries.morph_recall")
    ('boundaries', 'morph recall')
    """
    metric, _, figure = name.partition(".")
    return metric.replace("_", " "), figure.replace("_", " ")


def number(value: float | None, digits: int = 3) -> str:
    """A number with a fixed number of digits after the point.

    >>> number(0.71249), number(-0.2), number(12345.6, 0), number(float("nan"))
    ('0.712', '−0.200', '12,346', '–')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{value:,.{digits}f}".replace("-", "−")


def digits(values: Iterable[float | None]) -> int:
    """Digits after the decimal point for a column. They give the largest number at least three significant digits.

    >>> digits([0.4, 0.71]), digits([34.5, 120.25]), digits([1000.0])
    (3, 1, 0)
    """
    largest = max((abs(value) for value in values if value is not None and math.isfinite(value)), default=0.0)
    return 3 if largest < 10 else 2 if largest < 100 else 1 if largest < 1000 else 0


def printable(text: str) -> str:
    r"""A text that can be written as UTF-8: lone surrogates become escapes.

    >>> printable("a\ud800")
    'a\\ud800'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def notices(report: Report) -> Iterator[str]:
    """One line per problem: missing data, invalid rows of gold data, texts on which a tokenizer raised an error."""
    for skipped in report.skipped:
        yield printable(f"skipped {skipped}")
    for data, rows in report.dropped.items():
        line, reason = rows[0]
        yield printable(f"{data}: {_count(len(rows), 'row')} dropped; line {line}: {reason}")
    for tokenizer, failures in report.failures.items():
        text, error = next(iter(failures.items()))
        yield printable(f"{tokenizer}: raised an error on {_count(len(failures), 'text')}; {shortened(text)!r}: {error}")


def shortened(text: str, longest: int = 40) -> str:
    """A text, cut off after `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _table(
    report: Report, data: str, scores: list[Score], tested: dict[tuple[str, str, frozenset[str]], Comparison], is_whole: bool
) -> Table:
    by_metric: dict[str, list[str]] = {}
    for name in dict.fromkeys(score.metric for score in scores):
        by_metric.setdefault(name.partition(".")[0], []).append(name)
    every = [name for names in by_metric.values() for name in names]
    headlines = [name for metric, names in by_metric.items() for name in _headlines(metric, names)]
    figures = every if is_whole else headlines
    by_figure: dict[str, dict[str, Score]] = {figure: {} for figure in figures}
    for score in scores:
        if score.metric in by_figure:
            by_figure[score.metric][score.tokenizer] = score
    cells = {}
    for figure, column in by_figure.items():
        places = digits(limit for score in column.values() for limit in (score.value, score.low, score.high))
        others = {*report.floors, *(report.lossy if figure.partition(".")[0] in SAVINGS else ())}
        best = _best([score for score in column.values() if score.tokenizer not in others])
        for tokenizer, score in column.items():
            interval = "" if score.low is None else f"{number(score.low, places)}–{number(score.high, places)}"
            is_best = best is not None and tokenizer not in others and score.value == best.value
            is_tested = best is not None and not is_best and tokenizer not in others
            found = tested.get((data, figure, frozenset((tokenizer, best.tokenizer)))) if best is not None and is_tested else None
            is_tied = found is not None and found.p_holm >= LEVEL
            cells[tokenizer, figure] = Cell(score, number(score.value, places), interval, is_best, is_tied)
    largest: dict[str, int] = {}
    for score in (score for score in scores if score.metric in headlines):
        largest[score.unit] = max(score.n, largest.get(score.unit, 0))
    tokenizers = [name for name in report.tokenizers if any((name, figure) in cells for figure in figures)]
    size = ", ".join(_count(n, unit) for unit, n in largest.items() if n)
    return Table(data, size, figures, len(every) - len(figures), tokenizers, report.floors, cells)


def _headlines(metric: str, names: list[str]) -> list[str]:
    """The headline figures of a metric among `names`; its first figure if it has none of them."""
    chosen = [name for figure in metrics.headlines(metric) if (name := f"{metric}.{figure}") in names]
    return chosen or names[:1]


def _best(scores: list[Score]) -> Score | None:
    """The best score of a column; None if the figure has no better or worse, or if there is only one score."""
    known = [score for score in scores if math.isfinite(score.value)]
    if len(known) < 2 or not known[0].better:
        return None
    return max(known, key=lambda score: score.value * score.better)


def _count(n: int, unit: str) -> str:
    plural = unit[:-1] + "ies" if unit.endswith("y") else unit + ("es" if unit.endswith("s") else "s")
    return f"{n:,} {unit if n == 1 else plural}"
