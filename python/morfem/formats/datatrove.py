"""The tokenized files of datatrove: ids, an index with the end of each text, and a file that names the tokenizer.

The layout is that of `datatrove.pipeline.tokens.tokenizer.TokenizedFile` 0.10: ids of 16 bits if the vocabulary allows it, otherwise 32;
ends counted in ids, 64 bits each, all little-endian. Nanotron reads these files.
"""

from collections.abc import Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from .flat import id_type
from .shard import Shard


class Datatrove(Shard):
    """The format ``datatrove``."""

    suffixes = (".ds", ".ds.metadata", ".ds.index")

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        self._file, self._metadata, self._index = files
        self._type, self._name = id_type(tokenizer), tokenizer.name
        self._ids = 0

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        self._file.write(ids.astype(self._type).tobytes())
        self._index.write((indptr[1:] + self._ids).astype("<u8").tobytes())
        self._ids += len(ids)

    def close(self) -> None:
        self._metadata.write(f"{self._name}|{self._type.itemsize}\n{self._ids}\n{_readable(self._ids)}".encode())


def _readable(count: int) -> str:
    """A number of tokens with three digits, such as ``1.23 MT``."""
    for power, prefix in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if count >= 10**power:
            number = count / 10**power
            digits = max(0, 3 - len(str(int(number))))
            return f"{number:.{digits}f} {prefix}T"
    return f"{count} T"
