"""Adapter for tokenizers of `transformers`, fast or slow.

A fast tokenizer contains a `tokenizers.Tokenizer`, whose ids and offsets are used. A slow tokenizer has no offsets. For it, the piece of a
token is the difference that the token makes to the output of `decode` after a fixed other token, and the pieces are aligned with the text.
When the bytes of one character are spread over several tokens, these decode to nothing useful one by one. They are decoded together, and
the first of them owns the character.
"""

import hashlib
import importlib
import os
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._core import MorfemError
from .adapter import BatchCall
from .align import UNKNOWN
from .library import LibraryAdapter, Offsets, described, imported
from .tokenizers_adapter import BYTE, TokenizersAdapter

LONGEST = 8  # the most tokens over which one character is spread


class TransformersAdapter(LibraryAdapter):
    """A `transformers.PreTrainedTokenizerBase`."""

    def __init__(self, tokenizer: Any, name: str | None = None) -> None:
        self.tokenizer = tokenizer
        name = name or os.path.basename(str(tokenizer.name_or_path).rstrip("/\\")) or type(tokenizer).__name__
        self._fast = TokenizersAdapter(tokenizer.backend_tokenizer, name) if tokenizer.is_fast else None
        super().__init__(name, self._fast.hash if self._fast else _hash(tokenizer), len(tokenizer))
        if self._fast is None:
            self._bytes: dict[str, int] = getattr(tokenizer, "byte_decoder", {})
            self._before: list[int] = tokenizer.encode("a", add_special_tokens=False)[-1:]
            self._shown_before = self._shown(())
            self._added = lru_cache(1 << 16)(self._difference)

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """The tokenizer's own call for a list of texts, fast or slow; `bench` turns its threads off."""
        tokenizer = read(target)
        return lambda texts: tokenizer(texts, add_special_tokens=False)["input_ids"]

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        if self._fast:
            return self._fast.ids(texts)
        return self.tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]

    def offsets(self, texts: Sequence[str]) -> list[Offsets] | None:
        """The offsets of a fast tokenizer; None for a slow one."""
        return self._fast.offsets(texts) if self._fast else None

    def piece(self, id: int) -> bytes:
        """What a token adds to the text; with a slow tokenizer, U+FFFD for part of a character."""
        if self._fast:
            return self._fast.piece(id)
        token = self.tokenizer.convert_ids_to_tokens(id)
        if token is None or id == self.tokenizer.unk_token_id:
            return UNKNOWN
        if BYTE.fullmatch(token):
            return bytes([int(token[3:5], 16)])
        if self._bytes.keys() >= set(token):
            return bytes(self._bytes[character] for character in token)
        return self._added((id,)).encode()

    def label(self, id: int) -> str:
        """The token as the vocabulary spells it."""
        return self.tokenizer.convert_ids_to_tokens(id) or ""

    def pieces(self, ids: Sequence[int]) -> list[bytes]:
        """What each token of a text adds to it."""
        pieces = super().pieces(ids)
        if self._fast:
            return pieces
        # These tokens decode to nothing by themselves, but may form a character together with the tokens after them.
        is_part = [id != self.tokenizer.unk_token_id and (not piece or UNKNOWN in piece) for id, piece in zip(ids, pieces, strict=True)]
        first = 0
        while first < len(pieces):
            last = first + 1
            while is_part[first] and last < min(len(pieces), first + LONGEST) and is_part[last]:
                last += 1
                together = self._added(tuple(ids[first:last]))
                if together and "\ufffd" not in together:
                    pieces[first:last] = [together.encode(), *[b""] * (last - first - 1)]
                    break
            else:
                last = first + 1
            first = last
        return pieces

    def _difference(self, ids: tuple[int, ...]) -> str:
        """What tokens add to the decoded text after a fixed token. If they change that token's text, what they decode to alone."""
        shown = self._shown(ids)
        if shown.startswith(self._shown_before):
            return shown[len(self._shown_before) :]
        return self.tokenizer.decode(list(ids), clean_up_tokenization_spaces=False)

    def _shown(self, ids: tuple[int, ...]) -> str:
        return self.tokenizer.decode([*self._before, *ids], clean_up_tokenization_spaces=False)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids with the tokenizer's own clean-up settings."""
        return [self.tokenizer.decode(list(ids)) for ids in batch]


def read(folder: str) -> Any:
    """The tokenizer in a folder. Nothing is downloaded, and code in the folder is not executed."""
    transformers = imported("transformers", folder)
    if os.path.exists(os.path.join(folder, "tokenizer.morfem")):
        importlib.import_module("morfem.integrations.transformers")  # registers its class
    try:
        return transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception as error:
        raise MorfemError(f"{folder}: transformers cannot read it: {described(error)[:200]}") from None


def _hash(tokenizer: Any) -> str:
    """The hash of the files that `save_pretrained` writes for a slow tokenizer."""
    with tempfile.TemporaryDirectory() as folder:
        tokenizer.save_pretrained(folder)
        digest = hashlib.sha256(type(tokenizer).__name__.encode())
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                digest.update(b"%s %s\n" % (path.name.encode(), hashlib.sha256(path.read_bytes()).hexdigest().encode()))
    return digest.hexdigest()
