"""Tokenizers of `transformers`, fast or slow.

A fast one is a tokenizer of `tokenizers` inside, and gives its offsets. A slow one has no offsets: what a token adds to a text is asked of
`decode`, as the difference that it makes after another token, and laid along the text. Bytes of one character in several tokens decode to
nothing useful one by one; these are decoded together, and the first of them gets the character.
"""

import hashlib
import os
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..._core import MorfemError
from .align import UNKNOWN
from .library import LibraryTokenizer, Offsets, described, imported
from .of_tokenizers import BYTE, OfTokenizers

LONGEST = 8  # tokens that one character may be spread over


class OfTransformers(LibraryTokenizer):
    """A `transformers.PreTrainedTokenizerBase`."""

    def __init__(self, tokenizer: Any, name: str | None = None) -> None:
        self.tokenizer = tokenizer
        name = name or os.path.basename(str(tokenizer.name_or_path).rstrip("/\\")) or type(tokenizer).__name__
        self._fast = OfTokenizers(tokenizer.backend_tokenizer, name) if tokenizer.is_fast else None
        super().__init__(name, self._fast.hash if self._fast else _hash(tokenizer), len(tokenizer))
        if self._fast is None:
            self._bytes: dict[str, int] = getattr(tokenizer, "byte_decoder", {})
            self._before: list[int] = tokenizer.encode("a", add_special_tokens=False)[-1:]
            self._shown_before = self._shown(())
            self._added = lru_cache(1 << 16)(self._difference)

    @classmethod
    def of_folder(cls, folder: str, name: str | None = None) -> "OfTransformers":
        """A tokenizer that lies in a folder. Nothing is fetched, and no program in the folder is run."""
        transformers = imported("transformers", folder)
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        except Exception as error:
            raise MorfemError(f"{folder}: transformers cannot read it: {described(error)[:200]}") from None
        return cls(tokenizer, name)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of texts."""
        if self._fast:
            return self._fast.ids(texts)
        ids: list[list[int]] = self.tokenizer(list(texts), add_special_tokens=False, verbose=False)["input_ids"]
        return ids

    def offsets(self, texts: Sequence[str]) -> list[Offsets] | None:
        """The offsets of texts, if it is fast."""
        return self._fast.offsets(texts) if self._fast else None

    def piece(self, id: int) -> bytes:
        """What a token adds to the text; of a slow tokenizer, U+FFFD for a part of a character."""
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
        """The token as it stands in the vocabulary."""
        return self.tokenizer.convert_ids_to_tokens(id) or ""

    def pieces(self, ids: Sequence[int]) -> list[bytes]:
        """What the tokens of a text add to it, one after the other."""
        pieces = super().pieces(ids)
        if self._fast:
            return pieces
        # Tokens that show nothing by themselves: together with those after them they may be a character.
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
        """What tokens add to the text after another token; if they change that one, what they are alone."""
        shown = self._shown(ids)
        if shown.startswith(self._shown_before):
            return shown[len(self._shown_before) :]
        alone: str = self.tokenizer.decode(list(ids), clean_up_tokenization_spaces=False)
        return alone

    def _shown(self, ids: tuple[int, ...]) -> str:
        shown: str = self.tokenizer.decode([*self._before, *ids], clean_up_tokenization_spaces=False)
        return shown

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts, as the tokenizer is set to clean them up."""
        return [self.tokenizer.decode(list(ids)) for ids in batch]


def _hash(tokenizer: Any) -> str:
    """The hash of the files that a slow tokenizer is saved as."""
    with tempfile.TemporaryDirectory() as folder:
        tokenizer.save_pretrained(folder)
        digest = hashlib.sha256(type(tokenizer).__name__.encode())
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                digest.update(b"%s %s\n" % (path.name.encode(), hashlib.sha256(path.read_bytes()).hexdigest().encode()))
    return digest.hexdigest()
