"""The charts show the rows of the tables of measurements, and the picture of the README the tokens of today."""

import re

from tools.charts import IMAGES, SPEED, ratios
from tools.picture import label


def test_every_row_and_column_of_the_table_is_a_bar() -> None:
    """One cell is read here in another way."""
    found = {(each.tokenizer, each.column): (each.ratio, each.figure) for each in ratios()}
    row = re.search(r"^\| tr-morpheus \| sentencepiece \|(?:[^|]*\|){2} ([\d.]+) \((.*?)\)", SPEED.read_text("utf-8"), re.MULTILINE)
    assert row is not None
    assert found["tr-morpheus", "new words"] == (float(row[1]), row[2])
    assert len(found) == len({name for name, _ in found}) * len({column for _, column in found})


def test_the_picture_shows_the_tokens_of_the_bundled_tokenizers() -> None:
    assert f'aria-label="{label()}"' in (IMAGES / "tokens.svg").read_text("utf-8"), "run python -m tools.picture"
