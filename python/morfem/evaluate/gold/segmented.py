"""Words with cuts: Morpho Challenge, MIT, Google's inflectional groups, UniMorph, MorphScore, UD segments, NAFIS."""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ..._core import MorfemError
from ...output import sha256
from .kinds import Segmented, spelled
from .table import Dropped, count, lines, rows

HIDDEN = "ה_"  # the Hebrew treebanks' mark for an article that is not written
PROCLITICS = {"ADP", "DET", "SCONJ", "CCONJ"}  # parts of speech that are written together with the next word
# In the labels of Morpho Challenge, capitals stand for these letters of Turkish.
CAPITALS = str.maketrans("ICGOSU", "ıçğöşü")

Labels = Mapping[int, set[str]]  # position of a cut in the word -> the categories of the affixes at this cut


class Analyses:
    """Collects analyses of words. Rows with the same word are alternative analyses; their counts are added."""

    def __init__(self, dropped: Dropped) -> None:
        self._dropped = dropped
        self._words: dict[str, dict[tuple[int, ...], dict[int, set[str]]]] = {}
        self._counts: dict[str, int] = {}

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def add(
        self, line: int, word: str, alternatives: Sequence[Sequence[str]], count: int = 1, labels: Sequence[Labels] | None = None
    ) -> bool:
        """Adds a row. Segments that do not spell the word are dropped. Returns whether anything was added."""
        added = False
        for index, segments in enumerate(alternatives):
            reason = spelled(segments, word)
            if reason:
                self._dropped.append((line, reason))
                continue
            added = True
            cuts = tuple(np.cumsum([len(segment) for segment in segments])[:-1].tolist())
            found = self._words.setdefault(word, {}).setdefault(cuts, {})
            for cut, names in (labels[index] if labels else {}).items():
                found.setdefault(cut, set()).update(names)
        if added:
            self._counts[word] = self._counts.get(word, 0) + count
        return added

    def gold(self, *, has_counts: bool = False, is_complete: bool = True, stems: Mapping[str, tuple[int, int]] | None = None) -> Segmented:
        """The gold data of all rows that were added."""
        words = list(self._words)
        names = sorted(
            {name for analyses in self._words.values() for labels in analyses.values() for found in labels.values() for name in found}
        )
        index = {name: number for number, name in enumerate(names)}
        analysis_word: list[int] = []
        marked: list[int] = []
        labelled: list[tuple[int, int]] = []
        begin = 0
        for number, (word, analyses) in enumerate(self._words.items()):
            for cuts, labels in analyses.items():
                analysis_word.append(number)
                marked += [begin + cut - 1 for cut in cuts]
                labelled += [(begin + cut - 1, index[name]) for cut, found in sorted(labels.items()) for name in sorted(found)]
                begin += len(word)
        flags = np.zeros(begin, bool)
        flags[marked] = True
        return Segmented(
            words=words,
            counts=np.array([self._counts[word] for word in words], np.int64) if has_counts else None,
            analysis_word=np.array(analysis_word, np.int64),
            cuts=flags,
            labels=names,
            labelled=np.array(labelled, np.int64).reshape(-1, 2),
            is_complete=is_complete,
            stems=None if stems is None else np.array([stems[word] for word in words], np.int64).reshape(-1, 2),
        )


def segmentation(path: str, dropped: Dropped, *, without: str | None = None) -> Segmented:
    """Morpho Challenge and MIT. A relative path in `without` is relative to the folder of the file."""
    left_out: set[str] = set()
    options = {}
    if without is not None:
        other = Path(path).parent / without
        left_out = {row["word"] for _, row in rows(str(other), ["word"], [])}
        options["without"] = f"{other.name}#{sha256(other)[:8]}"
    analyses = Analyses(dropped)
    for line, row in rows(path, ["word", "segmentations"], dropped):
        if row["word"] not in left_out:
            alternatives = [part.split("+") for part in row["segmentations"].split(" | ")]
            labels = _morpheme_labels(alternatives, row["labels"]) if "labels" in row else None
            analyses.add(line, row["word"], alternatives, 1, labels)
    gold = analyses.gold()
    gold.options = options
    return gold


def _morpheme_labels(alternatives: Sequence[Sequence[str]], cell: str) -> list[Labels]:
    """For each segmentation, the labels of its cuts.

    The column does not state to which segmentation a list of morphemes belongs. A list fits a segmentation with the same number of segments
    and the same first segment. If it fits several segmentations, only labels on which all these lists agree are used. If it fits one, all
    its readings are used.
    """
    readings = [part.split() for part in cell.split(" | ")]
    found: list[Labels] = []
    for segments in alternatives:
        fitting = [reading for reading in readings if _fits(segments, reading)]
        rivals = sum(any(_fits(other, reading) for reading in fitting) for other in alternatives)
        labels: dict[int, set[str]] = {}
        end = len(segments[0])
        for index in range(1, len(segments)):
            names = {reading[index].lstrip("+") for reading in fitting if reading[index].startswith("+")}
            if names and (rivals == 1 or len({reading[index] for reading in fitting}) == 1):
                labels[end] = names
            end += len(segments[index])
        found.append(labels)
    return found


def _fits(segments: Sequence[str], reading: Sequence[str]) -> bool:
    return len(segments) == len(reading) and reading[0].translate(CAPITALS) == segments[0]


def inflectional_groups(path: str, dropped: Dropped) -> Segmented:
    """Google's web treebank of Turkish. A plus sign in the word itself is not a cut."""
    analyses = Analyses(dropped)
    for line, row in rows(path, ["word", "ig_segmentation", "count"], dropped):
        times = count(row["count"], line, dropped)
        if times is not None:
            word, groups = row["word"], row["ig_segmentation"]
            analyses.add(line, word, [[word] if groups == word else groups.split("+")], times)
    return analyses.gold(has_counts=True, is_complete=False)


def derivations(path: str, dropped: Dropped) -> Segmented:
    """UniMorph's derivations. If a word is derived in several steps, only one cut is marked."""
    analyses = Analyses(dropped)
    for line, text in lines(path):
        cells = text.split("\t")
        affix = cells[3].strip("-") if len(cells) == 4 else ""
        if not affix:
            dropped.append((line, "the line is not base, derived word, categories and affix, separated by tabs"))
            continue
        word = cells[1]
        is_prefix = cells[3].endswith("-")
        segments = [affix, word[len(affix) :]] if is_prefix else [word[: max(0, len(word) - len(affix))], affix]
        analyses.add(line, word, [segments])
    return analyses.gold(is_complete=False)


def morphscore(path: str, dropped: Dropped, *, stem: str = "first") -> Segmented:
    """The first version of MorphScore. `stem` says which part is the stem: ``first``, ``last`` or ``longer`` (in a tie the first)."""
    if stem not in ("first", "last", "longer"):
        raise MorfemError(f"{path}: format 'morphscore': stem must be 'first', 'last' or 'longer', not {stem!r}")
    analyses = Analyses(dropped)
    stems: dict[str, tuple[int, int]] = {}
    for line, row in rows(path, ["full_word", "pt1", "rest"], dropped):
        word, first, rest = row["full_word"], row["pt1"], row["rest"]
        if word in analyses:
            dropped.append((line, f"{word!r} is a repetition"))
        elif analyses.add(line, word, [[part for part in (first, rest) if part]]):
            is_last = stem == "last" or (stem == "longer" and len(rest) > len(first))
            stems[word] = (len(first), len(word)) if is_last and rest else (0, len(first))
    return analyses.gold(stems=stems)


def ud_segments(path: str, dropped: Dropped) -> Segmented:
    """Syntactic words of treebanks. The category of a cut is the part of speech of the clitic, before or after the cut."""
    analyses = Analyses(dropped)
    for line, row in rows(path, ["surface", "segments", "upos", "count"], dropped):
        segments, tags = row["segments"].split(" "), row["upos"].split(" ")
        times = count(row["count"], line, dropped)
        if times is None:
            continue
        if len(segments) != len(tags):
            dropped.append((line, f"{len(segments)} segments, {len(tags)} parts of speech"))
            continue
        shown = [(segment, tag) for segment, tag in zip(segments, tags, strict=True) if segment != HIDDEN]
        ends = np.cumsum([len(segment) for segment, _ in shown]).tolist()
        clitics = [before if before in PROCLITICS else after for (_, before), (_, after) in pairwise(shown)]
        labels = {end: {clitic} for end, clitic in zip(ends, clitics, strict=False)}
        analyses.add(line, row["surface"], [[segment for segment, _ in shown]], times, [labels])
    return analyses.gold(has_counts=True)


def nafis(path: str, dropped: Dropped) -> Segmented:
    """The NAFIS gold standard of Arabic stems. The stems are vocalised and the words are not, so the stems' vowel signs are removed."""
    analyses = Analyses(dropped)
    for line, row in rows(path, ["word", "prefix", "stem", "suffix"], dropped):
        plain = "".join(character for character in row["stem"] if unicodedata.category(character) != "Mn")
        segments = [part for part in (row["prefix"], plain, row["suffix"]) if part != "-"]
        analyses.add(line, row["word"], [segments])
    return analyses.gold()
