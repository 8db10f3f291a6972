"""Words whose affixes have categories: Korean morphemes with their tags, Malay words with prefixes, suffixes and circumfixes."""

from collections.abc import Sequence
from itertools import accumulate

from ..._core import MorfemError
from .kinds import Segmented
from .segmented import Analyses
from .table import Dropped, count, rows

NONE = "0"  # means "no affix" in the Malay tables


def korean(path: str, dropped: Dropped, *, which: str = "concat") -> Segmented:
    """Morphemes of Korean words.

    If the morphemes spell the word (``concat``), every cut is known. The category of a cut is the tag of the morpheme after it, or of the
    prefix (XP...) before it. In a contracted word, only the cuts visible in the spelling are known; ``which="all"`` includes such words.
    """
    if which not in ("concat", "all"):
        raise MorfemError(f"{path}: format 'korean': which must be 'concat' or 'all', not {which!r}")
    analyses = Analyses(dropped)
    for line, row in rows(path, ["form", "morphemes", "tags", "surface_segments", "alignment", "count"], dropped):
        is_concat = row["alignment"] == "concat"
        if which == "concat" and not is_concat:
            continue
        times = count(row["count"], line, dropped)
        if times is not None:
            segments, tags = row["surface_segments"].split("|"), row["tags"].split("+")
            labels: dict[int, set[str]] = {}
            if is_concat and len(tags) == len(segments):
                for index, end in enumerate(list(accumulate(map(len, segments)))[:-1]):
                    tag = tags[index] if tags[index].upper().startswith("XP") else tags[index + 1]
                    labels[end] = {tag}
            analyses.add(line, row["form"], [segments], times, [labels])
    return analyses.gold(has_counts=True)


def affixes(path: str, dropped: Dropped) -> Segmented:
    """Affixes of Malay words.

    Prefixes are listed from the outermost to the innermost. A circumfix surrounds the prefixes, if any, and is inside the suffixes; both
    its cuts have its category. Without a column ``surface_segments``, the segments are derived from the root, which may have lost its first
    letter.
    """
    analyses = Analyses(dropped)
    for line, row in rows(path, ["root", "word", "prefix", "suffix", "circumfix"], dropped):
        prefixes, suffixes, circumfixes = (_names(row[column]) for column in ("prefix", "suffix", "circumfix"))
        times = count(row.get("corpus_count", row.get("count")), line, dropped)
        if times is None:
            continue
        before = ["circumfix"] * len(circumfixes) + ["prefix"] * len(prefixes)
        after = ["circumfix"] * len(circumfixes) + ["suffix"] * len(suffixes)
        surface = row.get("surface_segments")
        outer = [name.split("--")[-1] for name in circumfixes]
        inner = [*(name.split("--")[0] for name in circumfixes), *prefixes]
        segments = surface.split("|") if surface else _found(row["word"], row["root"], inner, [*outer, *suffixes])
        if segments is None or len(segments) != len(before) + 1 + len(after):
            dropped.append((line, f"{row['word']!r} does not consist of {row['root']!r} and these affixes"))
            continue
        labels: dict[int, set[str]] = {}
        ends = list(accumulate(map(len, segments)))[:-1]
        for end, name in zip(ends, [*before, *after], strict=True):
            labels.setdefault(end, set()).add(name)
        analyses.add(line, row["word"], [segments], times, [labels])
    return analyses.gold(has_counts=True)


def _names(cell: str) -> list[str]:
    return [] if cell == NONE else cell.split("+")


def _found(word: str, root: str, prefixes: Sequence[str], suffixes: Sequence[str]) -> list[str] | None:
    """The segments of a word, derived from its root and the names of its affixes; None if they do not fit.

    Suffixes are spelled like their names. A prefix may change before the next sound, and may absorb the root's first letter. The outermost
    prefix is what the other affixes leave over.
    """
    end = len(word)
    tail: list[str] = []
    for suffix in reversed([name.strip("-") for name in suffixes]):
        if not word[:end].endswith(suffix):
            return None
        tail.insert(0, suffix)
        end -= len(suffix)
    stem = root if word[:end].endswith(root) else root[1:] if prefixes and len(root) > 2 and word[:end].endswith(root[1:]) else ""
    if not stem:
        return None
    begin = end - len(stem)
    head: list[str] = []
    for prefix in reversed([name.strip("-") for name in prefixes][1:]):
        if not word[:begin].endswith(prefix):
            return None
        head.insert(0, prefix)
        begin -= len(prefix)
    if bool(begin) != bool(prefixes):
        return None
    return [*([word[:begin]] if begin else []), *head, stem, *tail]
