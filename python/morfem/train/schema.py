"""Every parameter of a training, described once: signatures, documentation, the stub and the command line are made from this.

The core describes the options of its trainers (`SCHEMAS`). The other parameters stand here: those of each input that a trainer may ask for
(`OF_INPUT`), and those of all trainers. A `Shell` says what differs on the command line; what it does not say is as in Python.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Literal

from .._core import ChunkCounts, MorfemError, Tokenizer, trainers
from ..checks import check_whole, wrong_type
from ..corpus import BadText, check_source

SPECIAL_TOKENS = ("<pad>", "<s>", "</s>", "<mask>")
SCHEMAS: dict[str, dict[str, Any]] = {schema["kind"]: schema for schema in json.loads(trainers())}
REQUIRED = object()
ANALYSER = "tr-mft"  # the default teacher of a network
PATH = "str | PathLike[str]"


@dataclass(frozen=True)
class Shell:
    """How the command line takes a parameter."""

    type: Any  # as Typer knows it
    metavar: str | None = None
    flag: str = ""  # where it is not the name; "" with `is_argument`
    is_argument: bool = False
    help: str = ""  # where Python's does not fit
    shown: str | bool = True  # the default, as the help shows it
    least: float = -inf
    most: float = inf
    read: Callable[[Any], Any] = lambda value: value  # what Python gets
    beside: str = ""  # with this parameter, the default is a folder beside the output


@dataclass(frozen=True)
class Parameter:
    """A parameter of a training. The type is written as in a stub; the help is a sentence."""

    name: str
    type: str
    default: Any
    help: str
    shell: Shell | None = None  # None: Python alone has it
    check: Callable[[str, Any], None] = lambda name, value: None  # raises an error for a value of a wrong type
    reads_again: bool = False  # if given, the texts of the corpus are needed once more
    needs_texts: bool = False  # if given, chunks that were counted before are no corpus


def parameters(schema: dict[str, Any]) -> list[Parameter]:
    """The parameters of a trainer, in order; all but the first are keyword-only."""
    size = REQUIRED if schema["vocab_size"] is None else schema["vocab_size"]
    seed = f"Decides {schema['seed']}." if schema["seed"] else "Written into the training record; this trainer draws no random numbers."
    return [
        *(parameter for each in inputs(schema) for parameter in OF_INPUT[each["input"]](each)),
        Parameter(
            "vocab_size",
            "int | Sequence[int]",
            size,
            "Number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.",
            Shell(int, "N", help="Number of ids, including specials and the 256 bytes.", shown=size is not REQUIRED, least=0),
            _check_sizes,
        ),
        *map(_of_core, schema["options"]),
        *OF_ALL,
        *(OF_CLUSTER if {"input": "corpus"} in inputs(schema) else []),
        Parameter("seed", "int", 0, seed, Shell(int, "N")),
    ]


def inputs(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """What a trainer asks for: a corpus, unless it joins tokenizers, and the inputs that the core names."""
    joins = any(each["input"] == "members" for each in schema["inputs"])
    return [*([] if joins else [{"input": "corpus"}]), *schema["inputs"]]


def _of_core(option: dict[str, Any]) -> Parameter:
    """The parameter for an option that the core describes."""
    name, names, bounds = option["name"], option.get("names", []), ""
    if "most" in option:
        bounds = f" From {option['least']:,.10g} to {option['most']:,.10g}."
    plain, kind, metavar = {
        "choice": (f"Literal[{', '.join(map(json.dumps, names))}]", Literal[tuple(names)] if names else None, None),
        "whole": ("int", int, "N"),
        "number": ("float", float, "X"),
    }[option["type"]]
    many = len(names) > 5  # would be one line that no terminal can break
    text = f"{option['help']}{bounds}"
    shell = Shell(
        kind,
        "NAME" if many else metavar,
        help=f"{text} One of {', '.join(names)}." if many else text,
        least=option.get("least", -inf),
        most=option.get("most", inf) if option["type"] == "number" else inf,
    )

    def check(name: str, value: Any) -> None:
        if names and value not in names:
            raise MorfemError(f"{name} {json.dumps(value, default=repr)} is not known; choose {', '.join(names[:-1])} or {names[-1]}")
        if option["type"] == "number" and not hasattr(value, "__float__"):
            raise wrong_type(name, value, "a number")

    return Parameter(name, f"{plain} | None" if option["is_optional"] else plain, option["default"], text, shell, check)


def _check_sizes(name: str, sizes: Any) -> None:
    if isinstance(sizes, str | bytes) or not isinstance(sizes, Sequence):
        return check_whole(name, sizes, "a whole number, or a list of them")
    for place, size in enumerate(sizes):
        check_whole(f"{name}[{place}]", size)


def _check_corpus(name: str, corpus: Any) -> None:
    if not isinstance(corpus, ChunkCounts):
        check_source(name, corpus)


def _optional(check: Callable[[str, Any], None]) -> Callable[[str, Any], None]:
    """The check of a parameter that may be None."""
    return lambda name, value: None if value is None else check(name, value)


def _check_text(name: str, text: Any) -> None:
    if not isinstance(text, str | None):
        raise wrong_type(name, text, "a str, or None")


def _check_table(name: str, where: Any) -> None:
    if not isinstance(where, str | os.PathLike):
        raise wrong_type(name, where, "the code of a bundled language, or a path")


def paths(files: list[str]) -> list[Path]:
    """Arguments as paths, so that a corpus does not mistake them for texts."""
    return [Path(file) for file in files]


def _words(path: Path | None) -> list[str]:
    return [] if path is None else read_text(path).split()


def read_text(path: Path) -> str:
    """The text of a file that an option names."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise MorfemError(f"{path}: not UTF-8; convert it with iconv") from None


def _texts(given: list[str] | None) -> dict[str, list[Path]]:
    """The files of each language, of CODE=FILE."""
    files: dict[str, list[Path]] = {}
    for code, file in _pairs(given, "--texts"):
        files.setdefault(code, []).append(Path(file))
    return files


def _pairs(given: list[str] | None, option: str) -> list[tuple[str, str]]:
    pairs = [text.partition("=") for text in given or []]
    for code, sign, value in pairs:
        if not (code and sign and value):
            raise ValueError(f"{option} {code}{sign}{value}: write the code of a language, =, and a value")
    return [(code, value) for code, _, value in pairs]


def _of_corpus(each: dict[str, Any]) -> list[Parameter]:
    return [
        Parameter(
            "corpus",
            "Source | ChunkCounts",
            REQUIRED,
            'What to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another iterable of texts; '
            "a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the formats of files.",
            Shell(
                list[str],
                "CORPUS",
                is_argument=True,
                help="Files, folders or patterns: text, .json, .jsonl, .csv, .parquet, .tsv (word<TAB>count, or with --field a table), "
                "also .gz .bz2 .xz .zst; - is standard input.",
                shown=False,
                read=paths,
            ),
            _check_corpus,
        )
    ]


def _of_pack(each: dict[str, Any]) -> list[Parameter]:
    used = f" (only {', '.join(each['files'])} is used)" if each["files"] else ""
    text = f'Language pack{used}: the code of a bundled one, such as "tr", or a folder.'
    return [Parameter("pack", PATH, REQUIRED, text, Shell(str, "PACK", shown=False), _check_table)]


def _of_table(each: dict[str, Any]) -> list[Parameter]:
    name, file = each["name"], each["file"]
    text = f"{each['help']}: the code of a bundled language, a folder with {file}, or a file."
    return [Parameter(name, f"{PATH} | None", None, text, Shell(str, "TABLE"), _optional(_check_table))]


def _of_members(each: dict[str, Any]) -> list[Parameter]:
    return [
        Parameter(
            "members",
            f"Sequence[Tokenizer | {PATH}]",
            REQUIRED,
            "The tokenizers to join: bundled names, folders or tokenizers.",
            Shell(
                list[str],
                "TOKENIZER",
                is_argument=True,
                help="Tokenizers to join: bundled names or folders.",
                shown=False,
            ),
        ),
        Parameter(
            "texts",
            "Mapping[str, Source] | None",
            None,
            "Texts of each language, by its code. The vocabulary of a member stands for texts that are missing.",
            Shell(list[str], "CODE=FILE", help="Texts of a language, as the CORPUS of other trainers.", read=_texts),
        ),
        Parameter(
            "weights",
            "Mapping[str, float] | None",
            None,
            "How much each language counts, by its code; 1 for others. The languages are scaled to the same number of bytes first.",
            Shell(
                list[str],
                "CODE=X",
                flag="--weight",
                help="How much a language counts.",
                shown="1",
                read=lambda given: dict(_pairs(given, "--weight")),
            ),
        ),
    ]


def _of_learned(each: dict[str, Any]) -> list[Parameter]:
    text = (
        "Splinter tokenizer whose tables and statistics are used, instead of `alphabet` and `clitics`; only the vocabulary is trained. "
        "A name or a folder, in Python also a tokenizer."
    )
    return [Parameter("learned", f"Tokenizer | {PATH} | None", None, text, Shell(str, "TOKENIZER"))]


def _of_teacher(each: dict[str, Any]) -> list[Parameter]:
    return [
        Parameter(
            "network",
            f"Teacher | {PATH} | None",
            None,
            "Teacher of the boundaries, or the checkpoint of a trained network. By default the bundled one, or, with `budget`, a new one.",
            Shell(Path, "FILE", help="Checkpoint of a trained network.", shown="the bundled one"),
        ),
        Parameter(
            "budget",
            "float | None",
            None,
            "Minutes for which a new network is trained on the corpus, which must then be running text. Needs PyTorch.",
            Shell(float, "MINUTES", least=0),
            reads_again=True,
            needs_texts=True,
        ),
        Parameter(
            "analyser",
            "Tokenizer | str",
            ANALYSER,
            "The teacher of a new network: a tokenizer of kind mft, or its name or folder.",
            Shell(str, "TOKENIZER"),
        ),
        Parameter(
            "work",
            f"{PATH} | None",
            None,
            "Folder that keeps labels, network and its probabilities, so that a training can continue; required with a budget. By "
            "default a temporary folder keeps the probabilities; if the training fails, the folder stays and the error names it.",
            Shell(
                Path,
                "FOLDER",
                help="Folder that keeps labels, network and its probabilities; the same command continues from there.",
                shown="with --budget, OUTPUT.work",
                beside="budget",
            ),
        ),
        Parameter(
            "evaluation_words",
            "Sequence[str]",
            (),
            "Words in lower case that are kept out of the exception table and of the training of a new network.",
            Shell(Path, "FILE", help="Evaluation words, one per line, kept out of the exception table.", read=_words),
        ),
    ]


def _check_guide(name: str, guide: Any) -> None:
    if not (isinstance(guide, Tokenizer | str | os.PathLike) or callable(guide)):
        raise wrong_type(name, guide, "a tokenizer, its name or folder, a file of cut words, or a callable")


def _of_boundaries(each: dict[str, Any]) -> list[Parameter]:
    text = (
        "Guide that says where pieces may end, see `boundary_rule`: a tokenizer, its name or folder; or a file with a word per line, its "
        "parts separated by a space. It is used in training only."
    )
    python = f"{text} In Python also a callable that gives the parts of a word."
    of = f"Tokenizer | {PATH} | Callable[[str], Sequence[str]] | None"
    return [Parameter("boundaries", of, None, python, Shell(str, "GUIDE", help=text), _optional(_check_guide))]


OF_INPUT: dict[str, Callable[[dict[str, Any]], list[Parameter]]] = {
    "corpus": _of_corpus,
    "pack": _of_pack,
    "table": _of_table,
    "members": _of_members,
    "learned": _of_learned,
    "teacher": _of_teacher,
    "boundaries": _of_boundaries,
}

RAY = Parameter(
    "ray",
    "str | None",
    None,
    'Work on this Ray cluster: "auto", HOST:PORT, or "local" for this machine. Needs morfem[ray]; the result is the same.',
    Shell(str, "ADDRESS"),
    needs_texts=True,
)
FIELD = Parameter(
    "field",
    "str | None",
    None,
    "Field of JSON, or column of .csv and .tsv, that holds the text. If given, standard input is read as JSON.",
    Shell(str, "NAME", shown="text"),
)
COLUMN = Parameter("column", "str | None", None, "Column of Parquet files that holds the text.", Shell(str, "NAME", shown="text"))
ON_BAD_TEXT = Parameter(
    "on_bad_text",
    'Literal["fail", "skip", "replace"]',
    "fail",
    "What to do with a text that has bytes which are not UTF-8, or half a surrogate pair. Bad texts are counted.",
    Shell(BadText),
)
COMPOSE = Parameter(
    "compose",
    "bool",
    False,
    "Compose the characters of texts (NFC), which some systems decompose. The tokenizer changes no text: compose what it encodes too.",
    Shell(bool, help="Compose the characters of texts (NFC), which some systems decompose."),
    needs_texts=True,
)
THREADS = Parameter("threads", "int | None", None, "Number of threads.", Shell(int, "N", shown="one per processor", least=1))

OF_CLUSTER = [
    RAY,
    Parameter(
        "counts",
        f"{PATH} | None",
        None,
        "With `ray`: folder for the counts, which all machines see under this path; a repeated training does not count again.",
        Shell(Path, "FOLDER", shown="OUTPUT.counts", beside="ray"),
    ),
]

# The parameters of every trainer, besides the options that the core describes.
OF_ALL = [
    Parameter(
        "general",
        "Source | None",
        None,
        "General text besides the language: texts, or JSON lines whose `kind` is english, code or other; see `general_share`.",
        Shell(
            list[str],
            "FILE",
            help="General text besides the language, as CORPUS; JSON lines say in kind: english, code or other.",
            read=lambda given: given and paths(given),
        ),
        _optional(check_source),
    ),
    Parameter(
        "special_tokens",
        "Sequence[str]",
        SPECIAL_TOKENS,
        "The first ids, in this order.",
        Shell(
            list[str],
            "TEXT",
            flag="--special",
            help="A special token.",
            shown=" ".join(SPECIAL_TOKENS),
            read=lambda given: SPECIAL_TOKENS if given is None else given,
        ),
    ),
    Parameter("progress", "bool", True, "Show progress on standard error."),
    Parameter(
        "hold_out", "int | None", None, "Leave out every Nth text of each file, for evaluation.", Shell(int, "N", least=2), needs_texts=True
    ),
    FIELD,
    COLUMN,
    ON_BAD_TEXT,
    COMPOSE,
    THREADS,
    Parameter(
        "name",
        "str | None",
        None,
        "Name of the tokenizer; by default language and kind, such as tr-mft, or the kind alone.",
        Shell(str, "NAME"),
        _check_text,
    ),
    Parameter(
        "language",
        "str | None",
        None,
        "BCP 47 code of the language of the tokenizer, such as tr. Without it no language is recorded, not even that of a language pack.",
        Shell(str, "CODE"),
        _check_text,
    ),
]
