"""A Spark data frame gets the ids of its texts. Spark needs Java."""

import shutil
import sys
from collections.abc import Iterator
from typing import Any

import morfem
import pytest
from morfem.integrations.spark import tokenize

from tests.conftest import sentences

sql = pytest.importorskip("pyspark.sql")
pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "5").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        yield session
        session.stop()


def test_the_ids_are_those_of_encode(session: Any) -> None:
    texts = [*sentences("tr")[:20], None, ""]
    frame = session.createDataFrame([(number, text) for number, text in enumerate(texts)], "number int, text string").repartition(2)
    rows = frame.withColumn("input_ids", tokenize("tr-mft", append="</s>")("text")).orderBy("number").collect()
    tokenizer = morfem.load("tr-mft")
    end = tokenizer.token_to_id("</s>")
    assert [row["input_ids"] for row in rows] == [None if text is None else [*tokenizer.encode(text).ids, end] for text in texts]


def test_a_special_that_is_not_there_is_refused_before_the_job() -> None:
    with pytest.raises(morfem.MorfemError, match="'</end>' is not a special of tr-mft"):
        tokenize("tr-mft", append="</end>")
