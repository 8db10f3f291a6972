"""The kinds of gold data: words with cuts, words with the positions of their root's letters, forms of lemmas, and response times.

Cuts are stored in the same form as a tokenizer's cuts: one flag per code point, which tells whether there is a cut after it. The code
points of all analyses of all words are concatenated, so that a tokenizer is compared with all of them at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..._core import MorfemError
from ...adapters.segmentation import Flags, Integers, Segmentation
from ..statistics import Floats


@dataclass(kw_only=True)
class Gold:
    """Gold data of any kind.

    Attributes
    ----------
    path : the file it was read from.
    sha256 : hash of that file.
    dropped : line numbers (from 1) of invalid rows, with the reason.
    options : options of the reader, for signatures.
    contents : description of the kind of data, for messages.
    """

    contents: ClassVar[str]
    path: str = ""
    sha256: str = ""
    dropped: list[tuple[int, str]] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        raise NotImplementedError


@dataclass(kw_only=True)
class Segmented(Gold):
    """Words with one or several analyses each. The segments of an analysis spell the word.

    Attributes
    ----------
    words : the words, all different.
    counts : (words,) frequencies; None if the file has none.
    analysis_word : (analyses,) index of the word of each analysis, ascending.
    cuts : (code points of all analyses,) whether there is a cut after it.
    labels : categories of affixes.
    labelled : (pairs, 2) index of a cut in `cuts`, and index in `labels` of the category of the affix at this cut.
    is_complete : False if only some of the cuts are marked, so that an unmarked cut may be correct.
    stems : (words, 2) start and end of the stem in the word, in code points, if the file gives them.

    >>> from morfem.evaluate.gold.segmented import Analyses
    >>> analyses = Analyses([])
    >>> analyses.add(1, "evde", [["ev", "de"]])
    True
    >>> analyses.gold().segments(0)
    ['ev', 'de']
    """

    contents: ClassVar[str] = "words with segments"
    words: list[str]
    counts: Integers | None
    analysis_word: Integers
    cuts: Flags
    labels: list[str]
    labelled: Integers
    is_complete: bool = True
    stems: Integers | None = None

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def begins(self) -> Integers:
        """(analyses + 1,) analysis i has the entries from `begins[i]` to `begins[i + 1]` of `cuts`."""
        lengths = np.array([len(word) for word in self.words], np.int64)
        return np.concatenate([[0], np.cumsum(lengths[self.analysis_word])])

    @cached_property
    def positions(self) -> Integers:
        """(code points of all analyses,) the index of each in the concatenation of all words."""
        word_begins = np.cumsum([0, *map(len, self.words)], dtype=np.int64)
        return self._spread(word_begins[self.analysis_word] - self.begins[:-1]) + np.arange(self.begins[-1])

    @cached_property
    def analysis_of(self) -> Integers:
        """(code points of all analyses,) the analysis to which it belongs."""
        return self._spread(np.arange(len(self.analysis_word)))

    def _spread(self, values: Integers) -> Integers:
        return np.repeat(values, np.diff(self.begins))

    def segments(self, analysis: int) -> list[str]:
        """The segments of an analysis."""
        word = self.words[self.analysis_word[analysis]]
        begin, end = self.begins[analysis : analysis + 2]
        ends = [0, *(np.flatnonzero(self.cuts[begin:end]) + 1).tolist(), len(word)]
        return [word[a:b] for a, b in pairwise(ends)]


@dataclass(kw_only=True)
class Rooted(Gold):
    """Words with the positions of their root's letters.

    Attributes
    ----------
    words : the words.
    roots : their roots.
    positions : for each word, the indices of the code points that are letters of the root, ascending.
    """

    contents: ClassVar[str] = "words with roots"
    words: list[str]
    roots: list[str]
    positions: list[list[int]]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def in_root(self) -> Flags:
        """(code points of all words,) whether it is a letter of the root."""
        flags = [np.isin(np.arange(len(word)), positions) for word, positions in zip(self.words, self.positions, strict=True)]
        return np.concatenate([np.zeros(0, bool), *flags])


@dataclass(kw_only=True)
class Inflected(Gold):
    """Inflected forms of lemmas with their features; all entries differ.

    Attributes
    ----------
    lemmas, forms : the lemma and the form of each entry.
    features : the features of each entry as in Universal Dependencies, with the part of speech: ``{"NOUN", "Case=Loc", "Number=Sing"}``.
    """

    contents: ClassVar[str] = "forms of lemmas"
    lemmas: list[str]
    forms: list[str]
    features: list[frozenset[str]]

    def __len__(self) -> int:
        return len(self.forms)


@dataclass(kw_only=True)
class Responses(Gold):
    """Strings with people's responses in a lexical decision task.

    Attributes
    ----------
    strings : words and nonwords.
    is_word : (strings,) which of them are words.
    times : (strings,) mean response time in milliseconds.
    accuracies : (strings,) share of correct responses; None if the file has none.
    """

    contents: ClassVar[str] = "response times"
    strings: list[str]
    is_word: Flags
    times: Floats
    accuracies: Floats | None = None

    def __len__(self) -> int:
        return len(self.strings)


Kind = TypeVar("Kind", bound=Gold)


def of_kind(gold: Gold, kind: type[Kind], metric: str) -> Kind:
    """Returns `gold`. Raises MorfemError if it is not the kind of gold data that the metric needs."""
    if isinstance(gold, kind):
        return gold
    raise MorfemError(f"{gold.path}: {metric} needs {kind.contents}, not {gold.contents}; give gold data in another format")


def sums(values: NDArray[Any], begins: Integers) -> Integers:
    """The sums of `values` between each entry of `begins` and the next; 0 for an empty range.

    >>> sums(np.array([True, True, False, True]), np.array([0, 2, 2, 4])).tolist()
    [2, 0, 1]
    """
    totals = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
    return np.asarray(totals[begins[1:]] - totals[begins[:-1]], np.int64)


def letter_pairs(batch: Segmentation) -> Flags:
    """(code points,) whether it and the next are letters of one word of one text; only there can a cut be."""
    pairs = np.zeros(len(batch.codes), bool)
    pairs[:-1] = batch.letters[:-1] & batch.letters[1:] & (batch.word_of[:-1] == batch.word_of[1:])
    return pairs


def spelled(segments: Sequence[str], word: str) -> str | None:
    """The reason why segments do not form a word; None if they do."""
    if not word:
        return "the word is empty"
    if not all(segments) or "".join(segments) != word:
        return f"'{'+'.join(segments)}' does not spell {word!r}"
    return None
