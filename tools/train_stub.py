"""Writes the stub of `morfem.train` from what the core says of its trainers.

    python -m tools.train_stub

The functions of `morfem.train` are made when it is imported; editors and type checkers read the stub. What many trainers take stands there
once, as the dictionaries of `SHARED`. A test says when the stub is out of date.
"""

import sys
from dataclasses import replace
from pathlib import Path

from morfem.train.function import documentation, listed
from morfem.train.schema import OF_ALL, OF_CLUSTER, REQUIRED, SCHEMAS, Parameter, parameters

STUB = Path(__file__).parents[1] / "python" / "morfem" / "train" / "__init__.pyi"
HEAD = '''"""Training: a corpus in, a `Tokenizer` out. Written by `python -m tools.train_stub`."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Literal, TypedDict, overload

from typing_extensions import Unpack

from .._core import ChunkCounts as ChunkCounts
from .._core import Tokenizer
from ..corpus import Source
from ..morpheus.boundaries import Teacher as Teacher
from .extension import Extension as Extension
from .extension import ExtensionReport as ExtensionReport
from .extension import extend as extend
from .pruning import Pruned as Pruned
from .pruning import prune as prune

SPECIAL_TOKENS: tuple[str, ...]
'''
# The dictionaries: what each extends, what it is, and its parameters.
SHARED: dict[str, tuple[str, str, list[Parameter]]] = {
    "_Common": ("TypedDict", "What every trainer takes besides its own parameters.", OF_ALL),
    "_OfCorpus": ("_Common", "What every trainer that reads a corpus takes too, besides what `_Common` has.", OF_CLUSTER),
}


def stub() -> str:
    """The text of the stub, without trainers that are there for tests alone."""
    shipped = [schema for schema in SCHEMAS.values() if not schema["is_for_tests"]]
    own = ["SPECIAL_TOKENS", "ChunkCounts", "Extension", "ExtensionReport", "Pruned", "Teacher", "extend", "prune"]
    names = sorted([*own, *(schema["kind"] for schema in shipped)])
    exported = "".join(f'    "{name}",\n' for name in names)
    parts = [*map(_dictionary, SHARED), *map(_function, shipped)]
    return f"{HEAD}__all__ = [\n{exported}]\n\n{''.join(parts)}"


def _dictionary(name: str) -> str:
    """A dictionary of parameters that many trainers have."""
    base, about, known = SHARED[name]
    types = "".join(f"    {parameter.name}: {parameter.type}\n" for parameter in known)
    described = _indented(f"{about}\n\nAttributes\n----------\n{listed(known)}")
    return f'class {name}({base}, total=False):\n    """{described}\n    """\n\n{types}\n'


def _function(schema: dict[str, object]) -> str:
    """A function with one size, and with several."""
    known = parameters(schema)
    last = "_OfCorpus" if OF_CLUSTER[0] in known else "_Common"
    shared = [*OF_ALL, *(OF_CLUSTER if last == "_OfCorpus" else [])]
    own = [parameter for parameter in known if parameter not in shared]
    text = _indented(documentation(schema, own, f"**common : {', '.join(parameter.name for parameter in shared)}; see `{last}`."))
    one = _declared(schema, last, [_sized(parameter, "int", True) for parameter in own], "Tokenizer", f'\n    """{text}\n    """\n')
    several = _declared(schema, last, [_sized(parameter, "Sequence[int]", False) for parameter in own], "list[Tokenizer]", " ...\n")
    return one + several


def _indented(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\n    ").replace("\n    \n", "\n\n")


def _sized(parameter: Parameter, size: str, has_default: bool) -> Parameter:
    """The parameter as one of the overloads has it."""
    if parameter.name != "vocab_size":
        return parameter
    return replace(parameter, type=size, default=parameter.default if has_default else REQUIRED)


def _declared(schema: dict[str, object], last: str, known: list[Parameter], result: str, body: str) -> str:
    lines = "".join(f"    {_parameter(parameter)},\n{'    *,' + chr(10) if not place else ''}" for place, parameter in enumerate(known))
    return f"@overload\ndef {schema['kind']}(\n{lines}    **common: Unpack[{last}],\n) -> {result}:{body}"


def _parameter(parameter: Parameter) -> str:
    if parameter.default is REQUIRED:
        return f"{parameter.name}: {parameter.type}"
    return f"{parameter.name}: {parameter.type} = {_literal(parameter.default)}"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:_}" if type(value) is int and value >= 10_000 else repr(value)


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    sys.exit(0)
