"""The segmentation of a batch of texts by a tokenizer, in the one form that every metric reads.

A token is a set of code points. A segmentation is therefore an array with one entry per code point of the batch: the token that owns it, or
-1 if no token does, because the tokenizer deleted or altered the code point. Everything else follows from this array. There is a *cut*
between two neighbouring letters of a word if different tokens own them. If a character is spread over several tokens, as bytes, the first
of them owns it.

A letter is a code point of the Unicode categories L and M (a vowel point is part of its letter). A word is what `str.split()` returns.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_LETTER, _SPACE, _KNOWN = 1, 2, 128
_classes = np.zeros(0x110000, np.uint8)  # of the characters seen so far


def code_points(texts: Sequence[str]) -> NDArray[np.uint32]:
    """The code points of all texts, concatenated."""
    return np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)


def classes(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The class of every code point: bit 1 if it is a letter, bit 2 if it is white space."""
    found = _classes[codes]
    if not found.all():
        for code in np.unique(codes[found == 0]).tolist():
            character = chr(code)
            is_letter = unicodedata.category(character)[0] in "LM"
            _classes[code] = _KNOWN | (_LETTER if is_letter else 0) | (_SPACE if character.isspace() else 0)
        found = _classes[codes]
    return found


@dataclass
class Segmentation:
    """A batch of texts and the tokens that own their code points.

    Attributes
    ----------
    texts : the texts.
    ids : (tokens,) the ids of all texts, concatenated.
    indptr : (texts + 1,) `ids[indptr[i]:indptr[i + 1]]` are those of text i.
    owner : (code points of all texts,) index into `ids` of the token that owns it, -1 for none.
    failures : index of each text on which the tokenizer raised an error -> the error. These texts have no tokens.
    units : (code points of all texts,) the unit that owns it, numbered through the batch, if tokens are merged from units; else None.

    >>> batch = Segmentation.from_spans(["evler", "ev de"], [7, 8, 7, 9], [0, 2, 4], [0, 2, 0, 2], [2, 5, 2, 5])
    >>> batch.owner.tolist()
    [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    >>> batch.cuts.nonzero()[0].tolist()
    [1]
    """

    texts: Sequence[str]
    ids: Integers
    indptr: Integers
    owner: Integers
    failures: dict[int, str] = field(default_factory=dict)
    units: Integers | None = None

    @classmethod
    def from_spans(cls, texts: Sequence[str], ids: Any, indptr: Any, starts: Any, ends: Any) -> "Segmentation":
        """From the spans of the tokens in their texts, in code points. If spans overlap, the first token owns the overlap."""
        indptr, starts, ends = (np.asarray(array, np.int64) for array in (indptr, starts, ends))
        begins = _begins(texts)
        origin = np.repeat(begins[:-1], np.diff(indptr))
        lengths = np.maximum(ends - starts, 0)
        tokens = np.repeat(np.arange(len(starts)), lengths)
        within = np.arange(len(tokens)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return cls.from_pairs(texts, ids, indptr, tokens, np.repeat(origin + starts, lengths) + within)

    @classmethod
    def from_pairs(cls, texts: Sequence[str], ids: Any, indptr: Any, tokens: Any, positions: Any) -> "Segmentation":
        """From pairs of a token and a code point of the batch that it covers. The first token that covers a code point owns it."""
        owner = np.full(int(_begins(texts)[-1]), -1, np.int64)
        # Assigning in reverse order keeps the first pair of each code point.
        owner[np.asarray(positions, np.int64)[::-1]] = np.asarray(tokens, np.int64)[::-1]
        return cls(texts, np.asarray(ids, np.int64), np.asarray(indptr, np.int64), owner)

    @classmethod
    def from_byte_lengths(cls, texts: Sequence[str], ids: Any, indptr: Any, lengths: Any) -> "Segmentation":
        """From the lengths of the tokens in bytes, for tokens that tile the UTF-8 bytes of their text."""
        data = np.frombuffer("".join(texts).encode(), np.uint8)
        owners = np.repeat(np.arange(len(lengths)), lengths)
        return cls(texts, np.asarray(ids, np.int64), np.asarray(indptr, np.int64), owners[(data & 0xC0) != 0x80])

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """(code points,) the code points of all texts."""
        return code_points(self.texts)

    @cached_property
    def begins(self) -> Integers:
        """(texts + 1,) text i has the code points from `begins[i]` to `begins[i + 1]`."""
        return _begins(self.texts)

    @cached_property
    def text_of(self) -> Integers:
        """(code points,) the text of each code point."""
        return np.repeat(np.arange(len(self.texts)), np.diff(self.begins))

    @cached_property
    def letters(self) -> Flags:
        """(code points,) which are letters."""
        return (classes(self.codes) & _LETTER) != 0

    @cached_property
    def spaces(self) -> Flags:
        """(code points,) which are white space."""
        return (classes(self.codes) & _SPACE) != 0

    @cached_property
    def words(self) -> Integers:
        """(words, 2) start and end of the white-space words of all texts, in code points."""
        inside = ~self.spaces
        begins = inside.copy()
        begins[1:] &= ~inside[:-1] | (self.text_of[1:] != self.text_of[:-1])
        ends = inside.copy()
        ends[:-1] &= ~inside[1:] | (self.text_of[1:] != self.text_of[:-1])
        return np.stack([np.flatnonzero(begins), np.flatnonzero(ends) + 1], 1)

    @cached_property
    def word_of(self) -> Integers:
        """(code points,) the word of each code point, -1 for white space."""
        word = np.full(len(self.codes), -1, np.int64)
        inside = ~self.spaces
        lengths = self.words[:, 1] - self.words[:, 0]
        word[inside] = np.repeat(np.arange(len(lengths)), lengths)
        return word

    @cached_property
    def cuts(self) -> Flags:
        """(code points,) whether there is a cut after it: it and the next are letters of one word, and different tokens own them."""
        cut = np.zeros(len(self.codes), bool)
        if len(cut) > 1:
            both = self.letters[:-1] & self.letters[1:] & (self.word_of[:-1] == self.word_of[1:])
            cut[:-1] = both & (self.owner[:-1] != self.owner[1:])
        return cut

    @cached_property
    def token_text(self) -> Integers:
        """(tokens,) the text of each token."""
        return np.repeat(np.arange(len(self.texts)), np.diff(self.indptr))

    @cached_property
    def word_tokens(self) -> tuple[Integers, Integers]:
        """(pairs,), (pairs,) the distinct pairs of a word and a token that owns part of it, sorted by word, then by token."""
        inside = (self.word_of >= 0) & (self.owner >= 0)
        pairs = _without_repeats(self.word_of[inside] << 32 | self.owner[inside])
        if (pairs[1:] < pairs[:-1]).any():
            # Some token owns separate code points, or the tokens are not in the order of the text.
            pairs = _without_repeats(np.sort(pairs))
        return pairs >> 32, pairs & 0xFFFFFFFF

    @cached_property
    def unaligned(self) -> Flags:
        """(words,) the words with a code point that no token owns."""
        lost = np.zeros(len(self.words), bool)
        lost[self.word_of[(self.owner < 0) & (self.word_of >= 0)]] = True
        return lost

    def segments(self, begin: int, end: int) -> list[str]:
        """The code points from `begin` to `end` of the batch, split where the owner changes."""
        owners = self.owner[begin:end]
        changes = [0, *(np.flatnonzero(owners[1:] != owners[:-1]) + 1).tolist(), end - begin]
        text = self.codes[begin:end].tobytes().decode("utf-32-le", "surrogatepass")
        return [text[a:b] for a, b in pairwise(changes)]


def _without_repeats(keys: Integers) -> Integers:
    """The keys without those that equal the key before them."""
    return keys[np.flatnonzero(np.diff(keys, prepend=-1))]


def _begins(texts: Sequence[str]) -> Integers:
    return np.cumsum([0, *map(len, texts)], dtype=np.int64)
