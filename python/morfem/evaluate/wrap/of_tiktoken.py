"""Tokenizers of tiktoken: byte-pair encodings whose every token stands for fixed bytes."""

import hashlib
import os
from collections.abc import Sequence
from typing import Any, Literal, cast, get_args

from ..._core import MorfemError, splitter_pattern
from .library import LibraryTokenizer, described, imported

Splitter = Literal["gpt2", "words", "space_runs", "thunder"]


class OfTiktoken(LibraryTokenizer):
    """A `tiktoken.Encoding`. Its special tokens are not looked for in texts."""

    def __init__(self, encoding: Any, name: str | None = None) -> None:
        self.encoding = encoding
        digest = hashlib.sha256(encoding._pat_str.encode())
        for token, rank in sorted(encoding._mergeable_ranks.items()):
            digest.update(b"%d %s\n" % (rank, token.hex().encode()))
        for special, rank in sorted(encoding._special_tokens.items()):
            digest.update(b"%d %s\n" % (rank, special.encode()))
        super().__init__(name or encoding.name, digest.hexdigest(), encoding.n_vocab)

    @classmethod
    def named(cls, encoding: str, name: str | None = None) -> "OfTiktoken":
        """An encoding that tiktoken knows by name. It fetches its ranks unless they lie in the folder TIKTOKEN_CACHE_DIR."""
        tiktoken = imported("tiktoken", encoding)
        try:
            return cls(tiktoken.get_encoding(encoding), name)
        except Exception as error:
            mend = "set TIKTOKEN_CACHE_DIR to a folder that has them"
            raise MorfemError(f"{encoding}: tiktoken cannot get its ranks: {described(error)[:200]}; {mend}") from None

    @classmethod
    def of_file(cls, path: str, splitter: str = "gpt2", name: str | None = None) -> "OfTiktoken":
        """A file of ranks. It does not say how texts are split before merging: that is `splitter`, one of those of `morfem.train.bpe`."""
        tiktoken, load = imported("tiktoken", path), imported("tiktoken.load", path)
        if splitter not in get_args(Splitter):
            raise MorfemError(f"{path}: no splitter {splitter!r}; there is {', '.join(get_args(Splitter))}")
        try:
            ranks = load.load_tiktoken_bpe(os.path.abspath(path))
            stem = os.path.basename(path).removesuffix(".tiktoken")
            pattern = splitter_pattern(cast("Splitter", splitter))
            return cls(tiktoken.Encoding(stem, pat_str=pattern, mergeable_ranks=ranks, special_tokens={}), name)
        except Exception as error:
            raise MorfemError(f"{path}: no readable file of ranks: {described(error)[:200]}") from None

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of texts."""
        return list(map(self.encoding.encode_ordinary, texts))

    def piece(self, id: int) -> bytes:
        """The bytes of a token."""
        piece: bytes = self.encoding.decode_single_token_bytes(id)
        return piece

    def label(self, id: int) -> str:
        """The bytes of a token, as text."""
        return self.piece(id).decode("utf-8", "replace")

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts; U+FFFD stands for bytes that are no text."""
        return [self.encoding.decode(list(ids)) for ids in batch]
