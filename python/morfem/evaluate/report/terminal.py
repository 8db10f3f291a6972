"""A report in the terminal: one table per data set, with intervals below the values.

The best value is bold, and ≈ marks values that are not significantly worse. In a file or a pipe, a star marks the best value.
"""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from . import Report
from .tables import Cell, Table, notices, parts, tables

GAP = 2
INDENT = 1
TIED, BEST = " ≈", " *"


def show(report: Report, console: Console, *, is_whole: bool = False) -> None:
    """Prints a report, in tables that fit the width of the console; with all figures if `is_whole`."""
    is_plain = console.color_system is None  # a file or a pipe has no bold type
    hidden = 0
    has_best = is_tied = has_interval = False
    for table in tables(report, is_whole=is_whole):
        hidden += table.hidden
        has_best |= any(cell.is_best for cell in table.cells.values())
        is_tied |= any(cell.is_tied for cell in table.cells.values())
        has_interval |= any(cell.interval for cell in table.cells.values())
        console.print(Text.assemble((table.data, "bold"), (f"  {table.size}", "dim")))
        for figures in _parts(table, console.width):
            console.print(_grid(table, figures, is_plain))
            console.print()
    said = ["* best" if is_plain else "bold: best"] * has_best
    said += ["≈ not significantly worse (paired test, Holm, p ≥ .05)"] * is_tied
    said += ["below a value: its 95 % interval"] * has_interval
    said += [f"{hidden} more figures with --all"] * bool(hidden)
    if said:
        console.print("; ".join(said), style="dim", highlight=False)
    for notice in notices(report):
        console.print(f"[yellow]![/] {escape(notice)}", highlight=False)


def _parts(table: Table, width: int) -> Iterator[list[str]]:
    """The figures, split into parts that fit the width."""
    left = width - INDENT - max(map(len, table.tokenizers))
    part: list[str] = []
    used, before = 0, ""
    for figure in table.figures:
        metric = parts(figure)[0]
        inner = _width(table, figure)
        wide = GAP + (inner if metric == before else max(inner, len(metric)))
        if part and used + wide > left:
            yield part
            part, used = [], 0
            wide = GAP + max(inner, len(metric))
        part.append(figure)
        used += wide
        before = metric
    yield part


def _width(table: Table, figure: str) -> int:
    """The width of a figure in columns of the terminal."""
    return max(len(_name(table, figure)), *(max(len(cell.value) + len(TIED), len(cell.interval)) for cell in table.column(figure)))


def _name(table: Table, figure: str) -> str:
    return f"{parts(figure)[1]} {table.direction(figure)}".rstrip()


def _grid(table: Table, figures: Sequence[str], is_plain: bool) -> Grid:
    grid = Grid(box=None, padding=(0, 0, 0, GAP), pad_edge=False, header_style="")
    grid.add_column("", no_wrap=True)
    before = ""
    for figure in figures:
        metric = parts(figure)[0]
        width = _width(table, figure)
        shown = metric if metric != before else ""
        grid.add_column(Text.assemble((shown.rjust(width), "dim"), "\n", _name(table, figure).rjust(max(width, len(shown)))), no_wrap=True)
        before = metric
    for tokenizer in table.tokenizers:
        style = "dim" if tokenizer in table.floors else ""
        cells = []
        for at, figure in enumerate(figures):
            metric = parts(figure)[0]
            is_first = not at or parts(figures[at - 1])[0] != metric
            width = max(_width(table, figure), len(metric) if is_first else 0)
            cells.append(_cell(table.cells.get((tokenizer, figure)), width, is_plain))
        grid.add_row(Text(" " * INDENT + tokenizer), *cells, style=style)
    return grid


def _cell(cell: Cell | None, width: int, is_plain: bool) -> Text:
    if cell is None:
        return Text("")
    # Space for the mark is always reserved, so that the numbers of a column are aligned.
    mark = TIED if cell.is_tied else BEST if cell.is_best and is_plain else ""
    lines = Text.assemble((cell.value.rjust(width - len(TIED)), "bold green" if cell.is_best else ""), mark)
    if cell.interval:
        lines.append("\n" + cell.interval.rjust(width), "dim")
    return lines
