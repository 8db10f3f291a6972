"""The Unigram model in plain Python: the second rung of the ladder. New here: pieces have probabilities.

A Unigram model splits a chunk in the most probable way, if pieces are drawn independently (Kudo 2018). Training begins with many pieces,
estimates their probabilities over all splits by expectation maximisation, and drops a quarter of the pieces again and again: those that the
corpus needs least. It has training and encoding, with the ids of `morfem.train.unigram(...)`; it leaves out speed (suffix arrays, lattices
that are kept between the steps), several sizes in one training, and offsets.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from ctypes import c_float
from itertools import combinations

from bpe import BYTES, SPECIALS, Bpe, chunks

SINGLE = [bytes([byte]) for byte in range(256)]  # always pieces, so that every text can be written
LONGEST, PRUNED, EM_STEPS, LEAST_COUNT = 32, 0.25, 2, 0.5
Scores = dict[bytes, float]  # ln of the probability of each piece


def arcs(text: str, scores: Scores) -> Iterable[tuple[int, int, list[bytes]]]:
    """The pieces that a text holds, as (start, end, pieces). A character may also be spelled in bytes."""
    for start in range(len(text)):
        for end in range(start + 1, min(len(text), start + LONGEST) + 1):
            piece = text[start:end].encode()
            if piece in scores:
                yield start, end, [piece]
            if end == start + 1 and len(piece) > 1:
                yield start, end, [bytes([byte]) for byte in piece]


def best_split(text: str, scores: Scores) -> list[bytes]:
    """The most probable split. best[e] is that of the first e characters; what is before its last piece is a best split too."""
    best: list[tuple[float, list[bytes]]] = [(0.0, [])] + [(-math.inf, [])] * len(text)
    for start, end, pieces in arcs(text, scores):
        score = best[start][0] + sum(scores[piece] for piece in pieces)
        if score > best[end][0]:
            best[end] = score, best[start][1] + pieces
    return best[-1][1]


def expected_counts(words: Counter[str], scores: Scores) -> Counter[bytes]:
    """How often each piece occurs on average, if each word is split at random in proportion to the probability of the split."""
    counts: Counter[bytes] = Counter()
    for word, number in words.items():
        lattice = [(start, end, pieces, math.exp(sum(scores[piece] for piece in pieces))) for start, end, pieces in arcs(word, scores)]
        before, after = [1.0] + [0.0] * len(word), [0.0] * len(word) + [1.0]  # sums over all splits of what is before and after a place
        for start, end, _, probability in lattice:
            before[end] += before[start] * probability
        for start, end, _, probability in reversed(lattice):
            after[start] += probability * after[end]
        for start, end, pieces, probability in lattice:
            for piece in pieces:
                counts[piece] += number * before[start] * probability * after[end] / before[-1]
    return counts


def seeds(words: Counter[str]) -> Scores:
    """All bytes, all characters, and strings that occur twice. Of strings that occur in the same places only the longest is one."""
    cover = Counter(dict.fromkeys(SINGLE, 0))  # occurrences times bytes
    places = defaultdict(list)
    for word, number in words.items():
        for unit in [bytes([byte]) for byte in word.encode()] + [char.encode() for char in word if not char.isascii()]:
            cover[unit] += number * len(unit)
        for start, end in combinations(range(len(word) + 1), 2):
            if len(word[start:end].encode()) <= LONGEST and " " not in word[start + 1 : end]:
                places[word[start:end]].append((word, start, number))
    longest = {tuple(found): piece for piece, found in sorted(places.items(), key=lambda item: len(item[0]))}
    for found, piece in longest.items():
        if len(piece) > 1 and (number := sum(number for *_, number in found)) > 1:
            cover[piece.encode()] = number * len(piece.encode())
    return by_cover(cover)


def by_cover(cover: Counter[bytes]) -> Scores:
    """The first scores: ln of the share of the text that each seed covers, the largest first."""
    return {piece: math.log(max(cover[piece], 0.5) / cover.total()) for piece in sorted(cover, key=lambda piece: (-cover[piece], piece))}


def digamma(x: float) -> float:
    """About ln x - 1 / 2x: it lowers every count by one half, and so removes rare pieces (as in SentencePiece)."""
    if x < 10:
        return digamma(x + 1) - 1 / x
    y = 1 / x**2
    return math.log(x) - 0.5 / x - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))


def maximise(scores: Scores, counts: Counter[bytes], wanted: int) -> Scores:
    """New probabilities. Pieces that are expected less than half a time go, unless `wanted` pieces would not be left."""
    kept = keep(scores, counts, max(wanted - 256, sum(len(piece) > 1 and counts[piece] >= LEAST_COUNT for piece in scores)))
    total = digamma(sum(max(counts[piece], LEAST_COUNT) for piece in kept))
    found = {piece: digamma(max(counts[piece], LEAST_COUNT)) - total for piece in kept}
    rare = [piece for piece in SINGLE if counts[piece] < LEAST_COUNT]
    least = min(score for piece, score in found.items() if piece not in rare)
    return found | dict.fromkeys(rare, least - 10)


def keep(scores: Scores, values: dict[bytes, float], number: int) -> list[bytes]:
    """The bytes and the `number` other pieces with the highest values, in the order of before."""
    best = set(sorted((piece for piece in scores if len(piece) > 1), key=lambda piece: -values[piece])[:number])
    return [piece for piece in scores if len(piece) == 1 or piece in best]


def losses(words: Counter[str], _: Scores, scores: Scores) -> dict[bytes, float]:
    """How far the log-likelihood of the corpus falls without each piece, if other pieces spell it wherever the best splits have it."""
    counts: Counter[bytes] = Counter()
    for word, number in words.items():
        for piece in best_split(word, scores):
            counts[piece] += number
    total, values, others = sum(counts.values()), dict.fromkeys(scores, -math.inf), dict(scores)
    for piece in scores:
        if len(piece) > 1 and (count := counts[piece]):
            del others[piece]
            instead = best_split(piece.decode(), others)
            others[piece] = scores[piece]
            after = sum(math.log((counts[other] + count) / (total + count * (len(instead) - 1))) for other in instead)
            values[piece] = count * (math.log(count / total) - after)
    return values


class Unigram(Bpe):
    """A vocabulary: specials, the 256 bytes, then the other pieces, the most probable first. The next rung has other static methods."""

    def __init__(self, scores: Scores) -> None:
        rounded = {piece: -math.floor(0.5 - c_float(score).value * 8192) / 8192 for piece, score in scores.items()}  # as in files
        others = sorted((piece for piece in rounded if len(piece) > 1), key=lambda piece: (-rounded[piece], piece))
        self.scores, self.bytes = rounded, dict(enumerate(SINGLE + others, BYTES))
        self.ids = {piece: id for id, piece in self.bytes.items()}

    chunks, seeds, values = staticmethod(chunks), staticmethod(seeds), staticmethod(losses)

    @classmethod
    def train(cls, texts: Iterable[str], vocab_size: int, **_: object) -> "Unigram":
        """Estimates, and drops the worst quarter of the pieces, until exactly `vocab_size` ids are left."""
        words, wanted = Counter(chunk for text in texts for chunk in cls.chunks(text)), vocab_size - len(SPECIALS)
        scores = cls.seeds(words)
        while True:
            for _ in range(EM_STEPS):
                before, scores = scores, maximise(scores, expected_counts(words, scores), wanted)
            if len(scores) == wanted:
                return cls(scores)
            values = cls.values(words, before, scores)
            used = sum(len(piece) > 1 and values[piece] > -math.inf for piece in scores)
            number = max(min(math.floor((len(scores) - 256) * (1 - PRUNED)), used), wanted - 256)
            scores = {piece: scores[piece] for piece in keep(scores, values, number)}

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        return [self.ids[piece] for chunk in self.chunks(text) for piece in best_split(chunk, self.scores)]
