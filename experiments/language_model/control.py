"""Is it where the words are cut, or how often? N-gram models over right cuts, and over as many cuts that are moved by one letter.

    python experiments/language_model/control.py        after models.py

A bundled tokenizer cuts every word of the training text. The surfaces of its tokens are counted, and the most frequent ones are the
vocabulary; a surface that is not in it is written in its letters. *Right* has the cuts as they are. The others shift each cut inside a word
by one letter: always to the *left*, always to the *right*, or by *chance*, the same way wherever the word stands. A cut that has no room
is shifted to the other side, or stays. *As many tokens* has more ids, as many as it needs for the number of tokens of *right*, or all. The
row of the tokenizer has its own ids: all spellings of a morpheme are one. BPE has as many ids as *right* and o200k's splitter. Not
for Hebrew and Arabic, where the letters of a root need not stand together.

The models read 40,000 lines and are measured on 1,500 development lines (every fiftieth of the corpus); every tenth of these chooses the
order.
"""

import argparse
import itertools
import lzma
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator

import morfem
import numpy as np
from models import DATA, folder, training_lines
from morfem.evaluate.ngram import Lines
from run import bits_of_lines

# The tokenizers, and the number of ids of the other rows: fewer than the training text has surfaces, of which Malay has 20,851.
GUIDES = {"tr": ("tr-mft", 32_768), "fi": ("fi-mft", 32_768), "ms": ("ms-splinter", 8_192), "ko": ("ko-thunder", 32_768)}
TRAINED, MEASURED = 40_000, 1_500
ORDERS = range(2, 9)
SHIFTS = {"left": (-1,), "right": (1,), "chance": (-1, 1)}
# A size that gives as many tokens is looked for until they differ by less than this.
TOLERANCE = 0.001


def pieces(tokenizer: morfem.Tokenizer, text: str) -> list[list[str]]:
    """The surfaces of the tokens, word by word; a space belongs to the word behind it."""
    words: list[list[str]] = []
    end = 0
    for start, stop in tokenizer.encode(text).offsets:
        start = max(start, end)
        if stop <= start:
            continue
        piece = text[start:stop]
        if not words or piece[0].isspace() or text[start - 1].isspace():
            words.append([])
        words[-1].append(piece)
        end = stop
    return words


def moved(word: list[str], shifts: tuple[int, ...]) -> list[str]:
    """The word with each of its cuts moved by one letter, where there is room."""
    text = "".join(word)
    cuts = np.cumsum([len(piece) for piece in word]).tolist()
    chance = random.Random(zlib.crc32(text.strip().encode()))
    before = len(text) - len(text.lstrip())
    new: list[int] = []
    for cut, after in itertools.pairwise(cuts):
        shift = chance.choice(shifts)
        places = (cut + shift, cut - shift, cut)
        new.append(next((place for place in places if (new or [before])[-1] < place < after), cut))
    return [text[start:stop] for start, stop in zip([0, *new], [*new, len(text)], strict=True) if start < stop]


class Written:
    """Lines in the ids of their most frequent surfaces; any other surface is written in its letters."""

    def __init__(self, lines: Iterable[list[list[str]]]) -> None:
        counts = Counter(piece for line in lines for word in line for piece in word)
        letters = sorted({letter for piece in counts for letter in piece})
        self.letters = len(letters)
        ranked = [piece for piece, _ in counts.most_common() if len(piece) > 1]
        self.ids = {piece: number for number, piece in enumerate([*letters, *ranked])}

    def of(self, lines: Iterable[list[list[str]]], size: int) -> Lines:
        """Ids below `size`; a letter that the training text lacks is the id `size`."""
        ids: list[int] = []
        ends = [0]
        for line in lines:
            for piece in (piece for word in line for piece in word):
                known = self.ids.get(piece, size)
                ids.extend([known] if known < size else [self.ids.get(letter, size) for letter in piece])
            ends.append(len(ids))
        return Lines(np.array(ids), np.array(ends))

    def size_for(self, lines: list[list[list[str]]], tokens: int) -> int:
        """The number of ids with which the lines have so many tokens, or all if they have more with any."""
        low, high = self.letters, len(self.ids)
        while low < high:
            size = (low + high) // 2
            found = len(self.of(lines, size).ids)
            if abs(found - tokens) < TOLERANCE * tokens:
                return size
            low, high = (size + 1, high) if found > tokens else (low, size)
        return low


def rows(language: str) -> Iterator[str]:
    with lzma.open(DATA / "corpora" / f"{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as file:
        held = [line.rstrip("\n") for number, line in enumerate(file, 1) if number % 50 == 0 and line.strip()]
    texts = random.Random(0).sample(held, MEASURED)
    held_out = set(held)
    usable = training_lines(language).read_text("utf-8").splitlines()
    training = random.Random(0).sample([line for line in usable if line not in held_out], TRAINED)
    measured = [text for number, text in enumerate(texts) if number % 10 != 9]
    words, characters = sum(len(text.split()) for text in measured), sum(map(len, measured))

    def row(name: str, size: int, counted: Lines, asked: Lines) -> str:
        found, order = bits_of_lines(counted, asked, size + 1, ORDERS)
        kept = np.arange(len(texts)) % 10 != 9
        tokens = np.diff(asked.indptr)[kept].sum()
        return f"| {language} | {name} | {size:,} | {tokens / words:.3f} | {found.sum() / characters:.3f} | {order} |"

    own, ids = GUIDES[language]
    guide = morfem.load(own)
    for name, tokenizer in (("BPE", morfem.load(folder(language, "bpe", ids))), (own, guide)):
        yield row(
            name,
            tokenizer.vocab_size,
            Lines(*tokenizer.encode_ids_batch(training, threads=1)),
            Lines(*tokenizer.encode_ids_batch(texts, threads=1)),
        )
    counted, asked = ([pieces(guide, text) for text in some] for some in (training, texts))
    right = Written(counted)
    target = right.of(asked, ids)
    yield row("right", ids, right.of(counted, ids), target)
    for name, shifts in SHIFTS.items():
        other, others = ([[moved(word, shifts) for word in line] for line in some] for some in (counted, asked))
        wrong = Written(other)
        yield row(f"moved: {name}", ids, wrong.of(other, ids), wrong.of(others, ids))
        size = wrong.size_for(others, len(target.ids))
        yield row(f"moved: {name}, as many tokens", size, wrong.of(other, size), wrong.of(others, size))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=GUIDES, action="append")
    asked = parser.parse_args()
    print("| language | cuts | ids | tokens a word | bits a character | order |\n|---|---|---:|---:|---:|---:|")
    for language in asked.language or GUIDES:
        for line in rows(language):
            print(line, flush=True)


if __name__ == "__main__":
    main()
