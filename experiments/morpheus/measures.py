"""Figures of a network: boundaries, retrieval of families, probes. Words and gold data come from outside the repository.

Boundary F1 is over all gaps of all words. If a word has several gold segmentations, the one with the best F1 counts, as in
`morfem.evaluate`.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from morfem.morpheus import Morpheus
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Vectors]
Gold = Mapping[str, list[frozenset[int]]]
WORD = re.compile(r"[a-zçğıöşüâîû]{2,}")
CASES = ("NOM", "ACC", "GEN", "DAT", "ABL", "LOC")
HARD = str.maketrans("bcdgğ", "pçtkk")


class Boundaries(NamedTuple):
    """Precision, recall, F1, and share of words cut exactly as in the gold data."""

    words: int
    precision: float
    recall: float
    f1: float
    exact: float


def ends(segments: Sequence[str]) -> frozenset[int]:
    """The positions where segments end inside their word."""
    return frozenset(np.cumsum([len(segment) for segment in segments])[:-1].tolist())


def gold(path: Path) -> Gold:
    """Words with their segmentations: + joins segments, | separates alternatives."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    return {row[0]: [ends(each.split("+")) for each in row[1].split(" | ")] for row in rows if row[0] != "word"}


def boundaries(found: Sequence[Sequence[str]], data: Gold) -> Boundaries:
    """Compares segmentations, in the order of `data`, with gold data."""
    right = said = true = exact = 0
    for segments, each in zip(found, data.values(), strict=True):
        cuts = ends(segments)
        best = max(each, key=lambda true: (2 * len(cuts & true) / max(len(cuts) + len(true), 1) + (cuts == true), -len(true)))
        right, said, true, exact = right + len(cuts & best), said + len(cuts), true + len(best), exact + (cuts == best)
    return Boundaries(len(data), right / max(said, 1), right / max(true, 1), 2 * right / max(said + true, 1), exact / max(len(data), 1))


def fidelity(found: Sequence[Sequence[str]], data: Gold) -> tuple[float, float, float, float]:
    """The paper's four columns: first segment right, number right, lengths right, strings right (alike for surface segments)."""
    firsts, numbers, lengths = [], [], []
    for segments, each in zip(found, data.values(), strict=True):
        cuts, only = ends(segments), each[0]
        firsts.append(min(cuts, default=0) == min(only, default=0))
        numbers.append(len(cuts) == len(only))
        lengths.append(cuts == only)
    return float(np.mean(firsts)), float(np.mean(numbers)), float(np.mean(lengths)), float(np.mean(lengths))


def morphscore(found: Mapping[str, Sequence[str]], path: Path) -> tuple[int, float, float, float]:
    """Words, recall, precision, F1 of MorphScore: one gold boundary per word. A word that is not cut scores 0 and counts."""
    rows = list(csv.reader(path.open(encoding="utf-8")))[1:]
    scores = []
    for _, word, stem, rest in rows:
        if stem and rest and stem + rest == word:
            cuts = ends(found[word])
            scores.append((float(len(stem) in cuts), (len(stem) in cuts) / max(len(cuts), 1)))
    recall, precision = np.array(scores).mean(0).tolist()
    return len(scores), recall, precision, 2 * recall * precision / (recall + precision)


class Inflected(NamedTuple):
    """A row of SIGMORPHON: a form, its root (of verbs without -mak), its tags."""

    form: str
    root: str
    tags: list[str]


def inflected(paths: Sequence[Path]) -> list[Inflected]:
    """Rows whose lemma and form are each one word of 3 to 30 letters; each form once."""
    rows: dict[str, Inflected] = {}
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            lemma, form, tags = line.split("\t")
            if lemma.isalpha() and form.isalpha() and 3 <= len(form) <= 30 and len(lemma) >= 3:
                root = re.sub("m[ae]k$", "", lemma) if tags.startswith("V") else lemma
                rows.setdefault(form, Inflected(form, root, tags.split(";")))
    return list(rows.values())


def lemma_prefix(found: Sequence[Sequence[str]], rows: Sequence[Inflected]) -> tuple[float, float]:
    """Shares of words whose first segments, joined, are the root, and in which one segment is. Softened final letters count as hard."""
    first, whole = [], []
    for segments, row in zip(found, rows, strict=True):
        root = _hard(row.root)
        first.append(any(_hard("".join(segments[:number])) == root for number in range(1, len(segments) + 1)))
        whole.append(any(_hard(segment) == root for segment in segments))
    return float(np.mean(first)), float(np.mean(whole))


def _hard(word: str) -> str:
    return word[:-1] + word[-1:].translate(HARD)


def treebank_families(paths: Sequence[Path], least: int = 4) -> tuple[list[str], NDArray[np.int64]]:
    """The forms of nouns, adjectives and verbs with `least` forms or more, without forms of two lemmas."""
    forms: dict[str, set[tuple[str, bool]]] = defaultdict(set)
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            cells = line.split("\t")
            if len(cells) == 10 and cells[0].isdigit() and cells[3] in ("NOUN", "VERB", "ADJ") and WORD.fullmatch(cells[1]):
                forms[cells[1]].add((cells[2], cells[3] == "VERB"))
    lemmas: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for form in sorted(forms):
        if len(forms[form]) == 1:
            lemmas[next(iter(forms[form]))].append(form)
    kept = [lemmas[lemma] for lemma in sorted(lemmas) if len(lemmas[lemma]) >= least]
    return [word for each in kept for word in each], np.repeat(np.arange(len(kept)), [len(each) for each in kept])


class Retrieval(NamedTuple):
    """Mean average precision, mean reciprocal rank, recall among the first 1 and 5 (whether one is of the family), pairs' AUC."""

    words: int
    families: int
    map: float
    mrr: float
    at_1: float
    at_5: float
    auc: float


def retrieval(vectors: Vectors, family: NDArray[np.int64]) -> Retrieval:
    """Ranks, for every word, the other words by their cosine, and judges the ranks of its family."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9)
    precision, rank = [], []
    for row, vector in enumerate(unit):
        scores = unit @ vector
        scores[row] = -2
        hits = np.flatnonzero((family == family[row])[np.argsort(-scores, kind="stable")[:-1]]) + 1
        precision.append((np.arange(1, len(hits) + 1) / hits).mean())
        rank.append(hits[0])
    ranks = np.array(rank)
    draw = np.random.default_rng(42)
    near, far = [], []
    while len(near) < 5000:
        one, two = draw.integers(len(family), size=2)
        if one == two:
            continue
        same = np.flatnonzero(family == family[one])
        near.append(unit[one] @ unit[draw.choice(same[same != one])])
        if family[one] != family[two]:
            far.append(unit[one] @ unit[two])
    auc = float((np.searchsorted(np.sort(far), near) / len(far)).mean())
    first = (ranks == 1).mean(), (ranks <= 5).mean()
    return Retrieval(
        len(family), int(family.max()) + 1, float(np.mean(precision)), float((1 / ranks).mean()), float(first[0]), float(first[1]), auc
    )


def segments_of(model: Morpheus, words: Sequence[str]) -> dict[str, list[str]]:
    """Words with their segments."""
    return dict(zip(words, model.segment(words), strict=True))
