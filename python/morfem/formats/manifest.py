"""The manifest of a folder of shards: it says which shards are finished, so that a run continues an interrupted one.

The manifest, ``manifest.jsonl``, begins with a line about the job, which a run must share to continue it. Each further line is a finished
shard with its files, their sizes and SHA-256 hashes. The last line of a complete job says so. Lines are only added at the end, or taken
away from there, so a run that is killed at any moment leaves a manifest of what is finished, at most with half a line, which does not
count.

One process at a time has a folder: it locks the manifest, and the system takes the lock back when the process ends, however it ends. A
process that was stopped still has the lock, so it can wake and go on.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from .._core import MorfemError
from ..output import open_locked, remove_locked, remove_parts, sha256

MANIFEST = "manifest.jsonl"
VERSION = 1


class Manifest:
    """The finished shards of a job in a folder. Use it in a ``with`` statement, which ends the lock.

    `job` is all that the content of the shards depends on, as JSON values; a run continues only the same job. `starts_over` removes what is
    in the folder first. A MorfemError says if another process writes the folder, or it holds other things or a manifest that cannot be
    read.

    Attributes
    ----------
    path : the file.
    finished : the finished shards by name, as the manifest lists them.
    is_complete : whether that is all.
    """

    def __init__(self, folder: Path, job: dict[str, Any], *, starts_over: bool = False) -> None:
        self.path = folder / MANIFEST
        self.finished: dict[str, dict[str, Any]] = {}
        self.is_complete = False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self._refuse_other_files()  # before a file is made among them
            file = open_locked(self.path)
        except (FileExistsError, NotADirectoryError):
            raise MorfemError(f"{folder}: is a file, and shards need a folder; choose another name") from None
        if file is None:
            raise MorfemError(f"{folder}: another run is writing it; wait until that is done, or give another folder")
        self._file = file
        try:
            if starts_over:
                os.ftruncate(file.fileno(), 0)
                for path in folder.iterdir():
                    if path.name != MANIFEST:
                        path.unlink()
            self._read(json.loads(json.dumps(job)))
        except BaseException:
            self.close()
            raise
        remove_parts(folder)

    def __enter__(self) -> "Manifest":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
        if isinstance(error, KeyboardInterrupt) and self.finished and not error.args:
            raise KeyboardInterrupt(f"{self.path.parent} keeps {self.kept}; the same command continues") from None

    @property
    def kept(self) -> str:
        """What is finished, in words."""
        return f"{len(self.finished):,} finished part{'' if len(self.finished) == 1 else 's'}"

    def close(self) -> None:
        """End the lock."""
        self._file.close()

    def remove(self) -> None:
        """Remove the folder with all that is in it, and end the lock."""
        self.finished = {}
        remove_locked(self._file, self.path.parent)

    def has(self, name: str) -> bool:
        """Whether a shard is listed, and its files are those that are listed.

        Sizes are compared. The hash is computed only of a file that has changed since the last line was written: a folder of terabytes is
        not read again when a job is continued.
        """
        return name in self.finished and all(self._is_whole(file) for file in self.finished[name]["files"])

    def finish(self, name: str, files: Sequence[dict[str, Any]], report: dict[str, Any]) -> None:
        """List a shard. `files` are as `described` gives them, `report` is what else to say of it."""
        self.finished[name] = {"shard": name, "files": list(files), **report}
        self._ends.append(self._add(self.finished[name]))

    def keep(self, number: int) -> None:
        """Forget all shards but the first ones that are listed."""
        if number < len(self.finished):
            self.finished = dict(list(self.finished.items())[:number])
            self.is_complete = False
            os.ftruncate(self._file.fileno(), self._ends[number])

    def complete(self, report: dict[str, Any]) -> None:
        """Note that all shards are finished."""
        if not self.is_complete:
            self.is_complete = True
            self._add({"complete": report})

    def _refuse_other_files(self) -> None:
        folder = self.path.parent
        if any(path.name != MANIFEST and not path.name.startswith(".") for path in folder.iterdir()):
            raise MorfemError(f"{folder}: is not empty and has no {MANIFEST}; give a new or empty folder")

    def _read(self, job: dict[str, Any]) -> None:
        self._file.seek(0)
        content = self._file.read()
        self._changed = os.fstat(self._file.fileno()).st_mtime_ns
        # A line without its end was being written when the run was killed.
        lines = content[: content.rfind(b"\n") + 1].splitlines(keepends=True)
        self._ends: list[int] = []  # of the line of the job and of each shard
        end = 0
        for number, line in enumerate(lines, 1):
            end += len(line)
            read = self._line(line, number)
            if number == 1:
                self._compare(read, job)
            elif "complete" in read:
                self.is_complete = True
                continue
            else:
                self.finished[read["shard"]] = read
            self._ends.append(end)
        if end < len(content):
            os.ftruncate(self._file.fileno(), end)
        if not lines:
            self._refuse_other_files()
            self._ends.append(self._add({"version": VERSION, "job": job}))

    def _line(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        keys = {"version", "job"} if number == 1 else {"shard", "files"}
        if not isinstance(read, dict) or not (keys <= read.keys() or (number > 1 and "complete" in read)):
            raise MorfemError(f"{self.path}, line {number}: not a line of a manifest; give another folder, or delete this one")
        return read

    def _compare(self, line: dict[str, Any], job: dict[str, Any]) -> None:
        """Raises an error that names the settings in which two jobs differ."""
        if line["version"] != VERSION:
            raise MorfemError(f"{self.path}: has version {line['version']}, this morfem writes {VERSION}; give another folder")
        old = line["job"]
        unequal = [f"{key} (was {old.get(key)!r}, now {job.get(key)!r})" for key in {**old, **job} if old.get(key) != job.get(key)]
        if unequal:
            raise MorfemError(f"{self.path}: was begun with another {', '.join(unequal)}; give another folder, or delete this one")

    def _is_whole(self, file: dict[str, Any]) -> bool:
        path = self.path.parent / file["name"]
        try:
            state = path.stat()
        except FileNotFoundError:
            return False
        return state.st_size == file["bytes"] and (state.st_mtime_ns < self._changed or described(path, self.path.parent) == file)

    def _add(self, line: dict[str, Any]) -> int:
        """Add a line, bring it to the disk, and return where it ends."""
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._file.tell()


def described(path: Path, folder: Path) -> dict[str, Any]:
    """The entry of a finished file of a folder: its name, size and hash."""
    return {"name": path.relative_to(folder).as_posix(), "bytes": path.stat().st_size, "sha256": sha256(path)}
