"""Adapter for tiktoken: byte-pair encodings in which every token stands for fixed bytes."""

import hashlib
import os
from collections.abc import Sequence
from typing import Any, cast

from .._core import MorfemError, splitter_pattern
from .adapter import BatchCall
from .library import LibraryAdapter, described, imported


class TiktokenAdapter(LibraryAdapter):
    """A `tiktoken.Encoding`. Text that looks like a special token is encoded as ordinary text."""

    def __init__(self, encoding: Any, name: str | None = None) -> None:
        self.encoding = encoding
        digest = hashlib.sha256(encoding._pat_str.encode())
        for token, rank in sorted(encoding._mergeable_ranks.items()):
            digest.update(b"%d %s\n" % (rank, token.hex().encode()))
        for special, rank in sorted(encoding._special_tokens.items()):
            digest.update(b"%d %s\n" % (rank, special.encode()))
        super().__init__(name or encoding.name, digest.hexdigest(), encoding.n_vocab)

    @classmethod
    def named(cls, encoding: str, name: str | None = None) -> "TiktokenAdapter":
        """An encoding that tiktoken knows by name. tiktoken downloads its ranks unless the folder TIKTOKEN_CACHE_DIR has them."""
        tiktoken = imported("tiktoken", encoding)
        try:
            return cls(tiktoken.get_encoding(encoding), name)
        except Exception as error:
            fix = "set TIKTOKEN_CACHE_DIR to a folder that has them"
            raise MorfemError(f"{encoding}: tiktoken cannot get its ranks: {described(error)[:200]}; {fix}") from None

    @classmethod
    def of_file(cls, path: str, splitter: str = "gpt2", name: str | None = None) -> "TiktokenAdapter":
        """Reads a file of ranks.

        Such a file does not record how texts are split before merging, so the `splitter` is given here; the names are those of
        `morfem.train.bpe`.
        """
        return cls(_read(path, splitter), name)

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """`Encoding.encode_ordinary_batch` on one thread."""
        path, suffix, splitter = target.partition(".tiktoken")
        if suffix:
            encoding = _read(path + suffix, splitter.removeprefix(":") or "gpt2")
        else:
            # get_encoding returns the encoding that it has loaded before, unless that is forgotten first.
            imported("tiktoken.registry", target).ENCODINGS.pop(target, None)
            encoding = imported("tiktoken", target).get_encoding(target)
        return lambda texts: encoding.encode_ordinary_batch(texts, num_threads=1)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        return list(map(self.encoding.encode_ordinary, texts))

    def piece(self, id: int) -> bytes:
        """The bytes of a token."""
        return self.encoding.decode_single_token_bytes(id)

    def label(self, id: int) -> str:
        """The bytes of a token, decoded; U+FFFD replaces invalid UTF-8."""
        return self.piece(id).decode("utf-8", "replace")

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """Decodes lists of ids; U+FFFD replaces invalid UTF-8."""
        return [self.encoding.decode(list(ids)) for ids in batch]


def _read(path: str, splitter: str) -> Any:
    """The `tiktoken.Encoding` of a file of ranks."""
    tiktoken, load = imported("tiktoken", path), imported("tiktoken.load", path)
    pattern = splitter_pattern(cast("Any", splitter))  # refuses one that is unknown
    try:
        ranks = load.load_tiktoken_bpe(os.path.abspath(path))
        stem = os.path.basename(path).removesuffix(".tiktoken")
        return tiktoken.Encoding(stem, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except Exception as error:
        raise MorfemError(f"{path}: not a readable file of ranks: {described(error)[:200]}") from None
