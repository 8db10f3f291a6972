"""Tokens in columns for reading: the piece, below it its kind or gloss, and its id."""

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .._core import Encoding
from ..encoder import Encoder
from .formats import Writer

STYLES = {
    "special": "bold magenta",
    "byte": "red",
    "mark": "magenta",
    "space": "dim",
    "symbol": "yellow",
    "subword": "cyan",
    "affix": "green",
    "pattern": "blue",
    "root": "bold",
    "stem": "bold",
    "word": "bold cyan",
    "phrase": "bold green",
}
SIGNS = {" ": "▁", "\n": "⏎", "\t": "⇥"}
# Signs for control characters; those from U+0080 on have none of their own.
PICTURES = {c: 0x2400 + c for c in range(0x20)} | {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
GAP = 2


class Cell(NamedTuple):
    """A token in the table: its text, its kind or gloss, its id, and its style."""

    piece: str
    note: str
    id: str
    style: str

    @property
    def width(self) -> int:
        """The width in columns of the terminal."""
        return max(cell_len(self.piece), len(self.note), len(self.id)) + GAP


class Table(Writer):
    """Writes a table for each text. Uses colours only if the output is a terminal."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        super().__init__(encoder, file)
        self._console = Console(force_terminal=None if file is sys.stdout.buffer else False, highlight=False)

    def write(self, texts: list[str]) -> int:
        """Writes the tables of texts; returns the number of tokens."""
        count = 0
        for text in texts:
            with self._console.capture() as capture:
                count += show(self._console, self._encoder, text)
                self._console.print()
            self._file.write(capture.get().encode())
        return count


def show(console: Console, encoder: Encoder, text: str) -> int:
    """Prints the table of a text, and a summary line; returns the number of tokens."""
    tokenizer = encoder.tokenizer
    encoding = encoder.encodings([text])[0]
    cells = list(_cells(encoding))
    if encoder.append is not None:
        cells.append(Cell(encoder.append, "special", str(tokenizer.token_to_id(encoder.append)), STYLES["special"]))
    console.print(Text(visible(text, is_cut=False), "bold"), no_wrap=True, overflow="ellipsis")
    for first, last in fitting([cell.width for cell in cells], console.width - 1):
        row = cells[first:last]
        console.print(_line([(cell.piece, cell.width, cell.style) for cell in row]))
        console.print(_line([(cell.note, cell.width, "") for cell in row]))
        console.print(_line([(cell.id, cell.width, "dim") for cell in row]))
    is_exact = tokenizer.decode(encoding.ids) == text
    end = Text("exact", "green") if is_exact else Text("NOT EXACT: please report this text", "bold red")
    words = counted(len(text.split()), "word")
    console.print(Text.assemble(f" {counted(len(cells), 'token')} for {words}, {counted(len(text), 'character')}; ", end, style="dim"))
    return len(cells)


def visible(text: str, is_cut: bool = True) -> str:
    """Replaces invisible characters by signs; spaces too, if `is_cut`."""
    shown = "".join(c if c == " " and not is_cut else SIGNS.get(c) or _sign(c) for c in text)
    return "◌" + shown if unicodedata.combining(text[:1] or " ") else shown


def harmless(text: str) -> str:
    """The text with a sign in place of each control character, which a terminal would obey. Positions stay the same."""
    return text.translate(PICTURES)


def _sign(c: str) -> str:
    category = unicodedata.category(c)
    return f"\\u{ord(c):04x}" if category[0] == "C" or category in ("Zl", "Zp", "Zs") else c


def _cells(encoding: Encoding) -> Iterator[Cell]:
    columns = zip(encoding.ids, encoding.tokens, encoding.surfaces, encoding.byte_offsets, encoding.kinds, encoding.glosses, strict=True)
    languages = encoding.languages or [None] * len(encoding)
    for (id, token, surface, (start, end), kind, gloss), language in zip(columns, languages, strict=True):
        is_whole = len(surface.encode()) == end - start
        note = gloss or kind
        yield Cell(visible(surface) if is_whole else token, f"{note}, {language}" if language else note, str(id), STYLES[kind])


def fitting(widths: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """The first cell of each line and the one behind its last, if cells of these widths are broken into lines."""
    first = used = 0
    for number, wide in enumerate(widths):
        if number > first and used + wide > width:
            yield first, number
            first, used = number, 0
        used += wide
    if widths:
        yield first, len(widths)


def _line(columns: list[tuple[str, int, str]]) -> Text:
    line = Text(" ", no_wrap=True, overflow="ignore")
    for content, width, style in columns:
        line.append(content, style)
        line.append(" " * (width - cell_len(content)))
    line.rstrip()
    return line


def counted(count: int, what: str) -> str:
    """A number of things: 1 token, 2 tokens."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
