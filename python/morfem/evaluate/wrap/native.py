"""Tokenizers of morfem."""

import hashlib
from collections.abc import Sequence

import numpy as np

from ..._core import Encoding, MorfemError, Tokenizer
from ..segmentation import Segmentation
from ..subject import Subject
from .library import guarded

# Kinds whose every token stands for fixed bytes: the lengths of the tokens say which code points they own.
BYTE_EXACT = ("bpe", "unigram", "thunder")


class Native(Subject):
    """A tokenizer of morfem."""

    def __init__(self, tokenizer: Tokenizer, name: str | None = None) -> None:
        self.name = name or tokenizer.name
        self.hash = hashlib.sha256(b"".join(content for _, content in sorted(tokenizer.files().items()))).hexdigest()
        self.vocab_size = tokenizer.vocab_size
        self.tokenizer = tokenizer
        # Only a tokenizer that takes words apart leaves a residue.
        self.residue_positions = self._residue_positions if tokenizer.kind == "splinter" else None
        # The last ids are merged ones, if any are.
        self._is_merged = len(tokenizer.units(tokenizer.vocab_size - 1)) > 1
        self._lengths = None
        if tokenizer.kind in BYTE_EXACT:
            self._lengths = np.array([len(tokenizer.decode_bytes([id])) for id in range(tokenizer.vocab_size)])

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """How it cuts texts. A text with half a surrogate pair is a failure: it cannot be written in bytes."""
        batch = guarded(texts, self._segmentation)
        if self._is_merged:
            batch.units = guarded(texts, self._unit_segmentation).owner
        return batch

    def _segmentation(self, texts: Sequence[str]) -> Segmentation:
        if self._lengths is not None:
            ids, indptr = self.tokenizer.encode_ids_batch(texts)
            return Segmentation.from_byte_lengths(texts, ids, indptr, self._lengths[ids])
        return _owned(texts, self.tokenizer.encode_batch(texts))

    def _unit_segmentation(self, texts: Sequence[str]) -> Segmentation:
        return _owned(texts, [self.tokenizer.encode_units(text) for text in texts])

    def _residue_positions(self, words: Sequence[str]) -> list[list[int]]:
        """Where the letters stand that are left of each word; of what is no word nothing is."""
        return [self._residue_of(word) for word in words]

    def _residue_of(self, word: str) -> list[int]:
        try:
            return self.tokenizer.explain(word).residue_positions
        except MorfemError:
            return []

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts."""
        return self.tokenizer.decode_batch(batch)

    def token(self, id: int) -> str:
        """The token's string."""
        return self.tokenizer.id_to_token(id)


def _owned(texts: Sequence[str], encodings: Sequence[Encoding]) -> Segmentation:
    """The code points that the tokens of encodings own."""
    all_ids = [id for encoding in encodings for id in encoding.ids]
    indptr = np.cumsum([0, *map(len, encodings)], dtype=np.int64)
    begins = np.cumsum([0, *map(len, texts)], dtype=np.int64).tolist()
    tokens: list[int] = []
    positions: list[int] = []
    for first, begin, encoding in zip(indptr.tolist(), begins, encodings, strict=False):
        owned: Sequence[Sequence[int]] = encoding.positions or [range(start, end) for start, end in encoding.offsets]
        for token, codes in enumerate(owned, first):
            tokens += [token] * len(codes)
            positions += [begin + code for code in codes]
    return Segmentation.from_pairs(texts, all_ids, indptr, tokens, positions)
