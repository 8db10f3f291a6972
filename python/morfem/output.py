"""Files that are written whole or not at all, their hashes, and locks that the system takes back from a dead process.

A file is written under a temporary name beside its own, renamed when it is complete, and removed after an error. While it is written its
process has a lock on it. So the next run knows the files of killed runs by their lock, which is free, and removes them, whatever process
number or machine they had.
"""

import contextlib
import errno
import hashlib
import os
import re
import shutil
import socket
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PART = re.compile(r"\..+\.[^.]+-\d+-[0-9a-f]{8}\.part")
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # some network file systems have none
FAR = 1 << 30  # on Windows nobody can read a byte that is locked, so one behind the end is


@contextmanager
def whole(path: Path | None) -> Iterator[BinaryIO]:
    """Open a file for writing; None and ``-`` are standard output. Devices and other special files are written directly."""
    if path is None or path == Path("-"):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    # A pipe such as /dev/stdout is there, although its real path is none.
    elif path.exists() and not path.is_file():
        with _named([path], [path]), open(path, "wb") as file:
            yield file
    else:
        remove_parts(Path(os.path.realpath(path)).parent)
        with whole_files([path]) as (file,):
            yield file


@contextmanager
def whole_files(paths: Sequence[Path]) -> Iterator[Sequence[BinaryIO]]:
    """Open files that belong together for writing. They get their names when all are on the disk, the last one last.

    Of files that are written again, all but the first go before the first is replaced: no reader finds new ids with an old index. An
    OSError names the first file.
    """
    targets = [Path(os.path.realpath(path)) for path in paths]
    parts: list[Path] = []
    try:
        with _named(paths, parts):
            with contextlib.ExitStack() as stack:
                files, used = [], []
                for target in targets:
                    files.append(stack.enter_context(_begun(target, parts)))
                    used.append(parts[-1])
                yield files
                for file in files:
                    file.flush()
                    os.fsync(file.fileno())
            for target in targets[1:]:
                target.unlink(missing_ok=True)
            for part, target in zip(used, targets, strict=True):
                os.replace(part, target)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def _begun(target: Path, parts: list[Path]) -> BinaryIO:
    """A temporary file for `target`, whose name is added to `parts`, with a lock."""
    while True:
        parts.append(part_of(target))
        file = open(parts[-1], "xb")  # noqa: SIM115
        # In the moment before it is locked another run may take it for one of a dead run.
        if lock(file) and _is_there(file, parts[-1]):
            return file
        file.close()


def _is_there(file: BinaryIO, path: Path) -> bool:
    """Whether `path` is still this open file."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    return False


@contextmanager
def _named(paths: Sequence[Path], parts: Sequence[Path]) -> Iterator[None]:
    """An OSError about a temporary file, or about no file, names the first of `paths`."""
    try:
        yield
    except OSError as error:
        if error.filename is None or error.filename in map(str, parts):
            raise OSError(error.errno, error.strerror or str(error), str(paths[0])) from None
        raise


def part_of(path: Path) -> Path:
    """A temporary name beside `path`, of this run alone."""
    return path.with_name(f".{path.name}.{socket.gethostname().replace('.', '-')}-{os.getpid()}-{uuid.uuid4().hex[:8]}.part")


def sha256(path: str | os.PathLike[str]) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def remove_parts(folder: Path) -> None:
    """Remove the temporary files that killed runs have left in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if PART.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_dead(Path(entry.path))


def _remove_if_dead(part: Path) -> None:
    if sys.platform == "win32":
        part.unlink()  # fails while a process has it open
        return
    with open(part, "rb+") as file:
        if lock(file, is_sure=True):
            part.unlink()


def lock(file: BinaryIO, *, is_sure: bool = False) -> bool:
    """Lock an open file, until it is closed or the process ends. False if another process, or another opening, has the lock.

    Where the file system has no locks, the answer is True, or False for one who must be sure.
    """
    try:
        if sys.platform == "win32":
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in NO_LOCKS and not is_sure
    return True


def open_locked(path: Path) -> BinaryIO | None:
    """Open a file for reading and appending, and lock it; None if it is locked. It is made, with its folder, if it is missing."""
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = open(path, "a+b")  # noqa: SIM115
        except FileNotFoundError:
            continue  # the folder was removed meanwhile
        if not lock(file):
            file.close()
            return None
        if _is_there(file, path):  # whoever had the lock may have removed it
            return file
        file.close()


def remove_locked(file: BinaryIO, folder: Path) -> None:
    """Remove a folder with a file in it that `open_locked` gave. Nobody can lock the file between."""
    if sys.platform == "win32":
        file.close()  # no open file can be removed
    shutil.rmtree(folder, ignore_errors=True)
    file.close()
