"""The number of symbols that words are written with, and what it depends on: how rare the training words of reductions may be, what a
reduction counts, and whether capitals are separate letters, as in the paper's program."""

from pathlib import Path
from typing import Literal, NamedTuple

import morfem
from measures import symbols_of
from models import CACHE, tables, words

# More than the number of letters, points and reductions; the remaining ids become merges.
SIZE = 2_500


class Variant(NamedTuple):
    """Options for learning reductions."""

    name: str
    min_count: int = 10
    weight: Literal["types", "frequency"] = "types"
    has_capitals: bool = False


VARIANTS = (
    Variant("words seen 10 times"),
    Variant("5 times", min_count=5),
    Variant("3 times", min_count=3),
    Variant("10 times, by frequency", weight="frequency"),
)
CAPITALS = (
    Variant("10 times, capitals as letters", has_capitals=True),
    Variant("3 times, capitals as letters", min_count=3, has_capitals=True),
)


def counted(language: str) -> dict[str, tuple[int, int]]:
    """Letters, with their final forms, and reductions, by variant."""
    found = {}
    for variant in VARIANTS + (CAPITALS if language == "ms" else ()):
        alphabet = _with_capitals(language) if variant.has_capitals else tables(language) / "alphabet.tsv"
        tokenizer = morfem.train.splinter(
            words(language), alphabet=alphabet, min_count=variant.min_count, weight=variant.weight, vocab_size=SIZE, progress=False
        )
        found[variant.name] = symbols_of(tokenizer)
    return found


def _with_capitals(language: str) -> Path:
    """The alphabet with capitals as separate letters."""
    head, *rows = [row.split("\t") for row in (tables(language) / "alphabet.tsv").read_text("utf-8").splitlines()]
    separate = [[*row[:3], "", *row[4:]] for row in rows] + [[row[3], row[1], "", "", ""] for row in rows if row[3]]
    file = CACHE / language / "capitals.tsv"
    file.write_text("".join("\t".join(row) + "\n" for row in [head, *separate]), encoding="utf-8")
    return file
