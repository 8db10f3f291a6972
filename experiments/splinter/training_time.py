"""How long the paper's reductions take to learn from the 50,000 most frequent types, beside the published program.

    python experiments/splinter/training_time.py

The whole call of `morfem.train.splinter` is timed: counts in, reductions learned, all types encoded for the order of ids, tokenizer out.
"""

import time
from itertools import islice
from statistics import median

import morfem
from models import LANGUAGES, points, tables, words

TYPES = 50_000
ROUNDS = 5
# Letters and reductions, specials and bytes: next to nothing is left for merges, which the published program leaves to others.
IDS = 600
PROGRAM = {"he": 1.38, "ar": 1.26, "ms": 0.40}  # seconds, on 48,865, 44,531 and 25,551 types


def seconds(language: str) -> float:
    """The median of a few trainings."""
    with words(language).open(encoding="utf-8") as file:
        rows = (row.rstrip("\n").split("\t") for row in file)
        known = {word: int(count) for word, count in rows if word.isalpha()}
    counts = dict(islice(sorted(known.items(), key=lambda row: (-row[1], row[0])), TYPES))
    taken = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        alphabet = tables(language) / "alphabet.tsv"
        morfem.train.splinter(counts, alphabet=alphabet, min_count=1, vocab_size=IDS + points(language), threads=1, progress=False)
        taken.append(time.process_time() - begin)
    return median(taken)


def main() -> None:
    for language, name in LANGUAGES.items():
        found = seconds(language)
        print(f"{name}: {found:.3f} s of processor time; the published program {PROGRAM[language]} s, {PROGRAM[language] / found:.0f} x")


if __name__ == "__main__":
    main()
