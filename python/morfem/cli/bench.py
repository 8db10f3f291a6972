"""`morfem bench`: speed and memory of tokenizers relative to a peer."""

import os
import platform
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ..output import whole
from ..progress import Meter
from .arguments import HeldOut, JsonFile, Measured


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
    from ..evaluate.report import json_format, terminal

    beside = peer or tokenizer[-1]
    with Meter(has_lines=False) as meter:
        source = "-" if corpus == "-" else Path(corpus)
        report = measured(tokenizer, source, peer=beside, passes=passes, megabytes=megabytes, hold_out=held_out, seed=seed, progress=meter)
    if json is not None:
        with whole(json) as file:
            file.write(json_format.render(report).encode())
        return
    console = Console(highlight=False)
    terminal.show(report, console, is_whole=True)
    named = report.tokenizers[list(dict.fromkeys([*tokenizer, beside])).index(beside)]
    console.print(
        Text(f"cold, warm and long tail in MB/s, load in ms, memory in MB; a ratio says how many times better than {named}", "dim")
    )
    console.print(Text(_machine(), "dim"))


def _machine() -> str:
    """A description of this machine. The absolute figures hold only for it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"
