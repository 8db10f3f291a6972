"""The formats of encoded texts with one line per text. A writer encodes and writes batches of texts."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from ..encoder import Encoder


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
