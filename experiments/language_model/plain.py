"""Hebrew and Arabic without vowel points: tokens and bits of our tokenizers beside BPE of the same ids and texts with two splitters.

    python experiments/language_model/plain.py        after models.py
    python experiments/language_model/plain.py --all  lines with vowel points as well

GPT-2's splitter cuts words at every point, so in text with points its BPE has more tokens than it needs; that of o200k does not. Half of
the corpus's text with points is in a tenth of the lines, so lines without any say what each costs elsewhere. The BPE are the mixtures of
`models.py`. The n-gram models read 40,000 of the training lines; 1,500 development lines (every fiftieth of the corpus) are measured, and
every tenth of them chooses the order.
"""

import argparse
import lzma
import random

import morfem
import numpy as np
from models import DATA, MIXTURES, folder, training_lines
from morfem.evaluate.ngram import Lines
from run import bits_of_lines

MARKED = {"he": ("\u0591", "\u05c7"), "ar": ("\u064b", "\u0652")}
SIZE = 32_768
TRAINED, MEASURED = 40_000, 1_500
ORDERS = range(2, 9)


def is_plain(language: str, line: str) -> bool:
    first, last = MARKED[language]
    return line.strip() != "" and not any(first <= sign <= last for sign in line)


def measure(tokenizer: morfem.Tokenizer, training: list[str], texts: list[str]) -> tuple[float, float, int]:
    asked = Lines(*tokenizer.encode_ids_batch(texts, threads=1))
    counted = Lines(*tokenizer.encode_ids_batch(training, threads=1))
    bits, order = bits_of_lines(counted, asked, tokenizer.vocab_size, ORDERS)
    kept = [text for number, text in enumerate(texts) if number % 10 != 9]
    tokens = int(np.diff(asked.indptr)[np.arange(len(texts)) % 10 != 9].sum())
    return tokens / sum(len(text.split()) for text in kept), bits.sum() / sum(map(len, kept)), order


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=MARKED, action="append")
    parser.add_argument("--all", action="store_true", help="lines with vowel points as well")
    asked = parser.parse_args()
    print("| tokenizer | ids | tokens a word | bits a character | order |\n|---|---:|---:|---:|---:|")
    for language in asked.language or MARKED:
        with lzma.open(DATA / "corpora" / f"{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as file:
            held = [line.rstrip("\n") for number, line in enumerate(file, 1) if number % 50 == 0]
        texts = random.Random(0).sample([line for line in held if line.strip() and (asked.all or is_plain(language, line))], MEASURED)
        plain = [line for line in training_lines(language).read_text("utf-8").splitlines() if asked.all or is_plain(language, line)]
        training = random.Random(0).sample(plain, TRAINED)
        compared = {f"{language}-splinter": morfem.load(f"{language}-splinter")}
        compared |= {f"{language} {name}": morfem.load(folder(language, name, SIZE)) for name in MIXTURES}
        for name, tokenizer in compared.items():
            tokens, bits, order = measure(tokenizer, training, texts)
            print(f"| {name} | {tokenizer.vocab_size:,} | {tokens:.3f} | {bits:.3f} | {order} |", flush=True)


if __name__ == "__main__":
    main()
