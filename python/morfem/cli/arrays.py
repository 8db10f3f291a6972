"""Encodes texts into the formats of training programs: one shard or a folder of shards, in the order of the corpus or shuffled."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from ..encoder import Encoder
from ..formats import Shard, open_shard
from ..formats.flat import Flat
from ..formats.shards import Shards, Skipper
from ..formats.shuffle import shuffled
from ..output import remove_parts
from ..progress import tell
from .formats import Writer

UNSHUFFLED = 1 << 26  # tokens in a shard of the texts that wait to be shuffled


@contextmanager
def open_arrays(
    form: type[Shard], encoder: Encoder, output: Path, *, shard_tokens: int | None, seed: int | None, job: dict[str, Any]
) -> Iterator[Writer]:
    """Open the output for writing: the file of the ids, or with `shard_tokens` the folder of shards.

    A seed that is not None shuffles the texts. `job` is what the ids depend on, for the manifest.
    """
    is_folder = shard_tokens is not None
    with ExitStack() as stack:
        shard: Shard | Shards
        if shard_tokens is None:
            remove_parts(output.parent)
            shard = stack.enter_context(open_shard(form, output, encoder.tokenizer))
        else:
            whole_job = {**job, "shard_tokens": shard_tokens, "shuffle_seed": seed}
            shard = stack.enter_context(Shards(output, form, encoder.tokenizer, shard_tokens, whole_job))
            tell(bool(shard.kept), f"{output} has {shard.kept} of this job; it goes on after them")
        if seed is None:
            yield Sharded(encoder, shard) if isinstance(shard, Shards) else Single(encoder, shard)
            return
        # The texts wait here to be shuffled. After an error they are kept only if the same command continues from them.
        folder = output.with_name(f".{output.name}.unshuffled")
        flat_job = {**job, "format": "bin"}
        unshuffled = stack.enter_context(Shards(folder, Flat, encoder.tokenizer, UNSHUFFLED, flat_job, starts_over=not is_folder))
        is_over = not is_folder
        try:
            yield Shuffled(encoder, shard, unshuffled, seed)
            is_over = True
        finally:
            if is_over:
                unshuffled.remove()


class Single(Writer):
    """Writes one shard."""

    def __init__(self, encoder: Encoder, shard: Shard) -> None:
        self._encoder, self._shard = encoder, shard

    def write(self, texts: list[str]) -> int:
        ids, indptr = self._encoder.ids(texts)
        self._shard.write(ids, indptr)
        return len(ids)


class Sharded(Writer):
    """Writes shards, after those that are finished already."""

    def __init__(self, encoder: Encoder, shards: Shards) -> None:
        self._encoder, self._shards, self._skipper = encoder, shards, Skipper(shards)
        self._kept = shards.tokens

    def write(self, texts: list[str]) -> int:
        kept, self._kept = self._kept, 0
        texts = self._skipper.rest(texts)
        if not texts:
            return kept
        ids, indptr = self._encoder.ids(texts)
        self._shards.write(ids, indptr, texts)
        return kept + len(ids)

    def close(self) -> None:
        self._skipper.close()
        self._shards.close()


class Shuffled(Writer):
    """Writes the texts unshuffled first, and at the end shuffled."""

    def __init__(self, encoder: Encoder, shard: Shard | Shards, unshuffled: Shards, seed: int) -> None:
        self._tokenizer, self._shard, self._unshuffled, self._seed = encoder.tokenizer, shard, unshuffled, seed
        self._first = Sharded(encoder, unshuffled)

    def write(self, texts: list[str]) -> int:
        return self._first.write(texts)

    def close(self) -> None:
        self._first.close()
        files = [self._unshuffled.folder / shard["files"][0]["name"] for shard in self._unshuffled.finished]
        start = self._shard.texts if isinstance(self._shard, Shards) else 0
        for ids, indptr in shuffled(files, self._tokenizer, self._seed, start):
            self._shard.write(ids, indptr)
        if isinstance(self._shard, Shards):
            self._shard.close()
