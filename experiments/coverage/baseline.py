"""Trains byte-level BPE on the mixture of a language and the general text: `python experiments/coverage/baseline.py LANGUAGE SIZE ...`.

Reads target/LANGUAGE.txt and target/general.jsonl, and saves target/data/bpe-LANGUAGE-SIZE. `make train` writes these texts but for Korean,
where the tokenizers are trained on the whole corpus without every 50th line:

    xz -dc DATA/corpora/ko.txt.xz | awk 'NR % 50' > target/ko.txt
"""

import json
import sys
from collections.abc import Iterator

from morfem import train


def texts(language: str) -> Iterator[str]:
    """The lines of the language, then the general text."""
    with open(f"target/{language}.txt", encoding="utf-8") as lines:
        yield from (line.rstrip("\n") for line in lines)
    with open("target/general.jsonl", encoding="utf-8") as lines:
        yield from (json.loads(line)["text"] for line in lines)


def main() -> None:
    """Trains and saves one tokenizer for each size."""
    language, *sizes = sys.argv[1:]
    for size, tokenizer in zip(sizes, train.bpe(texts(language), vocab_size=[int(size) for size in sizes]), strict=True):
        tokenizer.save(f"target/data/bpe-{language}-{size}")


if __name__ == "__main__":
    main()
