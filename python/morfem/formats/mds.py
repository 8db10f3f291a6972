"""MosaicML's streaming format (MDS), with one column ``tokens`` of 32-bit ids.

The layout is that of `streaming.base.format.mds` 0.13. A shard holds, all little-endian::

    number of texts n             uint32
    start of each text, and end   uint32, n + 1 times, counted in bytes from the start of the file
    description of the columns    JSON
    the texts                     for each: size (uint32), then the array: shape, ids

The shape of an array is one byte, 4 x dimensions + k, and its length in 2**k bytes. The file ``index.json`` lists the shards.
"""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import MorfemError, Tokenizer
from .shard import Shard

LARGEST = 1 << 32  # bytes of a shard, whose positions are 32-bit numbers
COLUMNS = {
    "column_encodings": ["ndarray:int32"],
    "column_names": ["tokens"],
    "column_sizes": [None],
    "compression": None,
    "format": "mds",
    "hashes": [],
    "size_limit": None,
    "version": 2,
}


class Mds(Shard):
    """The format ``mds``. The texts wait in memory, because their positions come before them."""

    suffixes = (".mds",)

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        (self._file,) = files
        self._texts: list[bytes] = []

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        values = ids.astype("<i4").tobytes()
        for start, end in pairwise(indptr.tolist()):
            shape = _shape(end - start)
            size = (len(shape) + 4 * (end - start)).to_bytes(4, "little")
            self._texts.append(b"".join((size, shape, values[4 * start : 4 * end])))

    def close(self) -> None:
        description = json.dumps(COLUMNS, sort_keys=True).encode()
        count = len(self._texts)
        first = 4 * (count + 2) + len(description)
        ends = np.cumsum([first, *map(len, self._texts)])
        if ends[-1] >= LARGEST:
            raise MorfemError(f"a shard of {ends[-1]} bytes is too large for MDS, whose limit is {LARGEST}; give a smaller --shard-tokens")
        self._file.write(np.uint32(count).astype("<u4").tobytes() + ends.astype("<u4").tobytes() + description)
        self._file.write(b"".join(self._texts))

    @classmethod
    def folder_files(cls, shards: Sequence[dict[str, Any]]) -> dict[str, bytes]:
        listed = []
        for shard in shards:
            (file,) = shard["files"]
            raw_data = {"basename": file["name"], "bytes": file["bytes"], "hashes": {}}
            listed.append({**COLUMNS, "raw_data": raw_data, "samples": shard["texts"], "zip_data": None})
        return {"index.json": json.dumps({"shards": listed, "version": 2}, sort_keys=True).encode()}


def _shape(length: int) -> bytes:
    """The shape of an array of one dimension."""
    bits = 0 if length < 1 << 8 else 1 if length < 1 << 16 else 2
    return bytes([4 + bits]) + length.to_bytes(1 << bits, "little")
