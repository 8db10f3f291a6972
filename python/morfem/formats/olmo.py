"""What OLMo-core reads: all ids as one array without a header, in a file called ``.npy``, and the span of each text.

OLMo-core (3.0, `olmo_core.data`) is told the type of the ids: uint16 if the vocabulary has at most 65,536 ids, otherwise uint32. The spans
are in a compressed table, one line ``start,end`` for each text, counted in ids.
"""

import gzip
import io
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from .flat import id_type
from .shard import Shard


class Olmo(Shard):
    """The format ``olmo``."""

    suffixes = (".npy", ".csv.gz")

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        self._file, index = files
        # Neither name nor time in the header, so that equal spans give equal bytes.
        self._spans = gzip.GzipFile("", "wb", fileobj=index, mtime=0)
        self._type = id_type(tokenizer)
        self._ids = 0

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        self._file.write(ids.astype(self._type).tobytes())
        lines = io.StringIO()
        np.savetxt(lines, np.column_stack((indptr[:-1], indptr[1:])) + self._ids, "%d", ",")
        self._spans.write(lines.getvalue().encode())
        self._ids += len(ids)

    def close(self) -> None:
        self._spans.close()
