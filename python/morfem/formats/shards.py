"""A folder of shards with a manifest, which a second run continues after an interruption.

The manifest, ``manifest.json``, describes the job and lists the finished shards: their files with sizes and SHA-256 hashes, the number of
texts and tokens, and the hash of the texts. A shard enters the manifest when its files are complete. A run that finds a manifest of the
same job

1. keeps the listed shards whose files have the listed hashes, up to the first one that has not;
2. skips their texts without encoding them, and checks the hash of the skipped texts;
3. writes the rest.

Where a shard ends depends only on the numbers of tokens of its texts, and ids depend only on the text. So the files are the same, to the
byte, as those of a run without interruption.
"""

import hashlib
import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError, Tokenizer
from ..output import whole
from .shard import Shard, open_shard, paths

MANIFEST = "manifest.json"
VERSION = 1


class Shards:
    """Writes ids into the shards of a folder. Use it in a ``with`` statement, so that an error removes the unfinished shard.

    Parameters
    ----------
    folder : the folder. It is created if needed.
    form : the format.
    tokenizer : the tokenizer of the ids.
    size : the largest number of tokens in a shard. A text with more is a shard of its own.
    job : everything that the ids depend on, as JSON values. A run continues only the same job.

    Attributes
    ----------
    folder : the folder.
    finished : the finished shards, as the manifest lists them.
    is_complete : whether all texts are written.

    Raises
    ------
    MorfemError : if the folder has the shards of another job, or a manifest that cannot be read.
    """

    def __init__(self, folder: Path, form: type[Shard], tokenizer: Tokenizer, size: int, job: dict[str, Any]) -> None:
        self.folder, self._form, self._tokenizer, self._size, self._job = folder, form, tokenizer, size, job
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise MorfemError(f"{folder}: is a file, and shards need a folder; choose another name") from None
        self.finished, self.is_complete = self._read()
        self._save()
        for part in folder.glob(".shard-*.part"):  # of a run that was killed
            part.unlink()
        self._open = ExitStack()
        self._shard: Shard | None = None
        self._texts = self._tokens = 0
        self._digest = hashlib.sha256()

    def __enter__(self) -> "Shards":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._open.__exit__(kind, error, trace)

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
        if self.is_complete:
            raise MorfemError(f"{self.folder}: is complete, but there are more texts now; give another --output folder")
        start = 0
        while start < len(indptr) - 1:
            end = int(np.searchsorted(indptr, indptr[start] + self._size - self._tokens, "right")) - 1
            if end <= start and self._texts:
                self._finish()
                continue
            end = max(end, start + 1)
            if self._shard is None:
                self._shard = self._open.enter_context(open_shard(self._form, self._path(len(self.finished)), self._tokenizer))
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
            with whole(self.folder / name) as file:
                file.write(content)
        self.is_complete = True
        self._save()

    def _finish(self) -> None:
        """Complete the open shard and list it."""
        self._open.close()
        files = [_described(path) for path in paths(self._form, self._path(len(self.finished)))]
        counts = {"texts": self._texts, "tokens": self._tokens, "texts_sha256": self._digest.hexdigest()}
        self.finished.append({"files": files, **counts})
        self._shard, self._texts, self._tokens, self._digest = None, 0, 0, hashlib.sha256()
        self._save()

    def _path(self, number: int) -> Path:
        return self.folder / f"shard-{number:05d}{self._form.suffixes[0]}"

    def _read(self) -> tuple[list[dict[str, Any]], bool]:
        """The finished shards whose files are whole, and whether that is all."""
        path = self.folder / MANIFEST
        if not path.exists():
            if any(not file.name.startswith(".") for file in self.folder.iterdir()):
                raise MorfemError(f"{self.folder}: is not empty and has no {MANIFEST}; give a new or empty folder")
            return [], False
        try:
            manifest = json.loads(path.read_bytes())
            version, job, shards, is_complete = (manifest[key] for key in ("version", "job", "shards", "is_complete"))
        except (ValueError, KeyError, TypeError) as error:
            raise MorfemError(f"{path}: not a manifest ({error}); delete the folder, or give another") from None
        if version != VERSION:
            raise MorfemError(f"{path}: has version {version}, this morfem writes {VERSION}; give another --output folder")
        if job != self._job:
            changed = ", ".join(key for key in {**job, **self._job} if job.get(key) != self._job.get(key))
            raise MorfemError(f"{path}: was begun with another {changed}; give another --output folder, or delete this one")
        whole_ones = 0
        while whole_ones < len(shards) and all(self._is_whole(file) for file in shards[whole_ones]["files"]):
            whole_ones += 1
        return shards[:whole_ones], is_complete and whole_ones == len(shards)

    def _is_whole(self, file: dict[str, Any]) -> bool:
        path = self.folder / file["name"]
        return path.is_file() and _described(path) == file

    def _save(self) -> None:
        manifest = {
            "version": VERSION,
            "job": self._job,
            "is_complete": self.is_complete,
            "texts": self.texts,
            "tokens": self.tokens,
            "shards": self.finished,
        }
        with whole(self.folder / MANIFEST) as file:
            file.write(json.dumps(manifest, ensure_ascii=False, indent=1).encode() + b"\n")


class Skipper:
    """Leaves out the texts of finished shards, and checks that they are those texts.

    Parameters
    ----------
    shards : the folder of shards.
    """

    def __init__(self, shards: Shards) -> None:
        self._folder = shards.folder
        self._shards = [(shard["texts"], shard["texts_sha256"]) for shard in reversed(shards.finished)]
        self._digest = hashlib.sha256()

    def rest(self, texts: list[str]) -> list[str]:
        """The texts of a batch that are not in a finished shard.

        Raises
        ------
        MorfemError : if other texts are in the shard.
        """
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
        """Check, after the last text, that there were as many as in the finished shards.

        Raises
        ------
        MorfemError : if there were fewer.
        """
        if self._shards:
            raise MorfemError(f"{self._folder}: holds more texts than are read now; give another --output folder")


def _described(path: Path) -> dict[str, Any]:
    """The entry of a file in the manifest."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return {"name": path.name, "bytes": path.stat().st_size, "sha256": digest.hexdigest()}
