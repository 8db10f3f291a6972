"""The words of the Turkish corpus that a bundled table may be counted on.

Words are runs of letters, in lower case by the Turkish rules. Only lines that a bundled tokenizer may be trained on are counted (see
tools/usable_lines.py): no development lines, and no lines of sources whose licence is non-commercial or without derivatives.
"""

import re
from collections import Counter
from pathlib import Path

from morfem.evaluate.lexicon import lower

from tools.usable_lines import usable

LEAST = 3  # occurrences of a word that counts


def word_counts(folder: Path) -> Counter[str]:
    """How often each word occurs in the usable lines of `folder/corpora/tr.txt.xz`; words that occur less than three times left out."""
    counts: Counter[str] = Counter()
    for line, _ in usable(folder, "tr"):
        counts.update(re.findall(r"[^\W\d_]+", lower(line)))
    return Counter({word: count for word, count in counts.items() if count >= LEAST})
