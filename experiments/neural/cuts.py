"""The control: tr-mft's cuts, each moved one letter to the left, in as many ids, as a tokenizer that `train.py` can read.

`moved-left` counts the surfaces of the training text as `language_model/control.py` does. The most frequent ones are its vocabulary, and
any other surface is written in its letters.
"""

from types import SimpleNamespace

import morfem
import numpy as np
from control import GUIDES, SHIFTS, Written, moved, pieces


class Moved:
    """What `train.py` asks of a tokenizer. Two ids are added: a letter that the training text lacks, and `</s>`."""

    def __init__(self, name: str, language: str, lines: list[str]) -> None:
        guide, self.ids = GUIDES[language]
        self.vocab_size = self.ids + 2
        self.guide, self.shifts = morfem.load(guide), SHIFTS[name.removeprefix("moved-")]
        self.written = Written(map(self.cut, lines))
        self.texts = {number: text for text, number in self.written.ids.items()}

    def cut(self, line: str) -> list[list[str]]:
        return [moved(word, self.shifts) for word in pieces(self.guide, line)]

    def encode_ids_batch(self, lines: list[str], threads: int = 1) -> tuple[np.ndarray, np.ndarray]:
        found = self.written.of(map(self.cut, lines), self.ids)
        return found.ids, found.indptr

    def encode(self, line: str) -> SimpleNamespace:
        return SimpleNamespace(ids=self.encode_ids_batch([line])[0].tolist())

    def decode(self, ids: list[int]) -> str:
        return "".join(self.texts.get(number, "\0") for number in ids)

    def token_to_id(self, token: str) -> int:
        return self.ids + 1
