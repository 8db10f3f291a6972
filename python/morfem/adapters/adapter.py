"""The tokenizer adapter: the interface through which every metric uses a tokenizer.

Each library has an adapter class in `morfem.adapters`; the function `wrap` chooses the class for a given tokenizer.

A single word is encoded as it would be in a sentence: after a comma and a space (`before_word`). This matters because some tokenizers use
different tokens at the start of a text, and some merge neighbouring words into one token; the comma prevents such a merge.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from .._core import MorfemError
from .segmentation import Segmentation

BEFORE_WORD = ", "

BatchCall = Callable[[list[str]], Any]  # from texts to their ids, in whatever form the library returns them


class TokenizerAdapter(ABC):
    """A tokenizer in the form that metrics and `bench` use.

    Attributes
    ----------
    name : the tokenizer's name in tables.
    hash : hexadecimal digest that identifies the tokenizer, computed from its files or its definition.
    vocab_size : number of ids; None if unknown.
    before_word : text that is put before a word that is encoded alone.
    """

    name: str
    hash: str
    vocab_size: int | None
    before_word: str = BEFORE_WORD

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Segments texts. An error that the tokenizer raises on one text is recorded in `failures`; the other texts are segmented."""

    @abstractmethod
    def decode(self, batch: Sequence[Sequence[int]]) -> list[str] | None:
        """Decodes lists of ids to texts; None if the tokenizer cannot decode."""

    @abstractmethod
    def token(self, id: int) -> str:
        """The readable string of a token. Raises LookupError for an id in a gap between the ids."""

    def strings(self) -> list[str]:
        """The readable string of each id, empty in a gap between the ids; none if the vocabulary is unknown."""
        found = [""] * (self.vocab_size or 0)
        for id in range(len(found)):
            with suppress(LookupError):
                found[id] = self.token(id)
        return found

    @classmethod
    def open_batch_call(cls, target: str) -> BatchCall:
        """Loads a tokenizer with its own library and returns the library's batch encoder, for timing.

        The returned function is what a user of the library would call to get the ids of many texts on one thread. It must not run code of
        this package around the library's call, because `bench` times it.

        Parameters
        ----------
        target : a SPEC without a name before it, as `wrap` accepts it. The tokenizer is loaded again in every call.

        Raises
        ------
        MorfemError : if this class of adapters defines no batch call.
        """
        raise MorfemError(f"{target}: {cls.__name__} cannot be timed: it does not define open_batch_call")

    def encode_words(self, words: Sequence[str], before: str | None = None) -> Segmentation:
        """Segments single words, each encoded after `before` (default: `before_word`). Tokens of `before` alone are left out.

        >>> from morfem.evaluate import wrap
        >>> wrap("characters").encode_words(["ev", "evler"]).cuts.nonzero()[0].tolist()
        [0, 2, 3, 4, 5]
        """
        before = self.before_word if before is None else before
        if not before:
            return self.encode(words)
        whole = self.encode([before + word for word in words])
        is_before = np.zeros(len(whole.owner), bool)
        starts = whole.begins[:-1]
        for offset in range(len(before)):
            is_before[starts + offset] = True
        begins = np.cumsum([0, *map(len, words)], dtype=np.int64)
        owner, text_of = whole.owner[~is_before], whole.text_of[~is_before]
        # The tokens of a word begin after the last token that owns part of `before` and nothing of the word.
        in_word = np.zeros(len(whole.ids), bool)
        in_word[owner[owner >= 0]] = True
        first = whole.indptr[:-1].copy()
        earlier = whole.owner[is_before]
        is_apart = earlier >= 0
        is_apart[is_apart] &= ~in_word[earlier[is_apart]]
        np.maximum.at(first, whole.text_of[is_before][is_apart], earlier[is_apart] + 1)
        lengths = whole.indptr[1:] - first
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        shift = first - indptr[:-1]
        kept = np.repeat(shift, lengths) + np.arange(indptr[-1])
        owner = np.where(owner >= 0, owner - shift[text_of], -1)
        assert begins[-1] == len(owner)
        return Segmentation(words, whole.ids[kept], indptr, owner, whole.failures)
