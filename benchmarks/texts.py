"""The texts of the benchmarks.

The corpus of a language is a compressed file with one text per line. Every 50th line is a development line. These lines are the running
text, and nothing is trained on them. The long tail is 60,000 distinct words that occur once or twice in the corpus, 12 per line; no cache
can help with them.
"""

import lzma
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

HOLD_OUT = 50
RARE_WORDS = 60_000
WORDS_A_LINE = 12


def corpus(corpora: Path, language: str) -> Path:
    """The corpus of a language."""
    return corpora / f"{language}.txt.xz"


def lines(corpora: Path, language: str) -> Iterator[str]:
    """The lines of the corpus, without line ends."""
    with lzma.open(corpus(corpora, language), "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.removesuffix("\n")


def development_lines(corpora: Path, language: str) -> list[str]:
    """The development lines."""
    return [line for number, line in enumerate(lines(corpora, language), 1) if number % HOLD_OUT == 0]


def training_lines(corpora: Path, language: str, count: int | None) -> Iterator[str]:
    """The first `count` lines that are not development lines."""
    return islice((line for number, line in enumerate(lines(corpora, language), 1) if number % HOLD_OUT), count)


def training_file(corpora: Path, work: Path, language: str, count: int) -> Path:
    """The training lines as a plain file, which all trainers can read."""
    path = work / f"{language}-{count}.txt"
    if not path.exists():
        _write(path, training_lines(corpora, language, count))
    return path


def kept_development_lines(corpora: Path, work: Path, language: str) -> list[str]:
    """The development lines, from a file that is written once: reading the whole corpus takes seconds."""
    path = work / f"{language}-development.txt"
    if not path.exists():
        _write(path, iter(development_lines(corpora, language)))
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def rare_words(corpora: Path, work: Path, language: str) -> list[str]:
    """Lines of distinct rare words of letters, in a random order with a fixed seed."""
    path = work / f"{language}-rare.txt"
    if not path.exists():
        counts = Counter(word for line in lines(corpora, language) for word in line.split())
        rare = sorted(word for word, count in counts.items() if count <= 2 and word.isalpha())
        drawn = random.Random(0).sample(rare, min(RARE_WORDS, len(rare)))
        _write(path, (" ".join(drawn[start : start + WORDS_A_LINE]) for start in range(0, len(drawn), WORDS_A_LINE)))
    return path.read_text(encoding="utf-8").splitlines()


def size(texts: list[str]) -> int:
    """Bytes of UTF-8."""
    return sum(len(text.encode()) for text in texts)


def _write(path: Path, texts: Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{text}\n" for text in texts)
    unfinished.replace(path)
