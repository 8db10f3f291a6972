"""Writes the stub of `morfem.train` from what the core says of its trainers.

    python -m tools.train_stub

The functions of `morfem.train` are made when it is imported; editors and type checkers read the stub. What every trainer takes stands there
once, as the dictionary `_Common`. A test says when the stub is out of date.
"""

import sys
from dataclasses import replace
from pathlib import Path

from morfem.train.function import documentation, listed
from morfem.train.schema import OF_ALL, REQUIRED, SCHEMAS, Parameter, parameters

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


def stub() -> str:
    """The text of the stub, without trainers that are there for tests alone."""
    shipped = [schema for schema in SCHEMAS.values() if not schema["is_for_tests"]]
    own = ["SPECIAL_TOKENS", "ChunkCounts", "Extension", "ExtensionReport", "Pruned", "Teacher", "extend", "prune"]
    names = sorted([*own, *(schema["kind"] for schema in shipped)])
    exported = "".join(f'    "{name}",\n' for name in names)
    return f"{HEAD}__all__ = [\n{exported}]\n\n{_common()}" + "".join(_function(schema) for schema in shipped)


def _common() -> str:
    """The dictionary of the parameters that every trainer has."""
    types = "".join(f"    {parameter.name}: {parameter.type}\n" for parameter in OF_ALL)
    described = _indented(f"What every trainer takes besides its own parameters.\n\nAttributes\n----------\n{listed(OF_ALL)}")
    return f'class _Common(TypedDict, total=False):\n    """{described}\n    """\n\n{types}\n'


def _function(schema: dict[str, object]) -> str:
    """A function with one size, and with several."""
    own = [parameter for parameter in parameters(schema) if parameter not in OF_ALL]
    text = _indented(documentation(schema, own, f"**common : {', '.join(parameter.name for parameter in OF_ALL)}; see `_Common`."))
    one = _declared(schema, [_sized(parameter, "int", True) for parameter in own], "Tokenizer", f'\n    """{text}\n    """\n')
    several = _declared(schema, [_sized(parameter, "Sequence[int]", False) for parameter in own], "list[Tokenizer]", " ...\n")
    return one + several


def _indented(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\n    ").replace("\n    \n", "\n\n")


def _sized(parameter: Parameter, size: str, has_default: bool) -> Parameter:
    """The parameter as one of the overloads has it."""
    if parameter.name != "vocab_size":
        return parameter
    return replace(parameter, type=size, default=parameter.default if has_default else REQUIRED)


def _declared(schema: dict[str, object], known: list[Parameter], result: str, body: str) -> str:
    lines = "".join(f"    {_parameter(parameter)},\n{'    *,' + chr(10) if not place else ''}" for place, parameter in enumerate(known))
    return f"@overload\ndef {schema['kind']}(\n{lines}    **common: Unpack[_Common],\n) -> {result}:{body}"


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
