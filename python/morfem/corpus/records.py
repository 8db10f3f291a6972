"""Records of a file, each with its place: JSON lines, a JSON array of objects, and the rows of a .csv or .tsv table.

An array is taken apart while it is read. The buffer is twice as long whenever an item does not end in it, so time is linear in the file
and memory in its longest item.
"""

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

from .._core import MorfemError

SPACE = re.compile(r"[ \t\n\r]*")
NEAR = 16  # an error so near to the end of the buffer may be due to the end: no word or escape of JSON is longer
LONGEST_CELL = (1 << 31) - 1  # the csv module cuts a text at 131,072 characters if it is not told otherwise

Record = tuple[int, str, Any]  # number, place, and the JSON value


def json_lines(path: str, first: int, lines: list[str]) -> Iterator[Record]:
    """The values of JSON lines, the first of which has the number `first`. Blank lines have none."""
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise MorfemError(
                f"{place}: {_said(error)}; a line has one object, or the whole of a .json file is one array of them"
            ) from None
        yield number, place, value


def _said(error: Exception) -> str:
    """What is wrong with JSON."""
    return "JSON is nested too deeply" if isinstance(error, RecursionError) else f"not valid JSON: {error}"


def json_array(path: str, pieces: Iterator[str]) -> Iterator[Record]:
    """The items of a JSON array, whose text comes in pieces."""
    reader = _Array(path, pieces)
    reader.expect("[")
    number = 0
    while reader.sign() != "]":
        if number:
            reader.expect(",")
            reader.sign()
        number += 1
        place = f"{path}, item {number}"
        try:
            value = reader.item()
        except (ValueError, RecursionError) as error:
            raise MorfemError(f"{place}: {_said(error)}") from None
        yield number, place, value
    reader.expect("]")
    if reader.sign():
        raise MorfemError(f"{path}: there is more after the JSON array")


class _Array:
    """Reads a JSON array piece by piece; `at` is the place in `text`, which is the piece at hand."""

    def __init__(self, path: str, pieces: Iterator[str]) -> None:
        self.path, self.pieces = path, pieces
        self.text, self.at = "", 0
        self.value: Any = None
        self.decode = json.JSONDecoder().raw_decode

    def more(self) -> bool:
        """Reads on until the text is twice as long. False if the file is at its end."""
        kept = [self.text[self.at :]]
        size, wanted = 0, len(kept[0])
        for piece in self.pieces:
            kept.append(piece)
            size += len(piece)
            if size > wanted:
                break
        self.text, self.at = "".join(kept), 0
        return size > 0

    def sign(self) -> str:
        """The next character that is no white space; empty at the end of the file."""
        while True:
            self.at = SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.text) or not self.more():
                return self.text[self.at : self.at + 1]

    def expect(self, wanted: str) -> None:
        """Reads the character that must be next."""
        if (found := self.sign()) != wanted:
            where = f"{found!r} where {wanted!r} belongs" if found else "the array ends too early"
            raise MorfemError(f"{self.path}: not valid JSON: {where}")
        self.at += 1

    def item(self) -> Any:
        """Reads a value. Raises ValueError or RecursionError."""
        while (fault := self.fault()) is not None:
            is_cut = fault.msg.startswith("Unterminated string") or fault.pos + NEAR >= len(self.text)
            if not is_cut or not self.more():
                raise ValueError(fault.msg)
        return self.value

    def fault(self) -> json.JSONDecodeError | None:
        """Reads a value of the text at hand, which is then `value`. Returns the error, which may be that the value is cut."""
        try:
            self.value, self.at = self.decode(self.text, self.at)
        except json.JSONDecodeError as error:
            return error
        return None


def csv_rows(path: str, lines: Iterator[str]) -> Iterator[Record]:
    """The rows of a .csv table by the names in its first row. Cells in quotation marks may have commas and line ends (RFC 4180)."""
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))
    reader = csv.reader(lines, strict=True)
    cells = ((reader.line_num, row) for row in reader if row)
    try:
        yield from _named(path, cells)
    except csv.Error as error:
        raise MorfemError(f"{path}, line {reader.line_num}: not a valid .csv row: {error}") from None


def tsv_rows(path: str, lines: Iterator[str]) -> Iterator[Record]:
    """The rows of a .tsv table by the names in its first row. A tab always ends a cell, and a quotation mark is a character."""
    rows = ((number, line.rstrip("\n").removesuffix("\r")) for number, line in enumerate(lines, 1))
    yield from _named(path, ((number, row.split("\t")) for number, row in rows if row))


def _named(path: str, rows: Iterator[tuple[int, list[str]]]) -> Iterator[Record]:
    _, names = next(rows, (0, []))
    for number, (line, row) in enumerate(rows, 1):
        place = f"{path}, line {line}"
        if len(row) != len(names):
            raise MorfemError(f"{place}: {len(row)} cells, where the first row has {len(names)}")
        yield number, place, dict(zip(names, row, strict=True))
