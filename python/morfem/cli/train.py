"""`morfem train`: a command for each trainer, made from the description of its options in the core."""

import os
import re
import sys
from collections.abc import Callable
from inspect import Parameter, Signature
from math import inf, isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from .. import train
from .._core import MorfemError, Tokenizer
from ..train.schema import ANALYSER, SCHEMAS, described, joins_members
from . import completion
from .arguments import Column, Field, OnBadText, Ray, Threads, paths
from .wording import of_command_line

app = typer.Typer(name="train", help="Train a tokenizer on texts.", no_args_is_help=False)

Texts = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS",
        help="Files, folders or patterns: text, .json, .jsonl, .csv, .parquet, .tsv (word<TAB>count, or with --field a table), also .gz "
        ".bz2 .xz .zst; - is standard input.",
        show_default=False,
    ),
]
Members = Annotated[
    list[str],
    typer.Argument(
        metavar="TOKENIZER",
        help="Tokenizers to join: bundled names or folders.",
        show_default=False,
        autocompletion=completion.tokenizers,
    ),
]
OfLanguage = Annotated[
    list[str] | None,
    typer.Option("--texts", metavar="CODE=FILE", help="Texts of a language, as the CORPUS of other trainers. May be given many times."),
]
Weights = Annotated[
    list[str] | None,
    typer.Option("--weight", metavar="CODE=X", help="How much a language counts. May be given many times.", show_default="1"),
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Folder for the tokenizer.", show_default=False)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the tokenizer that the folder of --output holds.")]
Special = Annotated[
    list[str] | None,
    typer.Option(
        "--special", metavar="TEXT", help="A special token; may be given many times.", show_default=" ".join(train.SPECIAL_TOKENS)
    ),
]
HoldOut = Annotated[int | None, typer.Option(min=2, metavar="N", help="Leave out every Nth text of each file, for evaluation.")]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="Name of the tokenizer.", show_default="the system, after the language")]
Language = Annotated[str | None, typer.Option(metavar="CODE", help="BCP 47 code of the language, such as tr.")]
General = Annotated[
    list[str] | None,
    typer.Option(
        "--general",
        metavar="FILE",
        help="General text besides the language, as CORPUS; JSON lines say in kind: english, code or other. May be given many times.",
    ),
]
Card = Annotated[Path | None, typer.Option(metavar="FILE", help="Model card (Markdown) to save with the tokenizer.")]
Counts = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="With --ray: folder for the counts, seen by all machines. The same command does not count again.",
        show_default="OUTPUT.counts",
    ),
]
MOST_NAMES = 5  # of the values of an option, in the column of options
SIZE = "Number of ids, including specials and the 256 bytes."


def _parameters(schema: dict[str, Any]) -> list[Parameter]:
    """The parameters of a command: its own, then those that every trainer has."""
    seed = f"Decides {schema['seed']}." if schema["seed"] else "Written into the record; this trainer draws no random numbers."
    size = Parameter.empty if schema["vocab_size"] is None else schema["vocab_size"]
    has_corpus = not joins_members(schema)
    own = [
        *([_parameter("corpus", Texts)] if has_corpus else []),
        *(parameter for each in schema["inputs"] for parameter in _of_input(each)),
        _parameter("output", Output),
        _parameter("vocab_size", int, size, min=0, metavar="N", help=SIZE, show_default=size is not Parameter.empty),
        *(_of_option(option) for option in schema["options"]),
    ]
    common = [
        _parameter("general", General, None),
        _parameter("overwrite", Overwrite, False),
        _parameter("special", Special, None),
        _parameter("hold_out", HoldOut, None),
        _parameter("field", Field, None),
        _parameter("column", Column, None),
        _parameter("on_bad_text", OnBadText, "fail"),
        _parameter("name", Name, None),
        _parameter("language", Language, None),
        _parameter("card", Card, None),
        _parameter("threads", Threads, None),
        *([_parameter("ray", Ray, None), _parameter("counts", Counts, None)] if has_corpus else []),
        _parameter("seed", int, 0, metavar="N", help=seed),
    ]
    return own + common


def _parameter(name: str, kind: Any, default: Any = Parameter.empty, **settings: Any) -> Parameter:
    """A parameter of a command; `settings` are those of its option."""
    annotation = Annotated[kind, typer.Option(**settings)] if settings else kind
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _of_option(option: dict[str, Any]) -> Parameter:
    """The parameter for an option of a trainer."""
    name, default, told = option["name"], option["default"], _of_command_line(described(option))
    if option["type"] == "choice":
        names = option["names"]
        # Many names would be one line that no terminal can break.
        shown = {"metavar": "NAME", "help": f"{told} One of {', '.join(names)}."} if len(names) > MOST_NAMES else {"help": told}
        return _parameter(name, Literal[tuple(names)], default, **shown)
    if option["type"] == "number":
        check = _within(option.get("least", -inf), option.get("most", inf))
        return _parameter(name, float, default, metavar="X", help=told, callback=check)
    kind = int | None if option["is_optional"] else int
    return _parameter(name, kind, default, min=option["least"], metavar="N", help=told)


def _of_command_line(text: str) -> str:
    """A description in which parameters of Python are named as options: `general_share` becomes --general-share."""
    return re.sub("`([a-z_]+)`", lambda found: f"--{found[1].replace('_', '-')}", text)


def _within(least: float = -inf, most: float = inf) -> Callable[[float | None], float | None]:
    """A check of a number for an option."""

    def check(number: float | None) -> float | None:
        if number is not None and not isfinite(number):
            raise typer.BadParameter(f"{number} is not a finite number")
        if number is not None and not least <= number <= most:
            raise typer.BadParameter(f"{number:g} is not from {least:,.10g} to {most:,.10g}")
        return number

    return check


def _of_input(each: dict[str, Any]) -> list[Parameter]:
    """The parameters that give a trainer one of its inputs."""
    if each["input"] == "pack":
        what = "The language pack: the code of a bundled one, such as tr, or a folder."
        packs = completion.languages_with("phonology.toml")
        return [_parameter("pack", str, metavar="PACK", help=what, show_default=False, autocompletion=packs)]
    if each["input"] == "table":
        what = f"{_of_command_line(each['help'])}: the code of a bundled language, a folder with {each['file']}, or a file."
        codes = completion.languages_with(each["file"])
        return [_parameter(each["name"], str | None, None, metavar="TABLE", help=what, autocompletion=codes)]
    if each["input"] == "members":
        return [_parameter("members", Members), _parameter("texts", OfLanguage, None), _parameter("weight", Weights, None)]
    if each["input"] == "learned":
        what = (
            "Splinter tokenizer whose tables and statistics are used, instead of --alphabet and --clitics; only the vocabulary is trained."
        )
        return [_parameter("learned", str | None, None, metavar="TOKENIZER", help=what, autocompletion=completion.tokenizers)]
    return [
        _parameter("network", Path | None, None, metavar="FILE", help="Checkpoint of a trained network.", show_default="the bundled one"),
        _parameter(
            "budget",
            float | None,
            None,
            min=0,
            metavar="MINUTES",
            help="Train a new network for this time. Needs PyTorch.",
            callback=_within(),
        ),
        _parameter(
            "analyser",
            str,
            ANALYSER,
            metavar="TOKENIZER",
            help="Teacher of a new network: an MFT tokenizer.",
            autocompletion=completion.tokenizers,
        ),
        _parameter(
            "work",
            Path | None,
            None,
            metavar="FOLDER",
            help="Folder that keeps labels, network and its probabilities; the same command continues from there.",
            show_default="with --budget, OUTPUT.work",
        ),
        _parameter(
            "evaluation_words",
            Path | None,
            None,
            metavar="FILE",
            help="Evaluation words, one per line, kept out of the exception table.",
        ),
    ]


def _add(schema: dict[str, Any]) -> None:
    """Adds the command of a trainer."""

    def command(**arguments: Any) -> None:
        _train(schema["kind"], **arguments)

    command.__signature__ = Signature(_parameters(schema))  # type: ignore[attr-defined]
    app.command(schema["kind"], help=f"{schema['summary']}.", hidden=schema["is_for_tests"])(command)


for _schema in SCHEMAS.values():
    _add(_schema)


def _train(
    kind: str,
    *,
    output: Path,
    overwrite: bool,
    special: list[str] | None,
    card: Path | None,
    general: list[str] | None,
    **options: Any,
) -> None:
    _check(output, overwrite)
    _check_standard_input([*options.get("corpus", ()), *(general or ())], options.get("budget") is not None)
    text = None if card is None else _read(card)
    if "budget" in options:
        words = options["evaluation_words"]
        options["evaluation_words"] = [] if words is None else _read(words).split()
        if options["budget"] is not None and options["work"] is None:
            options["work"] = output.with_name(f"{output.name}.work")
    if "members" in options:
        first = options.pop("members")
        of_language: dict[str, list[str]] = {}
        for code, file in _pairs(options["texts"], "--texts"):
            of_language.setdefault(code, []).append(file)
        options["texts"] = {code: paths(files) for code, files in of_language.items()}
        options["weights"] = {code: _number(weight) for code, weight in _pairs(options.pop("weight"), "--weight")}
    else:
        first = paths(options.pop("corpus"))
    if options.get("ray") is not None and options["counts"] is None:
        options["counts"] = output.with_name(f"{output.name}.counts")
    specials = train.SPECIAL_TOKENS if special is None else special
    try:
        tokenizer: Tokenizer = getattr(train, kind)(
            first, general=None if general is None else paths(general), special_tokens=specials, **options
        )
    except MorfemError as error:
        raise type(error)(of_command_line(str(error), SCHEMAS[kind])) from None
    if text is not None:
        tokenizer = tokenizer.with_record(card=text)
    tokenizer.save(output)
    print(f"{output}: {tokenizer.name}, {tokenizer.vocab_size:,} ids", file=sys.stderr)


def _pairs(given: list[str] | None, option: str) -> list[tuple[str, str]]:
    """The languages and values of an option that is given as CODE=VALUE."""
    pairs = [text.partition("=") for text in given or []]
    for code, sign, value in pairs:
        if not (code and sign and value):
            raise typer.BadParameter(f"{option} {code}{sign}{value}: write the code of a language, =, and a value")
    return [(code, value) for code, _, value in pairs]


def _number(text: str) -> float:
    """The weight of a language."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"--weight: {text!r} is not a number") from None


def _read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise MorfemError(f"{path}: not UTF-8; convert it with iconv") from None


def _check_standard_input(files: list[str], is_read_twice: bool) -> None:
    """Raises an error if standard input would be empty when it is read for the second time."""
    if files.count("-") > 1:
        raise typer.BadParameter("standard input (-) is given twice, but can be read once; put one of them into a file")
    if "-" in files and is_read_twice:
        raise typer.BadParameter("--budget reads the corpus twice, and standard input (-) can be read once; put it into a file")


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
