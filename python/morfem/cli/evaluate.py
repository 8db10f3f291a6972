"""`morfem eval`: measures tokenizers with a suite, or with single metrics on your own file."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .._core import MorfemError
from ..output import whole
from ..progress import Meter
from .arguments import HeldOut, JsonFile, Measured, in_folder

if TYPE_CHECKING:
    from ..evaluate import Report
    from ..evaluate.suite import Suite


def evaluate(
    tokenizer: Measured,
    suite: Annotated[
        str | None,
        typer.Option(metavar="SUITE", help="A bundled suite, such as own-tr, or a TOML file. The suites own-... bring their data."),
    ] = None,
    data: Annotated[Path, typer.Option(metavar="DIR", help="The folder with the data of the suite.")] = Path(),
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC",
            help="A metric to measure on --corpus or --gold, such as compression or boundaries; may be given many times. The error for an "
            "unknown metric lists all of them.",
            show_default=False,
        ),
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Running text: a text file, .json, .jsonl, .csv, .parquet, also .gz .bz2 .xz .zst.")
    ] = None,
    gold: Annotated[Path | None, typer.Option(metavar="FILE", help="Gold data.")] = None,
    format: Annotated[
        str | None, typer.Option(metavar="NAME", help="The format of the gold data.", show_default="recognised by the first line")
    ] = None,
    held_out: HeldOut = None,
    peer: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="Also measure speed and memory on the running text, relative to this tokenizer.",
            show_default=False,
        ),
    ] = None,
    baselines: Annotated[
        bool, typer.Option("--baselines/--no-baselines", help="Also measure the trivial baselines: characters and whole words.")
    ] = True,
    all: Annotated[bool, typer.Option("--all", help="Show all figures in the terminal, not only the headline figures.")] = False,
    json: JsonFile = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write CSV.", callback=in_folder)] = None,
    latex: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a LaTeX table.", callback=in_folder)] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page with tables and plots.", callback=in_folder)] = None,
    resamples: Annotated[int, typer.Option(min=10, metavar="N", help="Number of resamples for intervals and tests.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed for intervals and tests.")] = 0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if data is missing, if gold rows are dropped, or if a tokenizer fails.")
    ] = False,
    allow_changed_data: Annotated[
        bool, typer.Option("--allow-changed-data", help="Accept data that differs from the suite's; signatures show it.")
    ] = False,
) -> None:
    """Measure and compare tokenizers, with confidence intervals, paired tests and signatures.

    Give --suite, or --metric with --corpus or --gold. With --strict, the exit status is 1 if anything could not be measured.
    """
    from .. import evaluate as package

    _refuse_shared_file([place for place in (json, csv, latex, html) if place is not None])
    asked = _suite(suite, metric or [], corpus, gold, format, held_out)
    folder = asked.folder or (data if suite else Path())
    running = next((entry for entry in asked.data if entry.format is None), None)
    if peer is not None and running is None:
        raise typer.BadParameter("--peer measures speed on running text: give --corpus, or a suite that has some")
    with Meter(json is None or str(json) != "-", has_lines=False) as meter:
        report = package.evaluate(
            tokenizer,
            asked,
            data=folder,
            baselines=baselines,
            resamples=resamples,
            seed=seed,
            allow_changed_data=allow_changed_data,
            progress=meter,
        )
        if peer is not None and running is not None and (folder / running.path).is_file():
            from ..evaluate.bench import bench

            report.add(bench(tokenizer, folder / running.path, peer=peer, hold_out=running.every, seed=seed, progress=meter), running.label)
    _write(report, json, csv, latex, html, all)
    faults = _faults(report)
    if faults and strict:
        raise MorfemError(f"--strict: {'; '.join(faults)}")


def _refuse_shared_file(places: list[Path]) -> None:
    """Of two formats in one file the first would be lost."""
    for place in places:
        if places.count(place) > 1:
            raise typer.BadParameter(f"two formats would be written to {place}; give each a file of its own")


def _suite(
    name: str | None, metrics: list[str], corpus: Path | None, gold: Path | None, format: str | None, held_out: int | None
) -> "Suite":
    """The suite to run; for single metrics, a suite made of them."""
    from ..evaluate import metrics as known
    from ..evaluate.gold.guess import guess
    from ..evaluate.metric import TextMetric
    from ..evaluate.suite import Data, Suite

    if (name is None) == (not metrics):
        raise typer.BadParameter("give --suite, or --metric with --corpus or --gold")
    if name is not None:
        options = {"--corpus": corpus, "--gold": gold, "--format": format, "--held-out": held_out}
        if given := [option for option, value in options.items() if value is not None]:
            raise typer.BadParameter(f"--suite names its own data; leave out {', '.join(given)}, or give --metric instead")
        return Suite.read(name)
    for metric in metrics:
        if metric not in known.on_files():
            raise typer.BadParameter(f"--metric: {metric!r} is not one of {', '.join(known.on_files())}")
    of_text = [metric for metric in metrics if issubclass(known.find(metric), TextMetric)]
    of_gold = [metric for metric in metrics if metric not in of_text]
    entries = []
    for names, path, option, others in (
        (of_text, corpus, "--corpus", "gold data, which --gold gives"),
        (of_gold, gold, "--gold", "running text, which --corpus gives"),
    ):
        if names and path is None:
            raise typer.BadParameter(f"{names[0]} is measured on {option}")
        if path is not None and not names:
            raise typer.BadParameter(f"no --metric is measured on {option}; {metrics[0]} is measured on {others}")
        if path is not None:
            path.stat()
            kind = None if path is corpus else format or guess(path)
            every = held_out if path is corpus else None
            entries.append(Data(path.name, str(path), {name: {} for name in names}, format=kind, every=every))
    return Suite(", ".join(of_text + of_gold), "", tuple(entries))


def _write(report: "Report", json: Path | None, csv: Path | None, latex: Path | None, html: Path | None, is_whole: bool) -> None:
    """Writes the requested formats; prints the table unless another format goes to standard output."""
    from ..evaluate.report import csv_format, json_format, page, terminal
    from ..evaluate.report import latex as latex_format

    in_latex = functools.partial(latex_format.render, is_whole=is_whole)
    forms: dict[Path | None, Callable[[Report], str]] = {
        json: json_format.render,
        csv: csv_format.render,
        html: page.render,
        latex: in_latex,
    }
    for path, render in forms.items():
        if path is not None:
            with whole(path) as file:
                file.write(render(report).encode())
    if Path("-") not in forms:
        from rich.console import Console

        terminal.show(report, Console(highlight=False), is_whole=is_whole)


def _faults(report: "Report") -> list[str]:
    """The problems that --strict treats as errors."""
    faults = [f"skipped {entry}" for entry in report.skipped]
    faults += [f"{data}: {len(rows)} rows dropped, the first on line {rows[0][0]}: {rows[0][1]}" for data, rows in report.dropped.items()]
    return faults + [f"{name} fails on {len(texts)} texts, the first {next(iter(texts))[:40]!r}" for name, texts in report.failures.items()]
