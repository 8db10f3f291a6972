"""Ids of a column of texts, in the data structures of other libraries."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import load
from .._core import MorfemError, Tokenizer
from ..encoder import Encoder
from ..require import arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray


@lru_cache(maxsize=8)
def loaded(name: str) -> Tokenizer:
    """A tokenizer, loaded once in each process. Work that is sent to other processes names it, because a name is short."""
    return load(name)


def worker_encoder(tokenizer: str, *, parse_special: bool, append: str | None) -> Encoder:
    """An encoder that works on one thread, for libraries that run one worker on each processor."""
    return Encoder(loaded(tokenizer), 1, parse_special, append)


def encoded(encoder: Encoder, texts: Any) -> "tuple[NDArray[np.uint32], NDArray[np.int64], Any]":
    """The ids of each text of an Arrow column of strings, where those of each text begin, and which texts are missing.

    The column is an array, also one in several chunks. A missing text has no ids; if none is missing, the third array is None.
    """
    pyarrow = arrow()
    types = pyarrow.types
    kind = texts.type.value_type if types.is_dictionary(texts.type) else texts.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind) or types.is_null(kind)):
        raise MorfemError(f"a column of {texts.type} is not text; give a column of strings")
    strings = texts.cast(pyarrow.large_string())
    if isinstance(strings, pyarrow.ChunkedArray):
        strings = strings.combine_chunks()
    missing = strings.is_null() if strings.null_count else None
    ids, indptr = encoder.ids(strings.fill_null("").to_numpy(zero_copy_only=False).tolist())
    return ids, indptr, missing


def pandas_column(texts: Any) -> Any:
    """A pandas series or a NumPy array as an Arrow column, which pandas may hold in several chunks."""
    pyarrow = arrow()
    try:
        return pyarrow.array(texts, from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        raise MorfemError(f"the column is not text ({error}); give a column of strings") from None


def list_array(encoder: Encoder, texts: Any) -> Any:
    """The ids of each text of an Arrow column of strings, as an Arrow array of lists of 32-bit integers. Null stays null.

    >>> import pyarrow, morfem
    >>> list_array(Encoder(morfem.load("ko-thunder")), pyarrow.array(["사람", None, ""])).to_pylist()
    [[1737], None, []]
    """
    pyarrow = arrow()
    ids, indptr, missing = encoded(encoder, texts)
    return pyarrow.ListArray.from_arrays(pyarrow.array(indptr.astype(np.int32)), ids.astype(np.int32), mask=missing)
