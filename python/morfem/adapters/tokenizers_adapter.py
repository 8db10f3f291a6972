"""Adapter for Hugging Face's `tokenizers`.

The adapter works on a copy of the tokenizer, made from its serialised form; the hash is taken of that form. Truncation and padding are
turned off in the copy. Added tokens are recognised in texts, as the library does; special tokens around a text are left out.
"""

import hashlib
import os
import re
from collections.abc import Sequence
from typing import Any

from .._core import MorfemError
from .adapter import BatchCall
from .align import UNKNOWN
from .library import LibraryAdapter, Offsets, described, imported


class TokenizersAdapter(LibraryAdapter):
    """A `tokenizers.Tokenizer`."""

    def __init__(self, tokenizer: Any, name: str | None = None) -> None:
        try:
            serialised: str = tokenizer.to_str()
        except Exception as error:
            fix = "wrap a function that returns (piece, start, end) for each token of a text instead"
            raise MorfemError(
                f"a tokenizers.Tokenizer with a component written in Python cannot be copied: {described(error)}; {fix}"
            ) from None
        self.tokenizer = type(tokenizer).from_str(serialised)
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        # How tokens spell bytes and spaces. A wrong guess is harmless: the pieces then do not tile the text, and the offsets are used.
        self._is_byte_level = '"ByteLevel"' in serialised
        self._is_word_piece = '"WordPiece"' in serialised
        self._added = {id: added.content for id, added in self.tokenizer.get_added_tokens_decoder().items()}
        digest = hashlib.sha256(serialised.encode()).hexdigest()
        super().__init__(name or f"tokenizers-{digest[:8]}", digest, self.tokenizer.get_vocab_size())

    @classmethod
    def of_file(cls, path: str, name: str | None = None) -> "TokenizersAdapter":
        """Reads a ``tokenizer.json`` file."""
        tokenizers = imported("tokenizers", path)
        try:
            tokenizer = tokenizers.Tokenizer.from_file(os.fspath(path))
        except Exception as error:
            raise MorfemError(f"{path}: tokenizers cannot read it: {described(error)[:200]}") from None
        return cls(tokenizer, name)

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """`Tokenizer.encode_batch_fast`; `bench` turns its threads off."""
        file = os.path.join(target, "tokenizer.json") if os.path.isdir(target) else target
        tokenizer = imported("tokenizers", target).Tokenizer.from_file(file)
        return lambda texts: tokenizer.encode_batch_fast(texts, add_special_tokens=False)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        return [encoding.ids for encoding in self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]

    def piece(self, id: int) -> bytes:
        """The bytes of a token, as far as the type of the tokenizer reveals them."""
        token = self._added.get(id, self.tokenizer.id_to_token(id))
        if token is None:
            return UNKNOWN
        if id in self._added:
            return str(token).encode()
        if self._is_byte_level and BYTES.keys() >= set(token):
            return bytes(BYTES[character] for character in token)
        if BYTE.fullmatch(token):
            return bytes([int(token[3:5], 16)])
        if self._is_word_piece:
            return (token[2:] if token.startswith("##") else f" {token}").encode()
        return str(token).replace("▁", " ").encode()

    def label(self, id: int) -> str:
        """The token as the vocabulary spells it."""
        return self.tokenizer.id_to_token(id) or ""

    def offsets(self, texts: Sequence[str]) -> list[Offsets]:
        """The library's offsets."""
        return [encoding.offsets for encoding in self.tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids."""
        return self.tokenizer.decode_batch([list(ids) for ids in batch], skip_special_tokens=False)


# The characters that spell bytes in byte-level tokenizers: printable Latin-1 spells itself, other bytes start at U+0100.
PRINTING = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
OTHERS = (byte for byte in range(256) if byte not in PRINTING)
BYTES = {chr(byte): byte for byte in PRINTING} | {chr(0x100 + index): byte for index, byte in enumerate(OTHERS)}
BYTE = re.compile("<0x[0-9A-F]{2}>")
