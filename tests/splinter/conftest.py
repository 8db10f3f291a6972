"""Small tokenizers of the paper's method."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import morfem
import pytest

LANGUAGES = Path(__file__).resolve().parents[2] / "python" / "morfem" / "languages"


def smallest(counts: Mapping[str, int], language: str, **options: Any) -> morfem.Tokenizer:
    """A tokenizer by the paper's method with all reductions and no merges, from words and their counts."""
    options = {"alphabet": LANGUAGES / language / "alphabet.tsv", "min_count": 1, "progress": False, **options}
    needed, most = numbers_said(r"supports (\d+) to (\d+) ids", counts, vocab_size=1_000_000, **options)
    whole = morfem.train.splinter(counts, vocab_size=most, **options)
    reductions = {row.split("\t")[1] for row in whole.files()["reductions.tsv"].decode().splitlines()[1:]}
    return morfem.train.splinter(counts, vocab_size=needed + len(reductions), **options)


def numbers_said(pattern: str, counts: Mapping[str, int], **options: Any) -> tuple[int, ...]:
    """The numbers that an error says."""
    with pytest.raises(morfem.TrainingError) as error:
        morfem.train.splinter(counts, **options)
    found = re.search(pattern, str(error.value))
    assert found is not None, str(error.value)
    return tuple(map(int, found.groups()))
