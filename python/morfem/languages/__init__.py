"""The bundled tables of languages, from which tokenizers are trained: one folder per language.

Turkish has a language pack for MFT and Morpheus. Arabic, Hebrew and Malay have an alphabet and clitics for Splinter.
Korean has particles and endings for Thunder-Tok.

>>> from morfem import languages
>>> languages.available()
['ar', 'he', 'ko', 'ms', 'tr']
>>> (languages.path("tr") / "affixes.tsv").is_file()
True
"""

from pathlib import Path

from .._core import MorfemError

__all__ = ["available", "having", "path"]

_FOLDER = Path(__file__).parent


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
