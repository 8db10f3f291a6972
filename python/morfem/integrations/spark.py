"""morfem in Spark: the ids of a column of texts, by a pandas UDF.

All machines need morfem, pandas and PyArrow in the Python that Spark runs, which ``PYSPARK_PYTHON`` names. A tokenizer is shipped as its
name.
"""

from collections.abc import Iterator
from typing import Any

from ..require import require
from .columns import list_array, pandas_column, worker_encoder

VERSIONS = ">=3.5,<5"


def tokenize(tokenizer: str, *, parse_special: bool = False, append: str | None = None) -> Any:
    """A function of a column of strings, whose values are arrays of 32-bit ids. Null stays null.

    Each Python worker of Spark loads the tokenizer once, and encodes on one thread.

    Parameters
    ----------
    tokenizer : name of a bundled tokenizer, or a folder that all machines see.
    parse_special : whether specials in a text become their ids.
    append : a special that is added after every text, such as ``"</s>"``.

    Examples
    --------
    ::

        frame.withColumn("input_ids", tokenize("tr-mft")("text"))
    """
    functions = require("pyspark.sql.functions", "spark", VERSIONS)
    types = require("pyspark.sql.types", "spark", VERSIONS)
    pandas: Any = require("pandas", "spark", ">=2")
    worker_encoder(tokenizer, parse_special=parse_special, append=append)

    def encoded(batches: Iterator[Any]) -> Iterator[Any]:
        for texts in batches:
            ids = list_array(worker_encoder(tokenizer, parse_special=parse_special, append=append), pandas_column(texts))
            yield pandas.Series(ids.to_numpy(zero_copy_only=False), dtype=object)

    # Spark reads from these that the function takes and gives an iterator of batches.
    iterator: Any = Iterator
    encoded.__annotations__ = dict.fromkeys(("batches", "return"), iterator[pandas.Series])
    return functions.pandas_udf(encoded, types.ArrayType(types.IntegerType(), containsNull=False))
