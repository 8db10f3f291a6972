"""Byte-pair encoding in plain Python: the first rung of the ladder.

A text is UTF-8 bytes. Training joins the two neighbours that stand together most often into a new token, again and again, until the
vocabulary is large enough (Sennrich et al. 2016). Encoding repeats these merges in the order in which they were learned. No token crosses
the border of a chunk, which is a word with the space before it.

What it has: training, encoding and decoding, with the ids of `morfem.train.bpe(..., pretokenizer="words")`. What it leaves out: speed (the
core updates counts instead of counting anew, and encodes in linear time), other splitters, offsets, special tokens in the text.

    python docs/learn/bpe.py
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

SPECIALS = ("<pad>", "<s>", "</s>", "<mask>")
BYTES = len(SPECIALS)  # the id of byte 0

Pair = tuple[int, int]


def chunks(text: str) -> list[str]:
    """The words of a text, each with the space before it. Nothing is lost: joined, they are the text."""
    return re.findall(r" ?\S+|\s+(?!\S)|\s+", text)


def printable_first(byte: int) -> tuple[bool, int]:
    """The order of bytes that decides between pairs of equal count: GPT-2 lists the printable bytes of Latin-1 first."""
    is_printable = 33 <= byte <= 126 or 161 <= byte <= 172 or 174 <= byte <= 255
    return not is_printable, byte


RANK = {byte: rank for rank, byte in enumerate(sorted(range(256), key=printable_first))}


def merge(ids: list[int], pair: Pair, new: int) -> list[int]:
    """Replaces every occurrence of the pair, from left to right."""
    merged: list[int] = []
    for id in ids:
        if merged and (merged[-1], id) == pair:
            merged[-1] = new
        else:
            merged.append(id)
    return merged


class Bpe:
    """A vocabulary: specials, the 256 bytes, then one token for each merge."""

    def __init__(self, merges: Iterable[Pair] = ()) -> None:
        self.merges = {pair: BYTES + 256 + number for number, pair in enumerate(merges)}
        self.bytes = {BYTES + byte: bytes([byte]) for byte in range(256)}
        for (left, right), new in self.merges.items():
            self.bytes[new] = self.bytes[left] + self.bytes[right]

    @classmethod
    def train(cls, texts: Iterable[str], vocab_size: int, min_count: int = 2) -> "Bpe":
        """Learns merges until there are `vocab_size` ids, or no pair occurs `min_count` times."""
        words = Counter(chunk for text in texts for chunk in chunks(text))
        split = {word: [BYTES + byte for byte in word.encode()] for word in words}
        merges: list[Pair] = []
        while BYTES + 256 + len(merges) < vocab_size:
            pairs: Counter[Pair] = Counter()
            for word, ids in split.items():
                for pair in pairwise(ids):
                    pairs[pair] += words[word]
            best = max(pairs, key=lambda pair: (pairs[pair], *(-order(id) for id in pair)), default=None)
            if best is None or pairs[best] < min_count:
                break
            split = {word: merge(ids, best, BYTES + 256 + len(merges)) for word, ids in split.items()}
            merges.append(best)
        return cls(merges)

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        return [id for chunk in chunks(text) for id in self.encode_chunk(chunk)]

    def encode_chunk(self, chunk: str) -> list[int]:
        """The ids of a chunk: its bytes, joined."""
        return self.join([BYTES + byte for byte in chunk.encode()])

    def join(self, ids: list[int]) -> list[int]:
        """Applies the merge that was learned first among those that are possible, until none is."""
        while possible := [pair for pair in pairwise(ids) if pair in self.merges]:
            first = min(possible, key=self.merges.__getitem__)
            ids = merge(ids, first, self.merges[first])
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. Bytes that are no UTF-8 become U+FFFD."""
        return b"".join(self.bytes[id] for id in ids).decode(errors="replace")


def order(id: int) -> int:
    """Bytes in the order of GPT-2, then merges in the order in which they were learned."""
    return RANK[id - BYTES] if id < BYTES + 256 else id


if __name__ == "__main__":
    tokenizer = Bpe.train(["evler evlerde evlerden", "kitap kitaplar kitaplarda", "ev evde"], 280)
    for text in ("evlerde kitaplar", "kitaplardan"):
        print(text, "->", [tokenizer.bytes[id].decode(errors="replace") for id in tokenizer.encode(text)])
