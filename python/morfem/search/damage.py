"""Finds damage in the folder of an index before tantivy reads it.

tantivy trusts its files: a changed byte in one of them may end the whole process. It does write a checksum at the end of each file of a
segment, and these are compared here each time an index is opened; the files of a segment never change. What `meta.json` says has no
checksum. Where that does not fit the files, tantivy panics when it reads them, and the panic becomes an error.
"""

import contextlib
import json
import struct
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path

from .._core import MorfemError

TAIL = struct.Struct("<LL")  # at the end of a file: the size of its footer, which is JSON, and a number that tells such files
MAGIC = 1337
BLOCK = 1 << 20
LARGEST_FOOTER = 1 << 12


def check_files(folder: Path) -> None:
    """Compare the files of an index with their checksums. Raises MorfemError, which names the file, if one is damaged."""
    for segment in _segments(folder / "meta.json"):
        for path in sorted(folder.glob(f"{segment}.*")):
            # A file may go when another process has put segments together.
            with contextlib.suppress(FileNotFoundError):
                if not _is_whole(path):
                    raise damaged(path)


@contextlib.contextmanager
def panics_are_errors(folder: Path) -> Iterator[None]:
    """Make a panic of tantivy on this folder, which no `except Exception` would catch, a MorfemError."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise damaged(folder) from None


def damaged(path: Path) -> MorfemError:
    """The error for a damaged file or folder."""
    return MorfemError(f"{path} is damaged; build the index again")


def _segments(meta: Path) -> list[str]:
    """The segments of the last commit, as their files are named."""
    try:
        return [uuid.UUID(segment["segment_id"]).hex for segment in json.loads(meta.read_bytes())["segments"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise damaged(meta) from None


def _is_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, 2) - TAIL.size
        if size < 0:
            return False
        file.seek(size)
        length, magic = TAIL.unpack(file.read())
        if magic != MAGIC or length > min(size, LARGEST_FOOTER):
            return False
        size -= length
        file.seek(size)
        try:
            stated = json.loads(file.read(length))["crc"]
        except (ValueError, KeyError, TypeError):
            return False
        file.seek(0)
        found = 0
        while size > 0:
            block = file.read(min(BLOCK, size))
            if not block:
                return False
            found = zlib.crc32(block, found)
            size -= len(block)
        return bool(found == stated)
