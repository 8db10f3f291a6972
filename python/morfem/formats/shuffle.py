"""Texts in a random order that depends only on the seed and their number.

The texts are encoded into flat arrays first, then read from there in the new order. So memory holds the index and one batch, never the
corpus. The order sorts the texts by random 64-bit keys of PCG64, whose stream NumPy promises to keep in every version.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from .flat import flat_array

BATCH = 1 << 14  # texts


def shuffled(files: list[Path], tokenizer: Tokenizer, seed: int, start: int = 0) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
    """The texts of flat arrays, whose order counts, in random order and in batches, without the first `start` of that order."""
    arrays = [flat_array(file, tokenizer) for file in files]
    firsts = np.cumsum([0, *(len(index) - 1 for _, index in arrays)])
    order = np.argsort(np.random.PCG64(seed).random_raw(int(firsts[-1])), kind="stable")
    while start < len(order):
        end = start - start % BATCH + BATCH  # the same batches wherever the order begins
        yield _gathered(order[start:end], arrays, firsts)
        start = end


def _gathered(
    chosen: NDArray[np.int64], arrays: list[tuple[NDArray[np.uint16 | np.uint32], NDArray[np.int64]]], firsts: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The ids of the chosen texts, one after the other, and where those of each begin."""
    place = np.searchsorted(firsts, chosen, "right") - 1
    lengths, begins = np.empty(len(chosen), np.int64), np.empty(len(chosen), np.int64)
    for number in np.unique(place):
        here = place == number
        index, local = arrays[number][1], chosen[here] - firsts[number]
        begins[here], lengths[here] = index[local], index[local + 1] - index[local]
    indptr = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    # Token t of text i of the batch is at begins[i] + t of its array.
    sources = np.repeat(begins - indptr[:-1], lengths) + np.arange(indptr[-1])
    owners = np.repeat(place, lengths)
    ids = np.empty(indptr[-1], np.uint32)
    for number in np.unique(place):
        here = owners == number
        ids[here] = arrays[number][0][sources[here]]
    return ids, indptr
