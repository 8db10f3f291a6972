"""The bundled tables of languages, from which tokenizers are trained: one folder per language.

Turkish and Finnish have a language pack for MFT; that of Turkish is for Morpheus too. Arabic, Hebrew and Malay have an
alphabet and clitics for Splinter. Korean has particles and endings for Thunder-Tok.

>>> from morfem import languages
>>> languages.available()
['ar', 'fi', 'he', 'ko', 'ms', 'tr']
>>> (languages.path("tr") / "affixes.tsv").is_file()
True
"""

import os
from pathlib import Path

from .._core import LanguagePack, MorfemError, TrainingError

__all__ = ["LanguagePack", "available", "having", "pack", "path"]

_FOLDER = Path(__file__).parent
PHONOLOGY = "phonology.toml"  # every language pack has it


def available() -> list[str]:
    """The codes of the languages that have a folder."""
    return sorted(readme.parent.name for readme in _FOLDER.glob("*/README.md"))


def having(table: str) -> list[str]:
    """The codes of the languages that have a table, such as ``alphabet.tsv``."""
    return [code for code in available() if (_FOLDER / code / table).is_file()]


def path(code: str) -> Path:
    """The folder of a language.

    Raises
    ------
    MorfemError : if there is none.
    """
    if code not in available():
        raise MorfemError(f"no language {code!r}; bundled are {', '.join(available())}")
    return _FOLDER / code


def pack(where: str | os.PathLike[str]) -> LanguagePack:
    """A language pack for MFT, checked: that of a code, such as ``"tr"``, or a folder.

    >>> pack("tr").inflect("kitap", ["PL", "1SG.POSS", "DAT"])
    'kitaplarıma'

    Raises
    ------
    TrainingError : if the folder has no pack, or a table is faulty: with file, line and how to fix it.
    MorfemError : if there is no such language.
    """
    return LanguagePack(tables(where))


def tables(where: str | os.PathLike[str]) -> dict[str, bytes]:
    """The tables of a language pack by name, unchecked."""
    folder = find(where, PHONOLOGY)
    if not (folder / PHONOLOGY).is_file():
        raise TrainingError(f"{folder} is not a language pack: it has no {PHONOLOGY}")
    return {table.name: table.read_bytes() for table in sorted(folder.iterdir()) if table.suffix in (".tsv", ".toml")}


def find(where: str | os.PathLike[str], table: str) -> Path:
    """A path, or for a code the folder of a bundled language that has the table."""
    found = Path(where)
    if not isinstance(where, str) or found.name != where or found.exists():
        return found
    bundled = having(table)
    if where not in bundled:
        raise MorfemError(f"{where!r} is neither a path nor a bundled language with {table}; bundled are {', '.join(bundled)}")
    return path(where)
