"""The texts that baselines are trained on, and their word counts.

The corpus of a language is a compressed file with one text per line. Every 50th line is a development line: suites are scored on these
lines, so nothing is trained on them. All other lines are training lines, and every trainer gets all of them.
"""

import lzma
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import regex

ROOT = Path(__file__).parent.parent.parent
CORPORA = Path(os.environ.get("CORPORA", ROOT / "../shared/data/corpora"))
CACHE = Path(os.environ.get("BASELINES_CACHE", ROOT / "target" / "baselines"))
LANGUAGES = {"ms": "Malay", "tr": "Turkish", "ko": "Korean", "he": "Hebrew", "ar": "Arabic"}  # smallest corpus first
HOLD_OUT = 50
WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")
MARKS = regex.compile(r"\p{M}+")


def corpus(corpora: Path, language: str) -> Path:
    """The corpus of a language."""
    return corpora / f"{language}.txt.xz"


def training_file(corpora: Path, cache: Path, language: str) -> Path:
    """The training lines as a plain file, which all trainers can read."""
    path = cache / language / "training.txt"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        with (
            lzma.open(corpus(corpora, language), "rt", encoding="utf-8", newline="\n") as lines,
            unfinished.open("w", encoding="utf-8", newline="\n") as file,
        ):
            file.writelines(line.removesuffix("\n") + "\n" for number, line in enumerate(lines, 1) if number % HOLD_OUT)
        unfinished.replace(path)
    return path


def lines(text: Path) -> Iterator[str]:
    """The lines of a plain file, without their ends."""
    with text.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.removesuffix("\n")


def word_counts(text: Path, language: str) -> Counter[str]:
    """How often each word occurs, as `word_key` writes it."""
    written: Counter[str] = Counter()
    for line in lines(text):
        written.update(WORD.findall(line))
    counts: Counter[str] = Counter()
    for word, count in written.items():
        counts[word_key(word, language)] += count
    return counts


def word_key(word: str, language: str) -> str:
    """A word in lower case and without vowel points, one character for every letter of the word.

    A letter whose lower case is several characters stays as it is, so that positions in the key are positions among the letters.

    >>> word_key("IŞIK", "tr"), word_key("İZMİR", "tr"), word_key("כֶּלֶב", "he")
    ('ışık', 'izmir', 'כלב')
    """
    letters = MARKS.sub("", word)
    if language == "tr":
        letters = letters.replace("I", "ı").replace("İ", "i")
    lower = letters.lower()
    return lower if len(lower) == len(letters) else "".join(low if len(low := letter.lower()) == 1 else letter for letter in letters)
