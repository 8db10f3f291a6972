"""Megatron's indexed dataset: a file of ids, and an index. One text is one document of one sequence.

The layout is that of `megatron.core.datasets.indexed_dataset` 0.16. The index holds, all little-endian::

    b"MMIDIDX\\0\\0"                          9 bytes
    version, 1                              uint64
    code of the type of the ids             uint8: 8 for uint16, 4 for int32
    number of sequences n, and n + 1        uint64 each
    length of each sequence, in ids         int32, n times
    start of each sequence, in bytes        int64, n times
    first sequence of each document, and n  int64, n + 1 times
"""

import struct
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from .shard import Shard

SHORT_IDS = 65_500  # Megatron keeps the ids of a smaller vocabulary in 16 bits
CODES = {np.dtype("<u2"): 8, np.dtype("<i4"): 4}


class Megatron(Shard):
    """The format ``megatron``."""

    suffixes = (".bin", ".idx")

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        self._file, self._index = files
        self._type = np.dtype("<u2" if tokenizer.vocab_size < SHORT_IDS else "<i4")
        self._lengths: list[NDArray[np.int32]] = []

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        self._file.write(ids.astype(self._type).tobytes())
        self._lengths.append(np.diff(indptr).astype("<i4"))

    def close(self) -> None:
        lengths = np.concatenate([np.zeros(0, "<i4"), *self._lengths])
        starts = np.cumsum(lengths, dtype="<i8") - lengths
        documents = np.arange(len(lengths) + 1, dtype="<i8")
        self._index.write(b"MMIDIDX\0\0" + struct.pack("<QBQQ", 1, CODES[self._type], len(lengths), len(documents)))
        for array in (lengths, starts * self._type.itemsize, documents):
            self._index.write(array.tobytes())
