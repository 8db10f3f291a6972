"""Parquet and Arrow files with one column, ``input_ids``: a list of 32-bit ids for each text.

Arrow files are in the random-access format (`pyarrow.ipc.open_file`). Each batch of texts is one row group, or one record batch.
"""

from collections.abc import Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .._core import Tokenizer
from ..require import arrow
from .shard import Shard


class Parquet(Shard):
    """The format ``parquet``."""

    suffixes = (".parquet",)

    def __init__(self, files: Sequence[BinaryIO], tokenizer: Tokenizer) -> None:
        (file,) = files
        self._pyarrow = arrow()
        self._schema = self._pyarrow.schema({"input_ids": self._pyarrow.list_(self._pyarrow.int32())})
        self._writer = self._open(file)

    def write(self, ids: NDArray[np.uint32], indptr: NDArray[np.int64]) -> None:
        lists = self._pyarrow.ListArray.from_arrays(indptr.astype(np.int32), ids.astype(np.int32))
        self._writer.write_batch(self._pyarrow.record_batch([lists], schema=self._schema))

    def close(self) -> None:
        self._writer.close()

    def _open(self, file: BinaryIO) -> Any:
        # PyArrow's default, a dictionary of ids, takes four times as long and a quarter more space.
        return arrow("pyarrow.parquet").ParquetWriter(file, self._schema, use_dictionary=False, compression="zstd")


class Arrow(Parquet):
    """The format ``arrow``."""

    suffixes = (".arrow",)

    def _open(self, file: BinaryIO) -> Any:
        return arrow("pyarrow.ipc").new_file(file, self._schema)
