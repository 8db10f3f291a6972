"""A Dask data frame gets the ids of its texts."""

from pathlib import Path

import morfem
import pytest
from morfem.integrations.columns import pandas_column
from morfem.integrations.dask import tokenize

from tests.conftest import sentences

dask = pytest.importorskip("dask.dataframe")
pandas = pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.mark.parametrize("scheduler", ["sync", "processes"])
def test_the_ids_are_those_of_encode(scheduler: str) -> None:
    texts = [*sentences("tr")[:20], None, ""]
    frame = dask.from_pandas(pandas.DataFrame({"text": texts}, index=range(100, 100 + len(texts))), npartitions=3)
    frame["input_ids"] = tokenize(frame["text"], "tr-mft", append="</s>")
    computed = frame.compute(scheduler=scheduler, num_workers=2)
    tokenizer = morfem.load("tr-mft")
    end = tokenizer.token_to_id("</s>")
    expected = [None if text is None else [*tokenizer.encode(text).ids, end] for text in texts]
    assert [None if ids is None else ids.tolist() for ids in computed["input_ids"]] == expected
    assert computed.index.tolist() == list(range(100, 100 + len(texts)))


def test_missing_texts_in_a_column_of_several_chunks() -> None:
    """pandas keeps a column in several chunks after a concatenation."""
    texts = pandas.concat([pandas.Series(["ev", None], dtype="string[pyarrow]"), pandas.Series(["kitap"], dtype="string[pyarrow]")])
    found = tokenize(dask.from_pandas(texts, npartitions=1, sort=False), "tr-mft").compute(scheduler="sync")
    ids = morfem.load("tr-mft").encode_ids
    assert [None if row is None else row.tolist() for row in found] == [ids("ev").tolist(), None, ids("kitap").tolist()]


def test_what_is_no_text_or_special_is_refused(tmp_path: Path) -> None:
    frame = dask.from_pandas(pandas.DataFrame({"number": [1, 2]}), npartitions=1)
    with pytest.raises(morfem.MorfemError, match="a column of int64 is not text; give a column of strings"):
        tokenize(frame["number"], "tr-mft").compute(scheduler="sync")
    with pytest.raises(morfem.MorfemError, match=r"the column is not text .*; give a column of strings"):
        pandas_column(pandas.Series(["ev", 3], dtype=object))
    with pytest.raises(morfem.MorfemError, match="texts is of type Series; give a column of a Dask data frame"):
        tokenize(pandas.Series(["ev"]), "tr-mft")
    with pytest.raises(morfem.MorfemError, match="'</end>' is not a special of tr-mft"):
        tokenize(frame["number"], "tr-mft", append="</end>")
