"""Cuts a text into chunks for a vector index: at ends of sentences, and never inside a character.

A chunk is a slice of the text by code points, found by the offsets of its tokens. So the chunks together are the text. To cut the ids and
decode each part would tear the characters that are written in several tokens.
"""

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import load
from .._core import MorfemError, Tokenizer
from ..checks import check_whole, wrong_type

# White space behind the mark that ends a sentence and what closes behind it; or ends of lines.
_SENTENCE = re.compile(r"""[.!?…。！？؟۔]+["'”’»)\]]*\s+|\n\s*""")
_SPACE = re.compile(r"\s+")


class Chunk(NamedTuple):
    """A part of a text."""

    text: str
    start: int
    """First code point of the chunk."""
    end: int
    """Code point after the chunk."""
    fresh: int
    """First code point that the chunk before does not have. Without overlap it is `start`."""


def chunks(text: str, *, tokens: int = 512, overlap: int = 0, tokenizer: str | Tokenizer = "multi") -> list[Chunk]:
    """Cut a text into chunks of at most so many tokens: at the last end of a sentence, else at the last space, else between two tokens.

    ``"".join(text[chunk.fresh : chunk.end] for chunk in chunks(text))`` is the text.

    Parameters
    ----------
    text : any string.
    tokens : most tokens of a chunk. A character that alone has more is a chunk all the same.
    overlap : most tokens at the beginning of a chunk that the chunk before has too; they begin with a sentence or a word.
    tokenizer : a tokenizer, or the name or folder of one.

    Raises
    ------
    MorfemError : if `tokens` is less than 1, or `overlap` is negative or not less than `tokens`.
    TypeError : if `text` is not a str, or a number is not whole.

    >>> [chunk.text for chunk in chunks("Kitap okudum. Sonra uyudum.", tokens=8, tokenizer="tr-mft")]
    ['Kitap okudum. ', 'Sonra uyudum.']
    """
    if not isinstance(text, str):
        raise wrong_type("text", text, "a str")
    check_whole("tokens", tokens)
    check_whole("overlap", overlap)
    if tokens < 1 or not 0 <= overlap < tokens:
        raise MorfemError(f"tokens is {tokens} and overlap {overlap}; give 1 or more tokens, and an overlap of 0 or more that is less")
    return _Cutter(text, tokenizer if isinstance(tokenizer, Tokenizer) else load(tokenizer)).chunks(tokens, overlap)


class _Cutter:
    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self.text, self.tokenizer = text, tokenizer
        spans = np.array(tokenizer.encode(text).offsets, np.int64).reshape(-1, 2)
        # Where tokens begin, ascending. Those of Splinter may overlap.
        self.starts = np.maximum.accumulate(spans[:, 0]) if len(spans) else np.zeros(0, np.int64)
        self.sentences = np.array([match.end() for match in _SENTENCE.finditer(text)], np.int64)
        self.spaces = np.array([match.end() for match in _SPACE.finditer(text)], np.int64)

    def chunks(self, tokens: int, overlap: int) -> list[Chunk]:
        found: list[Chunk] = []
        start = fresh = 0
        while fresh < len(self.text):
            end = self._end(start, fresh, tokens)
            if end is None:  # the overlap leaves no place for anything new
                start, end = fresh, self._end(fresh, fresh, tokens) or fresh + 1
            found.append(Chunk(self.text[start:end], start, end, fresh))
            start, fresh = self._overlap(start, end, overlap), end
        return found

    def _end(self, start: int, fresh: int, tokens: int) -> int | None:
        """The end of the chunk that begins at `start`, or None if nothing behind `fresh` fits."""
        most = tokens
        while most > 0:
            limit = self._behind(start, most)
            end = next((end for ends in (self.sentences, self.spaces) if (end := _last(ends, limit)) > fresh), limit)
            end = limit if limit == len(self.text) else end
            if end <= fresh:
                return None
            # A chunk alone may have other tokens than in its text.
            excess = self.tokenizer.count(self.text[start:end]) - tokens
            if excess <= 0:
                return end
            most -= excess
        return None

    def _behind(self, start: int, tokens: int) -> int:
        """The code point at which the token begins that is so many behind the one at `start`."""
        place = int(np.searchsorted(self.starts, start)) + tokens
        return int(self.starts[place]) if place < len(self.starts) else len(self.text)

    def _overlap(self, start: int, end: int, overlap: int) -> int:
        """Where the chunk begins that follows the one from `start` to `end`."""
        if overlap == 0:
            return end
        place = max(0, int(np.searchsorted(self.starts, end)) - overlap)
        least = max(int(self.starts[place]), start + 1)
        for ends in (self.sentences, self.spaces):
            for at in ends[np.searchsorted(ends, least) : np.searchsorted(ends, end)]:
                # Alone it may have other tokens than in its text.
                if self.tokenizer.count(self.text[at:end]) <= overlap:
                    return int(at)
        return end


def _last(ends: NDArray[np.int64], limit: int) -> int:
    """The last end that is not behind `limit`, or 0."""
    at = int(np.searchsorted(ends, limit, "right"))
    return int(ends[at - 1]) if at else 0
