"""A Dask data frame gets the ids of its texts."""

from pathlib import Path

import morfem
import pytest
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


def test_what_is_no_text_or_special_is_refused(tmp_path: Path) -> None:
    frame = dask.from_pandas(pandas.DataFrame({"number": [1, 2]}), npartitions=1)
    with pytest.raises(morfem.MorfemError, match="a column of int64 is not text; give a column of strings"):
        tokenize(frame["number"], "tr-mft").compute(scheduler="sync")
    with pytest.raises(morfem.MorfemError, match="'</end>' is not a special of tr-mft"):
        tokenize(frame["number"], "tr-mft", append="</end>")
