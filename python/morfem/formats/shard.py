"""What a format is: a class that writes the ids of consecutive texts into the files of one shard."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from ..output import whole_files


class Shard(ABC):
    """Writes one shard into its files. Call `write` for each batch of texts, then `close`.

    `suffixes` are those of the files. The first is that of the ids. No reader accepts the ids without the last.
    """

    suffixes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None: ...

    @abstractmethod
    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        """Write texts, as `Tokenizer.encode_ids_batch` returns them. `indptr` begins with 0."""

    @abstractmethod
    def close(self) -> None:
        """Write what is known only after the last text. The files stay open."""

    @classmethod
    def folder_files(cls, shards: Sequence[dict[str, Any]]) -> dict[str, bytes]:
        """The files that describe all shards of a folder, as name -> content. `shards` are those of the manifest."""
        return {}


def paths(form: type[Shard], path: Path) -> list[Path]:
    """The files of a shard. The suffix of `path` is replaced by those of the format."""
    return [path.with_suffix(suffix) for suffix in form.suffixes]


@contextmanager
def open_shard(form: type[Shard], path: Path, tokenizer: Tokenizer) -> Iterator[Shard]:
    """Open a shard for writing. Its files appear when all are complete, the last one of `suffixes` last."""
    with whole_files(paths(form, path)) as files:
        shard = form(files, tokenizer)
        yield shard
        shard.close()
