"""`morfem train`: a command for each trainer, made from the description of its parameters in `morfem.train.schema`."""

import os
import sys
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import train
from .._core import MorfemError, Tokenizer
from ..train.schema import REQUIRED, SCHEMAS, parameters, read_text
from .arguments import flag, option
from .wording import of_command_line

app = typer.Typer(name="train", help="Train a tokenizer on texts.", no_args_is_help=False)

Output = Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the tokenizer.", show_default=False)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the tokenizer that the folder of --output holds.")]
Card = Annotated[Path | None, typer.Option(metavar="FILE", help="Model card (Markdown) to save with the tokenizer.")]
# What the command alone has.
OWN = [
    Parameter("output", Parameter.KEYWORD_ONLY, annotation=Output),
    Parameter("overwrite", Parameter.KEYWORD_ONLY, default=False, annotation=Overwrite),
    Parameter("card", Parameter.KEYWORD_ONLY, default=None, annotation=Card),
]


def _parameters(schema: dict[str, Any]) -> list[Parameter]:
    """The parameters of a command: those of the trainer, and its own after the inputs."""
    found = []
    for each in parameters(schema):
        if each.name == "vocab_size":
            found += OWN
        if each.shell is not None:
            default = Parameter.empty if each.default is REQUIRED else each.default
            is_read = isinstance(each.default, tuple)  # what stands for the default is read as what is given
            kind: Any = each.shell.type | None if is_read or default is None else each.shell.type
            annotation: Any = Annotated[kind, option(each)]
            found.append(Parameter(each.name, Parameter.KEYWORD_ONLY, default=None if is_read else default, annotation=annotation))
    return found


def _add(schema: dict[str, Any]) -> None:
    """Adds the command of a trainer."""

    def command(**arguments: Any) -> None:
        _train(schema, **arguments)

    command.__signature__ = Signature(_parameters(schema))  # type: ignore[attr-defined]
    app.command(schema["kind"], help=f"{schema['summary']}.", hidden=schema["is_for_tests"])(command)


for _schema in SCHEMAS.values():
    _add(_schema)


def _train(schema: dict[str, Any], *, output: Path, overwrite: bool, card: Path | None, **typed: Any) -> None:
    _check(output, overwrite)
    _check_standard_input(schema, typed)
    text = None if card is None else read_text(card)
    arguments = {}
    for each in parameters(schema):
        if each.shell is not None:
            value = typed[each.name]
            if each.shell.beside and value is None and typed[each.shell.beside] is not None:
                value = output.with_name(f"{output.name}.{each.name}")
            try:
                arguments[each.name] = each.shell.read(value)
            except MorfemError:
                raise
            except ValueError as error:
                raise typer.BadParameter(str(error)) from None
    try:
        tokenizer: Tokenizer = getattr(train, schema["kind"])(**arguments)
    except MorfemError as error:
        raise type(error)(of_command_line(str(error), schema)) from None
    if text is not None:
        tokenizer = tokenizer.with_record(card=text)
    tokenizer.save(output)
    print(f"{output}: {tokenizer.name}, {tokenizer.vocab_size:,} ids", file=sys.stderr)


def _check_standard_input(schema: dict[str, Any], typed: dict[str, Any]) -> None:
    """Raises an error if standard input would be empty when it is read for the second time."""
    files = [*(typed.get("corpus") or ()), *(typed["general"] or ())]
    if files.count("-") > 1:
        raise typer.BadParameter("standard input (-) is given twice, but can be read once; put one of them into a file")
    if again := [each for each in parameters(schema) if each.reads_again and typed[each.name] is not None and "-" in files]:
        raise typer.BadParameter(f"{flag(again[0])} reads the corpus twice, and standard input (-) can be read once; put it into a file")


def _check(output: Path, overwrite: bool) -> None:
    """Raises an error before a long training whose result could not be saved."""
    if output == Path("-"):
        raise typer.BadParameter("--output -: a tokenizer is a folder, which standard output cannot take; give a name")
    if output.exists() and not output.is_dir():
        raise MorfemError(f"{output}: is not a folder; choose another name")
    if output.is_dir() and any(output.iterdir()) and not (output / "morfem.json").is_file():
        raise MorfemError(f"{output}: the folder has files that are not those of a tokenizer; choose another folder")
    if (output / "morfem.json").is_file() and not overwrite:
        raise MorfemError(f"{output}: holds a tokenizer; choose another folder, or replace it with --overwrite")
    parent = next(folder for folder in (output.absolute(), *output.absolute().parents) if folder.is_dir())
    if not os.access(parent, os.W_OK):
        raise MorfemError(f"{output}: {parent} is not writable; choose another folder")
