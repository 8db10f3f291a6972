"""The dictionaries of Zemberek (github.com/ahmetaa/zemberek-nlp, Akın and Akın 2007; Apache-2.0): their lines, and their rules of sound.

A line is a word and what is special about it: `ağız [A:LastVowelDrop]`, `buzdolabı [A:CompoundP3sg; Roots:buz-dolap]`, `Kemal`. Verbs
are infinitives. P is the part of speech (none: a noun or a verb), A the attributes, Pr the pronunciation, Roots the words of a compound.

What a line does not say follows by rule: the final p, ç, t, k or g of a noun or adjective of several syllables softens, and the k in
-nk, unless it is a name or takes front suffixes after a back vowel. Voicing and NoVoicing say otherwise.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from morfem.evaluate.lexicon import lower

VOWELS = "aeıioöuüâîû"
SOFT = {"p": "b", "ç": "c", "t": "d", "k": "ğ", "g": "ğ"}


class Entry(NamedTuple):
    """A line of a dictionary: the lemma in lower case, its part of speech, its attributes, and the words a compound is made of."""

    lemma: str
    part_of_speech: str
    attributes: frozenset[str]
    parts: str
    is_name: bool
    kind: str = ""  # the part of speech in detail, as Card of a numeral
    reading: str = ""
    rank: int = 0  # of homographs, the less common one has the larger

    @property
    def is_verb(self) -> bool:
        """Whether it is an infinitive."""
        return self.part_of_speech in ("", "Verb") and not self.is_name and re.search(".m[ae]k$", self.lemma) is not None


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a dictionary that consist of letters."""
    for line in path.read_text("utf-8").split("\n"):
        if not line.strip() or line.startswith("##"):
            continue
        word, _, rest = line.strip().partition(" ")
        fields = dict(re.findall(r"(\w+)\s*:\s*([^;\]]*)", rest))
        speech = [part.strip() for part in fields.get("P", "").split(",")]
        if not word.isalpha() or speech[0] == "Punc":
            continue
        attributes = frozenset(attribute.strip() for attribute in fields.get("A", "").split(","))
        parts = lower(fields.get("Roots", "").strip())
        is_name = word[0].isupper() or "Prop" in speech or "Abbrv" in speech
        rank = int(fields.get("Index", "0"))
        yield Entry(lower(word), speech[0], attributes, parts, is_name, speech[-1], lower(fields.get("Pr", "").strip()), rank)


def softens(entry: Entry) -> bool:
    """Whether its last sound softens before a vowel."""
    if {"Voicing", "NoVoicing"} & entry.attributes:
        return "Voicing" in entry.attributes
    if entry.is_verb or entry.is_name or entry.part_of_speech not in ("", "Noun", "Adj", "Dup"):
        return False
    syllables = sum(sound in VOWELS for sound in entry.lemma)
    return (syllables > 1 and entry.lemma[-1] in SOFT and "InverseHarmony" not in entry.attributes) or entry.lemma.endswith("nk")


def softened(stem: str) -> str:
    """A stem with its last sound softened.

    >>> softened("kitap"), softened("renk"), softened("ev")
    ('kitab', 'reng', 'ev')
    """
    return stem[:-1] + ("g" if stem.endswith("nk") else SOFT.get(stem[-1], stem[-1]))
