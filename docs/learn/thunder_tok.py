"""Thunder-Tok in plain Python: the third rung of the ladder. New here: a piece may be several whole words, but never a piece of two units.

Thunder-Tok (Cho et al. 2025) is a Unigram model for few tokens per word. Three things differ from `unigram.py`. A chunk is a whole phrase:
words joined by single spaces, with the full stop behind them. A piece is characters of one word, or whole words, never the end of one word
and the beginning of the next. And pruning keeps the pieces that occur often and in many different chunks: the branching entropy of a piece
times its probability.

What it has: training, encoding and decoding, with the ids of `morfem.train.thunder(...)`. What it leaves out: the options with which
`ko-thunder` was trained (tokens saved instead of branching entropy, rare kinds of text, endings), and speed.
"""

import math
import re
from collections import Counter, defaultdict
from itertools import combinations

from unigram import LONGEST, SINGLE, Scores, Unigram, by_cover, expected_counts

Place = tuple[str, int, int]  # a chunk, where a string begins in it, and how often the chunk occurs


def chunks(text: str) -> list[str]:
    """Words joined by single spaces, with the mark behind the last; numbers; symbols; white space."""
    return re.findall(r"(?: ?[^\W\d_]+)+[.?!]?| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+", text)


def is_word(piece: str) -> bool:
    """Whether a string lies inside one word, with or without the space before it, or is a run of one white-space character."""
    return (not re.search(r"\s", piece[1:]) and piece != " ") or len(set(piece)) == 1


def is_phrase(piece: str) -> bool:
    """Whether a string may be several words."""
    return re.fullmatch(r" ?\S+(?: \S+)+", piece) is not None


def stands_whole(chunk: str, start: int, end: int) -> bool:
    """Whether a phrase begins where a word begins and ends where a word ends."""
    begins = start == 0 or chunk[start] == " " or chunk[start - 1] == " "
    return begins and re.match(r"[.?!]?(?: |$)", chunk[end:]) is not None


def seeds(words: Counter[str]) -> Scores:
    """All bytes, all characters, and units that occur twice. Of units that occur in the same places only the longest is one."""
    cover = Counter(dict.fromkeys(SINGLE, 0))
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for chunk, number in words.items():
        for unit in [bytes([byte]) for byte in chunk.encode()] + [char.encode() for char in chunk if not char.isascii()]:
            cover[unit] += number * len(unit)
        for start, end in combinations(range(len(chunk) + 1), 2):
            if len(chunk[start:end].encode()) <= LONGEST:
                places[chunk[start:end]].append((chunk, start, number))
    alike = defaultdict(list)  # strings that begin in the same places: each is the beginning of the next
    for piece, found in places.items():
        alike[tuple(found)].append(piece)
    for found, pieces in alike.items():
        for piece, number in units(found, sorted(pieces, key=len, reverse=True)):
            if number > 1 and len(piece) > 1:
                cover[piece.encode()] = number * len(piece.encode())
    return by_cover(cover)


def units(places: tuple[Place, ...], pieces: list[str]) -> list[tuple[str, int]]:
    """The units among strings that begin in the same places, longest first, each with its count. A phrase counts where it stands whole."""
    everywhere, longer, found = sum(number for *_, number in places), 0, []
    for piece in filter(is_phrase, pieces):
        whole = sum(number for chunk, start, number in places if stands_whole(chunk, start, start + len(piece)))
        if whole > longer:
            found.append((piece, whole))
            longer = whole
        if whole == everywhere:
            return found
    return found + [(piece, everywhere) for piece in filter(is_word, pieces)][:1]


def branching_entropies(words: Counter[str], before: Scores, _: Scores) -> dict[bytes, float]:
    """n ln n - sum of c ln c: n is how often a piece is expected in all, c in each chunk. A piece of one chunk is worth nothing."""
    counts: Counter[bytes] = Counter()
    logarithms: Counter[bytes] = Counter()
    for chunk, number in words.items():
        for piece, count in expected_counts(Counter({chunk: number}), before).items():
            counts[piece] += count
            logarithms[piece] += count * math.log(count) if count > 0 else 0
    return {piece: counts[piece] * math.log(counts[piece]) - logarithms[piece] if counts[piece] > 0 else 0 for piece in before}


class ThunderTok(Unigram):
    """A Unigram model with other chunks, other seeds and another value of a piece."""

    chunks, seeds, values = staticmethod(chunks), staticmethod(seeds), staticmethod(branching_entropies)
