"""The words of the Turkish corpus that a bundled table may be counted on.

Words are runs of letters in Turkish lower case. Only lines count that a bundled tokenizer may be trained on, see tools/usable_lines.py:
no development line, and none of a source whose licence is non-commercial or without derivatives.
"""

import lzma
import re
from collections import Counter
from pathlib import Path

from morfem.evaluate.lexicon import lower

from tools.usable_lines import EVERY, LABELS, licences

LEAST = 3  # occurrences of a word that counts


def word_counts(folder: Path) -> Counter[str]:
    """How often each word occurs in the usable lines of `folder/corpora/tr.txt.xz`; words that occur less than three times left out."""
    labels, notes = LABELS["tr"]
    restricted = {source for source, (_, _, licence) in licences(folder / notes).items() if re.search(r"\b(NC|ND)\b", licence)}
    counts: Counter[str] = Counter()
    corpus, beside = folder / "corpora/tr.txt.xz", folder / "corpora" / labels
    with lzma.open(corpus, "rt", encoding="utf-8", newline="\n") as lines, lzma.open(beside, "rt", encoding="utf-8") as sources:
        for number, (line, source) in enumerate(zip(lines, sources, strict=True), 1):
            if number % EVERY and source.strip() not in restricted:
                counts.update(re.findall(r"[^\W\d_]+", lower(line)))
    return Counter({word: count for word, count in counts.items() if count >= LEAST})
