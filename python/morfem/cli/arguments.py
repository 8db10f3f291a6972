"""Arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

TokenizerName = Annotated[
    str, typer.Argument(metavar="TOKENIZER", help="Name of a bundled tokenizer, or the folder of another.", show_default=False)
]
Field = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Field of JSON lines that holds the text; given, it makes standard input JSON lines.", show_default="text"
    ),
]
Column = Annotated[str | None, typer.Option(metavar="NAME", help="Column of Parquet files that holds the text.", show_default="text")]


def _standard_output(path: Path | None) -> Path | None:
    """None for ``-``, as without the option."""
    return None if path == Path("-") else path


Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File to write; - is standard output.",
        show_default="standard output",
        callback=_standard_output,
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        help="Files or patterns: text, .jsonl, .parquet, also .gz .xz .zst; - is standard input. A byte order mark at the start of a "
        "file is skipped.",
        show_default="-",
    ),
]
Threads = Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads to work on.", show_default="one for each processor")]


def paths(files: list[str]) -> list[Path]:
    """Arguments as paths, which a corpus never takes for texts."""
    return [Path(file) for file in files]
