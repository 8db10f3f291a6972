"""Small tokenizers of the paper's method."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import morfem
import pytest

LANGUAGES = Path(__file__).resolve().parents[2] / "languages"


def smallest(counts: Mapping[str, int], language: str, **options: Any) -> morfem.Tokenizer:
    """A tokenizer by the paper's method with no merges, from words and their counts."""
    options = {"alphabet": LANGUAGES / language / "alphabet.tsv", "min_count": 1, "progress": False, **options}
    with pytest.raises(morfem.TrainingError, match="vocab_size 1 is too small") as error:
        morfem.train.splinter(counts, vocab_size=1, **options)
    size = re.search(r"units are (\d+)", str(error.value))
    assert size is not None
    return morfem.train.splinter(counts, vocab_size=int(size.group(1)), **options)
