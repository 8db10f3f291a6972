"""The two trivial baselines that every evaluation includes: one token per character, and one token per word."""

import hashlib
from collections.abc import Sequence

import numpy as np

from .adapter import BatchCall, TokenizerAdapter
from .segmentation import Segmentation, code_points


class Trivial(TokenizerAdapter):
    """A baseline, which has nothing to load."""

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """The baseline's `encode`."""
        return cls().encode


class Characters(Trivial):
    """One token per code point; the id is the code point."""

    name = "characters"
    hash = hashlib.sha256(b"characters 1").hexdigest()
    vocab_size = 0x110000

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts into single code points."""
        ids = code_points(texts)
        indptr = np.cumsum([0, *map(len, texts)], dtype=np.int64)
        return Segmentation(texts, ids.astype(np.int64), indptr, np.arange(len(ids)))

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts."""
        return ["".join(map(chr, ids)) for ids in batch]

    def token(self, id: int) -> str:
        """The character."""
        return chr(id)


class Words(Trivial):
    """One token per white-space word, including the white space before it. White space at the end of a text is one more token."""

    name = "words"
    hash = hashlib.sha256(b"words 1").hexdigest()
    vocab_size = None

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._tokens: list[str] = []

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts into words; ids are assigned in the order in which words are first seen."""
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
