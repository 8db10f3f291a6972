"""PyArrow: the ids of a column of texts as a column of lists.

>>> import pyarrow
>>> from morfem.integrations.arrow import encode_column
>>> encode_column(pyarrow.array(["kitaplar", None, ""]), "tr-mft").to_pylist()[1:]
[None, []]
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import load
from .._core import MorfemError, Tokenizer
from . import require

pyarrow = require("pyarrow", "parquet", ">=15")
compute = require("pyarrow.compute", "parquet", ">=15")

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS = 1 << 16  # rows encoded at once, which bounds the memory for their texts


@functools.lru_cache(maxsize=8)
def _loaded(name: str) -> Tokenizer:
    return load(name)


def encode_column(column: Any, tokenizer: str | Tokenizer, *, threads: int | None = None) -> Any:
    """The ids of each text of a column.

    Parameters
    ----------
    column : a `pyarrow.Array` or `pyarrow.ChunkedArray` of strings, also large, dictionary-encoded or string views.
    tokenizer : a tokenizer, or the name or folder of one, which is loaded once.
    threads : number of threads; None for one per processor.

    Returns
    -------
    `pyarrow.ChunkedArray` or `pyarrow.Array`, like `column`, of the type ``large_list<uint32>``. A missing text gives a missing list.

    Raises
    ------
    MorfemError : if the column does not hold strings.
    """
    model = _loaded(tokenizer) if isinstance(tokenizer, str) else tokenizer
    kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_string_view(kind)):
        raise MorfemError(f"a column of {column.type} is not text; give a column of strings")
    chunks = column.chunks if isinstance(column, pyarrow.ChunkedArray) else [column]
    lists = [_encoded(chunk.slice(start, ROWS), model, threads) for chunk in chunks for start in range(0, len(chunk), ROWS)]
    result = pyarrow.chunked_array(lists, pyarrow.large_list(pyarrow.uint32()))
    return result if isinstance(column, pyarrow.ChunkedArray) else pyarrow.concat_arrays([*result.chunks, _EMPTY])


_EMPTY = pyarrow.array([], pyarrow.large_list(pyarrow.uint32()))


def register(tokenizer: str, name: str | None = None) -> str:
    """Register `encode_column` as a function of `pyarrow.compute`, for expressions over datasets and for `call_function`.

    Parameters
    ----------
    tokenizer : the name or folder of a tokenizer.
    name : the name of the function; by default ``morfem_`` and the name of the tokenizer.

    Returns
    -------
    the name of the function.

    Raises
    ------
    pyarrow.ArrowKeyError : if there is a function of this name.
    """
    model = _loaded(tokenizer)
    name = name or f"morfem_{model.name}"

    def encode(context: Any, texts: Any) -> Any:
        return encode_column(texts if isinstance(texts, pyarrow.Array) else pyarrow.array([texts.as_py()], pyarrow.string()), model)

    summary = {"summary": f"ids of {model.name}", "description": f"The ids of {model.name} for each text."}
    compute.register_scalar_function(encode, name, summary, {"texts": pyarrow.string()}, pyarrow.large_list(pyarrow.uint32()))
    return name


def _encoded(texts: Any, model: Tokenizer, threads: int | None) -> Any:
    """The lists of an array."""
    missing = texts.is_null().to_numpy(zero_copy_only=False)
    texts = texts.cast(pyarrow.large_string()).fill_null("")
    ids, indptr = model.encode_ids_batch(texts.to_numpy(zero_copy_only=False).tolist(), threads)
    bounds: NDArray[np.int64] = indptr.astype(np.int64)
    offsets = pyarrow.array(bounds, mask=np.append(missing, False)) if missing.any() else pyarrow.array(bounds)
    return pyarrow.LargeListArray.from_arrays(offsets, ids)
