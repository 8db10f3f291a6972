"""Writes texts into a folder of shards, which a second run continues after an interruption.

A run that finds the manifest of the same job

1. keeps the listed shards whose files are whole, up to the first one that is not;
2. skips their texts without encoding them, and checks the hash of the skipped texts;
3. writes the rest.

Where a shard ends depends only on the numbers of tokens of its texts, and ids depend only on the text. So the files are the same, to the
byte, as those of a run without interruption.
"""

import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError, Tokenizer
from ..output import whole_files
from .manifest import Manifest, described
from .shard import Shard, open_shard, paths


class Shards:
    """Writes ids into the shards of a folder. Use it in a ``with`` statement, so that an error removes the unfinished shard and its lock.

    Parameters
    ----------
    folder : the folder. It is created if needed.
    size : the largest number of tokens in a shard. A text with more is a shard of its own.
    job : everything that the ids depend on, as JSON values. A run continues only the same job.
    starts_over : whether to remove what is in the folder first.
    """

    def __init__(
        self, folder: Path, form: type[Shard], tokenizer: Tokenizer, size: int, job: dict[str, Any], *, starts_over: bool = False
    ) -> None:
        self.folder, self._form, self._tokenizer, self._size = folder, form, tokenizer, size
        self._manifest = Manifest(folder, job, starts_over=starts_over)
        listed = list(self._manifest.finished)
        self._manifest.keep(next((number for number, name in enumerate(listed) if not self._manifest.has(name)), len(listed)))
        self._open = ExitStack()
        self._shard: Shard | None = None
        self._texts = self._tokens = 0
        self._digest = hashlib.sha256()

    def __enter__(self) -> "Shards":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._open.__exit__(kind, error, trace)
        self._manifest.__exit__(kind, error, trace)

    def remove(self) -> None:
        """Remove the folder."""
        self._open.close()
        self._manifest.remove()

    @property
    def finished(self) -> list[dict[str, Any]]:
        """The finished shards, as the manifest lists them."""
        return list(self._manifest.finished.values())

    @property
    def kept(self) -> str:
        """What an unfinished job has finished, in words; "" if that is nothing."""
        return self._manifest.kept if self.finished and not self._manifest.is_complete else ""

    @property
    def texts(self) -> int:
        """Number of texts in finished shards."""
        return sum(shard["texts"] for shard in self.finished)

    @property
    def tokens(self) -> int:
        """Number of tokens in finished shards."""
        return sum(shard["tokens"] for shard in self.finished)

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64], texts: Sequence[str] = ()) -> None:
        """Write texts. `ids` and `indptr` are as `Tokenizer.encode_ids_batch` returns them. A `Skipper` needs the hash of `texts`."""
        if self._manifest.is_complete:
            raise MorfemError(f"{self.folder}: is complete, but there are more texts now; give another --output folder")
        start = 0
        while start < len(indptr) - 1:
            end = int(np.searchsorted(indptr, indptr[start] + self._size - self._tokens, "right")) - 1
            if end <= start and self._texts:
                self._finish()
                continue
            end = max(end, start + 1)
            if self._shard is None:
                self._shard = self._open.enter_context(open_shard(self._form, self._path(len(self._manifest.finished)), self._tokenizer))
            self._shard.write(ids[indptr[start] : indptr[end]], indptr[start : end + 1] - indptr[start])
            self._digest.update("".join(texts[start:end]).encode())
            self._tokens += int(indptr[end] - indptr[start])
            self._texts += end - start
            start = end

    def close(self) -> None:
        """Finish the last shard and the manifest."""
        if self._shard is not None:
            self._finish()
        for name, content in self._form.folder_files(self.finished).items():
            with whole_files([self.folder / name]) as (file,):
                file.write(content)
        self._manifest.complete({"texts": self.texts, "tokens": self.tokens})

    def _finish(self) -> None:
        """Complete the open shard and list it."""
        self._open.close()
        path = self._path(len(self._manifest.finished))
        counts = {"texts": self._texts, "tokens": self._tokens, "texts_sha256": self._digest.hexdigest()}
        self._manifest.finish(path.stem, [described(file, self.folder) for file in paths(self._form, path)], counts)
        self._shard, self._texts, self._tokens, self._digest = None, 0, 0, hashlib.sha256()

    def _path(self, number: int) -> Path:
        return self.folder / f"shard-{number:05d}{self._form.suffixes[0]}"


class Skipper:
    """Leaves out the texts of finished shards, and raises MorfemError if others are read."""

    def __init__(self, shards: Shards) -> None:
        self._folder = shards.folder
        self._shards = [(shard["texts"], shard["texts_sha256"]) for shard in reversed(shards.finished)]
        self._digest = hashlib.sha256()

    def rest(self, texts: list[str]) -> list[str]:
        """The texts of a batch that are not in a finished shard."""
        while self._shards and texts:
            left, expected = self._shards.pop()
            here, texts = texts[:left], texts[left:]
            self._digest.update("".join(here).encode())
            if len(here) < left:
                self._shards.append((left - len(here), expected))
            elif self._digest.hexdigest() != expected:
                raise MorfemError(f"{self._folder}: holds other texts than those that are read now; give another --output folder")
            else:
                self._digest = hashlib.sha256()
        return texts

    def close(self) -> None:
        """Check, after the last text, that there were as many as in the finished shards."""
        if self._shards:
            raise MorfemError(f"{self._folder}: holds more texts than are read now; give another --output folder")
