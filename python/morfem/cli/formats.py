"""The formats of encoded texts with one line per text. A writer encodes and writes batches of texts."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, BinaryIO

from ..encoder import Encoder


class Writer(ABC):
    """Encodes and writes texts."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        self._encoder, self._file = encoder, file

    @abstractmethod
    def write(self, texts: list[str]) -> int:
        """Encode and write texts. Returns the number of tokens."""

    def close(self) -> None:  # noqa: B027
        """Finish, after the last text."""


class Ids(Writer):
    """One line per text: ids separated by spaces."""

    _word: Callable[[int], str] = str

    def write(self, texts: list[str]) -> int:
        ids, indptr = self._encoder.ids(texts)
        words = list(map(self._word, ids.tolist()))
        self._file.write("".join(" ".join(words[start:end]) + "\n" for start, end in pairwise(indptr.tolist())).encode())
        return len(ids)


class Text(Ids):
    """One line per text: tokens separated by spaces. White space inside a token is written as bytes, `\\x0A`."""

    def __init__(self, encoder: Encoder, file: BinaryIO) -> None:
        super().__init__(encoder, file)
        self._word = cache(self._token)

    def _token(self, id: int) -> str:
        token = self._encoder.tokenizer.id_to_token(id)
        return "".join("".join(f"\\x{byte:02X}" for byte in c.encode()) if c.isspace() else c for c in token)


class Jsonl(Writer):
    """One JSON object per text, with its ids, tokens, and offsets in code points."""

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


def write_json(file: BinaryIO, record: object) -> None:
    """Write a record as a line of JSON."""
    file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
