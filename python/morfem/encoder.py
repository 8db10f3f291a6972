"""A tokenizer with options that hold for all texts of a run."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._core import Encoding, MorfemError, Tokenizer


@dataclass(frozen=True)
class Encoder:
    """Encodes texts with the same options. `append` is a special that is added after every text, such as ``"</s>"``.

    >>> import morfem
    >>> ids, indptr = Encoder(morfem.load("ko-thunder"), append="</s>").ids(["사람", ""])
    >>> ids.tolist(), indptr.tolist()
    ([1737, 2, 2], [0, 2, 3])
    """

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
