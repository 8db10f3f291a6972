"""The chunks of a corpus with their counts: read here, counted elsewhere, or counted on a Ray cluster.

A reading is called once, after the trainer has checked its options, and gives the counts. `record` then has the entries of the training
record about the corpus.
"""

from collections.abc import Callable
from typing import Any

from .._core import ChunkCounts, MorfemError, TrainingError
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


def count(corpus: Corpus, counts: ChunkCounts, report: Callable[[int], object]) -> None:
    """Count the chunks of a corpus. `report` gets the number of bytes read so far. A word of a table is counted with a space before it."""
    for batch in corpus.counted():
        if isinstance(batch, tuple):
            words, numbers = batch
            counts.add_counted([word if word[:1].isspace() else " " + word for word in words], numbers)
        else:
            counts.add(batch)
        report(corpus.done)
