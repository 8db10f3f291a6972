"""Trains byte-level BPE on the mixture of a language and the general text.

    python experiments/coverage/baseline.py LANGUAGE SIZE ... [--splitter o200k]

Reads the running text that `make train` writes for the tokenizers of the language, and target/general.jsonl, and saves
target/data/bpe-LANGUAGE-SIZE, with `-o200k` behind it for that splitter.
"""

import argparse
import json
from collections.abc import Iterator

from morfem import train

# The files of target/ with the running text of a language, if not one of its name alone.
FILES = {"ms": ("ms", "ms_more", "ms_spoken", "id"), "ko": ("ko", "ko_more")}


def texts(language: str) -> Iterator[str]:
    """The lines of the language, then the general text."""
    for name in FILES.get(language, (language,)):
        with open(f"target/{name}.txt", encoding="utf-8") as lines:
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
