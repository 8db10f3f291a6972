"""Teacher labels: for every distinct word of a corpus its boundaries, their confidence, its family and its affixes.

The teacher is the analyser of MFT: the best analysis gives boundaries, root and affixes. Scores are log probabilities. The confidence of a
word is the share of the probability of all its analyses that belongs to those with the best segmentation. A few tenths of a percent of the
words have no analysis (abbreviations, stray letters). These are segmented by Morfessor (Creutz and Lagus 2007), with the paper's
confidence.

A family is a lemma: a root with derivational affixes. Words of different lemmas may share a root (balık, balıkçı).
"""

import io
import math
import os
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._core import ArtifactError, MorfemError, Tokenizer
from ..require import require
from .alphabet import LONGEST
from .language import TURKISH

ANALYSES = 6  # the most analyses per word from which the confidence is computed
AFFIXES = 12  # the most affixes of a word that are kept
LEAST_CONFIDENCE = 0.3
_DERIVES = re.compile(TURKISH.derivations)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SMALL = str.maketrans(TURKISH.capitals | {"’": "'"})


class Label(NamedTuple):
    """A teacher's label of a word: segments, confidence (0 to 1), root, lemma, affixes."""

    segments: Sequence[str]
    confidence: float
    root: str
    lemma: str
    affixes: Sequence[str]


class Teacher(Protocol):
    """Gives the label of a word; None if it cannot label the word."""

    def __call__(self, word: str) -> Label | None: ...


class Analyser:
    """The analyser of an MFT tokenizer as teacher.

    >>> import morfem
    >>> label = Analyser(morfem.load("tr-mft"))("kitapçılardan")
    >>> label.segments, label.root, label.lemma, label.affixes
    (['kitap', 'çı', 'lar', 'dan'], 'kitap', 'kitap AGENT', ['AGENT', 'PL', 'ABL'])
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._analyze = tokenizer.analyze

    def __call__(self, word: str) -> Label | None:
        analyses = self._analyze(word, ANALYSES)
        if not analyses:
            return None
        best = analyses[0]
        total = agreeing = 0.0
        for each in analyses:
            share = math.exp(each.score - best.score)
            total += share
            agreeing += share if each.segments == best.segments else 0.0
        lemma = " ".join([best.root, *filter(_DERIVES.match, best.glosses)])
        return Label(best.segments, max(agreeing / total, LEAST_CONFIDENCE), best.root, lemma, best.glosses)


class Morfessor:
    """Morfessor Baseline as teacher, trained on distinct words. The same words give the same model."""

    def __init__(self, words: Iterable[str]) -> None:
        morfessor = require("morfessor", "morpheus-train", ">=2.0.6")
        self._model = morfessor.BaselineModel(corpusweight=1.0)
        self._model.load_data([(1, tuple(word)) for word in words])
        state = random.getstate()  # Morfessor visits the words in an order that it draws from the generator of all
        try:
            random.seed(0)
            self._model.train_batch(finish_threshold=0.005, max_epochs=20)
        finally:
            random.setstate(state)

    def __call__(self, word: str) -> Label | None:
        atoms, _ = self._model.viterbi_segment(tuple(word))
        segments = ["".join(atom) for atom in atoms]
        return Label(segments, paper_confidence(segments), segments[0], segments[0], ())


def paper_confidence(segments: Sequence[str]) -> float:
    """1 for a word of one segment, otherwise its mean segment length divided by 4, at least 0.3 and at most 1."""
    return 1.0 if len(segments) == 1 else min(max(sum(map(len, segments)) / len(segments) / 4, LEAST_CONFIDENCE), 1.0)


def small_words(text: str) -> list[str]:
    """The words of a text in lower case. A word is a run of letters, which may have apostrophes inside.

    >>> small_words("Işık Ankara'da, 3 kez!")
    ['ışık', "ankara'da", 'kez']
    """
    return _WORD.findall(text.translate(_SMALL).lower())


@dataclass
class Labels:
    """The labels of `words`, one row per word, and the running text as numbers of rows.

    Attributes
    ----------
    counts : occurrences of each word.
    boundaries : uint32, bit i set if a segment ends after character i + 1.
    confidence : float32.
    roots, lemmas : numbers of roots and lemmas; -1 for none.
    affixes : (words, AFFIXES) indices into `affix_names`, filled up with -1.
    text : the row of each word of the text, in order.
    lines : the index in `text` at which each line starts, and the length of `text`.
    held_out : rows that are not used for training.
    """

    words: list[str]
    counts: NDArray[np.int64]
    boundaries: NDArray[np.uint32]
    confidence: NDArray[np.float32]
    roots: NDArray[np.int32]
    lemmas: NDArray[np.int32]
    affixes: NDArray[np.int16]
    affix_names: list[str]
    text: NDArray[np.int32]
    lines: NDArray[np.int64]
    held_out: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        texts: Iterable[str],
        teacher: Teacher,
        *,
        rest: Callable[[list[str]], Teacher] | None = None,
        held_out_share: float = 0.01,
        exclude: Iterable[str] = (),
        seed: int = 0,
    ) -> "Labels":
        """Labels of all words of `texts`, which are read once.

        `rest` makes of all words a teacher, which is asked if `teacher` has no label; a word without any label stays whole. Held out are a
        random share of the distinct words, and those of `exclude`.
        """
        rows: dict[str, int] = {}
        text: list[NDArray[np.int32]] = []
        lines = [0]
        for line in texts:
            found = [rows.setdefault(word, len(rows)) for word in small_words(line) if len(word) <= LONGEST]
            text.append(np.array(found, np.int32))
            lines.append(lines[-1] + len(found))
        if not rows:
            raise MorfemError("the corpus has no words to learn from")
        running = np.concatenate(text)
        words = list(rows)
        names: list[dict[str, int]] = [{}, {}, {}]
        boundaries, confidence = np.zeros(len(words), np.uint32), np.ones(len(words), np.float32)
        families, affixes = np.full((2, len(words)), -1, np.int32), np.full((len(words), AFFIXES), -1, np.int16)
        of_rest: Teacher | None = None
        for row, word in enumerate(words):
            label = teacher(word)
            if label is None and rest is not None:
                of_rest = of_rest or rest(words)
                label = of_rest(word)
            if label is None:
                continue
            ends = np.cumsum([len(segment) for segment in label.segments])[:-1]
            boundaries[row] = sum(1 << int(end - 1) for end in ends)
            confidence[row] = label.confidence
            families[0, row] = names[0].setdefault(label.root, len(names[0]))
            families[1, row] = names[1].setdefault(label.lemma, len(names[1]))
            kept = [names[2].setdefault(affix, len(names[2])) for affix in label.affixes[:AFFIXES]]
            affixes[row, : len(kept)] = kept
        drawn = np.random.default_rng(seed).random(len(words)) < held_out_share
        drawn[[rows[word] for word in exclude if word in rows]] = True
        counts = np.bincount(running, minlength=len(words))
        lasting = (counts, boundaries, confidence, *families, affixes, list(names[2]), running, np.array(lines), np.flatnonzero(drawn))
        return cls(words, *lasting)

    def gaps(self, rows: NDArray[Any], longest: int) -> NDArray[np.float32]:
        """Boundaries of `rows` as 0 and 1 at the gaps of BEGIN c1 .. cn END, (rows, longest + 1). The gaps next to BEGIN and END have 0."""
        bits = (self.boundaries[rows, None] >> np.arange(max(longest - 1, 0), dtype=np.uint32)) & 1
        return np.pad(bits.astype(np.float32), ((0, 0), (1, longest + 1 - max(longest, 1))))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes one .npz file."""
        arrays: Mapping[str, Any] = {name: value for name, value in vars(self).items() if name not in ("words", "affix_names")}
        np.savez(path, words="\n".join(self.words), affix_names="\n".join(self.affix_names), **arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Labels":
        """Reads what `save` wrote. Raises ArtifactError if the file is damaged."""
        content = Path(path).read_bytes()
        try:
            with np.load(io.BytesIO(content)) as found:
                arrays = {name: found[name] for name in found.files}
            words, names = (str(arrays.pop(name)).split("\n") for name in ("words", "affix_names"))
            return cls(words=words, affix_names=names if names != [""] else [], **arrays)
        except Exception:  # zipfile, zlib and NumPy raise errors of many types for damaged files
            raise ArtifactError(f"{os.fspath(path)}: is damaged; delete it to label the words again") from None


def type_weights(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """How often a word is drawn for training: by the logarithm of its count, so that rare words are learned too."""
    return np.asarray(np.log2(1.0 + counts))
