"""`morfem add-roots`: a tokenizer with a user's names and terms."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import load
from .arguments import TokenizerName
from .train import Output, Overwrite, check_output


def add_roots(
    tokenizer: TokenizerName,
    roots: Annotated[Path, typer.Argument(metavar="FILE", help="The roots, one a line.", show_default=False)],
    output: Output,
    overwrite: Overwrite = False,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Name of the new tokenizer.", show_default="that of the old one")] = None,
) -> None:
    """Save an MFT tokenizer with more roots, each with an id of its own at the end.

    A line has a lemma, and where needed class, flags, stems and reading, separated by tabs. A root with a capital is a name.
    """
    check_output(output, overwrite)
    extended = load(tokenizer).with_roots(roots)
    if name is not None:
        extended = extended.with_record(name=name)
    extended.save(output)
    print(f"{output}: {extended.name}, {extended.vocab_size:,} ids", file=sys.stderr)
