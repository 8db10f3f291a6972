"""The input of the network: a number for every character, and a flag for capitals.

A word is BOS c1 .. cn EOS in lower case by the Turkish rules (İ to i, I to ı). Flags mark the letters that were capitals. `FULL` has every
letter of Turkish text, including loanwords (q w x â î û), and a symbol for all other characters, so that every character has a number.
`PAPER` is the alphabet of the paper's program. It lacks these letters, and unknown characters become padding.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .language import TURKISH

PADDING, UNKNOWN, BEGIN, END = range(4)
_OTHERS = "0123456789" + ".,;:!?'\"-_()[]{}/\\@#$%&*+=<>~^" + " \n\t"
PAPER = TURKISH.letters + _OTHERS
FULL = PAPER + TURKISH.loan_letters
LONGEST = 30  # characters of a word that the network sees at once
_APOSTROPHES = {"’": "'", "‘": "'"}


def small(character: str) -> str:
    """The lower case of a character by the Turkish rules, or the character itself if that would be more than one character."""
    character = _APOSTROPHES.get(character, character)
    lowered = TURKISH.capitals.get(character) or character.lower()
    return lowered if len(lowered) == 1 else character


class Alphabet:
    """Numbers of characters: 0 to 3 are padding, unknown, begin and end; the numbers of `characters` follow.

    >>> ids, cases = Alphabet(FULL).encoded(["Işık"])
    >>> ids.shape, cases.tolist()
    ((1, 6), [[0, 1, 0, 0, 0, 0]])
    """

    def __init__(self, characters: str = FULL, *, unknown_pads: bool = False) -> None:
        self.characters = characters
        self.size = 4 + len(characters)
        self._known = {character: number for number, character in enumerate(characters, 4)}
        self._missing = PADDING if unknown_pads else UNKNOWN
        self._rows: dict[str, tuple[int, int]] = {}

    def encoded(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Numbers and flags of words of at most `LONGEST` characters, each of shape (words, longest + 2), padded with 0."""
        ids = np.zeros((len(words), max(map(len, words), default=0) + 2), np.int64)
        cases = np.zeros_like(ids)
        for row, word in enumerate(words):
            pairs = [self._rows.get(character) or self._row(character) for character in word]
            ids[row, 0], ids[row, len(word) + 1] = BEGIN, END
            if pairs:
                ids[row, 1 : len(word) + 1], cases[row, 1 : len(word) + 1] = zip(*pairs, strict=True)
        return ids, cases

    def _row(self, character: str) -> tuple[int, int]:
        lowered = small(character)
        row = self._known.get(lowered, self._missing), int(lowered != character and character not in _APOSTROPHES)
        if len(self._rows) < 1 << 16:
            self._rows[character] = row
        return row
