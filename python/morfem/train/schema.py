"""The core's description of its trainers, and the parameters made from it: for signatures, documentation, the stub and the command line."""

import json
from dataclasses import dataclass
from typing import Any

from .._core import trainers

SPECIAL_TOKENS = ("<pad>", "<s>", "</s>", "<mask>")
SCHEMAS: dict[str, dict[str, Any]] = {schema["kind"]: schema for schema in json.loads(trainers())}
REQUIRED = object()
ANALYSER = "tr-mft"  # the default teacher of a network
PATH = "str | PathLike[str]"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a training function. The type is written as in a stub."""

    name: str
    type: str
    default: Any
    help: str


def parameters(schema: dict[str, Any]) -> list[Parameter]:
    """The parameters of a trainer, in order; all but the first are keyword-only."""
    size = REQUIRED if schema["vocab_size"] is None else schema["vocab_size"]
    seed = f"decides {schema['seed']}." if schema["seed"] else "written into the training record; this trainer draws no random numbers."
    inputs = [parameter for each in schema["inputs"] for parameter in _of_input(each)]
    corpus = Parameter(
        "corpus",
        "Source | ChunkCounts",
        REQUIRED,
        'what to train on: a path, a folder, a pattern such as "*.txt.xz", or a list of these; a list or another iterable of texts; '
        "a mapping of words to counts; or chunks that have been counted before. `morfem.corpus` lists the formats of files.",
    )
    return [
        *([] if joins_members(schema) else [corpus]),
        *inputs,
        Parameter(
            "vocab_size",
            "int | Sequence[int]",
            size,
            "number of ids, including specials and the 256 bytes. Several sizes give a list of tokenizers in that order.",
        ),
        *(Parameter(option["name"], _type(option), option["default"], _small(described(option))) for option in schema["options"]),
        Parameter(
            "general",
            "Source | None",
            None,
            "general text besides the language: texts, or JSON lines whose `kind` is english, code or other; see `general_share`.",
        ),
        Parameter("special_tokens", "Sequence[str]", SPECIAL_TOKENS, "the first ids, in this order."),
        Parameter("seed", "int", 0, seed),
        Parameter("progress", "bool", True, "show progress on standard error."),
        Parameter("hold_out", "int | None", None, "with N, leave out every Nth text of each file."),
        Parameter("field", "str | None", None, 'field of JSON, or column of .csv and .tsv, that holds the text; by default "text".'),
        Parameter("column", "str | None", None, 'column of Parquet files that holds the text; by default "text".'),
        Parameter(
            "on_bad_text",
            'Literal["fail", "skip", "replace"]',
            "fail",
            "what to do with a text that has bytes which are not UTF-8, or half a surrogate pair; such texts are counted.",
        ),
        Parameter("threads", "int | None", None, "number of threads; None for one per processor."),
        *([] if joins_members(schema) else _of_ray()),
        Parameter("name", "str | None", None, "name of the tokenizer; None for language and kind, such as tr-mft, or for the kind alone."),
        Parameter(
            "language",
            "str | None",
            None,
            "BCP 47 code of the language of the tokenizer, such as tr; None records no language, not even that of a language pack.",
        ),
    ]


def described(option: dict[str, Any]) -> str:
    """What an option is, and the bounds of a number."""
    bounds = f" From {option['least']:,.10g} to {option['most']:,.10g}." if "most" in option else ""
    return f"{option['help']}{bounds}"


def joins_members(schema: dict[str, Any]) -> bool:
    """Whether a trainer joins tokenizers, in place of reading a corpus."""
    return any(each["input"] == "members" for each in schema["inputs"])


def _of_ray() -> list[Parameter]:
    """The parameters that let a Ray cluster count a corpus."""
    return [
        Parameter(
            "ray",
            "str | None",
            None,
            'address of a Ray cluster whose workers count the chunks of the files, such as "auto", or "local" for this machine; needs '
            "morfem[ray]. The result is the same.",
        ),
        Parameter(
            "counts",
            f"{PATH} | None",
            None,
            "with ray: folder for the counts, which all machines see under this path; a repeated training does not count again.",
        ),
    ]


def _of_input(each: dict[str, Any]) -> list[Parameter]:
    """The parameters that give a trainer one of its inputs."""
    if each["input"] == "pack":
        used = f" (only {', '.join(each['files'])} is used)" if each["files"] else ""
        return [Parameter("pack", PATH, REQUIRED, f'language pack{used}: the code of a bundled one, such as "tr", or a folder.')]
    if each["input"] == "table":
        name, file = each["name"], each["file"]
        return [
            Parameter(
                name, f"{PATH} | None", None, f"{_small(each['help'])}: the code of a bundled language, a folder with {file}, or a file."
            )
        ]
    if each["input"] == "members":
        return [
            Parameter(
                "members", f"Sequence[Tokenizer | {PATH}]", REQUIRED, "the tokenizers to join: bundled names, folders or tokenizers."
            ),
            Parameter(
                "texts",
                "Mapping[str, Source] | None",
                None,
                "texts of each language, by its code. The vocabulary of a member stands for texts that are missing.",
            ),
            Parameter(
                "weights",
                "Mapping[str, float] | None",
                None,
                "how much each language counts, by its code; 1 for others. The languages are scaled to the same number of bytes first.",
            ),
        ]
    if each["input"] == "learned":
        what = "Splinter tokenizer whose tables and statistics are used, instead of alphabet and clitics; only the vocabulary is trained."
        return [Parameter("learned", f"Tokenizer | {PATH} | None", None, f"{what} A name, a folder or a tokenizer.")]
    return [
        Parameter(
            "network",
            f"Teacher | {PATH} | None",
            None,
            "teacher of the boundaries, or the checkpoint of a trained network; None for the bundled one, or, with a budget, a new one.",
        ),
        Parameter(
            "budget",
            "float | None",
            None,
            "minutes for which a new network is trained on the corpus, which must then be running text. Needs PyTorch.",
        ),
        Parameter("analyser", "Tokenizer | str", ANALYSER, "the teacher of a new network: a tokenizer of kind mft, or its name or folder."),
        Parameter(
            "work",
            f"{PATH} | None",
            None,
            "folder that keeps labels, network and its probabilities, so that a training can continue; required with a budget. By "
            "default a temporary folder keeps the probabilities; if the training fails, the folder stays and the error names it.",
        ),
        Parameter(
            "evaluation_words",
            "Sequence[str]",
            (),
            "words in lower case that are kept out of the exception table and of the training of a new network.",
        ),
    ]


def _type(option: dict[str, Any]) -> str:
    """The Python type of an option."""
    if option["type"] == "choice":
        plain = f"Literal[{', '.join(json.dumps(name) for name in option['names'])}]"
    else:
        plain = {"whole": "int", "number": "float"}[option["type"]]
    return f"{plain} | None" if option["is_optional"] else plain


def _small(sentence: str) -> str:
    """A sentence with a small first letter, unless it begins with an abbreviation."""
    return sentence if sentence[1:2].isupper() or sentence[1:2].isdigit() or sentence[1:2] == "-" else sentence[0].lower() + sentence[1:]
