"""`morfem train`: a command for each trainer, made from the description of its parameters in `morfem.train.schema`."""

import os
import sys
from collections.abc import Mapping
from inspect import Parameter, Signature
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

from .. import train
from .._core import MorfemError, Tokenizer
from ..corpus import Corpus
from ..train.schema import REQUIRED, SCHEMAS, parameters, read_text
from .arguments import flag, option
from .describe import size_of
from .wording import of_command_line

app = typer.Typer(name="train", help="Train a tokenizer on texts.", no_args_is_help=True, suggest_commands=False)

Output = Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the tokenizer.", show_default=False)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the tokenizer that the folder of --output holds.")]
Card = Annotated[Path | None, typer.Option(metavar="FILE", help="Model card (Markdown) to save with the tokenizer.")]
MEASURED = 2_000  # held-out texts on which the new tokenizer is measured
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
    check_output(output, overwrite)
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
    start = monotonic()
    try:
        tokenizer: Tokenizer = getattr(train, schema["kind"])(**arguments)
    except MorfemError as error:
        raise type(error)(of_command_line(str(error), schema)) from None
    except KeyboardInterrupt as stop:
        said = (
            of_command_line(str(stop), schema) if stop.args else f"{output} is not written, and the same command starts from the beginning"
        )
        raise KeyboardInterrupt(said) from None
    seconds = monotonic() - start
    if text is not None:
        tokenizer = tokenizer.with_record(card=text)
    tokenizer.save(output)
    sizes = f"{tokenizer.vocab_size:,} ids, {size_of(sum(map(len, tokenizer.files().values())))}, {seconds:.1f} s"
    print(f"{output}: {tokenizer.name}, {sizes}; {_measured(tokenizer, arguments)}", file=sys.stderr)


def _measured(tokenizer: Tokenizer, arguments: Mapping[str, Any]) -> str:
    """Tokens per word on the first texts that the training has not seen."""
    files = [] if arguments.get("hold_out") is None else arguments.get("corpus") or []
    if not files or "-" in files:
        return "no line was held out to measure tokens per word" + ("" if files else " (--hold-out 50)")
    names = ("field", "column", "hold_out", "on_bad_text", "compose")
    texts = tokens = words = 0
    for batch in Corpus(files, only_held_out=True, **{name: arguments[name] for name in names}).texts():
        tokens += sum(map(tokenizer.count, batch[: MEASURED - texts]))
        words += sum(len(text.split()) for text in batch[: MEASURED - texts])
        texts += len(batch[: MEASURED - texts])
        if texts == MEASURED:
            break
    return f"{tokens / max(words, 1):.2f} tokens per word on {texts:,} held-out lines"


def _check_standard_input(schema: dict[str, Any], typed: dict[str, Any]) -> None:
    """Raises an error if standard input would be empty when it is read for the second time."""
    files = [*(typed.get("corpus") or ()), *(typed["general"] or ())]
    if files.count("-") > 1:
        raise typer.BadParameter("standard input (-) is given twice, but can be read once; put one of them into a file")
    if again := [each for each in parameters(schema) if each.reads_again and typed[each.name] is not None and "-" in files]:
        raise typer.BadParameter(f"{flag(again[0])} reads the corpus twice, and standard input (-) can be read once; put it into a file")


def check_output(output: Path, overwrite: bool) -> None:
    """Raises an error before work whose result could not be saved."""
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
