"""Adapter for morfem's own tokenizers."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from .. import load
from .._core import Encoding, MorfemError, Tokenizer, checked_texts
from .adapter import BatchCall, TokenizerAdapter
from .library import guarded
from .segmentation import Segmentation, code_points


def _has_merged(tokenizer: Tokenizer) -> bool:
    """Whether there are merged tokens: only added specials have higher ids."""
    specials = set(tokenizer.special_tokens)
    last = next((id for id in reversed(range(tokenizer.vocab_size)) if tokenizer.id_to_token(id) not in specials), None)
    return last is not None and len(tokenizer.units(last)) > 1


class MorfemAdapter(TokenizerAdapter):
    """A `morfem.Tokenizer`."""

    def __init__(self, tokenizer: Tokenizer, name: str | None = None) -> None:
        self.name = name or tokenizer.name
        self.hash = tokenizer.hash
        self.vocab_size = tokenizer.vocab_size
        self.tokenizer = tokenizer
        # Only Splinter, which removes letters from words, leaves a residue.
        self.residue_positions = self._residue_positions if "explain" in tokenizer.capabilities else None
        self._is_merged = _has_merged(tokenizer)
        self._lengths = None
        if tokenizer.has_fixed_bytes:  # then the lengths of the tokens tell which code points they own
            self._lengths = np.array([len(tokenizer.decode_bytes([id])) for id in range(tokenizer.vocab_size)])

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """`Tokenizer.encode_ids_batch` on one thread."""
        tokenizer = load(target)
        return lambda texts: tokenizer.encode_ids_batch(texts, threads=1)

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts. A text with a lone surrogate is a failure, because it has no UTF-8 form."""
        batch = guarded(texts, lambda texts: _paired(texts, self._segmentation))
        if self._is_merged:
            batch.units = guarded(texts, lambda texts: _paired(texts, self._unit_segmentation)).owner
        return batch

    def _segmentation(self, texts: Sequence[str]) -> Segmentation:
        if self._lengths is not None:
            ids, indptr = self.tokenizer.encode_ids_batch(texts)
            return Segmentation.from_byte_lengths(texts, ids, indptr, self._lengths[ids])
        return _owned(texts, self.tokenizer.encode_batch(texts))

    def _unit_segmentation(self, texts: Sequence[str]) -> Segmentation:
        return _owned(texts, [self.tokenizer.encode_units(text) for text in texts])

    def _residue_positions(self, words: Sequence[str]) -> list[list[int]]:
        """The positions of each word's residue letters; an empty list where Splinter does not split the text."""
        found: list[list[int]] = [[] for _ in words]
        for own, word in zip(found, words, strict=True):
            with suppress(MorfemError):
                own += self.tokenizer.explain(word).residue_positions
        return found

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids."""
        return self.tokenizer.decode_batch(batch)

    def token(self, id: int) -> str:
        """The token's string."""
        return self.tokenizer.id_to_token(id)


def _paired(texts: Sequence[str], segmentation: Callable[[Sequence[str]], Segmentation]) -> Segmentation:
    """Segments texts that may write a character as the two halves of a surrogate pair; both halves have the owner of the character."""
    is_second = code_points(texts) >> 10 == 0xDC00 >> 10
    if not is_second.any():
        return segmentation(texts)
    batch = segmentation(checked_texts(texts, "texts"))
    return replace(batch, texts=texts, owner=batch.owner[np.cumsum(~is_second) - 1])


def _owned(texts: Sequence[str], encodings: Sequence[Encoding]) -> Segmentation:
    """The segmentation that encodings describe by `positions`, or by `offsets` where there are no positions."""
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
