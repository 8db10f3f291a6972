"""Lets the documentation site read docstrings as they are written here, one line per entry (an extension of griffe for `tools/site.py`).

In the numpy style, what follows a colon is a type, and the description stands on the next line. Our docstrings have the types in the
signature, and the description behind the colon. An example at the end needs no heading here, but does there.

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
EXAMPLE = re.compile(r"(?<!-\n)^(?=>>> )", re.MULTILINE)


def numpy_style(text: str) -> str:
    """The docstring in the numpy style."""
    text = SECTION.sub(lambda section: ENTRY.sub(r"\1\n    ", section[0]), text)
    first = EXAMPLE.search(text)
    if first and not re.search(r"^Examples\n", text, re.MULTILINE):
        text = f"{text[: first.start()]}Examples\n--------\n{text[first.start() :]}"
    return text


class Docstrings(griffe.Extension):  # type: ignore[misc]
    """Changes each docstring when it has been read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = numpy_style(obj.docstring.value)
