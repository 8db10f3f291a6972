"""Jobs of many shards: each shard is written whole or not at all, and a manifest says which ones are finished.

A job turns input files into output files in one folder. A shard is written under a temporary name and renamed when it is complete. Then the
manifest gets a line. So a shard that the manifest does not list is simply done again: nothing is lost, and nothing is there twice, whether
a worker, a machine or the whole job was interrupted. One process writes the manifest; workers only write shards.

The manifest, ``manifest.jsonl``, begins with the settings of the job, which a continued job must share. Each further line is a finished
shard: its name, its input files with size and time of change, its output files with their sizes, and what the worker reports.
"""

import json
import os
import socket
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .._core import MorfemError

MANIFEST = "manifest.jsonl"


@dataclass(frozen=True)
class Shard:
    """One part of a job: what it reads, and which files it writes."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[Path, ...]

    @property
    def bytes(self) -> int:
        """The size of all inputs."""
        return sum(os.stat(path).st_size for path in self.inputs)

    def read(self) -> list[list[Any]]:
        """Its inputs as they are now: path, size, and time of change."""
        states = [(path, os.stat(path)) for path in self.inputs]
        return [[path, state.st_size, state.st_mtime_ns] for path, state in states]

    def written(self) -> list[int] | None:
        """The sizes of its outputs; None if one is missing."""
        try:
            return [path.stat().st_size for path in self.outputs]
        except FileNotFoundError:
            return None


class Manifest:
    """The finished shards of a job in a folder.

    Parameters
    ----------
    folder : created if it is missing.
    job : settings on which the content of the shards depends, as JSON.

    Raises
    ------
    MorfemError : if the folder holds other files, or shards of a job with other settings.
    """

    def __init__(self, folder: Path, job: dict[str, Any]) -> None:
        self.path = folder / MANIFEST
        self._finished: dict[str, dict[str, Any]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise MorfemError(f"{folder}: is not a folder; choose another name") from None
        content = self.path.read_bytes() if self.path.exists() else b""
        # A line without its end was being written when the job was interrupted.
        whole = content[: content.rfind(b"\n") + 1]
        lines = [self._line(line, number) for number, line in enumerate(whole.splitlines(), 1)]
        if lines:
            _compare(self.path, lines[0], job)
        elif any(path.name != MANIFEST for path in folder.iterdir()):
            raise MorfemError(f"{folder}: holds other files; choose an empty or a new folder")
        self._finished = {line["shard"]: line for line in lines[1:]}
        if len(whole) < len(content):
            os.truncate(self.path, len(whole))
        if not lines:
            self._write(job)

    def unfinished(self, shards: Sequence[Shard]) -> Iterator[Shard]:
        """The shards that are not finished, whose inputs have changed since, or whose files are gone."""
        for shard in shards:
            line = self._finished.get(shard.name)
            if line is None or line["inputs"] != shard.read() or line["files"] != shard.written():
                yield shard

    def finish(self, shard: Shard, inputs: list[list[Any]], report: dict[str, Any]) -> None:
        """Note that a shard is finished. `inputs` are those that were read."""
        line = {"shard": shard.name, "inputs": inputs, "files": shard.written(), "report": report}
        self._finished[shard.name] = line
        self._write(line)

    def report(self, shard: Shard) -> dict[str, Any]:
        """What the worker reported of a finished shard."""
        report: dict[str, Any] = self._finished[shard.name]["report"]
        return report

    def _write(self, line: dict[str, Any]) -> None:
        with open(self.path, "ab") as file:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _line(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            read = json.loads(line)
        except ValueError:
            read = None
        if not isinstance(read, dict) or (number > 1 and not {"shard", "inputs", "files", "report"} <= read.keys()):
            raise MorfemError(f"{self.path}, line {number}: not a line of a manifest; choose another folder, or delete this one")
        return read


def _compare(path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Raises an error that names the settings in which two jobs differ."""
    new = json.loads(json.dumps(new))
    unequal = [f"{key} was {old.get(key)!r}, now {new.get(key)!r}" for key in {**old, **new} if old.get(key) != new.get(key)]
    if unequal:
        raise MorfemError(f"{path}: belongs to another job: {'; '.join(unequal)}; choose another folder")


def part_of(path: Path) -> Path:
    """A temporary name beside `path`, which names this process."""
    return path.with_name(f".{path.name}.{socket.gethostname().replace('.', '-')}-{os.getpid()}-{uuid.uuid4().hex[:8]}.part")


def remove_parts(shards: Sequence[Shard]) -> None:
    """Remove what dead workers left. No worker may run."""
    for folder in {path.parent for shard in shards for path in shard.outputs}:
        names = {path.name for shard in shards for path in shard.outputs if path.parent == folder}
        for path in folder.glob(".*.part"):
            if path.name[1:].rsplit(".", 2)[0] in names:
                path.unlink(missing_ok=True)


@contextmanager
def whole_files(paths: Sequence[Path]) -> Iterator[Sequence[BinaryIO]]:
    """Open files for writing under temporary names. At the end they are on the disk and get their names, the first one last.

    An OSError names the file that could not be written, and leaves nothing.
    """
    parts = [part_of(path) for path in paths]
    try:
        for part in parts:
            part.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            files = [stack.enter_context(open(part, "wb")) for part in parts]
            yield files
            for file in files:
                file.flush()
                os.fsync(file.fileno())
        for part, path in reversed(list(zip(parts, paths, strict=True))):
            os.replace(part, path)
    except OSError as error:
        if error.filename is None or error.filename in map(str, parts):
            raise OSError(error.errno, error.strerror or str(error), str(paths[0])) from None
        raise
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
