"""The bundled network of Morpheus as a function that `morfem eval` takes for a tokenizer.

    PYTHONPATH=experiments/morpheus morfem eval --suite tr-intrinsic --data DATA --tokenizer network:segments

Each word of letters becomes the segments between the network's boundaries; every other character is a piece of its own.
"""

import re
from functools import cache

from morfem.morpheus import Morpheus, load

WORD = re.compile(r"([^\W\d_]+)|\S")


@cache
def network() -> Morpheus:
    """The bundled network."""
    return load()


@cache
def lengths(word: str) -> list[int]:
    """The lengths of a word's segments."""
    return [len(segment) for segment in network().segment([word])[0]]


def segments(text: str) -> list[tuple[str, int, int]]:
    """The pieces of a text with their spans."""
    found = []
    for match in WORD.finditer(text):
        start = match.start()
        for length in lengths(match.group()) if match.group(1) else [1]:
            found.append((text[start : start + length], start, start + length))
            start += length
    return found
