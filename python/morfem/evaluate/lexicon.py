"""The frozen lexicon of a language, which classifies surfaces as roots, affixes and words.

A lexicon is a compressed table in the folder `lexicons`. Each row has a surface in lower case and the letters of its classes: R for root, A
for affix, W for word. A lexicon has a version. The hash of its text is part of the signature of every score that depends on it.

The Turkish lexicon was derived from the dictionaries of Zemberek (Akın and Akın 2007), the affix table of the language pack and the words
of a corpus; the script is in the history of the repository up to commit a60c3eaf49 (`tools/turkish_lexicon.py`). Its classes are:

R  roots: the lemmas of the dictionaries, the stems of their verbs, and the stems that sound changes make of them: softened (kitab-),
   shortened (akl-), doubled (hakk-), narrowed before the progressive (bekli-, bekl-); possessive compounds without their possessive
   (buzdolab-, buzdolap-); stems of pronouns; particles that are written apart. Also without circumflex, as most people write. Names and
   abbreviations that look like inflected words or pieces of words are left out.
A  affixes: every allomorph of every affix of the table.
W  words: the lemmas, the particles, and the 50,000 most frequent words of the corpus that occur 20 times or more.

A string of one letter other than "o", the pronoun, is neither root nor word.
"""

import hashlib
import lzma
import unicodedata
from functools import cache
from importlib import resources
from typing import NamedTuple

from .._core import MorfemError

ROOT, AFFIX, WORD = 1, 2, 4
_CLASSES = {"R": ROOT, "A": AFFIX, "W": WORD, "RA": ROOT | AFFIX, "RW": ROOT | WORD, "AW": AFFIX | WORD, "RAW": ROOT | AFFIX | WORD}


class Lexicon(NamedTuple):
    """A lexicon: language, version, SHA-256 of its text in hexadecimal digits, and the classes of each surface as a bit set."""

    language: str
    version: int
    sha256: str
    classes: dict[str, int]

    @property
    def name(self) -> str:
        """Language, version and hash, for signatures."""
        return f"{self.language}-{self.version}#{self.sha256[:8]}"

    def of(self, surface: str) -> int:
        """The classes of a surface as it appears in a text, 0 for none.

        >>> read("tr").of("AKIL") == ROOT | WORD, read("tr").of("akl") == ROOT, read("tr").of("ak ıl")
        (True, True, 0)
        """
        return self.classes.get(lower(surface), 0)


@cache
def read(language: str) -> Lexicon:
    """The lexicon of a language. Raises MorfemError if there is none.

    >>> read("tr").name.startswith("tr-1#")
    True
    """
    folder = resources.files(__package__) / "lexicons"
    try:
        packed = (folder / f"{language}.tsv.xz").read_bytes()
    except FileNotFoundError:
        known = sorted(entry.name.split(".")[0] for entry in folder.iterdir())
        raise MorfemError(f"no lexicon for language {language!r}; there are lexicons for {', '.join(known)}") from None
    data = lzma.decompress(packed)
    head, _, body = data.decode().rpartition("#")
    fields = body.partition("\n")[2].replace("\n", "\t").split("\t")
    classes = dict(zip(fields[0:-1:2], map(_CLASSES.__getitem__, fields[1::2]), strict=True))
    return Lexicon(language, int(head.partition("\n")[0].removeprefix("# version ")), hashlib.sha256(data).hexdigest(), classes)


def lower(text: str) -> str:
    """Turkish lower case, composed (NFC): İ becomes i, I becomes ı.

    >>> lower("ISPARTA'DA İZMİR")
    "ısparta'da izmir"
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).replace("İ", "i").replace("I", "ı").lower())
