"""The formats of encoded texts with one line per text. A writer encodes and writes batches of texts."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from .._core import Encoding, MorfemError, Tokenizer


@dataclass(frozen=True)
class Encoder:
    """A tokenizer with the options of a run. `append` is a special that is added after every text."""

    tokenizer: Tokenizer
    threads: int | None = None
    parse_special: bool = False
    append: str | None = None

    def __post_init__(self) -> None:
        specials = self.tokenizer.special_tokens
        if self.append is not None and self.append not in specials:
            raise MorfemError(f"{self.append!r} is not a special of {self.tokenizer.name}; there is {', '.join(specials) or 'none'}")

    def ids(self, texts: list[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """The ids of all texts, and where those of each text begin."""
        ids, indptr = self.tokenizer.encode_ids_batch(texts, self.threads, parse_special=self.parse_special)
        if self.append is not None:
            ids = np.insert(ids, indptr[1:], self.tokenizer.token_to_id(self.append))
            indptr = indptr + np.arange(len(indptr))
        return ids, indptr

    def encodings(self, texts: list[str]) -> list[Encoding]:
        """The encodings of the texts, without the special that is added."""
        return self.tokenizer.encode_batch(texts, self.threads, parse_special=self.parse_special)


class Writer(Protocol):
    """Encodes and writes texts."""

    def write(self, texts: list[str]) -> int:
        """Encode and write texts. Returns the number of tokens."""

    def close(self) -> None:
        """Finish, after the last text."""


class Ids:
    """One line per text: ids separated by spaces."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        self._encoder, self._file = encoder, file

    def write(self, texts: list[str]) -> int:
        ids, indptr = self._encoder.ids(texts)
        words = [str(id) for id in ids.tolist()]
        self._file.write("".join(" ".join(words[start:end]) + "\n" for start, end in _spans(indptr)).encode())
        return len(ids)

    def close(self) -> None:
        pass


class Text:
    """One line per text: tokens separated by spaces. White space inside a token is written as bytes, `\\x0A`."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        self._encoder, self._file = encoder, file
        self._tokens: dict[int, str] = {}

    def write(self, texts: list[str]) -> int:
        ids, indptr = self._encoder.ids(texts)
        words = [self._tokens.get(id) or self._token(id) for id in ids.tolist()]
        self._file.write("".join(" ".join(words[start:end]) + "\n" for start, end in _spans(indptr)).encode())
        return len(ids)

    def close(self) -> None:
        pass

    def _token(self, id: int) -> str:
        token = self._encoder.tokenizer.id_to_token(id)
        written = "".join("".join(f"\\x{byte:02X}" for byte in c.encode()) if c.isspace() else c for c in token)
        self._tokens[id] = written
        return written


class Jsonl:
    """One JSON object per text, with its ids, tokens, and offsets in code points."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        self._encoder, self._file = encoder, file

    def write(self, texts: list[str]) -> int:
        append = self._encoder.append
        count = 0
        for text, encoding in zip(texts, self._encoder.encodings(texts), strict=True):
            record: dict[str, list[Any]] = {"ids": encoding.ids, "tokens": encoding.tokens, "offsets": encoding.offsets}
            if append is not None:
                record["ids"].append(self._encoder.tokenizer.token_to_id(append))
                record["tokens"].append(append)
                record["offsets"].append((len(text), len(text)))
            count += len(record["ids"])
            write_json(self._file, record)
        return count

    def close(self) -> None:
        pass


def write_json(file: BinaryIO, record: object) -> None:
    """Write a record as a line of JSON."""
    file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def _spans(indptr: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    return pairwise(indptr.tolist())
