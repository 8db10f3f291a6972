"""Lets the documentation site read docstrings as they are written here, one line per entry (an extension of griffe for `tools/site.py`).

In the numpy style, what follows a colon is a type, and the description stands on the next line. Our docstrings have the types in the
signature, and the description behind the colon. An example at the end needs no heading here, but does there. A table between lines of =
becomes one of Markdown.

>>> print(numpy_style("Raises\\n------\\nKeyError : if there is\\n    no such name."))
Raises
------
KeyError
    if there is
    no such name.
"""

import re
from typing import Any

import griffe

SECTION = re.compile(r"^(Parameters|Attributes|Raises)\n-+\n(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^([\w*., ]+?) : ", re.MULTILINE)
TABLE = re.compile(r"^(=+ +)=+\n(.*?)\n=+ +=+$", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"(?<!-\n)^(?=>>> )", re.MULTILINE)


def numpy_style(text: str) -> str:
    """The docstring in the numpy style."""
    text = TABLE.sub(lambda found: _table(found[2].split("\n"), len(found[1])), text)
    text = SECTION.sub(lambda section: ENTRY.sub(r"\1\n    ", section[0]), text)
    first = EXAMPLE.search(text)
    if first and not re.search(r"^Examples\n", text, re.MULTILINE):
        text = f"{text[: first.start()]}Examples\n--------\n{text[first.start() :]}"
    return text


def _table(lines: list[str], width: int) -> str:
    """A table of two columns, the first of which is `width` characters wide. A line without the first continues the one above."""
    rows: list[list[str]] = []
    for line in lines:
        first, second = (cell.strip().replace("|", r"\|") for cell in (line[:width], line[width:]))
        if first:
            rows.append([first, second])
        else:
            rows[-1][1] += f" {second}"
    return "\n".join(["| | |", "|---|---|", *(f"| {' | '.join(row)} |" for row in rows)])


class Docstrings(griffe.Extension):  # type: ignore[misc]
    """Changes each docstring when it has been read, and shows what stubs describe."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = numpy_style(obj.docstring.value)

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Leaves out what Python adds to a compiled class, and its docstring for Rust: the stub has one for Python."""
        if cls.filepath.suffix in (".so", ".pyd"):
            cls.docstring = None
            for name in ("__doc__", "__module__", "__new__"):
                cls.members.pop(name, None)

    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        """Makes a member of a function that has only overloads: griffe would lose the trainers, which the module makes when it is run."""
        for name in list(mod.overloads):
            if name not in mod.members:
                mod.set_member(name, mod.overloads.pop(name)[0])
