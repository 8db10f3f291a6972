"""Ids of a column of texts, in the data structures of other libraries."""

from functools import lru_cache
from typing import Any

import numpy as np

from .. import load
from .._core import MorfemError, Tokenizer
from . import require

PYARROW = (">=15", "parquet")


@lru_cache(maxsize=8)
def loaded(name: str) -> Tokenizer:
    """A tokenizer, loaded once in each process. Work that is sent to other processes names it, because a name is short."""
    return load(name)


def special(tokenizer: Tokenizer, append: str | None) -> int | None:
    """The id of a special that is added after every text."""
    if append is None:
        return None
    if append not in tokenizer.special_tokens:
        known = ", ".join(tokenizer.special_tokens) or "none"
        raise MorfemError(f"{append!r} is not a special of {tokenizer.name}; there is {known}")
    return tokenizer.token_to_id(append)


def list_array(tokenizer: Tokenizer, texts: Any, *, parse_special: bool = False, append: str | None = None) -> Any:
    """The ids of each text of an Arrow array of strings, as an Arrow array of lists of 32-bit integers. Null stays null. One thread works.

    >>> import pyarrow, morfem
    >>> list_array(morfem.load("ko-thunder"), pyarrow.array(["책을", None, ""])).to_pylist()
    [[9895], None, []]
    """
    pyarrow = require("pyarrow", PYARROW[1], PYARROW[0])
    kind = texts.type.value_type if pyarrow.types.is_dictionary(texts.type) else texts.type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_null(kind)):
        raise MorfemError(f"the column holds {kind}, not text; choose a column of strings")
    listed = texts.to_pylist()
    last = special(tokenizer, append)
    ids, indptr = tokenizer.encode_ids_batch([text or "" for text in listed], 1, parse_special=parse_special)
    if last is not None:
        ids = np.insert(ids, indptr[1:], last)
        indptr = indptr + np.arange(len(indptr))
    nulls = pyarrow.array([text is None for text in listed]) if texts.null_count else None
    return pyarrow.ListArray.from_arrays(pyarrow.array(indptr.astype(np.int32)), ids.astype(np.int32), mask=nulls)
