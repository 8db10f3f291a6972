"""Trains byte-level BPE on the mixture of a language and the general text.

    python experiments/coverage/baseline.py LANGUAGE SIZE ... [--splitter o200k]

Reads target/LANGUAGE.txt and target/general.jsonl, and saves target/data/bpe-LANGUAGE-SIZE, with `-o200k` behind it for that splitter.
`make train` writes these texts but for Korean,
where the tokenizers are trained on the whole corpus without every 50th line:

    xz -dc DATA/corpora/ko.txt.xz | awk 'NR % 50' > target/ko.txt
"""

import argparse
import json
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language")
    parser.add_argument("sizes", nargs="+", type=int)
    parser.add_argument("--splitter", choices=("gpt2", "o200k"), default="gpt2")
    asked = parser.parse_args()
    ending = "" if asked.splitter == "gpt2" else f"-{asked.splitter}"
    trained = train.bpe(texts(asked.language), vocab_size=asked.sizes, pretokenizer=asked.splitter)
    for size, tokenizer in zip(asked.sizes, trained, strict=True):
        tokenizer.save(f"target/data/bpe-{asked.language}-{size}{ending}")


if __name__ == "__main__":
    main()
