"""Draws sentences of the development lines and prints how a tokenizer splits them, for a person to read.

    python experiments/mft/by_eye.py DATA TOKENIZER

DATA is the folder that holds `corpora/tr.txt.xz`. A sentence is a part of a development line between full stops, 4 to 25 words long.
200 are drawn with a fixed seed, so that the same sentences are read again after a change. by_eye.md has the findings, without the
sentences.
"""

import random
import re
import sys
from pathlib import Path

import morfem
from morfem.corpus import texts

SEED = 20261
SENTENCES = 200
EVERY = 50


def sentences(path: Path) -> list[str]:
    """The sentences of the development lines."""
    lines = [line for batch in texts(str(path), hold_out=EVERY, only_held_out=True) for line in batch]
    return [part for line in lines for part in re.split(r"(?<=[.!?]) ", line.strip()) if 4 <= len(part.split()) <= 25]


def main() -> None:
    """Prints the sentences, each word with its tokens."""
    tokenizer = morfem.load(sys.argv[2])
    drawn = random.Random(SEED).sample(sentences(Path(sys.argv[1]) / "corpora" / "tr.txt.xz"), SENTENCES)
    for number, sentence in enumerate(drawn, 1):
        encoding = tokenizer.encode(sentence)
        words: dict[int, list[str]] = {}
        for token, word in zip(encoding.tokens, encoding.word_ids, strict=True):
            if word is not None:
                words.setdefault(word, []).append(token)
        print(number, "  ".join(f"{word}={' '.join(words.get(index, []))}" for index, word in enumerate(sentence.split())))


if __name__ == "__main__":
    main()
