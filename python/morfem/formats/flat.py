"""All ids as one array without a header, and an index in a second file: what nanoGPT and programs like it map into memory.

The ids are little-endian and take 16 bits each if the vocabulary allows it, otherwise 32. The index is an array in NumPy's format: text i
has the ids from index[i] to index[i + 1].
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError, Tokenizer
from .shard import Shard

INDEX = np.dtype("<i8")
SHORT_IDS = 1 << 16  # the ids of a vocabulary of at most this size take 16 bits each


class Flat(Shard):
    """The format ``bin``. The header of the index is written again at the end, when the number of texts is known."""

    suffixes = (".bin", ".idx.npy")

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        self._file, self._index = files
        self._type = id_type(tokenizer)
        self._texts = self._ids = 0
        self._write_header()
        self._index.write(np.zeros(1, INDEX).tobytes())

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        self._file.write(ids.astype(self._type).tobytes())
        self._index.write((indptr[1:] + self._ids).astype(INDEX).tobytes())
        self._ids += len(ids)
        self._texts += len(indptr) - 1

    def close(self) -> None:
        self._index.seek(0)
        self._write_header()

    def _write_header(self) -> None:
        header = {"descr": INDEX.str, "fortran_order": False, "shape": (self._texts + 1,)}
        np.lib.format.write_array_header_1_0(self._index, header)


def flat_array(path: Path, tokenizer: Tokenizer) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The ids of a flat array and its index, mapped into memory."""
    index_path = path.with_suffix(Flat.suffixes[1])
    try:
        index = np.load(index_path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise MorfemError(f"{index_path}: not a NumPy array: {error}") from None
    if index.dtype != INDEX or index.ndim != 1 or not len(index) or index[0] != 0 or (np.diff(index) < 0).any():
        raise MorfemError(f"{index_path}: not the index of a flat array; it must be ascending 64-bit numbers from 0")
    type = id_type(tokenizer)
    size, expected = path.stat().st_size, int(index[-1]) * type.itemsize
    if size != expected:
        raise MorfemError(f"{path}: has {size} bytes, but {index[-1]} ids of {tokenizer.name} are {expected}; was it another tokenizer?")
    return np.memmap(path, type, "r") if size else np.zeros(0, type), index


def flat_texts(path: Path, tokenizer: Tokenizer) -> Iterator[NDArray[np.uint32]]:
    """The ids of each text of a flat array."""
    ids, index = flat_array(path, tokenizer)
    for start, end in pairwise(index):
        yield ids[start:end].astype(np.uint32)


def id_type(tokenizer: Tokenizer) -> np.dtype[Any]:
    """The unsigned type of ids: 16 bits if the vocabulary allows it."""
    return np.dtype("<u2" if tokenizer.vocab_size <= SHORT_IDS else "<u4")
