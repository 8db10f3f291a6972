"""The tables of a report in LaTeX, with the rules of the package booktabs.

Names are escaped: an underscore or a percent sign in a name is printed as such.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from . import Report
from .tables import NOTHING, Table, notices, parts, tables

COLUMNS = 6  # as many figures as fit the width of a page
ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "−": "$-$",
        "–": "--",
        "≈": r"$\approx$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        **{character: "\\" + character for character in "&%$#_{}"},
    }
)


def render(report: Report, *, is_whole: bool = False) -> str:
    """A `table` environment for each data set; wide tables are split into several. With `is_whole` it has all figures."""
    lines = [r"% needs \usepackage{booktabs}"]
    lines += [f"% {' '.join(notice.split())}" for notice in notices(report)]
    for table in tables(report, is_whole=is_whole):
        for at in range(0, len(table.figures), COLUMNS):
            lines += _table(report, table, table.figures[at : at + COLUMNS])
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> escape("root_id & 50 %")
    'root\\_id \\& 50 \\%'
    """
    return text.translate(ESCAPES)


def _table(report: Report, table: Table, figures: Sequence[str]) -> Iterator[str]:
    yield ""
    yield r"\begin{table}"
    yield r"\centering\small"
    yield rf"\caption{{{escape(f'{report.suite}: {table.data} ({table.size}).')} Best in bold; $\approx$: not significantly worse.}}"
    yield rf"\begin{{tabular}}{{l{'r' * len(figures)}}}"
    yield r"\toprule"
    groups = [(metric, len(list(same))) for metric, same in groupby(figures, lambda name: parts(name)[0])]
    yield "".join(f" & \\multicolumn{{{width}}}{{c}}{{{escape(metric)}}}" for metric, width in groups) + r" \\"
    first = 2
    rules = []
    for _, width in groups:
        rules.append(rf"\cmidrule(lr){{{first}-{first + width - 1}}}")
        first += width
    yield "".join(rules)
    yield "".join(f" & {escape(f'{parts(name)[1]} {table.direction(name)}'.rstrip())}" for name in figures) + r" \\"
    yield r"\midrule"
    for index, tokenizer in enumerate(table.tokenizers):
        if index and tokenizer in table.floors and table.tokenizers[index - 1] not in table.floors:
            yield r"\midrule"
        yield escape(tokenizer) + "".join(f" & {_value(table, tokenizer, name)}" for name in figures) + r" \\"
        intervals = [table.cells[tokenizer, name].interval if (tokenizer, name) in table.cells else "" for name in figures]
        if any(intervals):
            yield "".join(rf" & {{\scriptsize {escape(interval)}}}" if interval else " &" for interval in intervals) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _value(table: Table, tokenizer: str, figure: str) -> str:
    cell = table.cells.get((tokenizer, figure))
    if cell is None:
        return escape(NOTHING)
    value = escape(cell.value)
    return rf"\textbf{{{value}}}" if cell.is_best else rf"{value}\rlap{{$^\approx$}}" if cell.is_tied else value
