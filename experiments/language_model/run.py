"""Bits per character of n-gram models over the tokens of every tokenizer, in six languages and three sizes of training text.

    python experiments/language_model/run.py                    measures what is not measured yet, then writes RESULTS.md and bits.svg
    python experiments/language_model/run.py --report           only writes them from what is measured
    python experiments/language_model/run.py --lines 40000      only this size of training text

Tokenizers that `models.py` has trained are measured, and the bundled and published ones; what is missing is left out. Every measured cell
is one line of `cells.jsonl`, and its bits for each line of text are in target/language_model/bits; so an interrupted run continues where
it stopped.
"""

import argparse
import json
import lzma
import random
import resource
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from time import process_time

import morfem
import numpy as np
from models import BASELINES, BUNDLED, CACHE, DATA, LANGUAGES, LIKELIHOOD, MIXTURES, PUBLISHED, ROOT, folder, training_lines
from morfem.evaluate.ngram import Lines, log_probabilities

HERE = Path(__file__).parent
CELLS = HERE / "cells.jsonl"
TRAINING = (10_000, 40_000, 150_000)
MEASURED = 2_500  # development lines; every tenth of them chooses the order, the others are measured
ORDERS = range(2, 11)
SEED = 0


@lru_cache(1)
def training_sample(language: str) -> list[str]:
    """The largest training text: lines drawn at random, all if there are fewer. The smaller ones are its beginning."""
    lines = training_lines(language).read_text("utf-8").split("\n")[:-1]
    return random.Random(SEED).sample(lines, min(len(lines), TRAINING[-1]))


@lru_cache(1)
def development_sample(language: str) -> list[str]:
    """Development lines, drawn at random."""
    path = CACHE / f"{language}-development.txt"
    if not path.exists():
        with lzma.open(DATA / "corpora" / f"{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as file:
            lines = [line.rstrip("\n") for number, line in enumerate(file, 1) if number % 50 == 0]
        path.write_text("\n".join(random.Random(SEED).sample(lines, MEASURED)), encoding="utf-8")
    return path.read_text("utf-8").split("\n")


def tokenizers(language: str) -> dict[str, Path | str]:
    """The tokenizers of a language, bundled, published and trained: name and what `morfem.load` takes."""
    found: dict[str, Path | str] = {name: name for name in BUNDLED[language]}
    published = {name: ROOT / "target" / "published" / name for name in PUBLISHED[language]}
    found.update({name: path for name, path in published.items() if path.exists()})
    # The most usual sizes first, so that an interrupted run has them.
    for size in (32_768, 65_536, 131_072, 8_192, 2_048, 16_384, 4_096):
        for system in (*BASELINES, *MIXTURES, LIKELIHOOD):
            if folder(language, system, size).exists():
                found[f"{system} {size}"] = folder(language, system, size)
    return found


def measured_cells() -> dict[tuple[str, str, int], dict]:
    """The cells that are measured, by language, tokenizer and number of training lines."""
    if not CELLS.exists():
        return {}
    cells = map(json.loads, CELLS.read_text("utf-8").splitlines())
    return {(cell["language"], cell["tokenizer"], cell["lines"]): cell for cell in cells}


def bits_file(language: str, name: str, count: int) -> Path:
    """The bits of each measured line."""
    return CACHE / "bits" / f"{language}-{name.replace(' ', '-')}-{count}.npy"


def bits_of_lines(counted: Lines, asked: Lines, size: int, orders: Iterable[int]) -> tuple[np.ndarray, int]:
    """Bits of the lines but every tenth, which choose the order: that with the fewest bits for them. And the order."""
    count = len(asked.indptr) - 1
    line_of = np.repeat(np.arange(count), np.diff(asked.indptr).astype(np.int64) + 1)
    chooses = np.arange(count) % 10 == 9
    best, order, bits = np.inf, 0, np.zeros(0)
    for tried, found in log_probabilities(counted, asked, size, orders):
        found = -found / np.log(2)
        total = found[chooses[line_of]].sum()
        if total < best:
            best, order, bits = total, tried, found
    return np.bincount(line_of, bits)[~chooses], order


def measure(language: str, name: str, source: Path | str, count: int) -> dict:
    """Measures one cell."""
    start = process_time()
    tokenizer = morfem.load(str(source))
    texts = development_sample(language)
    asked = Lines(*tokenizer.encode_ids_batch(texts, threads=1))
    training = Lines(*tokenizer.encode_ids_batch(training_sample(language)[:count], threads=1))
    of_line, order = bits_of_lines(training, asked, tokenizer.vocab_size, ORDERS)
    kept = [text for number, text in enumerate(texts) if number % 10 != 9]
    characters, words = sum(map(len, kept)), sum(len(text.split()) for text in kept)
    tokens = int(np.diff(asked.indptr)[np.arange(len(texts)) % 10 != 9].sum())
    path = bits_file(language, name, count)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.save(path, of_line.astype(np.float32))
    return {
        **{"language": language, "tokenizer": name, "lines": count, "vocab_size": tokenizer.vocab_size, "order": order},
        **{"bits": round(float(of_line.sum()), 1), "characters": characters, "words": words, "tokens": tokens},
        "training_tokens": len(training.ids),
        **{"cpu_seconds": round(process_time() - start, 1), "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--report", action="store_true", help="only write the tables and the picture")
    parser.add_argument("--lines", type=int, choices=TRAINING, action="append", help="only these sizes of training text")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    asked = parser.parse_args()
    for count in () if asked.report else asked.lines or TRAINING:
        for language in asked.language or LANGUAGES:
            if not (CACHE / f"{language}.txt").exists():
                print(f"{language}: its tokenizers are not trained yet", file=sys.stderr)
                continue
            if count > len(training_sample(language)) > TRAINING[1]:
                continue  # Malay has fewer lines than the largest text.
            for name, source in tokenizers(language).items():
                if (language, name, count) not in measured_cells():
                    cell = measure(language, name, source, count)
                    with CELLS.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(cell) + "\n")
                    print(f"{language} {name} {count}: {cell['bits'] / cell['characters']:.3f}, {cell['cpu_seconds']} s", flush=True)
    from report import write

    write()


if __name__ == "__main__":
    main()
