"""The chunks of a corpus with their counts: read here, counted elsewhere, or counted on a Ray cluster.

A reading is called once, after the trainer has checked its options, and gives the counts. `record` then has the entries of the training
record about the corpus.
"""

import pickle
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np

from .._core import ChunkCounts, MorfemError, TextKinds, TrainingError
from ..corpus import Corpus
from ..progress import Meter


class Reading:
    """Reads a corpus and counts its chunks."""

    def __init__(self, corpus: Corpus, splitter: Any, progress: bool) -> None:
        self.corpus = corpus
        self.splitter = splitter
        self.progress = progress
        self.record: dict[str, Any] = {}

    def __call__(self) -> ChunkCounts:
        counts, record = self.counted()
        if not len(counts):
            raise TrainingError(f"the corpus is empty: no text in {self.corpus.names}")
        self.record |= {**record, "distinct_chunks": len(counts)}
        return counts

    def read(self) -> tuple[ChunkCounts, list[ChunkCounts]]:
        """The counts of the corpus, and those of its parts, if it is read in parts."""
        return self(), []

    def counted(self) -> tuple[ChunkCounts, dict[str, Any]]:
        """The counts of the corpus, and the entries of the record about its files."""
        counts = ChunkCounts(self.splitter)
        with Meter(self.progress) as meter:
            count(self.corpus, counts, lambda done: meter(f"reading {self.corpus.names}", done, self.corpus.size, is_bytes=True))
        return counts, self.corpus.record()


class Counted(Reading):
    """Counts that were made before."""

    def __init__(self, counts: ChunkCounts, splitter: Any, progress: bool) -> None:
        super().__init__(Corpus([]), splitter, progress)
        self._counts = counts

    def counted(self) -> tuple[ChunkCounts, dict[str, Any]]:
        if self._counts.splitter != self.splitter:
            wanted = f"this training needs ChunkCounts({self.splitter!r})"
            raise MorfemError(
                f"the chunks were cut by the splitter {self._counts.splitter!r}; {wanted}, or pretokenizer where it is an option"
            )
        return self._counts, {}


class ByKind(Reading):
    """Reads a corpus twice: finds the kinds of its texts, then counts the chunks of each kind apart."""

    def __init__(self, texts: Callable[[], Corpus], splitter: Any, progress: bool, kinds: int) -> None:
        super().__init__(texts(), splitter, progress)
        self._first, self._kinds = texts(), kinds
        # Standard input and pipes, whose size is not known, can be read only once. So their texts wait in a temporary file.
        self._is_stream = bool(self.corpus.files) and self.corpus.size is None

    def read(self) -> tuple[ChunkCounts, list[ChunkCounts]]:
        """Nothing of the corpus as a whole, and the counts of each kind."""
        found = TextKinds()
        parts = [ChunkCounts(self.splitter) for _ in range(self._kinds)]
        with TemporaryFile() as kept, Meter(self.progress) as meter:
            for batch in self._first.texts():
                found.add(batch)
                if self._is_stream:
                    pickle.dump(batch, kept)
                meter(f"reading {self.corpus.names}", self._first.done, self._first.size, is_bytes=True)
            kinds = found.find(self._kinds, lambda stage, done, total: meter(f"{stage} in {self.corpus.names}", done, total))
            start = 0
            for batch in self._again(kept):
                of_batch = kinds[start : start + len(batch)]
                for kind, part in enumerate(parts):
                    part.add([batch[index] for index in np.flatnonzero(of_batch == kind)])
                start += len(batch)
                meter(f"counting {self.corpus.names}", self.corpus.done, self.corpus.size, is_bytes=True)
        if not any(len(part) for part in parts):
            raise TrainingError(f"the corpus is empty: no text in {self.corpus.names}")
        self.record |= (self._first if self._is_stream else self.corpus).record()
        return ChunkCounts(self.splitter), parts

    def _again(self, kept: IO[bytes]) -> Iterator[list[str]]:
        """The texts once more: of the files, or of the batches in `kept`."""
        if not self._is_stream:
            yield from self.corpus.texts()
            return
        end = kept.tell()
        kept.seek(0)
        while kept.tell() < end:
            yield pickle.load(kept)


def count(corpus: Corpus, counts: ChunkCounts, report: Callable[[int], object]) -> None:
    """Count the chunks of a corpus. `report` gets the number of bytes read so far. A word of a table is counted with a space before it."""
    for batch in corpus.counted():
        if isinstance(batch, tuple):
            words, numbers = batch
            counts.add_counted([word if word[:1].isspace() else " " + word for word in words], numbers)
        else:
            counts.add(batch)
        report(corpus.done)
