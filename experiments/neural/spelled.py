"""`tr-mft` with a vector for each spelling of a unit: shows what it is worth that all spellings of an affix or a root share one.

`tokenizer_of("tr-mft-spelled")` cuts texts as `tr-mft` does, but a root or an affix has one id for each spelling that training lines
have: +lAr is lar and ler, kitap is kitap and kitab. The most frequent spelling keeps the id; the others get ids behind the vocabulary.
Capitals do not count as a spelling of their own. Everything else is as in `tr-mft`, so a difference in bits comes from sharing alone,
less what a model pays for choosing among spellings that their neighbours determine.
"""

import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import morfem
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "language_model"))

from models import training_lines

NAME = "tr-mft-spelled"
LINES = 40_000
CAPITALS = str.maketrans({"I": "ı", "İ": "i"})


class Spelled:
    """The part of a tokenizer's interface that `train.py` uses."""

    def __init__(self) -> None:
        self.tokenizer = morfem.load("tr-mft")
        counts: Counter[tuple[int, str]] = Counter()
        with training_lines("tr").open(encoding="utf-8") as file:
            for line in islice(file, LINES):
                counts.update(unit for unit in self.units(line.rstrip("\n")) if unit[1])
        taken: set[int] = set()
        self.ids: dict[tuple[int, str], int] = {}
        self.vocab_size = self.tokenizer.vocab_size
        for unit, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if unit[0] in taken:
                self.ids[unit] = self.vocab_size
                self.vocab_size += 1
            taken.add(unit[0])

    def units(self, text: str) -> list[tuple[int, str]]:
        """The ids of a text, those of roots and affixes with their spelling."""
        encoding = self.tokenizer.encode(text)
        rows = zip(encoding.ids, encoding.offsets, encoding.kinds, strict=True)
        return [
            (int(id), text[first:last].strip().translate(CAPITALS).lower() if kind in ("root", "affix") else "")
            for id, (first, last), kind in rows
        ]

    def encode(self, text: str) -> SimpleNamespace:
        ids = [self.ids.get(unit, unit[0]) for unit in self.units(text)]
        return SimpleNamespace(ids=ids, offsets=self.tokenizer.encode(text).offsets)

    def encode_ids_batch(self, texts: list[str], threads: int) -> tuple[np.ndarray, np.ndarray]:
        rows = [self.encode(text).ids for text in texts]
        return np.array([id for row in rows for id in row], np.uint32), np.cumsum([0, *map(len, rows)])

    def token_to_id(self, token: str) -> int | None:
        return self.tokenizer.token_to_id(token)


def tokenizer_of(source: str) -> morfem.Tokenizer | Spelled:
    """The tokenizer of a name or a folder, or the one above."""
    return Spelled() if source == NAME else morfem.load(source)
