"""The files of a corpus: found by path, pattern or folder, told apart by their suffix, and decompressed block by block."""

import bz2
import errno
import glob
import lzma
import os
import stat
import sys
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from .._core import MorfemError
from ..require import require

ARCHIVES = (".gz", ".bz2", ".xz", ".zst")
JSON = (".json", ".jsonl", ".ndjson", ".jsonlines")
TABLES = (".csv", ".tsv")
KNOWN = (".txt", ".parquet", *JSON, *TABLES, *ARCHIVES)
# What the first bytes of a file say of it, where it cannot be a text.
SIGNATURES = (
    (b"\xff\xfe\0\0", "UTF-32 text; convert it: iconv -f UTF-32 -t UTF-8"),
    (b"\xff\xfe", "UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8"),
    (b"PK\x03\x04", "a zip archive (.zip, .docx, .xlsx and others); unpack it, and give the files in it"),
    (b"\x1f\x8b", "compressed; give its name the suffix .gz"),
    (b"\xfd7zXZ\0", "compressed; give its name the suffix .xz"),
    (b"\x28\xb5\x2f\xfd", "compressed; give its name the suffix .zst"),
    (b"BZh91AY&SY", "compressed; give its name the suffix .bz2"),
)


class CorpusWarning(UserWarning):
    """Something in a corpus was passed over: a byte order mark, a file of a folder, or bad texts."""


class File(NamedTuple):
    """A file of a corpus; `path` is ``-`` for standard input."""

    path: str
    archive: str
    suffix: str
    size: int | None

    @classmethod
    def at(cls, path: str) -> "File":
        """The file at `path`. Raises FileNotFoundError."""
        if path == "-":
            return cls(path, "", "", None)
        status = os.stat(path)
        stem, archive = os.path.splitext(path)
        if archive.lower() not in ARCHIVES:
            stem, archive = path, ""
        return cls(path, archive.lower(), os.path.splitext(stem)[1].lower(), status.st_size if stat.S_ISREG(status.st_mode) else None)

    @property
    def name(self) -> str:
        """The file name without its folder."""
        return os.path.basename(self.path)


def find(source: str | os.PathLike[str]) -> list[File]:
    """The file named `source`, all files that match it as a pattern, or those of a folder. Raises FileNotFoundError if there is none."""
    path = os.fspath(source)
    if path != "-" and not os.path.exists(path) and glob.has_magic(path):
        paths = sorted(path for path in glob.glob(path, recursive=True) if not os.path.isdir(path))
        if not paths:
            raise FileNotFoundError(errno.ENOENT, "no file matches", path)
        return [File.at(path) for path in paths]
    if os.path.isdir(path):
        return [File.at(os.fspath(file)) for file in files_in(Path(path))]
    return [File.at(path)]


def files_in(folder: Path) -> list[Path]:
    """The files in a folder and the folders in it, in order of their paths. Warns of those whose suffix is not known."""
    visible = sorted(
        path for path in folder.rglob("*") if path.is_file() and not any(part[0] == "." for part in path.relative_to(folder).parts)
    )
    found = [path for path in visible if path.name.lower().endswith(KNOWN)]
    if not found:
        raise MorfemError(f"{folder}: holds no file that morfem reads ({' '.join(KNOWN)}); give other files by their names")
    if others := [path for path in visible if not path.name.lower().endswith(KNOWN)]:
        files = f"{len(others)} file{'s' if len(others) > 1 else ''}"
        message = f"{folder}: {files} not read, such as {others[0].name}; in a folder morfem reads {' '.join(KNOWN)}"
        warnings.warn(message, CorpusWarning, stacklevel=2)
    return found


def is_path(item: object) -> bool:
    """Whether `item`, the first of a list, is a path, so that the list contains paths and not texts."""
    if isinstance(item, str):
        return item == "-" or item.lower().endswith(KNOWN) or os.path.exists(item) or (glob.has_magic(item) and bool(glob.glob(item)))
    return isinstance(item, os.PathLike)


def check_signature(start: bytes, path: str) -> None:
    """Refuses a file whose first bytes say that it is no UTF-8 text."""
    for signature, what in SIGNATURES:
        if start.startswith(signature):
            raise MorfemError(f"{path}: is not UTF-8 text but {what}")


class Unpacker(Protocol):
    """The interface that the decompressors of zlib, bz2, lzma and Zstandard share."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def unpacked(file: File, blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The content of an archive whose bytes are `blocks`."""
    new, fault = _unpacker(file)
    machine: Unpacker | None = new()
    for block in blocks:
        while block:
            if machine is None:
                block = block.lstrip(b"\0")  # padding between the parts of an archive
                machine = new() if block else None
                continue
            try:
                content = machine.decompress(block)
            except fault as error:
                raise MorfemError(f"{file.path}: broken {file.archive} archive: {one_line(error)}") from None
            yield content
            block = machine.unused_data if machine.eof else b""
            machine = None if machine.eof else machine
    if machine is not None:
        raise MorfemError(f"{file.path}: broken {file.archive} archive: it ends too early; get it again")


def _unpacker(file: File) -> tuple[Callable[[], Unpacker], type[Exception]]:
    """A function that makes a decompressor for an archive, and the error that it raises."""
    if file.archive == ".gz":
        return lambda: zlib.decompressobj(wbits=31), zlib.error
    if file.archive == ".bz2":
        return bz2.BZ2Decompressor, OSError
    if file.archive == ".xz":
        return lzma.LZMADecompressor, lzma.LZMAError
    if sys.version_info >= (3, 14):
        from compression import zstd

        return zstd.ZstdDecompressor, zstd.ZstdError
    zstandard = require("zstandard", "zstd", ">=0.22")
    return lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError


def one_line(error: Exception) -> str:
    """The message of an error on one line."""
    return " ".join(str(error).split()) or type(error).__name__
