"""What the core says of its trainers, and the parameters that follow: for signatures, documentation, the stub and the command line."""

import json
from dataclasses import dataclass
from typing import Any

from .._core import trainers

SPECIAL_TOKENS = ("<pad>", "<s>", "</s>", "<mask>")
SCHEMAS: dict[str, dict[str, Any]] = {schema["kind"]: schema for schema in json.loads(trainers())}
REQUIRED = object()
PATH = "str | PathLike[str]"


@dataclass(frozen=True)
class Parameter:
    """A parameter of a training function. The type is written as in a stub."""

    name: str
    type: str
    default: Any
    help: str


def parameters(schema: dict[str, Any]) -> list[Parameter]:
    """The parameters of a trainer in their order; all but the first are given by name."""
    size = REQUIRED if schema["vocab_size"] is None else schema["vocab_size"]
    seed = f"decides {schema['seed']}." if schema["seed"] else "written into the training record; this trainer draws no random numbers."
    inputs = [parameter for each in schema["inputs"] for parameter in _of_input(each)]
    return [
        Parameter("corpus", "Source", REQUIRED, "what to train on."),
        *inputs,
        Parameter(
            "vocab_size",
            "int | Sequence[int]",
            size,
            "ids of the tokenizer, specials and the 256 bytes included. Several sizes give a list of tokenizers in that order.",
        ),
        *(Parameter(option["name"], _type(option), option["default"], _small(option["help"])) for option in schema["options"]),
        Parameter("special_tokens", "Sequence[str]", SPECIAL_TOKENS, "the first ids, in this order."),
        Parameter("seed", "int", 0, seed),
        Parameter("progress", "bool", True, "show what is going on, on standard error."),
        Parameter("hold_out", "int | None", None, "leave out every text whose number in its file is a multiple of this."),
        Parameter("field", "str | None", None, 'field of JSON lines that holds the text; "text" unless given.'),
        Parameter("column", "str | None", None, 'column of Parquet files that holds the text; "text" unless given.'),
        Parameter("threads", "int | None", None, "threads to work on; None for one for each processor."),
        Parameter("name", "str | None", None, "name of the tokenizer; None for the kind, after the language."),
        Parameter("language", "str | None", None, "BCP 47 code of the language of the tokenizer."),
    ]


def _of_input(each: dict[str, Any]) -> list[Parameter]:
    """The parameters that give a trainer one of its inputs."""
    if each["input"] == "pack":
        used = f", of which {', '.join(each['files'])} is used" if each["files"] else ""
        return [Parameter("pack", PATH, REQUIRED, f'language pack{used}: the code of a bundled one, such as "tr", or a folder.')]
    if each["input"] == "table":
        name, file = each["name"], each["file"]
        return [
            Parameter(
                name, f"{PATH} | None", None, f"{_small(each['help'])}: the code of a bundled language, a folder with {file}, or a file."
            )
        ]
    if each["input"] == "learned":
        what = "tokenizer of this kind to take over from, instead of tables: only the vocabulary is made anew."
        return [Parameter("learned", "Tokenizer | None", None, what)]
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
            "minutes for which a network is trained on the corpus, which then has to be running text. Needs PyTorch.",
        ),
        Parameter("analyser", "Tokenizer | str", "tr-mft", "tokenizer that teaches a new network, or its name or folder; one of kind mft."),
        Parameter(
            "work",
            f"{PATH} | None",
            None,
            "folder that keeps labels, network and its answers, to go on from; a budget needs one. Without, the answers are kept in a "
            "temporary folder until the training is done; if it fails, the folder stays and the error names it.",
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
    """A sentence as it continues a line, unless it begins with an abbreviation."""
    return sentence if sentence[1:2].isupper() or sentence[1:2].isdigit() or sentence[1:2] == "-" else sentence[0].lower() + sentence[1:]
