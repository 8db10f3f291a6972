"""The charts show the rows of the tables of measurements."""

import re

from tools.charts import SPEED, ratios


def test_every_row_and_column_of_the_table_is_a_bar() -> None:
    """One cell is read here in another way."""
    found = {(each.tokenizer, each.column): (each.ratio, each.figure) for each in ratios()}
    row = re.search(r"^\| tr-morpheus \| sentencepiece \|(?:[^|]*\|){2} ([\d.]+) \((.*?)\)", SPEED.read_text("utf-8"), re.MULTILINE)
    assert row is not None
    assert found["tr-morpheus", "new words"] == (float(row[1]), row[2])
    assert len(found) == len({name for name, _ in found}) * len({column for _, column in found})
