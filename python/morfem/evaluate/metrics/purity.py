"""Purity: how much of a tokenization is Turkish. docs/metrics.md defines the figures.

A token begins a word if no letter or digit stands before its first letter, not even with an apostrophe between them. In `Türk-Alman` and
`(ev`, the tokens `Türk`, `Alman` and `ev` begin a word. In `Ankara'da` and `1908'den`, the tokens `da` and `den` do not. `tr_types` counts
distinct surfaces; `pure_types` counts distinct pairs of a surface and whether it begins a word.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Flags, Integers, Segmentation
from ..lexicon import AFFIX, ROOT, WORD, Lexicon, lower, read
from ..metric import Measurement, TextMetric, register
from ..statistics import Figure, Items, ratio, share

APOSTROPHES = np.array([ord("'"), ord("’")])

_TURKISH, _PURE = 1, 2  # verdicts
_ANY = ROOT | AFFIX | WORD
_INITIAL, _INNER = 8, 16  # flags beside the classes of a surface: it occurred at the beginning of a word, or inside one


@register
class Purity(TextMetric):
    """The share of tokens and words that consist of Turkish roots and affixes."""

    name = "purity"
    headlines = ("pure_words", "pure", "tr")

    def __init__(self) -> None:
        self._lexicon = read("tr")

    @property
    def options(self) -> Mapping[str, str]:
        """The lexicon's name, version and hash."""
        return {"lexicon": self._lexicon.name}

    def measure(self, adapter: TokenizerAdapter) -> "PurityMeasurement":
        """Starts to judge."""
        return PurityMeasurement(self._lexicon)


class PurityMeasurement(Measurement):
    """The judgements on one tokenizer."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._units = _Judge(lexicon)
        self._merged = _Judge(lexicon)

    def add(self, batch: Segmentation) -> None:
        """Judges a batch."""
        self._units.add(batch, batch.owner if batch.units is None else batch.units)
        if batch.units is not None:
            self._merged.add(batch, batch.owner)

    def figures(self) -> list[Figure]:
        """pure_words, tr, pure, tr_types, pure_types, without_letter; each again with _merged if tokens are merged."""
        return self._units.figures() + (self._merged.figures("_merged") if self._merged.lines else [])


class _Judge:
    """Judges pieces of texts: tokens, or units of tokens. Each distinct piece is looked up once; `Pieces.keys` identifies equal pieces."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._lines = Items(6)
        self._verdicts: dict[int, int] = {}  # by key
        self._surfaces: dict[str, int] = {}  # in lower case -> its classes, and where it occurred

    @property
    def lines(self) -> int:
        """Number of lines read."""
        return self._lines.n

    def add(self, batch: Segmentation, owner: Integers) -> None:
        """Judges the pieces of a batch; `owner` gives the piece of every code point, -1 for none."""
        pieces = Pieces.of(batch, owner)
        keys, firsts, key_of = np.unique(pieces.keys, return_index=True, return_inverse=True)
        verdicts = [self._verdict(key, first, pieces) for key, first in zip(keys.tolist(), firsts.tolist(), strict=True)]
        verdict = np.array(verdicts, np.int64)[key_of]
        is_pure = np.zeros(len(owner), bool)
        is_pure[pieces.codes] = (verdict & _PURE != 0)[pieces.piece]
        letters = batch.letters & (batch.word_of >= 0)
        impure_letters = np.bincount(batch.word_of[letters & ~is_pure], minlength=len(batch.words))
        has_letter = np.bincount(batch.word_of[letters], minlength=len(batch.words)) > 0
        line = batch.text_of[batch.words[:, 0]]
        lines = [
            pieces.line,
            pieces.line[verdict & _TURKISH != 0],
            pieces.line[verdict & _PURE != 0],
            line[has_letter],
            line[has_letter & (impure_letters == 0)],
            pieces.line_without_letter,
        ]
        self._lines.add(np.stack([np.bincount(found, minlength=len(batch.texts)) for found in lines], 1).astype(np.float64))

    def figures(self, suffix: str = "") -> list[Figure]:
        """The figures."""
        pieces, turkish, pure, words, pure_words, without_letter = self._lines.rows.T
        n = self._lines.n
        turkish_types = [bool(found & _ANY) for found in self._surfaces.values()]
        pure_types = [bool(found & ROOT) for found in self._surfaces.values() if found & _INITIAL]
        pure_types += [bool(found & AFFIX) for found in self._surfaces.values() if found & _INNER]
        return [
            ratio(f"pure_words{suffix}", pure_words, words, n, "line", 1),
            ratio(f"tr{suffix}", turkish, pieces, n, "line", 1),
            ratio(f"pure{suffix}", pure, pieces, n, "line", 1),
            share(f"tr_types{suffix}", turkish_types, "type", 1),
            share(f"pure_types{suffix}", pure_types, "type", 1),
            ratio(f"without_letter{suffix}", without_letter, pieces + without_letter, n, "line"),
        ]

    def _verdict(self, key: int, number: int, pieces: "Pieces") -> int:
        """The verdict on a piece: whether it is Turkish, and whether it is pure."""
        verdict = self._verdicts.get(key)
        if verdict is None:
            surface = lower(pieces.surface(number))
            seen, needed = (_INITIAL, ROOT) if key & 1 else (_INNER, AFFIX)
            found = self._surfaces.get(surface, self._lexicon.classes.get(surface, 0))
            self._surfaces[surface] = found | seen
            verdict = (_TURKISH if found & _ANY else 0) | (_PURE if found & needed else 0)
            self._verdicts[key] = verdict
        return verdict


class Pieces(NamedTuple):
    """The pieces of a batch that have a letter.

    Attributes
    ----------
    text : (code points of the batch,) the code points themselves.
    codes : (n,) indices of the code points of these pieces, piece by piece, without white space at the ends of a piece.
    piece : (n,) the piece of each of these code points, counted from 0.
    begins : (pieces + 1,) piece i has `codes[begins[i]:begins[i + 1]]`.
    line : (pieces,) the text in which the piece begins.
    keys : (pieces,) equal for two pieces if they have the same spelling and both or neither begin a word. Bit 0 tells whether they do; the
        other bits are a hash of the spelling. 63 bits keep a million spellings apart with a probability of 1 - 10^-7.
    line_without_letter : for each piece without a letter, the text in which it begins.
    """

    text: NDArray[np.uint32]
    codes: Integers
    piece: Integers
    begins: Integers
    line: Integers
    keys: NDArray[np.uint64]
    line_without_letter: Integers

    @classmethod
    def of(cls, batch: Segmentation, owner: Integers) -> "Pieces":
        """The pieces of a batch; `owner` gives the piece of every code point, -1 for none."""
        codes = np.flatnonzero(owner >= 0)
        codes = codes[np.argsort(owner[codes], kind="stable")]
        first, piece = np.unique(owner[codes], return_index=True, return_inverse=True)[1:]
        line = batch.text_of[codes[first]]
        has_letter = np.bincount(piece[batch.letters[codes]], minlength=len(first)) > 0
        inside = has_letter[piece] & ~_is_edge(batch.spaces[codes], piece)
        codes, piece = codes[inside], np.cumsum(has_letter)[piece[inside]] - 1
        begins = np.searchsorted(piece, np.arange(has_letter.sum() + 1))
        place = np.arange(len(codes)) - begins[piece]
        letters = np.flatnonzero(batch.letters[codes])
        first_letter = codes[letters[np.unique(piece[letters], return_index=True)[1]]]
        spelling = np.add.reduceat(_mixed(batch.codes[codes].astype(np.uint64) | place.astype(np.uint64) << np.uint64(21)), begins[:-1])
        keys = spelling & ~np.uint64(1) | _word_begins(batch)[first_letter].astype(np.uint64)
        return cls(batch.codes, codes, piece, begins, line[has_letter], keys, line[~has_letter])

    def surface(self, number: int) -> str:
        """The spelling of a piece."""
        codes = self.text[self.codes[self.begins[number] : self.begins[number + 1]]]
        return codes.tobytes().decode("utf-32-le", "surrogatepass")


def _is_edge(spaces: Flags, piece: Integers) -> Flags:
    """Marks the code points that are white space at the beginning or the end of their piece."""
    visible = np.flatnonzero(~spaces)
    count = int(piece[-1]) + 1 if len(piece) else 0
    first, last = np.full(count, len(piece)), np.full(count, -1)
    first[piece[visible][::-1]] = visible[::-1]
    last[piece[visible]] = visible
    index = np.arange(len(piece))
    return (index < first[piece]) | (index > last[piece])


def _word_begins(batch: Segmentation) -> Flags:
    """Marks the code points that begin a word if they are the first letter of a piece; the rule is at the top of this file."""
    codes = batch.codes
    carries = batch.letters | ((codes >= ord("0")) & (codes <= ord("9")))
    joins = carries.copy()
    joins[1:] |= np.isin(codes[1:], APOSTROPHES) & carries[:-1] & (batch.word_of[1:] == batch.word_of[:-1])
    begins = np.ones(len(codes), bool)
    begins[1:] = ~(joins[:-1] & (batch.word_of[1:] == batch.word_of[:-1]))
    return begins


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatters numbers over 64 bits, one to one, so that sums rarely coincide (SplitMix64: Steele, Lea and Flood 2014)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
