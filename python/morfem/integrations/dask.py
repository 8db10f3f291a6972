"""morfem in Dask: the ids of a column of texts, partition by partition.

All workers need morfem. A tokenizer is shipped as its name.
"""

from typing import Any

from .._core import MorfemError
from . import require
from .columns import list_array, pandas_column, worker_encoder

VERSIONS = ">=2024.5,<2027"


def tokenize(texts: Any, tokenizer: str, *, name: str = "input_ids", parse_special: bool = False, append: str | None = None) -> Any:
    """The ids of a Dask series of strings, as a series of NumPy arrays of 32-bit ids. A missing text has the ids None.

    Each process loads the tokenizer once, and encodes a partition on one thread.

    Parameters
    ----------
    texts : a series of a Dask data frame.
    tokenizer : name of a bundled tokenizer, or a folder that all machines see.
    name : of the new series.
    parse_special : whether specials in a text become their ids.
    append : a special that is added after every text, such as ``"</s>"``.

    Raises
    ------
    MorfemError : if `texts` is not a Dask series, or the tokenizer has no such special.

    Examples
    --------
    ::

        frame["input_ids"] = tokenize(frame["text"], "tr-mft")
    """
    dask = require("dask.dataframe", "dask", VERSIONS)
    if not isinstance(texts, dask.Series):
        raise MorfemError(f"texts is of type {type(texts).__name__}; give a column of a Dask data frame, such as frame['text']")
    worker_encoder(tokenizer, parse_special=parse_special, append=append)
    return texts.map_partitions(_encoded, tokenizer, name, parse_special, append, meta=(name, object))


def _encoded(texts: Any, tokenizer: str, name: str, parse_special: bool, append: str | None) -> Any:
    """The ids of a pandas series."""
    pandas = require("pandas", "dask", ">=2")
    ids = list_array(worker_encoder(tokenizer, parse_special=parse_special, append=append), pandas_column(texts))
    return pandas.Series(ids.to_numpy(zero_copy_only=False), index=texts.index, name=name, dtype=object)
