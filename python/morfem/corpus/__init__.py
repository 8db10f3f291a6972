"""Read corpora as batches of texts, from files, standard input, or Python iterables.

A text is a line of a text file, a field of a JSON object, or a cell of a table. The suffix of a file decides:

======================================  =================================================================================
``.jsonl`` ``.ndjson`` ``.jsonlines``   one JSON object per line; the text is one of its fields
``.json``                               the same, or one JSON array of such objects
``.csv``                                a table whose first row names its columns; the text is one of them
``.tsv``                                with `field`, a table as above, without quotation marks; for a training without
                                        `field`, ``word<TAB>count``, one per line; elsewhere text
``.parquet``                            one text per row, in one of the columns
``.gz`` ``.bz2`` ``.xz`` ``.zst``       after another suffix: the same, compressed
anything else, ``-``                    UTF-8 text, one text per line
======================================  =================================================================================

A folder stands for the files in it, and in its folders, that have one of these suffixes or ``.txt``; a `CorpusWarning` counts the others.

A byte order mark (U+FEFF) at the start of a file is skipped, with a `CorpusWarning`. Only U+000A ends a line. Training drops line
ends (U+000D U+000A or U+000A). Encoding keeps them, so that the texts of a file, joined, are the file. `hold_out=N` holds out every Nth
text of each file, counted from 1. Files are read in blocks, never as a whole.

A text is bad if it has bytes that are not UTF-8, or half a surrogate pair, as JSON can write it. `on_bad_text` says what happens then:
``"fail"`` raises an error, ``"skip"`` leaves the text out, ``"replace"`` makes each such byte or half U+FFFD. Both count the bad texts in
a `CorpusWarning` at the end.
"""

import errno
import hashlib
import json
import os
import re
import sys
import warnings
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from io import StringIO
from itertools import chain, islice
from operator import index
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeVar
from unicodedata import normalize

from .._core import MorfemError
from ..checks import check_whole, wrong_type
from ..output import sha256
from ..require import arrow
from .files import ARCHIVES, JSON, KNOWN, TABLES, CorpusWarning, File, check_signature, files_in, find, is_path, one_line, unpacked
from .records import Record, csv_rows, json_array, json_lines, tsv_rows

__all__ = [
    "ARCHIVES",
    "JSON",
    "KNOWN",
    "BadText",
    "Corpus",
    "CorpusWarning",
    "File",
    "GeneralCorpus",
    "Source",
    "files_in",
    "find",
    "texts",
]

Source = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Iterable[str] | Mapping[str, int]
Counted = tuple[list[str], list[int]]
BadText = Literal["fail", "skip", "replace"]
Item = TypeVar("Item")

BATCH = 1 << 20  # approximate bytes of text in a batch
READ = 1 << 16  # bytes read at once; a compressed block may expand a thousandfold
# Half a surrogate pair. As such is a byte read that is not UTF-8, if bad texts are skipped or replaced (PEP 383).
HALF = re.compile("[\ud800-\udfff]")
BLANK = b" \t\r\n\xef\xbb\xbf"  # white space and a byte order mark
CONVERT = "convert it with iconv, or have bad texts skipped or replaced"
ON_BAD_TEXT = {"skip": "skipped", "replace": "kept, with U+FFFD in place of what is bad"}


def check_source(name: str, source: object) -> None:
    """Raises TypeError if `source`, the argument `name`, cannot be a corpus."""
    if isinstance(source, bytes | bytearray) or not (
        isinstance(source, os.PathLike) or hasattr(source, "__iter__") or hasattr(source, "__getitem__")
    ):
        raise wrong_type(name, source, "a path (str), a list of paths, a list of texts (str), or a mapping of words to counts")


def _named(source: str) -> list[File]:
    """The files that a str names. The error if there is none says so, because a text is easily given as a str."""
    try:
        return find(source)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENAMETOOLONG):
            raise
        # OSError makes the class that belongs to the number, here FileNotFoundError for ENOENT.
        raise OSError(error.errno, f"{error.strerror}; a str is a path, so give texts as a list of str", error.filename) from None


def texts(
    source: Source,
    *,
    field: str | None = None,
    column: str | None = None,
    hold_out: int | None = None,
    only_held_out: bool = False,
    line_ends: bool = False,
    on_bad_text: BadText = "fail",
    compose: bool = False,
) -> Iterator[list[str]]:
    """The texts of a corpus in batches of about a megabyte.

    Parameters
    ----------
    source : a path, a folder, a pattern such as ``"*.txt.xz"``, ``"-"`` for standard input, a list of these, or an iterable of texts.
        A list of strings is a list of paths if its first item names a file or folder, is a pattern that matches one, or ends in a suffix
        of the table above.
    field : field of a JSON object, or column of a .csv or .tsv table, that holds the text; by default "text". If given, standard input is
        read as JSON.
    column : column of a Parquet file that holds the text; by default "text".
    hold_out : leave out every Nth text of each file.
    only_held_out : return only the texts that `hold_out` leaves out.
    line_ends : keep the ends of the lines of text files.
    on_bad_text : what to do with a text that is not valid: "fail", "skip" or "replace".
    compose : compose the characters of each text (NFC), which some systems decompose in file names and PDF.

    Raises
    ------
    MorfemError : for text that is not UTF-8, a broken archive, or a missing field or column; the message names file and line. Also if
        `field` or `column` is given, and a file has none.
    OSError : for files that cannot be read.

    >>> list(texts(["bir kitap", "iki kitap", "kitaplar"], hold_out=2))
    [['bir kitap', 'kitaplar']]
    """
    corpus = Corpus(
        source,
        field=field,
        column=column,
        hold_out=hold_out,
        only_held_out=only_held_out,
        line_ends=line_ends,
        on_bad_text=on_bad_text,
        compose=compose,
    )
    return corpus.texts()


class Corpus:
    """A corpus that counts how much of it has been read. Parameters: see `texts`.

    Attributes
    ----------
    files : its files; empty for an iterable.
    size : bytes of all files together, None if that is not known.
    done : bytes read so far.
    lines : number of texts returned so far.
    bad_texts : number of bad texts that were skipped or changed so far.
    field, column, hold_out, on_bad_text : as given.
    """

    def __init__(
        self,
        source: Source,
        *,
        field: str | None = None,
        column: str | None = None,
        hold_out: int | None = None,
        only_held_out: bool = False,
        line_ends: bool = False,
        on_bad_text: BadText = "fail",
        compose: bool = False,
    ) -> None:
        check_source("source", source)
        if hold_out is not None:
            check_whole("hold_out", hold_out, "a whole number, or None")
        if hold_out is not None and hold_out < 2:
            raise MorfemError(f"hold_out is {hold_out}; give 2 or more, or None to hold out nothing")
        if only_held_out and hold_out is None:
            raise MorfemError("only_held_out needs hold_out=N, which holds out every Nth text")
        if on_bad_text not in ("fail", *ON_BAD_TEXT):
            raise MorfemError(f"on_bad_text is {on_bad_text!r}; give fail, skip or replace")
        self.files: list[File] = []
        self._items: Iterable[str] | Mapping[str, int] = ()
        if isinstance(source, str):
            self.files = _named(source)
        elif isinstance(source, os.PathLike):
            self.files = find(source)
        elif isinstance(source, list | tuple) and source and is_path(source[0]):
            self.files = [file for path in source for file in find(path)]
        else:
            self._items = source  # type: ignore[assignment]
        sizes = [file.size for file in self.files]
        self.size = None if not sizes or None in sizes else sum(size or 0 for size in sizes)
        self.done = self.lines = self.bad_texts = 0
        self.field, self.column, self.hold_out, self.on_bad_text = field, column, hold_out, on_bad_text
        self._check_names()
        self._line_ends, self._only_held_out, self._compose = line_ends, only_held_out, compose
        self._digests: dict[str, str] = {}

    @property
    def names(self) -> str:
        """The names of the files for display, shortened if there are many."""
        names = ["standard input" if file.path == "-" else file.name for file in self.files]
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "") or "texts"

    def _check_names(self) -> None:
        """Raises an error if a field or column is named that a file cannot have: its texts would silently be others than those meant."""
        kinds = {file: self._kind(file) for file in self.files}
        if self.field is not None:
            if plain := next((file.path for file, kind in kinds.items() if kind == "text"), None if self.files else "texts"):
                what = f"of {', '.join((*JSON, *TABLES))}"
                raise MorfemError(f"{plain}: plain text has no field {self.field!r}; a file {what} has fields, also compressed")
            if all(kind == "parquet" for kind in kinds.values()):
                raise MorfemError(f"{self.names}: Parquet has columns, not fields; give column {self.field!r} in place of field")
        if self.column is not None and "parquet" not in kinds.values():
            raise MorfemError(f"{self.names}: column {self.column!r} is for Parquet, and none is read; JSON, .csv and .tsv have a field")

    def _kind(self, file: File) -> str:
        """How a file is read: parquet, json, csv, tsv or text."""
        if file.suffix in JSON or (file.path == "-" and self.field is not None):
            return "json"
        is_table = file.suffix in (".csv", ".parquet") or (file.suffix == ".tsv" and self.field is not None)
        return file.suffix[1:] if is_table else "text"

    def texts(self) -> Iterator[list[str]]:
        """The texts, in batches."""
        if isinstance(self._items, Mapping):
            raise MorfemError("a mapping of words to counts is not running text; give texts")
        for file in self.files:
            yield from map(self._count, self._texts(file))
        yield from map(self._count, self._batches(self._items))
        self.note_bad_texts()

    def lines_with_text(self, size: int) -> Iterator[list[str]]:
        """The texts that are not empty, `size` at a time."""
        for texts in self.texts():
            kept = [text for text in texts if text]
            yield from (kept[first : first + size] for first in range(0, len(kept), size))

    def counted(self) -> Iterator[list[str] | Counted]:
        """The texts in batches. For a table of word counts, pairs of a list of words and a list of counts."""
        for file in self.files:
            if file.suffix == ".tsv" and self.field is None:
                self._refuse_hold_out(file.path)
                for words, counts in self._counts(file):
                    yield self._count(words), counts
            else:
                yield from map(self._count, self._texts(file))
        if isinstance(self._items, Mapping):
            self._refuse_hold_out("a mapping")
            items = iter(self._items.items())
            while batch := list(islice(items, 1 << 14)):
                yield self._count([_text(word) for word, _ in batch]), [_counted(count, repr(word)) for word, count in batch]
        else:
            yield from map(self._count, self._batches(self._items))
        self.note_bad_texts()

    def documents(self) -> Iterator["Document"]:
        """The texts of the files, each with its place and, in JSON and tables, the record that it is a field of."""
        for file in self.files:
            if self._kind(file) == "text":
                lines = ((number, line) for first, text in self.blocks(file) for number, line in enumerate(text.split("\n"), first))
                entries: Iterator[Record] = ((n, f"{file.path}, line {n}", line.removesuffix("\r")) for n, line in lines)
            else:
                entries = self.records(file)
            for number, place, entry in entries:
                written = entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False)
                for valid in self._valid([(place, written)]):
                    record = entry if valid is written else valid if isinstance(entry, str) else json.loads(valid)
                    text = record if self._kind(file) == "text" else self._value(place, record)
                    self.lines += 1
                    yield Document(text, file, number, place, record)
        self.note_bad_texts()

    def note_bad_texts(self) -> None:
        """Warns of the texts that were skipped or changed, after the last."""
        if self.bad_texts:
            texts = f"{self.bad_texts:,} text{'s' if self.bad_texts > 1 else ''}"
            message = f"{self.names}: {texts} with bytes that are not UTF-8, or with half a surrogate pair: {ON_BAD_TEXT[self.on_bad_text]}"
            warnings.warn(message, CorpusWarning, stacklevel=2)

    def record(self) -> dict[str, Any]:
        """The entry in a training record, after reading: name, size and hash of each file, and the number of texts."""
        files = [{"name": file.name, "bytes": file.size, "sha256": self._digests.get(file.path)} for file in self.files]
        bad = {"bad_texts": {self.on_bad_text: self.bad_texts}} if self.bad_texts else {}
        composed = {"compose": True} if self._compose else {}
        return {"corpus": files, "texts": self.lines, "hold_out": self.hold_out, **bad, **composed}

    def _count(self, batch: list[str]) -> list[str]:
        self.lines += len(batch)
        return [normalize("NFC", text) for text in batch] if self._compose else batch

    def _refuse_hold_out(self, what: str) -> None:
        if self.hold_out is not None:
            raise MorfemError(f"{what}: word counts have no texts to hold out; leave hold_out out, or give running text")

    def _kept(self, batch: list[str], first: int) -> list[str]:
        """The texts of a batch that are kept. `first` is the number of its first text."""
        if self.hold_out is None:
            return batch
        held_out = slice(-first % self.hold_out, None, self.hold_out)
        if self._only_held_out:
            return batch[held_out]
        del batch[held_out]
        return batch

    def _batches(self, items: Iterable[str]) -> Iterator[list[str]]:
        first = 1
        for batch in _in_batches(map(_text, items), len):
            number = first + len(batch)
            yield self._valid_batch(batch, first)
            first = number

    def _valid_batch(self, batch: list[str], first: int) -> list[str]:
        """The texts of a batch that are kept and valid. `first` is the number of its first text."""
        if not _has_half("".join(batch)):
            return self._kept(batch, first)
        numbers = range(first, first + len(batch))
        return self._valid((f"text {number}", text) for number, text in zip(numbers, batch, strict=True) if self._is_kept(number))

    def _valid(self, texts: Iterable[tuple[str, str]]) -> list[str]:
        """Texts with their places, for which half a surrogate pair is an error, or skipped, or replaced."""
        valid = []
        for place, text in texts:
            if _has_half(text):
                if self.on_bad_text == "fail":
                    half = ord(HALF.findall(text)[0])
                    raise MorfemError(f"{place}: the text contains half a surrogate pair (U+{half:04X}), which is not valid text")
                self.bad_texts += 1
                if self.on_bad_text == "skip":
                    continue
                text = HALF.sub("\ufffd", text)
            valid.append(text)
        return valid

    def _texts(self, file: File) -> Iterator[list[str]]:
        kind = self._kind(file)
        if kind == "parquet":
            yield from self._rows(file)
        elif kind == "text":
            yield from self._lines(file)
        else:
            kept = ((place, self._value(place, record)) for number, place, record in self.records(file) if self._is_kept(number))
            yield from map(self._valid, _in_batches(kept, lambda placed: len(placed[1])))

    def _lines(self, file: File) -> Iterator[list[str]]:
        """The lines of a text file."""
        for first, text in self.blocks(file):
            lines = text.split("\n")
            is_ended = not lines[-1]
            if is_ended:
                lines.pop()
            if self._line_ends:
                ended = [line + "\n" for line in lines]
                if not is_ended:
                    ended[-1] = lines[-1]
                lines = ended
            elif "\r" in text:
                lines = [line.removesuffix("\r") for line in lines]
            kept = self._kept(lines, first)
            yield self._valid((file.path, line) for line in kept) if self.on_bad_text != "fail" and _has_half(text) else kept

    def records(self, file: File) -> Iterator[Record]:
        """The JSON values of a JSON file, or the rows of a .csv or .tsv table, each with its number and its place."""
        kind = self._kind(file)
        if kind != "json":
            lines = (line for _, text in self.blocks(file) for line in StringIO(text, newline="\n"))
            yield from (csv_rows if kind == "csv" else tsv_rows)(file.path, lines)
            return
        content = self._unpacked(file)
        start = b""
        while not start.strip(BLANK) and (block := next(content, b"")):
            start += block
        content = chain([start], content)
        if file.suffix not in JSON[1:] and start.lstrip(BLANK)[:1] == b"[":
            yield from json_array(file.path, self._pieces(file, content))
            return
        for first, text in self.blocks(file, content):
            yield from json_lines(file.path, first, text.removesuffix("\n").split("\n"))

    def _is_kept(self, number: int) -> bool:
        return self.hold_out is None or (number % self.hold_out == 0) == self._only_held_out

    def _value(self, place: str, record: Any) -> str:
        """The text in a record."""
        if not isinstance(record, dict):
            raise MorfemError(f"{place}: a JSON {type(record).__name__}, not an object with a field for the text")
        field = self.field or "text"
        if field not in record:
            raise MorfemError(f"{place}: no field {field!r}; there is {_listed(record)}")
        value = record[field]
        if value is None:
            return ""
        if not isinstance(value, str):
            raise MorfemError(f"{place}: field {field!r} is not text but {json.dumps(value, ensure_ascii=False)[:40]}")
        return value

    def _rows(self, file: File) -> Iterator[list[str]]:
        pyarrow, parquet = arrow(), arrow("pyarrow.parquet")
        if file.archive:
            raise MorfemError(f"{file.path}: decompress it first; Parquet is compressed already")
        column = self.column or "text"
        before, first = self.done, 1
        try:
            with parquet.ParquetFile(file.path) as table:
                if column not in table.schema_arrow.names:
                    raise MorfemError(f"{file.path}: no column {column!r}; there is {_listed(table.schema_arrow.names)}")
                kind = table.schema_arrow.field(column).type
                if pyarrow.types.is_dictionary(kind):
                    kind = kind.value_type
                if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)):
                    raise MorfemError(f"{file.path}: column {column!r} holds {kind}, not text")
                for rows in table.iter_batches(batch_size=1024, columns=[column]):
                    try:
                        batch = [value or "" for value in rows.column(0).to_pylist()]
                    except UnicodeDecodeError:
                        if self.on_bad_text == "fail":
                            raise MorfemError(f"{file.path}, rows {first} to {first + len(rows) - 1}: not UTF-8") from None
                        values = rows.column(0).cast(kind).cast(pyarrow.large_binary()).to_pylist()
                        batch = [(value or b"").decode("utf-8", "surrogateescape") for value in values]
                    self.done = before + (file.size or 0) * (first + len(rows) - 1) // table.metadata.num_rows
                    yield self._valid_batch(batch, first)
                    first += len(rows)
        except (pyarrow.ArrowException, OSError) as error:
            if getattr(error, "errno", None) is not None:
                raise
            raise MorfemError(f"{file.path}: not a readable Parquet file: {one_line(error)}") from None
        self.done = before + (file.size or 0)
        self._digests[file.path] = sha256(file.path)

    def _counts(self, file: File) -> Iterator[Counted]:
        for first, text in self.blocks(file):
            words, counts = [], []
            for number, line in enumerate(text.removesuffix("\n").split("\n"), first):
                word, _, count = line.removesuffix("\r").rpartition("\t")
                if not word or "\t" in word:
                    raise MorfemError(f"{file.path}, line {number}: not word<TAB>count: {line[:40]!r}")
                words.append(word)
                counts.append(_counted(int(count) if count.isdecimal() else count, f"{file.path}, line {number}"))
            yield words, counts

    def blocks(self, file: File, content: Iterator[bytes] | None = None) -> Iterator[tuple[int, str]]:
        """Blocks of whole lines of a file, or of its `content`, each with the number of its first line."""
        first = 1
        waiting: list[bytes] = []
        size = 0
        for block in self._unpacked(file) if content is None else content:
            waiting.append(block)
            size += len(block)
            if size >= BATCH and (cut := block.rfind(b"\n") + 1):
                waiting[-1] = block[:cut]
                text = self._text(b"".join(waiting), file, first)
                yield first, text
                first += text.count("\n")
                waiting, size = [block[cut:]], len(block) - cut
        if rest := b"".join(waiting):
            yield first, self._text(rest, file, first)

    def _text(self, block: bytes, file: File, first: int) -> str:
        """A block of whole lines as text, without a byte order mark at the start of the file."""
        try:
            text = decoded(block, file.path, first)
        except MorfemError:
            if self.on_bad_text == "fail":
                raise
            text = block.decode("utf-8", "surrogateescape")
        return self._without_mark(text, file) if first == 1 else text

    def _pieces(self, file: File, content: Iterator[bytes]) -> Iterator[str]:
        """The text of a file, cut anywhere."""
        decoder = getincrementaldecoder("utf-8")("strict" if self.on_bad_text == "fail" else "surrogateescape")
        before = 0
        for number, block in enumerate(chain(content, [b""])):
            try:
                text = decoder.decode(block, final=not block)
            except UnicodeDecodeError as error:
                byte = before + len(block) - len(error.object) + error.start + 1
                raise MorfemError(f"{file.path}, byte {byte}: not UTF-8 (0x{error.object[error.start]:02X}); {CONVERT}") from None
            before += len(block)
            yield text if number else self._without_mark(text, file)

    def _without_mark(self, text: str, file: File) -> str:
        """The start of a file without a byte order mark."""
        if not text.startswith("\ufeff"):
            return text
        name = "standard input" if file.path == "-" else file.path
        warnings.warn(f"{name}: begins with a byte order mark, which is skipped", CorpusWarning, stacklevel=2)
        return text[1:]

    def _unpacked(self, file: File) -> Iterator[bytes]:
        """The content of a file, decompressed if it is an archive."""
        content = unpacked(file, self._raw(file)) if file.archive else self._raw(file)
        start = next(filter(None, content), b"")
        check_signature(start, file.path)
        yield from chain([start], content)

    def _raw(self, file: File) -> Iterator[bytes]:
        """The bytes of a file. Counts and hashes them."""
        digest = hashlib.sha256()
        with nullcontext(sys.stdin.buffer) if file.path == "-" else open(file.path, "rb") as stream:
            while block := stream.read(READ):
                digest.update(block)
                self.done += len(block)
                yield block
        self._digests[file.path] = digest.hexdigest()


class Document(NamedTuple):
    """A text of a file, its number and place in it, and the record that it is a field of; that of a line is the line itself."""

    text: str
    file: File
    number: int
    place: str
    record: Any


class GeneralCorpus(Corpus):
    """General text: a corpus whose JSON objects say in `kind` what they are, one of `KINDS`."""

    KINDS = ("english", "code", "other")

    def _value(self, place: str, record: Any) -> str:
        value = super()._value(place, record)
        kind = record.get("kind")
        if kind not in self.KINDS:
            found = "no kind" if kind is None else f"the unknown kind {kind!r}"
            raise MorfemError(f"{place}: {found} of general text; give one of {', '.join(self.KINDS)}")
        return value


def decoded(block: bytes, path: str, first: int) -> str:
    """A block of lines as text; `first` is the number of its first line, for errors."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        line = first + block.count(b"\n", 0, error.start)
        byte = error.start - block.rfind(b"\n", 0, error.start)
        raise MorfemError(f"{path}, line {line}, byte {byte}: not UTF-8 (0x{block[error.start]:02X}); {CONVERT}") from None


def _has_half(text: str) -> bool:
    """Whether a text has half a surrogate pair. Encoding it finds that three times as fast as a search for it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _in_batches(items: Iterable[Item], size: Callable[[Item], int]) -> Iterator[list[Item]]:
    """Items, whose texts have so many characters, in batches of about `BATCH`."""
    batch: list[Item] = []
    full = 0
    for item in items:
        batch.append(item)
        full += size(item) + 16
        if full >= BATCH:
            yield batch
            batch, full = [], 0
    if batch:
        yield batch


def _text(item: object) -> str:
    if not isinstance(item, str):
        raise TypeError(f"a corpus consists of texts (str), not of {type(item).__name__}")
    return item


def _counted(count: object, place: str) -> int:
    number = index(count) if isinstance(count, SupportsIndex) else 0
    if not 0 < number < 1 << 32:
        raise MorfemError(f"{place}: {count!r} is not a count; give a whole number from 1 to {(1 << 32) - 1}")
    return number


def _listed(names: Iterable[str]) -> str:
    shown = [repr(name) for name in islice(names, 8)]
    return ", ".join(shown) or "none"
