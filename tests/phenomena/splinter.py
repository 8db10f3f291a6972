"""The examples of Hebrew, Arabic and Malay: their notation, and what is checked for each.

A test has a table with one example per row, and columns two spaces apart:

    ו+ש+תלמידיו    למד ת__י_יו

The first column is the word, with `+` between its prefixes, its stem and its suffixes. The second is the root, and the pattern of the stem
with `_` for the letters of the root. If the stem is its own root, it is the root alone; if it has no root (a name or a loanword), a dash.

Three things are checked for every row. `explain` returns these prefixes and suffixes, this root, and its positions. The tokens of the word,
alone and in a sentence, consist of whole units: prefixes, root, pattern and suffixes. The text comes back, and the positions of the tokens
partition it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import morfem
import pytest

SLOT = "_"
NONE = "-"


@dataclass(frozen=True)
class Word:
    """A row of a table."""

    parts: tuple[str, ...]
    root: str
    pattern: str

    @property
    def text(self) -> str:
        return "".join(self.parts)


def rows(table: str, columns: int = 2) -> list[list[str]]:
    """The cells of a table."""
    found = [[cell.strip() for cell in line.strip().split("  ") if cell.strip()] for line in table.strip().splitlines()]
    for cells in found:
        if len(cells) != columns:
            raise ValueError(f"{cells} are {len(cells)} columns, two spaces apart; {columns} are wanted")
    if len({" ".join(cells) for cells in found}) < len(found):
        raise ValueError("an example is listed twice")
    return found


def words(table: str) -> pytest.MarkDecorator:
    """The rows of a table as the parameter `word`."""
    found = []
    for cut, analysis in rows(table):
        root, _, pattern = analysis.partition(" ")
        found.append(Word(tuple(cut.split("+")), root, pattern or SLOT * len(root)))
    return pytest.mark.parametrize("word", found, ids=lambda word: word.text)


def cuts(table: str) -> pytest.MarkDecorator:
    """The rows of a table with one column as the parameter `cut`: prefixes, stem and suffixes with `+` between them."""
    return pytest.mark.parametrize("cut", [row[0] for row in rows(table, 1)])


def cells(table: str, *names: str) -> pytest.MarkDecorator:
    """The columns of a table as parameters."""
    return pytest.mark.parametrize(names, rows(table, len(names)), ids=lambda cell: str(cell))


def texts(table: str) -> pytest.MarkDecorator:
    """The lines of a table as the parameter `text`."""
    return pytest.mark.parametrize("text", [line.strip() for line in table.strip().splitlines()])


class Language:
    """A bundled tokenizer, and what it must do with an example.

    Attributes
    ----------
    marks : signs that belong to the letter before them.
    sentence : a sentence with a place for a word.
    """

    def __init__(self, tokenizer: morfem.Tokenizer, marks: str, sentence: str) -> None:
        self.tokenizer, self.marks, self.sentence = tokenizer, marks, sentence

    def comes_back(self, text: str) -> bool:
        """Whether a text is had back, in ids and as a linear text, and its tokens are a partition of it."""
        tokenizer = self.tokenizer
        encoding = tokenizer.encode(text)
        positions = encoding.positions
        assert positions is not None
        is_partition = sorted(at for owned in positions for at in owned) == list(range(len(text)))
        is_linear = tokenizer.delinearize(tokenizer.linearize(text)) == text
        return is_partition and is_linear and tokenizer.decode(encoding.ids) == text

    def sets(self, text: str) -> list[set[int]]:
        """The places of a text's code points that each token holds; spaces and marks do not count."""
        positions = self.tokenizer.encode(text).positions
        assert positions is not None
        owned = ({at for at in places if text[at] not in f" {self.marks}"} for places in positions)
        return [places for places in owned if places]

    def tokens_of(self, word: str) -> list[set[int]]:
        """The places of a word's code points that each token holds, the word in a sentence."""
        before, after = self.sentence.split("{}")
        begin, text = len(before), before + word + after
        inside = [{at - begin for at in places} for places in self.sets(text)]
        return [places for places in inside if min(places) >= 0 and max(places) < len(word)]

    def check(self, word: Word) -> None:
        """What a row says, the tokens of its word, and that it comes back."""
        units = self.places(word)
        explanation = self.tokenizer.explain(word.text)
        assert self.affixes(word.text) == (list(units[:-1]), word.parts)
        if word.root == NONE:
            assert explanation.root is None or explanation.residue_positions == sorted(units[-1])
        else:
            root = {at for at in units[-1] if self.stem_sign(word, at) == SLOT}
            assert explanation.root is not None
            assert (plain(explanation.root), set(explanation.residue_positions)) == (plain(word.root), root)
        self.holds_whole_units(word)

    def check_root(self, word: Word) -> None:
        """The root of a word, where it stands, and that it comes back; some token of the word has the root whole."""
        root = {at for at, sign in enumerate(word.pattern) if sign == SLOT}
        explanation = self.tokenizer.explain(word.text)
        assert explanation.root is not None
        assert (plain(explanation.root), set(explanation.residue_positions)) == (plain(word.root), root)
        assert any(root <= token for token in self.tokens_of(word.text))
        assert self.comes_back(word.text)
        assert self.comes_back(self.sentence.format(word.text))

    def check_marked(self, word: str, root: str) -> None:
        """A word with marks has the root of the bare word, on the same letters, and comes back."""
        explanation = self.tokenizer.explain(word)
        bare = self.tokenizer.explain(split_marks(word, self.marks))
        assert explanation.root == bare.root == root
        letters = [at for at, sign in enumerate(word) if sign not in self.marks]
        assert explanation.residue_positions == [letters[at] for at in bare.residue_positions]
        assert self.comes_back(word)
        assert self.comes_back(self.sentence.format(word))

    def check_cut(self, cut: str) -> None:
        """The prefixes and suffixes of a word, that tokens hold whole parts, and that it comes back."""
        parts = tuple(cut.split("+"))
        text = "".join(parts)
        assert self.affixes(text)[1] == parts
        begins = [sum(map(len, parts[:part])) for part in range(len(parts))]
        units = [set(range(begin, begin + len(part))) for begin, part in zip(begins, parts, strict=True)]
        for tokens in (self.sets(text), self.tokens_of(text)):
            assert all(unit <= token or not unit & token for token in tokens for unit in units), (text, tokens)
        assert self.comes_back(text)
        assert self.comes_back(self.sentence.format(text))

    def holds_whole_units(self, word: Word) -> None:
        """No token of the word, alone or in a sentence, has a part of a unit without the rest, and all comes back."""
        stem = self.places(word)[-1]
        root = stem if word.root == NONE else {at for at in stem if self.stem_sign(word, at) == SLOT}
        units = [*self.places(word)[:-1], root, stem - root]
        for tokens in (self.sets(word.text), self.tokens_of(word.text)):
            for token in tokens:
                assert all(unit <= token or not unit & token for unit in units), (word.text, tokens)
        assert self.comes_back(word.text)
        assert self.comes_back(self.sentence.format(word.text))

    def places(self, word: Word) -> list[set[int]]:
        """The places of the prefixes and suffixes, in the order of the word, and of the stem."""
        places, begin = [], 0
        for part in word.parts:
            places.append(set(range(begin, begin + len(part))))
            begin += len(part)
        stem = self.stem(word)
        return [*places[:stem], *places[stem + 1 :], places[stem]]

    def stem(self, word: Word) -> int:
        """Which part of a word is its stem: the one that the pattern has the length of, and the longest of them."""
        if word.root == NONE:
            return max(range(len(word.parts)), key=lambda part: len(word.parts[part]))
        fitting = [part for part, text in enumerate(word.parts) if fits(text, word.root, word.pattern)]
        if len(fitting) != 1:
            raise ValueError(f"{word.root} {word.pattern} is the stem of {len(fitting)} parts of {word.text}")
        return fitting[0]

    def stem_sign(self, word: Word, at: int) -> str:
        """The sign of the pattern at a place of the word."""
        begin = sum(len(part) for part in word.parts[: self.stem(word)])
        return word.pattern[at - begin]

    def affixes(self, text: str) -> tuple[list[set[int]], tuple[str, ...]]:
        """The places of the prefixes and suffixes that `explain` cuts off, in the order of the word, and all parts of the word."""
        left = set(range(len(text)))
        found = []
        for step in self.tokenizer.explain(text).steps:
            if is_affix(step.token):
                found.append(left - set(step.positions))
                left = set(step.positions)
        parts = sorted([*found, left], key=min)
        return sorted(found, key=min), tuple("".join(text[at] for at in sorted(part)) for part in parts)


def is_affix(token: str) -> bool:
    """Whether a token string is that of a prefix or a suffix."""
    return token.endswith("-") or token.startswith("+-")


def fits(stem: str, root: str, pattern: str) -> bool:
    """Whether the letters of a root in the places of a pattern spell a stem, final forms apart."""
    if len(stem) != len(pattern):
        return False
    letters = "".join(letter for letter, sign in zip(stem, pattern, strict=True) if sign == SLOT)
    rest = all(sign in (SLOT, letter) for letter, sign in zip(stem, pattern, strict=True))
    return rest and plain(letters) == plain(root)


def plain(letters: str) -> str:
    """Letters without the forms they have at the end of a word, and hamza without a seat."""
    return letters.translate(str.maketrans("ךםןףץأإؤئآ", "כמנפצءءءءء"))


def split_marks(text: str, marks: Sequence[str]) -> str:
    """A text without marks."""
    return "".join(sign for sign in text if sign not in marks)
