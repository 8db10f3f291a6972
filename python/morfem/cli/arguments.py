"""Command-line arguments that several commands share."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import typer

from .._core import MorfemError, Tokenizer
from ..corpus import BadText
from ..train.schema import COLUMN, COMPOSE, FIELD, ON_BAD_TEXT, RAY, THREADS, Parameter

TokenizerName = Annotated[
    str, typer.Argument(metavar="TOKENIZER", help="Name of a bundled tokenizer, or folder of a saved one.", show_default=False)
]
Measured = Annotated[
    list[str],
    typer.Option(
        "--tokenizer",
        "-t",
        metavar="SPEC",
        help="A tokenizer to measure; may be given many times. A morfem name or folder, a tokenizer.json, a SentencePiece .model, a "
        "tiktoken encoding or file of ranks, a transformers folder, or module:function. NAME=SPEC sets its name.",
        show_default=False,
    ),
]


@contextmanager
def instead(tokenizer: Tokenizer, command: str) -> Iterator[None]:
    """Adds to an error the command that takes apart the words of this tokenizer, if it is another one."""
    try:
        yield
    except MorfemError as error:
        if {"analyze", "explain"} & set(tokenizer.capabilities) == {command}:
            raise MorfemError(f"{error}; use morfem {command}") from None
        raise


def option(parameter: Parameter) -> Any:
    """The option of a parameter that a training has too."""
    shell = parameter.shell
    assert shell is not None
    text = of_help(shell.help or parameter.help)
    settings: dict[str, Any] = {"metavar": shell.metavar, "help": text, "show_default": shell.shown}
    if shell.is_argument:
        return typer.Argument(**settings)
    if shell.type == list[str]:
        settings["help"] += " May be given many times."
    if shell.type is float:
        settings["callback"] = _within(shell.least, shell.most)
    elif isfinite(shell.least):
        settings["min"] = int(shell.least)
    return typer.Option(flag(parameter), **settings)


def flag(parameter: Parameter) -> str:
    """The name of an option."""
    return (parameter.shell and parameter.shell.flag) or f"--{parameter.name.replace('_', '-')}"


def of_help(text: str) -> str:
    """A description in which parameters of Python are named as options: `general_share` becomes --general-share."""
    return re.sub("`([a-z_]+)`", lambda found: f"--{found[1].replace('_', '-')}", text)


def _within(least: float, most: float) -> Callable[[float | None], float | None]:
    """A check of a number for an option."""

    def check(number: float | None) -> float | None:
        if number is not None and not isfinite(number):
            raise typer.BadParameter(f"{number} is not a finite number")
        if number is not None and not least <= number <= most:
            raise typer.BadParameter(f"{number:g} is not from {least:,.10g} to {most:,.10g}")
        return number

    return check


HeldOut = Annotated[
    int | None, typer.Option(min=2, metavar="N", help="Use only every Nth text of each file: those that train --hold-out N leaves out.")
]
Field = Annotated[str | None, option(FIELD)]
Column = Annotated[str | None, option(COLUMN)]
OnBadText = Annotated[BadText, option(ON_BAD_TEXT)]
Compose = Annotated[bool, option(COMPOSE)]
Threads = Annotated[int | None, option(THREADS)]
Ray = Annotated[str | None, option(RAY)]


def in_folder(path: Path | None) -> Path | None:
    """A file that is written after a long measurement. Raises an error now if its folder does not exist."""
    if path is not None and not path.parent.is_dir():
        raise MorfemError(f"{path}: there is no folder {path.parent}; create it, or choose another")
    if path is not None and path.is_dir():
        raise MorfemError(f"{path}: is a folder; give the name of a file")
    return path


JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write JSON; - is standard output.", show_default=False, callback=in_folder)
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Output file; - is standard output.",
        show_default="standard output",
        callback=lambda path: None if path == Path("-") else path,  # as without the option
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        help="Files, folders or patterns: text, .json, .jsonl, .csv, .parquet, also compressed as .gz .bz2 .xz .zst; - is standard input. "
        "A byte order mark at the start of a file is skipped.",
        show_default="-",
    ),
]
