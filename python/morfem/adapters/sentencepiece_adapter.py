"""Adapter for SentencePiece models.

The library gives offsets in code points of the original text, before its normalisation. Where several tokens share a character (as bytes,
or after normalisation), the library assigns it to the last of them. morfem assigns such a character to the first token, so the adapter
moves it.
"""

import hashlib
import os
from collections.abc import Sequence
from typing import Any

from .._core import MorfemError
from .adapter import BatchCall
from .align import UNKNOWN
from .library import LibraryAdapter, Offsets, described, imported


class SentencePieceAdapter(LibraryAdapter):
    """A `sentencepiece.SentencePieceProcessor`."""

    def __init__(self, processor: Any, name: str | None = None) -> None:
        self.processor = processor
        digest = hashlib.sha256(processor.serialized_model_proto()).hexdigest()
        super().__init__(name or f"sentencepiece-{digest[:8]}", digest, processor.vocab_size())

    @classmethod
    def of_file(cls, path: str, name: str | None = None) -> "SentencePieceAdapter":
        """Reads a ``.model`` file."""
        sentencepiece = imported("sentencepiece", path)
        try:
            processor = sentencepiece.SentencePieceProcessor()
            processor.load(os.fspath(path))
        except Exception as error:
            raise MorfemError(f"{path}: not a readable SentencePiece model: {described(error)[:200]}") from None
        return cls(processor, name)

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """`SentencePieceProcessor.encode` on one thread."""
        processor = imported("sentencepiece", target).SentencePieceProcessor(model_file=target)
        return lambda texts: processor.encode(texts, num_threads=1)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text, without special tokens."""
        return self.processor.encode_as_ids(list(texts), **PLAIN)

    def piece(self, id: int) -> bytes:
        """The bytes of a token."""
        if self.processor.is_unknown(id):
            return UNKNOWN
        if self.processor.is_control(id):
            return b""
        piece = self.label(id)
        return bytes([int(piece[3:5], 16)]) if self.processor.is_byte(id) else piece.replace("▁", " ").encode()

    def label(self, id: int) -> str:
        """The piece as the model spells it."""
        return self.processor.id_to_piece(id)

    def offsets(self, texts: Sequence[str]) -> list[Offsets]:
        """The library's offsets, corrected by `_to_first`."""
        found = self.processor.encode_as_offset_mapping(list(texts), **PLAIN)
        return [self._to_first(mapping["ids"], mapping["offsets"]) for mapping in found]

    def _to_first(self, ids: Sequence[int], offsets: Offsets) -> Offsets:
        """Moves a shared character from the last of the tokens that share it to the first.

        The library gives empty spans, at the character's start, to all tokens but the last.
        """
        moved = list(offsets)
        first = None
        for token, (start, end) in enumerate(offsets):
            if start == end:
                if first is None and self._pieces[ids[token]].strip():
                    first = token
                continue
            if first is not None and offsets[first][0] == start:
                moved[first], moved[token] = (start, start + 1), (start + 1, end)
            first = None
        return moved

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids."""
        return self.processor.decode([list(ids) for ids in batch])


PLAIN = {"add_bos": False, "add_eos": False, "reverse": False, "enable_sampling": False}
