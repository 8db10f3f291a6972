"""Splinter in plain Python: the fourth rung of the ladder. New here: the symbols that BPE joins stand in another order than in the text.

A Hebrew root stands inside a pattern, and their letters alternate: neighbouring letters are neither. So Splinter (Gazit et al. 2025) takes
letters out of a word, one by one, until three are left. A *reduction* is a letter and the position it is taken from. The symbols of a word
are the letters that are left, then the reductions, the last one first, so that the decoder can put each letter back. BPE joins them.

What it has: learning the reductions, encoding and decoding, with the ids of a tokenizer of kind `splinter` that was trained without clitics
(the method of the paper); its folder gives the alphabet, the ids and the merges. What it leaves out: the training of the merges, which is
that of `bpe.py`; units instead of reductions, as in the bundled tokenizers; vowel points, signs inside acronyms, and capitals.

    morfem train splinter tests/texts/he.txt --alphabet python/morfem/languages/he/alphabet.tsv --vocab-size 650 --min-count 1 -o he-small
    python docs/learn/splinter.py he-small לעבוד
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from bpe import BYTES, Bpe

LEAST, LONGEST, BREADTH, DEPTH = 3, 32, 3, 3  # letters that are left and of the longest word; reductions that are tried and looked ahead
Reduction = tuple[int, str]  # a position and a letter; from the middle of the word on, positions count from the end: -1, -2, ...
Shares = dict[int, dict[Reduction, float]]  # by the length of the word: the reductions, best first, and how much of all words each is for


def chunks(text: str) -> list[str]:
    """Words, with quotation marks between letters; up to three digits; symbols; white space."""
    return re.findall(r""" ?[^\W\d_]+(?:["'׳״][^\W\d_]+)*| ?\d{1,3}(?=(?:\d{3})*(?!\d))| ?(?:[^\w\s]|_)+|\s+""", text)


def reductions(word: str) -> dict[Reduction, str]:
    """The reductions of a word, each with what it leaves."""
    middle = (len(word) + 1) // 2
    return {(at if at < middle else at - len(word), letter): word[:at] + word[at + 1 :] for at, letter in enumerate(word)}


def learn(words: set[str], letters: str) -> Shares:
    """A reduction counts if it leaves a word. In a second pass each word counts once, for the first of its reductions in the first pass."""
    found = {word: [one for one, left in reductions(word).items() if left in words] for word in words if LEAST < len(word) <= LONGEST}
    shares: Shares = {}
    for length in range(LEAST + 1, LONGEST + 1):
        lists = [found[word] for word in found if len(word) == length and found[word]]
        rank = ranked(Counter(one for several in lists for one in several), letters)
        counts = Counter(min(several, key=rank.index) for several in lists)
        shares[length] = {one: counts[one] / counts.total() for one in ranked(counts, letters)}
    return shares


def ranked(counts: Counter[Reduction], letters: str) -> list[Reduction]:
    """Frequent reductions first, then those with a small position, then those of a letter at the beginning of the alphabet."""
    return sorted(counts, key=lambda one: (-counts[one], one[0], letters.index(one[1])))


def rows(file: Path) -> list[list[str]]:
    """The cells of a table, without its head."""
    return [line.split("\t") for line in file.read_text("utf-8").splitlines()[1:]]


class Alphabet:
    """The letters of a language, and the characters after which a word implies no space."""

    def __init__(self, path: Path) -> None:
        signs = [(row[0], row[1], "".join(row[2:3])) for row in rows(path)]
        self.letters = "".join(sign + final for sign, kind, final in signs if kind in ("letter", "servile", "formative"))
        self.others = {one: other for sign, _, final in signs if final for one, other in ((sign, final), (final, sign))}
        self.open, self.quote, self.inner = ("".join(sign for sign, kind, _ in signs if kind == of) for of in ("open", "quote", "inner"))

    def turn(self, word: str) -> str:
        """The last letter in its other form, so that words share letters inside and at the end. Turned twice, a word is as before."""
        return word[:-1] + self.others.get(word[-1], word[-1])

    def implies_space(self, before: str) -> bool:
        """Whether a word behind this text has a space before it, if no symbol says otherwise."""
        if before and before[-1] in self.quote + self.inner:
            return (before[-2:-1].strip() == "") != (before[-1] in self.quote)
        return before[-1:].strip() != "" and before[-1] not in self.open


class Splinter(Bpe):
    """The vocabulary of a folder, with its reductions. Letters that begin a word have `▁`, reductions `+`."""

    def __init__(self, folder: Path) -> None:
        self.alphabet = Alphabet(folder / "alphabet.tsv")
        self.tokens = [[token] for token, _ in rows(folder / "vocabulary.tsv")]
        self.ids = {token: id for id, (token,) in enumerate(self.tokens)}
        self.merges = {(int(left), int(right)): int(product) for left, right, product in rows(folder / "merges.tsv")}
        for (left, right), product in self.merges.items():
            self.tokens[product] = self.tokens[left] + self.tokens[right]
        self.shares: Shares = {length: {} for length in range(LEAST + 1, LONGEST + 1)}
        for length, name, share in rows(folder / "reductions.tsv"):
            self.shares[int(length)][int(name[:-2]), name[-1]] = float(share)

    def encode(self, text: str) -> list[int]:
        """The ids of a text. A mark, or the byte of a space, stands before a word whose space is not as implied."""
        ids, before = list[int](), ""
        for chunk in chunks(text):
            symbols: list[int] = []
            for part in re.findall(f" ?[{self.alphabet.letters}]+|.", chunk, re.DOTALL):
                spaces = part.startswith(" "), self.alphabet.implies_space(before)
                before += part
                if part[-1] in self.alphabet.letters:
                    symbols += {(False, True): [self.ids["<join>"]], (True, False): [BYTES + ord(" ")]}.get(spaces, [])
                    symbols += [self.ids[symbol] for symbol in self.reduce(self.alphabet.turn(part.strip(" ")))]
                else:
                    symbols += [BYTES + byte for byte in part.encode()]
            ids += self.join(symbols)
        return ids

    def reduce(self, word: str) -> list[str]:
        """Makes the first reduction of the best path, again and again."""
        taken: list[str] = []
        while best := max(self.paths(word), key=lambda path: path[0], default=(0.0, []))[1]:
            taken.insert(0, "+{}:{}".format(*best[0]))
            word = reductions(word)[best[0]]
        return ["▁" + word[0], *word[1:], *taken]

    def paths(self, word: str, product: float = 1.0, path: tuple[Reduction, ...] = ()) -> Iterator[tuple[float, tuple[Reduction, ...]]]:
        """Up to three reductions, one after the other, with the product of their shares. Of each word the three best are tried."""
        if len(path) == DEPTH or len(word) <= LEAST:
            yield product, path
            return
        possible, shares = reductions(word), self.shares.get(len(word), {})
        for one in [one for one in shares if one in possible][:BREADTH]:
            yield from self.paths(possible[one], product * shares[one], (*path, one))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids. The letters of a word wait until it ends, since a reduction may come between them."""
        text, word, is_joined = b"", "", False
        for token in [*(token for id in ids for token in self.tokens[id]), "<end>"]:
            if word and token[0] in "▁<":
                text, word = text + self.alphabet.turn(word).encode(), ""
            if token[0] == "▁" and not is_joined and self.alphabet.implies_space(text.decode(errors="replace")):
                text += b" "
            if token[0] == "+":
                place = int(token[1:-2]) % (len(word) + 1)
                word = word[:place] + token[-1] + word[place:]
            elif token.startswith("<0x"):
                text += bytes([int(token[3:5], 16)])
            elif token[0] != "<":
                word += token.lstrip("▁")
            is_joined = token == "<join>"
        return text.decode(errors="replace")


if __name__ == "__main__":
    tokenizer = Splinter(Path(sys.argv[1]))
    for word in sys.argv[2:]:
        print(word, "->", tokenizer.reduce(tokenizer.alphabet.turn(word)))
