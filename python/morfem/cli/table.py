"""Tokens as people read them: pieces in columns, below each what it is and its id."""

import unicodedata
from io import TextIOWrapper
from typing import BinaryIO, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .formats import Encoder

STYLES = {
    "special": "bold magenta",
    "byte": "red",
    "mark": "dim",
    "space": "dim",
    "symbol": "yellow",
    "subword": "cyan",
    "affix": "green",
    "pattern": "blue",
    "root": "bold",
    "word": "bold cyan",
    "phrase": "bold green",
}


class Cell(NamedTuple):
    """A token: what it covers, what it is, and its id."""

    piece: str
    note: str
    id: str
    style: str

    @property
    def width(self) -> int:
        """Columns of the terminal that it takes."""
        return max(cell_len(self.piece), len(self.note), len(self.id))


class Table:
    """Writes a table for each text, with a line that sums it up and says whether decoding gives the text back."""

    def __init__(self, encoder: Encoder, file: BinaryIO | None = None, console: Console | None = None) -> None:
        self._encoder = encoder
        self._file = None if file is None else TextIOWrapper(file, "utf-8", write_through=True)
        self._console = console or Console(file=self._file if self._file is not None and not _is_stdout(file) else None, highlight=False)

    def write(self, texts: list[str]) -> int:
        """A table for each text; returns the number of tokens."""
        return sum(self.show(text) for text in texts)

    def close(self) -> None:
        """There are no more texts."""
        if self._file is not None:
            self._file.detach()

    def show(self, text: str) -> int:
        ...
