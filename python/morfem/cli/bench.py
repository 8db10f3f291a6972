"""`morfem bench`: speed and memory of tokenizers relative to a peer."""

import os
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..output import whole
from ..progress import Meter
from .arguments import HeldOut, JsonFile, Measured

if TYPE_CHECKING:
    from ..evaluate import Report, Score

COLUMNS = {
    "cold": ("cold", "MB/s"),
    "warm": ("warm", "MB/s"),
    "long_tail": ("long tail", "MB/s"),
    "load": ("load", "ms"),
    "memory": ("memory", "MB"),
}


def bench(
    tokenizer: Measured,
    corpus: Annotated[str, typer.Option(metavar="FILE", help="The corpus to encode; - is standard input.", show_default=False)],
    peer: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="The tokenizer relative to which ratios are computed.", show_default="the last --tokenizer"),
    ] = None,
    passes: Annotated[int, typer.Option(min=1, metavar="N", help="Number of repetitions of each measurement.")] = 5,
    megabytes: Annotated[float, typer.Option(min=0.001, metavar="MB", help="The most running text to encode per pass.")] = 10.0,
    held_out: HeldOut = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed for choosing the rare words.")] = 0,
    json: JsonFile = None,
) -> None:
    """Compare the speed and memory of tokenizers."""
    from ..evaluate.bench import bench as measured
    from ..evaluate.report import json_format

    beside = peer or tokenizer[-1]
    with Meter(has_lines=False) as meter:
        source = "-" if corpus == "-" else Path(corpus)
        report = measured(tokenizer, source, peer=beside, passes=passes, megabytes=megabytes, hold_out=held_out, seed=seed, progress=meter)
    if json is not None:
        with whole(json) as file:
            file.write(json_format.render(report).encode())
        return
    _show(report, report.tokenizers[list(dict.fromkeys([*tokenizer, beside])).index(beside)])


def _show(report: "Report", peer: str) -> None:
    """Prints a table with a row per tokenizer. Below each figure are the ratio to the peer and the spread of this ratio."""
    scores = {(found.tokenizer, found.metric.removeprefix("speed.")): found for found in report.scores}
    shown = [figure for figure in COLUMNS if any(name == figure for _, name in scores)]
    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("", no_wrap=True)
    for figure in shown:
        name, unit = COLUMNS[figure]
        table.add_column(f"{name}\n[dim]{unit}[/]", justify="right", no_wrap=True)
    for name in report.tokenizers:
        if any(tokenizer == name for tokenizer, _ in scores):
            table.add_row(escape(name), *(_cell(scores[name, figure], scores[name, f"{figure}_ratio"], name == peer) for figure in shown))
    console = Console(highlight=False)
    console.print(table)
    console.print(f"[dim]×: times better than {escape(peer)} in the same pass, with the spread over passes; {_machine()}[/]")
    for skipped in report.skipped:
        print(f"skipped {skipped}", file=sys.stderr)
    for name, texts in report.failures.items():
        print(f"{name}: raised an error on the text: {' '.join(next(iter(texts.values())).split())}", file=sys.stderr)


def _cell(own: "Score", ratio: "Score", is_peer: bool) -> str:
    value = f"{own.value:,.1f}"
    if is_peer:
        return value
    spread = "" if ratio.low is None or ratio.high is None else f"\n{_short(ratio.low)}–{_short(ratio.high)}"
    return f"[bold]{value}[/]\n[dim]×{_short(ratio.value)}{spread}[/]"


def _short(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"


def _machine() -> str:
    """A description of this machine. The absolute figures hold only for it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"
