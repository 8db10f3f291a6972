"""Read corpora as batches of texts, from files, standard input, or Python iterables.

A text is a line of a text file, a field of a JSON line, or a cell of a Parquet column. The suffix of a file decides:

=================================  ======================================================================================
``.jsonl`` ``.ndjson``             one JSON object per line; the text is one of its fields
``.parquet``                       one text per row, in one of the columns
``.tsv``, where counts matter      ``word<TAB>count``, one per line
``.gz`` ``.xz`` ``.zst`` after it  the same, compressed
anything else, ``-``               UTF-8 text, one text per line
=================================  ======================================================================================

A byte order mark (U+FEFF) at the start of a file is skipped, with a `ByteOrderMarkWarning`. Only U+000A ends a line. Training drops line
ends (U+000D U+000A or U+000A). Encoding keeps them, so that the texts of a file, joined, are the file. `hold_out=N` holds out every Nth
text of each file, counted from 1. Files are read in blocks, never as a whole.
"""

import errno
import glob
import hashlib
import json
import os
import stat
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import islice
from operator import index
from typing import Any, NamedTuple, Protocol, SupportsIndex

from ._core import MorfemError
from .checks import check_whole, wrong_type

Source = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Iterable[str] | Mapping[str, int]
Counted = tuple[list[str], list[int]]

BATCH = 1 << 20  # approximate bytes of text in a batch
READ = 1 << 16  # bytes read at once; a compressed block may expand a thousandfold
ARCHIVES = (".gz", ".xz", ".zst")
RECORDS = (".jsonl", ".ndjson")
KNOWN = (".txt", ".tsv", ".parquet", *RECORDS, *ARCHIVES)


class ByteOrderMarkWarning(UserWarning):
    """A file begins with a byte order mark, which is skipped."""


class File(NamedTuple):
    """A file of a corpus; `path` is ``-`` for standard input."""

    path: str
    archive: str
    suffix: str
    size: int | None

    @classmethod
    def at(cls, path: str) -> "File":
        """The file at `path`. Raises FileNotFoundError, or MorfemError for a folder."""
        if path == "-":
            return cls(path, "", "", None)
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise MorfemError(f"{path}: is a folder; give its files, for example {os.path.join(path, '*.txt')}")
        stem, archive = os.path.splitext(path)
        if archive.lower() not in ARCHIVES:
            stem, archive = path, ""
        return cls(path, archive.lower(), os.path.splitext(stem)[1].lower(), status.st_size if stat.S_ISREG(status.st_mode) else None)

    @property
    def name(self) -> str:
        """The file name without its folder."""
        return os.path.basename(self.path)


def find(source: str | os.PathLike[str]) -> list[File]:
    """The file named `source`, or all files that match it as a pattern. Raises FileNotFoundError if there is none."""
    path = os.fspath(source)
    if path != "-" and not os.path.exists(path) and glob.has_magic(path):
        paths = sorted(path for path in glob.glob(path, recursive=True) if not os.path.isdir(path))
        if not paths:
            raise FileNotFoundError(errno.ENOENT, "no file matches", path)
        return [File.at(path) for path in paths]
    return [File.at(path)]


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
) -> Iterator[list[str]]:
    """The texts of a corpus in batches of about a megabyte.

    Parameters
    ----------
    source : a path, a pattern such as ``"*.txt.xz"``, ``"-"`` for standard input, a list of these, or an iterable of texts. A list of
        strings is a list of paths if its first item names a file, is a pattern that matches one, or ends in a suffix of the table above.
    field : field of a JSON line that holds the text; by default "text". If given, standard input is read as JSON lines.
    column : column of a Parquet file that holds the text; by default "text".
    hold_out : leave out every Nth text of each file.
    only_held_out : return only the texts that `hold_out` leaves out.
    line_ends : keep the ends of the lines of text files.

    Raises
    ------
    MorfemError : for text that is not UTF-8, a broken archive, or a missing field or column; the message names file and line.
    OSError : for files that cannot be read.

    >>> list(texts(["bir kitap", "iki kitap", "kitaplar"], hold_out=2))
    [['bir kitap', 'kitaplar']]
    """
    return Corpus(source, field=field, column=column, hold_out=hold_out, only_held_out=only_held_out, line_ends=line_ends).texts()


class Corpus:
    """A corpus that counts how much of it has been read. Parameters: see `texts`.

    Attributes
    ----------
    files : its files; empty for an iterable.
    size : bytes of all files together, None if that is not known.
    done : bytes read so far.
    lines : number of texts returned so far.
    field, column, hold_out : as given.
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
    ) -> None:
        check_source("source", source)
        if hold_out is not None:
            check_whole("hold_out", hold_out, "a whole number, or None")
        if hold_out is not None and hold_out < 2:
            raise MorfemError(f"hold_out is {hold_out}; give 2 or more, or None to hold out nothing")
        if only_held_out and hold_out is None:
            raise MorfemError("only_held_out needs hold_out=N, which holds out every Nth text")
        self.files: list[File] = []
        self._items: Iterable[str] | Mapping[str, int] = ()
        if isinstance(source, str):
            self.files = _named(source)
        elif isinstance(source, os.PathLike):
            self.files = find(source)
        elif isinstance(source, list | tuple) and source and _is_path(source[0]):
            self.files = [file for path in source for file in find(path)]
        else:
            self._items = source  # type: ignore[assignment]
        sizes = [file.size for file in self.files]
        self.size = None if not sizes or None in sizes else sum(size or 0 for size in sizes)
        self.done = 0
        self.lines = 0
        self.field, self.column, self.hold_out = field, column, hold_out
        self._line_ends, self._only_held_out = line_ends, only_held_out
        self._digests: dict[str, str] = {}

    @property
    def names(self) -> str:
        """The names of the files for display, shortened if there are many."""
        names = ["standard input" if file.path == "-" else file.name for file in self.files]
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "") or "texts"

    def texts(self) -> Iterator[list[str]]:
        """The texts, in batches."""
        if isinstance(self._items, Mapping):
            raise MorfemError("a mapping of words to counts is not running text; give texts")
        for file in self.files:
            yield from map(self._count, self._texts(file))
        yield from map(self._count, self._batches(self._items))

    def counted(self) -> Iterator[list[str] | Counted]:
        """The texts in batches. For a table of word counts, pairs of a list of words and a list of counts."""
        for file in self.files:
            if file.suffix == ".tsv":
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

    def record(self) -> dict[str, Any]:
        """The entry in a training record, after reading: name, size and hash of each file, and the number of texts."""
        files = [{"name": file.name, "bytes": file.size, "sha256": self._digests.get(file.path)} for file in self.files]
        return {"corpus": files, "texts": self.lines, "hold_out": self.hold_out}

    def _count(self, batch: list[str]) -> list[str]:
        self.lines += len(batch)
        return batch

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
        batch: list[str] = []
        size, first = 0, 1
        for item in items:
            batch.append(_text(item))
            size += len(item) + 16
            if size >= BATCH:
                number = first + len(batch)
                yield self._kept(batch, first)
                batch, size, first = [], 0, number
        if batch:
            yield self._kept(batch, first)

    def _texts(self, file: File) -> Iterator[list[str]]:
        if file.suffix == ".parquet":
            yield from self._rows(file)
            return
        is_records = file.suffix in RECORDS or (file.path == "-" and self.field is not None)
        for first, text in self.blocks(file):
            lines = text.split("\n")
            is_ended = not lines[-1]
            if is_ended:
                lines.pop()
            if is_records:
                values = [self._value(file, number, line) for number, line in enumerate(lines, first) if self._is_kept(number)]
                yield [value for value in values if value is not None]
            elif self._line_ends:
                ended = [line + "\n" for line in lines]
                if not is_ended:
                    ended[-1] = lines[-1]
                yield self._kept(ended, first)
            else:
                yield self._kept([line.removesuffix("\r") for line in lines] if "\r" in text else lines, first)

    def _is_kept(self, number: int) -> bool:
        return self.hold_out is None or (number % self.hold_out == 0) == self._only_held_out

    def _value(self, file: File, number: int, line: str) -> str | None:
        """The text in a JSON line; None for a blank line."""
        place = f"{file.path}, line {number}"
        if not line.strip():
            return None
        try:
            record = json.loads(line)
        except ValueError as error:
            raise MorfemError(f"{place}: not valid JSON: {error}") from None
        except RecursionError:
            raise MorfemError(f"{place}: JSON is nested too deeply") from None
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
        if "\\u" in line:
            check_text(value, place, field)
        return value

    def _rows(self, file: File) -> Iterator[list[str]]:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MorfemError(f"{file.path}: reading Parquet needs pyarrow: pip install 'morfem[parquet]'") from None
        if file.archive:
            raise MorfemError(f"{file.path}: decompress it first; Parquet is compressed already")
        column = self.column or "text"
        before, first = self.done, 1
        try:
            with pyarrow.parquet.ParquetFile(file.path) as table:
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
                        raise MorfemError(f"{file.path}, rows {first} to {first + len(rows) - 1}: not UTF-8") from None
                    self.done = before + (file.size or 0) * (first + len(rows) - 1) // table.metadata.num_rows
                    yield self._kept(batch, first)
                    first += len(rows)
        except pyarrow.ArrowException as error:
            raise MorfemError(f"{file.path}: not a readable Parquet file: {_line(error)}") from None
        except OSError as error:
            if error.errno is not None:
                raise
            raise MorfemError(f"{file.path}: not a readable Parquet file: {_line(error)}") from None
        self.done = before + (file.size or 0)
        with open(file.path, "rb") as opened:
            digest = hashlib.sha256()
            while block := opened.read(1 << 20):
                digest.update(block)
        self._digests[file.path] = digest.hexdigest()

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

    def blocks(self, file: File) -> Iterator[tuple[int, str]]:
        """Blocks of whole lines, each with the number of its first line."""
        first = 1
        waiting: list[bytes] = []
        size = 0
        for block in self._unpacked(file):
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
        text = decoded(block, file.path, first)
        if first > 1 or not text.startswith("\ufeff"):
            return text
        name = "standard input" if file.path == "-" else file.path
        warnings.warn(f"{name}: begins with a byte order mark, which is skipped", ByteOrderMarkWarning, stacklevel=2)
        return text[1:]

    def _unpacked(self, file: File) -> Iterator[bytes]:
        """The content of a file, decompressed if it is an archive."""
        if not file.archive:
            yield from self._raw(file)
            return
        new, fault = _unpacker(file)
        machine: Unpacker | None = new()
        try:
            for block in self._raw(file):
                while block:
                    if machine is None:
                        block = block.lstrip(b"\0")  # padding between the parts of an archive
                        machine = new() if block else None
                        continue
                    yield machine.decompress(block)
                    block = machine.unused_data if machine.eof else b""
                    machine = None if machine.eof else machine
        except fault as error:
            raise MorfemError(f"{file.path}: broken {file.archive} archive: {_line(error)}") from None
        if machine is not None:
            raise MorfemError(f"{file.path}: broken {file.archive} archive: it ends too early; get it again")

    def _raw(self, file: File) -> Iterator[bytes]:
        """The bytes of a file. Counts and hashes them."""
        digest = hashlib.sha256()
        with nullcontext(sys.stdin.buffer) if file.path == "-" else open(file.path, "rb") as stream:
            while block := stream.read(READ):
                digest.update(block)
                self.done += len(block)
                yield block
        self._digests[file.path] = digest.hexdigest()


class GeneralCorpus(Corpus):
    """General text: a corpus whose JSON lines say in `kind` what they are, one of `KINDS`."""

    KINDS = ("english", "code", "other")

    def _value(self, file: File, number: int, line: str) -> str | None:
        value = super()._value(file, number, line)
        kind = None if value is None else json.loads(line).get("kind")
        if value is not None and kind not in self.KINDS:
            found = "no kind" if kind is None else f"the unknown kind {kind!r}"
            raise MorfemError(f"{file.path}, line {number}: {found} of general text; give one of {', '.join(self.KINDS)}")
        return value


class Unpacker(Protocol):
    """The interface that the decompressors of zlib, lzma and Zstandard share."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def _unpacker(file: File) -> tuple[Callable[[], Unpacker], type[Exception]]:
    """A function that makes a decompressor for an archive, and the error that it raises."""
    if file.archive == ".gz":
        return lambda: zlib.decompressobj(wbits=31), zlib.error
    if file.archive == ".xz":
        import lzma

        return lzma.LZMADecompressor, lzma.LZMAError
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdDecompressor, zstd.ZstdError
    try:
        import zstandard
    except ImportError:
        raise MorfemError(f"{file.path}: reading .zst needs zstandard: pip install 'morfem[zstd]'") from None
    return lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError


def _is_path(item: object) -> bool:
    """Whether `item`, the first of a list, is a path, so that the list contains paths and not texts."""
    if isinstance(item, str):
        return item == "-" or item.lower().endswith(KNOWN) or os.path.exists(item) or (glob.has_magic(item) and bool(glob.glob(item)))
    return isinstance(item, os.PathLike)


def decoded(block: bytes, path: str, first: int) -> str:
    """A block of lines as text; `first` is the number of its first line, for errors."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        line = first + block.count(b"\n", 0, error.start)
        byte = error.start - block.rfind(b"\n", 0, error.start)
        raise MorfemError(f"{path}, line {line}, byte {byte}: not UTF-8 (0x{block[error.start]:02X}); convert it with iconv") from None


def check_text(text: str, place: str, field: str) -> None:
    """Refuses the text of a JSON field if it has half a surrogate pair."""
    if any("\ud800" <= c < "\ue000" for c in text):
        raise MorfemError(f"{place}: field {field!r} contains half a surrogate pair, which is not valid text")


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


def _line(error: Exception) -> str:
    """The message of an error on one line."""
    return " ".join(str(error).split()) or type(error).__name__
