"""PyArrow: the ids of a column of texts as a column of lists.

>>> import pyarrow
>>> from morfem.integrations.arrow import encode_column
>>> encode_column(pyarrow.array(["kitaplar", None, ""]), "tr-mft").to_pylist()[1:]
[None, []]
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .._core import MorfemError, Tokenizer
from ..encoder import Encoder
from ..require import arrow
from .columns import encoded, loaded

pyarrow, compute = arrow(), arrow("pyarrow.compute")

ROWS = 1 << 16  # rows encoded at once, which bounds the memory for their texts


def encode_column(column: Any, tokenizer: str | os.PathLike[str] | Tokenizer, *, threads: int | None = None) -> Any:
    """The ids of each text of a column, like `column` in chunks or not, of the type ``large_list<uint32>``. A missing text gives a missing
    list.

    Parameters
    ----------
    column : a `pyarrow.Array` or `pyarrow.ChunkedArray` of strings, also large, dictionary-encoded or string views.
    tokenizer : a tokenizer, or the name or folder of one, which is loaded once.
    threads : number of threads; None for one per processor.
    """
    if not isinstance(column, (pyarrow.Array, pyarrow.ChunkedArray)):
        raise MorfemError(f"the column is of type {type(column).__name__}; give a pyarrow.Array or a pyarrow.ChunkedArray")
    encoder = Encoder(tokenizer if isinstance(tokenizer, Tokenizer) else loaded(os.fspath(tokenizer)), threads)
    chunks = column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]
    lists = [_lists(chunk.slice(start, ROWS), encoder) for chunk in chunks for start in range(0, len(chunk), ROWS)]
    result = pyarrow.chunked_array(lists, pyarrow.large_list(pyarrow.uint32()))
    return result if isinstance(column, pyarrow.ChunkedArray) else pyarrow.concat_arrays([*result.chunks, _EMPTY])


_EMPTY = pyarrow.array([], pyarrow.large_list(pyarrow.uint32()))


def register(tokenizer: str, name: str | None = None) -> str:
    """Register `encode_column` as a function of `pyarrow.compute`, for expressions over datasets and for `call_function`.

    The function takes columns of the type ``string``. Cast other columns of text first.

    Parameters
    ----------
    tokenizer : the name or folder of a tokenizer.
    name : the name of the function, which is returned; by default ``morfem_`` and the name of the tokenizer.
    """
    model = loaded(tokenizer)
    name = name or f"morfem_{model.name}"

    def encode(context: Any, texts: Any) -> Any:
        return encode_column(texts if isinstance(texts, pyarrow.Array) else pyarrow.array([texts.as_py()], pyarrow.string()), model)

    summary = {"summary": f"ids of {model.name}", "description": f"The ids of {model.name} for each text."}
    compute.register_scalar_function(encode, name, summary, {"texts": pyarrow.string()}, pyarrow.large_list(pyarrow.uint32()))
    return name


def _lists(texts: Any, encoder: Encoder) -> Any:
    """The lists of an array."""
    ids, indptr, missing = encoded(encoder, texts)
    return pyarrow.LargeListArray.from_arrays(pyarrow.array(indptr.astype(np.int64)), ids, mask=missing)
