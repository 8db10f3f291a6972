"""Times of the paper's method: learning reductions from the 50,000 most frequent types, and encoding running text.

    python experiments/splinter/times.py

Learning is the whole call of `morfem.train.splinter`, which reads counts, learns reductions, encodes all types for the order of ids, and
builds the tokenizer. Encoding is with BPE inside and 128,000 ids, directly after loading and a second time. One thread, processor time.
"""

import time
from itertools import islice
from statistics import median

import morfem
from measures import lines
from models import LANGUAGES, points, reductions, tables, words

TYPES = 50_000
ROUNDS = 5
# Room for letters, reductions, specials and bytes, and for hardly any merges, because the published program learns none.
IDS = 600
PROGRAM = {"he": 1.38, "ar": 1.26, "ms": 0.40}  # seconds, on 48,865, 44,531 and 25,551 types


def learning(language: str) -> float:
    """Seconds to learn; the median of a few trainings."""
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


def encoding(language: str) -> tuple[float, float]:
    """MB/s on the development lines with an empty cache and with a full one; medians."""
    texts = lines(language)
    size = sum(len(text.encode()) for text in texts) / 1e6
    passes: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        tokenizer = reductions(language)
        for taken in passes:
            begin = time.process_time()
            tokenizer.encode_ids_batch(texts, threads=1)
            taken.append(size / (time.process_time() - begin))
    return median(passes[0]), median(passes[1])


def main() -> None:
    for language, name in LANGUAGES.items():
        found, (first, second) = learning(language), encoding(language)
        print(f"{name}: learned in {found:.3f} s, the published program {PROGRAM[language]} s; encoded {first:.1f} MB/s, then {second:.1f}")


if __name__ == "__main__":
    main()
