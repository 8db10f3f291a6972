"""Command-line arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from .._core import MorfemError
from ..corpus import BadText
from . import completion

TokenizerName = Annotated[
    str,
    typer.Argument(
        metavar="TOKENIZER",
        help="Name of a bundled tokenizer, or folder of a saved one.",
        show_default=False,
        autocompletion=completion.tokenizers,
    ),
]
Field = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Field of JSON, or column of .csv and .tsv, that holds the text. If given, standard input is read as JSON.",
        show_default="text",
    ),
]
Column = Annotated[str | None, typer.Option(metavar="NAME", help="Column of Parquet files that holds the text.", show_default="text")]

OnBadText = Annotated[
    BadText,
    typer.Option(help="What to do with a text that has bytes which are not UTF-8, or half a surrogate pair. Bad texts are counted."),
]


def _standard_output(path: Path | None) -> Path | None:
    """None for ``-``, as without the option."""
    return None if path == Path("-") else path


def in_folder(path: Path | None) -> Path | None:
    """A file that is written after a long measurement. Raises an error now if its folder does not exist."""
    if path is not None and not path.parent.is_dir():
        raise MorfemError(f"{path}: there is no folder {path.parent}; create it, or choose another")
    if path is not None and path.is_dir():
        raise MorfemError(f"{path}: is a folder; give the name of a file")
    return path


Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Output file; - is standard output.",
        show_default="standard output",
        callback=_standard_output,
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
Threads = Annotated[int | None, typer.Option(min=1, metavar="N", help="Number of threads.", show_default="one per processor")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on this Ray cluster: auto, HOST:PORT, or local for the processors of this machine."),
]


def paths(files: list[str]) -> list[Path]:
    """Arguments as paths, so that a corpus does not mistake them for texts."""
    return [Path(file) for file in files]
