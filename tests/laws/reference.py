"""A slow reference implementation of the lists of an encoding, by their definitions.

Everything follows from the ids: the bytes of a token are those that decoding one more id adds.
"""

import functools
import itertools
from bisect import bisect_left

import morfem
import regex

# Kinds of tokenizers whose decoder writes the bytes of each id one after the other. Others are held to the laws that name no single id.
SEQUENTIAL = {"bpe", "unigram", "thunder", "sentencepiece"}


def byte_spans(tokenizer: morfem.Tokenizer, ids: list[int]) -> list[tuple[int, int]]:
    """Span of each id in bytes: from what the ids before it decode to, to what they decode to with it."""
    ends = [len(tokenizer.decode_bytes(ids[:count])) for count in range(len(ids) + 1)]
    return list(itertools.pairwise(ends))


def code_point_spans(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in code points: a code point belongs to the token that holds its first byte."""
    first_bytes: list[int] = []
    at = 0
    for c in text:
        first_bytes.append(at)
        at += len(c.encode())
    return [(bisect_left(first_bytes, start), bisect_left(first_bytes, end)) for start, end in spans]


@functools.cache
def is_space(c: str) -> bool:
    """Whether a character is white space."""
    return regex.fullmatch(r"\s", c) is not None


def word_ids(text: str, spans: list[tuple[int, int]], kinds: list[str], positions: list[list[int]] | None = None) -> list[int | None]:
    """Number of the white-space word that holds the first character of each span other than white space; None for specials.

    A mark has the word of the token after it. Tokens that interleave have the characters at their positions in place of their span.
    """
    words: list[int | None] = []
    count = 0
    for index, c in enumerate(text):
        if not is_space(c) and (index == 0 or words[-1] is None):
            count += 1
        words.append(None if is_space(c) else count - 1)
    of_byte = [word for c, word in zip(text, words, strict=True) for _ in c.encode()]
    # A later byte of a character has no position, and is its span.
    owned = [[words[place] for place in places] for places in positions] if positions is not None else [[] for _ in spans]
    found = [
        None if kind == "special" else next((word for word in own or of_byte[start:end] if word is not None), None)
        for (start, end), kind, own in zip(spans, kinds, owned, strict=True)
    ]
    for index in reversed(range(len(found) - 1)):
        if kinds[index] == "mark":
            found[index] = found[index + 1]
    return found
