"""A tokenizer under evaluation: what every metric asks of it.

A subclass wraps one library; `morfem.evaluate.wrap` chooses it. A word alone is encoded as it stands in a sentence, after `before_word`: a
comma and a space. Some tokenizers have other tokens at the start of a text, and some join words; a comma keeps the word apart from what
comes before.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from .segmentation import Segmentation

BEFORE_WORD = ", "


class Subject(ABC):
    """A tokenizer under evaluation.

    Attributes
    ----------
    name : for tables.
    hash : hexadecimal digits that say which tokenizer it is: of its files, or of its definition.
    vocab_size : number of its ids, None if nobody knows.
    before_word : what stands before a word that is encoded alone.
    """

    name: str
    hash: str
    vocab_size: int | None
    before_word: str = BEFORE_WORD

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> Segmentation:
        """How it cuts texts. A text on which it raises an error is a failure of the segmentation, and the others go on."""

    @abstractmethod
    def decode(self, batch: Sequence[Sequence[int]]) -> list[str] | None:
        """The texts of lists of ids; None if it cannot decode."""

    @abstractmethod
    def token(self, id: int) -> str:
        """The token of an id, for people to read."""

    def encode_words(self, words: Sequence[str], before: str | None = None) -> Segmentation:
        """How it cuts words, each after `before` (`before_word` unless given); tokens that lie before a word are left out.

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
        # The tokens of a word begin after the last token that owns something before it and nothing of it.
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
