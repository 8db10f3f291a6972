"""The two trivial tokenizers that stand beside every other: characters, and whole words."""

import hashlib
from collections.abc import Sequence

import numpy as np

from ..segmentation import Segmentation, code_points
from ..subject import Subject


class Characters(Subject):
    """Every code point a token."""

    name = "characters"
    hash = hashlib.sha256(b"characters 1").hexdigest()
    vocab_size = 0x110000

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """One token a code point; its id is the code point."""
        ids = code_points(texts)
        indptr = np.cumsum([0, *map(len, texts)], dtype=np.int64)
        return Segmentation(texts, ids.astype(np.int64), indptr, np.arange(len(ids)))

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts."""
        return ["".join(map(chr, ids)) for ids in batch]

    def token(self, id: int) -> str:
        """The character."""
        return chr(id)


class Words(Subject):
    """Every white-space word a token, with the white space before it; white space at the end of a text is a token too."""

    name = "words"
    hash = hashlib.sha256(b"words 1").hexdigest()
    vocab_size = None

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._tokens: list[str] = []

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """One token a word; ids in the order in which words are first seen."""
        tokens: list[str] = []
        indptr = [0]
        for text in texts:
            end = 0
            for word in text.split():
                begin, end = end, text.index(word, end) + len(word)
                tokens.append(text[begin:end])
            if end < len(text):
                tokens.append(text[end:])
            indptr.append(len(tokens))
        for token in tokens:
            if token not in self._ids:
                self._ids[token] = len(self._tokens)
                self._tokens.append(token)
        owner = np.repeat(np.arange(len(tokens)), [len(token) for token in tokens])
        return Segmentation(texts, np.array([self._ids[token] for token in tokens], np.int64), np.array(indptr), owner)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts."""
        return ["".join(self._tokens[id] for id in ids) for ids in batch]

    def token(self, id: int) -> str:
        """The word."""
        return self._tokens[id]
