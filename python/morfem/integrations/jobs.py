"""Jobs of many files on a cluster: each shard has inputs and outputs of its own, and a manifest says which ones are finished.

Workers only write shards, each whole or not at all. The process that runs the job writes the manifest. So a shard that is not listed is
simply done again: nothing is lost, and nothing is there twice, whether a worker, a machine or the whole job was interrupted. A shard is
done again too if its inputs have changed since.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..formats.manifest import Manifest


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


def unfinished(manifest: Manifest, shards: Sequence[Shard]) -> Iterator[Shard]:
    """The shards that are not listed, whose inputs have changed since, or whose files are not those that are listed."""
    for shard in shards:
        if not manifest.has(shard.name) or manifest.finished[shard.name]["inputs"] != shard.read():
            yield shard


def finish(manifest: Manifest, shard: Shard, inputs: list[list[Any]], outcome: dict[str, Any]) -> None:
    """List a shard. `inputs` are those that were read, `outcome` has the ``files`` and the ``report`` of the worker."""
    manifest.finish(shard.name, outcome["files"], {"inputs": inputs, "report": outcome["report"]})
