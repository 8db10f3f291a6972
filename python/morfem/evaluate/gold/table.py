"""Reads the tables of gold data: separated by tabs or commas, with or without a header."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..._core import MorfemError

Dropped = list[tuple[int, str]]


def lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers, from 1. Raises MorfemError, with the line, if the file is not UTF-8."""
    content = Path(path).read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise MorfemError(f"{path}, line {number}: invalid UTF-8: {error.reason}; gold data must be UTF-8") from None
    if not text:
        return
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        yield number, line.removesuffix("\r")


def rows(path: str, columns: Sequence[str], dropped: Dropped) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header that have all of `columns`, with their line numbers; other rows are added to `dropped`.

    A file with the extension ``.csv`` is comma-separated. Any other file is tab-separated, without quotes. A header that lacks one of the
    columns is a MorfemError.
    """
    header: list[str] | None = None
    is_comma = Path(path).suffix == ".csv"
    for number, line in lines(path):
        cells = next(csv.reader([line]), []) if is_comma else line.split("\t")
        if header is None:
            header = cells
            missing = [column for column in columns if column not in header]
            if missing:
                raise MorfemError(f"{path}, line 1: no column {missing[0]!r}; the columns are {', '.join(map(repr, header))}")
        elif len(cells) != len(header):
            if line:
                dropped.append((number, f"{len(cells)} columns, not {len(header)}"))
        else:
            yield number, dict(zip(header, cells, strict=True))


def count(cell: str | None, number: int, dropped: Dropped) -> int | None:
    """Parses a count. An invalid count gives None, and its row is added to `dropped`. Without a column of counts, each row counts once."""
    if cell is None:
        return 1
    if cell.isascii() and cell.isdigit():
        return int(cell)
    dropped.append((number, f"{cell!r} is not a count"))
    return None
