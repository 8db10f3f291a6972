"""The frozen lexicon of a language: which surfaces are roots, affixes and words.

A lexicon is a packed table in `lexicons/`: a surface in lower case and the letters of its classes, R for a root, A for an affix, W for a
word. It has a version, and the hash of its text goes into the signature of every score that was judged by it. `tools/turkish_lexicon.py`
writes the Turkish one and says what is in it.
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
    """A lexicon: language, number of its version, SHA-256 of its text in hexadecimal, and the classes of each surface, or-ed."""

    language: str
    version: int
    sha256: str
    classes: dict[str, int]

    @property
    def name(self) -> str:
        """Language, version and hash, for signatures."""
        return f"{self.language}-{self.version}#{self.sha256[:8]}"

    def of(self, surface: str) -> int:
        """The classes of a surface as it stands in a text, 0 for none.

        >>> read("tr").of("AKIL") == ROOT | WORD, read("tr").of("akl") == ROOT, read("tr").of("ak ıl")
        (True, True, 0)
        """
        return self.classes.get(lower(surface), 0)


@cache
def read(language: str) -> Lexicon:
    """The lexicon of a language.

    Raises
    ------
    MorfemError : if there is none.

    >>> read("tr").name.startswith("tr-1#")
    True
    """
    folder = resources.files(__package__) / "lexicons"
    try:
        packed = (folder / f"{language}.tsv.xz").read_bytes()
    except FileNotFoundError:
        known = sorted(entry.name.split(".")[0] for entry in folder.iterdir())
        raise MorfemError(f"no lexicon of {language!r} to judge by; there is one of {', '.join(known)}") from None
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
