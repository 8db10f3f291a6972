"""Writes the stub of `morfem.train` from what the core says of its trainers.

    python -m tools.train_stub

The functions of `morfem.train` are made when it is imported; editors and type checkers read the stub. A test says when it is out of date.
"""

import sys
from dataclasses import replace
from pathlib import Path

from morfem.train.function import documentation
from morfem.train.schema import REQUIRED, SCHEMAS, SPECIAL_TOKENS, Parameter, parameters

STUB = Path(__file__).parents[1] / "python" / "morfem" / "train" / "__init__.pyi"
HEAD = '''"""Training: a corpus in, a `Tokenizer` out. Written by `python -m tools.train_stub`."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Literal, overload

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
    listed = "".join(f'    "{name}",\n' for name in names)
    return HEAD + f"__all__ = [\n{listed}]\n" + "".join(_function(schema) for schema in shipped)


def _function(schema: dict[str, object]) -> str:
    """A function with one size, and with several."""
    known = parameters(schema)
    indented = documentation(schema).replace("\\", "\\\\").replace("\n", "\n    ").replace("\n    \n", "\n\n")
    one = _declared(schema, [_sized(parameter, "int", True) for parameter in known], "Tokenizer", f'\n    """{indented}\n    """\n')
    several = _declared(schema, [_sized(parameter, "Sequence[int]", False) for parameter in known], "list[Tokenizer]", " ...\n")
    return one + several


def _sized(parameter: Parameter, size: str, has_default: bool) -> Parameter:
    """The parameter as one of the overloads has it."""
    if parameter.name != "vocab_size":
        return parameter
    return replace(parameter, type=size, default=parameter.default if has_default else REQUIRED)


def _declared(schema: dict[str, object], known: list[Parameter], result: str, body: str) -> str:
    lines = "".join(f"    {_parameter(parameter)},\n{'    *,' + chr(10) if not place else ''}" for place, parameter in enumerate(known))
    return f"@overload\ndef {schema['kind']}(\n{lines}) -> {result}:{body}"


def _parameter(parameter: Parameter) -> str:
    if parameter.default is REQUIRED:
        return f"{parameter.name}: {parameter.type}"
    default = "..." if parameter.default == SPECIAL_TOKENS else _literal(parameter.default)
    return f"{parameter.name}: {parameter.type} = {default}"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:_}" if type(value) is int and value >= 10_000 else repr(value)


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
    sys.exit(0)
