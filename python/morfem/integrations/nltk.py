"""NLTK: a tokenizer with the interface `TokenizerI`.

>>> from morfem.integrations.nltk import MorfemTokenizer
>>> MorfemTokenizer("tr-mft").tokenize("Kitaplarımızdan okuduk.")
['Kitap', 'lar', 'ımız', 'dan', 'oku', 'du', 'k', '.']
>>> MorfemTokenizer("tr-mft", strings="tokens").tokenize("Evlerde")
['<title>', '▁ev', '+lAr', '+DA']
"""

from collections.abc import Iterator
from os import PathLike
from typing import Literal

from .. import load
from .._core import MorfemError, Tokenizer
from . import require

api = require("nltk.tokenize.api", "nltk", ">=3.8,<4")


class MorfemTokenizer(api.TokenizerI):  # type: ignore[name-defined, misc]
    """Cuts texts into the tokens of a tokenizer.

    Parameters
    ----------
    tokenizer : a tokenizer, or the name or folder of one.
    strings : ``"surfaces"`` for parts of the text, without white space around them; ``"tokens"`` for the token strings, which are the same
        for every form of a morpheme.

    Raises
    ------
    MorfemError : if `strings` is neither.
    """

    def __init__(self, tokenizer: str | PathLike[str] | Tokenizer, strings: Literal["surfaces", "tokens"] = "surfaces") -> None:
        if strings not in ("surfaces", "tokens"):
            raise MorfemError(f"strings is {strings!r}; give 'surfaces' or 'tokens'")
        self._tokenizer = tokenizer if isinstance(tokenizer, Tokenizer) else load(tokenizer)
        self._strings = strings

    def tokenize(self, text: str) -> list[str]:
        """The strings of the tokens. Surfaces that are empty or white space are left out."""
        encoding = self._tokenizer.encode(text)
        if self._strings == "tokens":
            return encoding.tokens
        return [surface for surface in map(str.strip, encoding.surfaces) if surface]

    def span_tokenize(self, text: str) -> Iterator[tuple[int, int]]:
        """The spans of the surfaces, in code points.

        Raises
        ------
        MorfemError : for Splinter, whose tokens can interleave and are no spans of the text.
        """
        encoding = self._tokenizer.encode(text)
        if encoding.positions is not None:
            raise MorfemError(f"the tokens of {self._tokenizer.name} can interleave, so they have no spans; use Encoding.positions")
        for (start, end), surface in zip(encoding.offsets, encoding.surfaces, strict=True):
            if bare := surface.strip():
                first = start + surface.index(bare)
                yield first, min(first + len(bare), end)
