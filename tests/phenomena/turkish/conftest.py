"""How the examples of these tests are written and what is asked of each.

A test has a table, a row an example, columns two spaces apart:

    kitab+ı oku+du+m    kitap +(y)I | oku +DI +m    kitapı okudum

The first column is the text with `+` where it is cut. The second says what the pieces are: roots, affixes as `affixes.tsv` of the Turkish
pack writes them, with the gloss where several have one form (`+DIr/CAUS`), marks (`<title>`) and symbols; ` | ` stands between words.
`ara/verb` is the root of that class where two are written alike. `[blorp]` is any number of pieces that spell blorp, none of them an
affix: how they are cut is for training to decide, not for grammar, and with it whether `<join>` stands before them, and whether their
capital is a mark's or a root's own. A name is written with its capital (`Ankara`); small, it has a mark (`<lower> Ankara`). The third
column, where there is one, has the same units spelled as Turkish does not spell them. Every row is asked in both directions. The text is
cut and named so and comes back; the units alone, looked up by name, spell the text. What is wrong is neither spelled nor read so, and
comes back as well, as all text does.
"""

from dataclasses import dataclass
from pathlib import Path

import morfem
import pytest

SMALL = {"I": "ı", "İ": "i"}
ESCAPED = "+<\\"
AFFIXES = Path(__file__).resolve().parents[3] / "python" / "morfem" / "languages" / "tr" / "affixes.tsv"


@dataclass(frozen=True)
class Unit:
    """What a row says of one token, or of the pieces of a stem in brackets."""

    token: str
    kind: str
    surface: str
    gloss: str | None


@dataclass(frozen=True)
class Example:
    """A row of a table."""

    cut: str
    analysis: str
    wrong: str | None

    @property
    def text(self) -> str:
        return self.cut.replace("+", "")


def examples(table: str) -> pytest.MarkDecorator:
    """The rows of a table as the parameter `example`."""
    rows = []
    for line in table.strip().splitlines():
        columns = [column.strip() for column in line.strip().split("  ") if column.strip()]
        if not 2 <= len(columns) <= 3:
            raise ValueError(f"{line!r} has {len(columns)} columns; a row has two or three, two spaces apart")
        rows.append(Example(columns[0], columns[1], columns[2] if len(columns) == 3 else None))
    return pytest.mark.parametrize("example", rows, ids=lambda row: row.text)


def texts(table: str) -> pytest.MarkDecorator:
    """The lines of a table as the parameter `text`."""
    return pytest.mark.parametrize("text", [line.strip() for line in table.strip().splitlines()])


JOIN, TITLE, LOWER = (Unit(f"<{name}>", "mark", "", None) for name in ("join", "title", "lower"))


class Turkish:
    """The bundled tokenizer of Turkish, and what it must do with an example."""

    def __init__(self, tokenizer: morfem.Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.glosses: dict[str, str] = {}
        for line in AFFIXES.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                gloss, forms = line.split("\t")[:2]
                token = "+" + forms.split("~")[0].split("<")[0]
                self.glosses[f"{token}/{gloss}" if token in self.glosses else token] = gloss

    def knows(self, token: str) -> bool:
        try:
            self.tokenizer.token_to_id(token)
        except morfem.VocabularyError:
            return False
        return True

    def units(self, example: Example) -> list[Unit]:
        """The row in full: the tokens by name, each with what it spells."""
        words, cuts = example.analysis.split(" | "), example.cut.split(" ")
        if len(words) != len(cuts):
            raise ValueError(f"{example.cut!r} has {len(cuts)} words, {example.analysis!r} {len(words)}")
        units = []
        for word, cut in zip(words, cuts, strict=True):
            names, segments, space = word.split(" "), cut.split("+"), "▁"
            if len(names) - sum(map(is_mark, names)) != len(segments):
                raise ValueError(f"{cut!r} has {len(segments)} pieces, which are not those of {word!r}")
            for name in names:
                if is_mark(name):
                    units.append(Unit(name, "mark", "", None))
                    space = "▁" if name == "<join>" else space
                elif name.startswith("+"):
                    units.append(Unit(name, "affix", segments.pop(0), self.glosses[name]))
                elif name.startswith("["):
                    units.append(Unit(space + name, "pieces", segments.pop(0), None))
                    space = ""
                elif name[0].isalpha():
                    token = space + name
                    units.append(Unit(token if self.knows(token) else token.split("/")[0], "root", segments.pop(0), None))
                    space = ""
                else:
                    # Before the first symbol of a text there is no space to imply.
                    units.append(Unit((space if units else "") + name, "symbol", segments.pop(0), None))
                    space = ""
        return units

    def ids(self, units: list[Unit]) -> list[int]:
        """The ids of the units, a stem in brackets letter by letter."""
        names: list[str] = []
        for unit in units:
            if unit.kind == "pieces":
                space, _, stem = unit.token.rstrip("]").partition("[")
                names.extend([space + stem[0], *stem[1:]])
            else:
                names.append(unit.token)
        return [self.tokenizer.token_to_id(name) for name in names]

    def reads(self, text: str) -> list[Unit]:
        """What the tokenizer says of a text, with the units of merged tokens."""
        encoding = self.tokenizer.encode_units(text)
        surfaces = [surface.lstrip(" ") for surface in encoding.surfaces]
        return [Unit(*row) for row in zip(encoding.tokens, encoding.kinds, surfaces, encoding.glosses, strict=True)]

    def check(self, example: Example) -> None:
        """Text to units and units to text."""
        units = self.units(example)
        assert in_brackets(self.reads(example.text), units) == units
        self.spells(example)

    def spells(self, example: Example) -> None:
        """Units to text alone, for what cannot be told from something else by its spelling."""
        units = self.units(example)
        assert self.tokenizer.decode(self.ids(units)) == example.text
        assert self.comes_back(example.text)
        if example.wrong is not None:
            assert example.wrong != example.text
            assert [unit.token for unit in in_brackets(self.reads(example.wrong), units)] != [unit.token for unit in units]
            assert self.comes_back(example.wrong)

    def comes_back(self, text: str) -> bool:
        return self.tokenizer.decode(self.tokenizer.encode(text).ids) == text

    def check_verbatim(self, text: str) -> None:
        """No part of `text` is an affix, alone and in a sentence, and all of it comes back."""
        for line in (text, f"Evde {text} yazdı."):
            affixes = [unit.surface for unit in self.reads(line) if unit.kind == "affix"]
            assert affixes == ([] if line == text else ["de", "dı"])
            assert self.comes_back(line)

    def check_letters(self, text: str) -> None:
        """`text` letter by letter, each by the name of its token, spells the text."""
        names = []
        for word in text.split(" "):
            space = "▁"
            for letter in word:
                if letter.isupper():
                    names.append("<title>")
                names.append(space + ("\\" if letter in ESCAPED and not space else "") + SMALL.get(letter, letter.lower()))
                space = ""
        assert self.tokenizer.decode([self.tokenizer.token_to_id(name) for name in names]) == text
        assert self.comes_back(text)


def is_mark(name: str) -> bool:
    return len(name) > 1 and name.startswith("<")


def in_brackets(found: list[Unit], wanted: list[Unit]) -> list[Unit]:
    """`found` with pieces that spell a stem in brackets joined to that stem, so that it can be compared with `wanted`."""
    joined: list[Unit] = []
    rest = list(found)
    for index, unit in enumerate(wanted):
        following = next((later.kind for later in wanted[index:] if later.kind != "mark"), "")
        while following == "pieces" and rest[:1] in ([JOIN], [LOWER]) and rest[:1] != [unit]:
            rest = rest[1:]
        if following == "pieces" and unit == TITLE and rest[:1] != [unit]:
            joined.append(unit)
            continue
        if unit.kind != "pieces":
            joined.extend(rest[:1])
            rest = rest[1:]
            continue
        size = 0
        while size < len(rest) and rest[size].kind not in {"affix", "mark"} and spelled(rest[: size + 1]) in unit.surface:
            size += 1
        joined.extend([unit] if spelled(rest[:size]) == unit.surface else rest[:size])
        rest = rest[size:]
    return joined + rest


def spelled(units: list[Unit]) -> str:
    return "".join(unit.surface for unit in units)


@pytest.fixture(scope="session")
def turkish() -> Turkish:
    """The bundled tokenizer of Turkish."""
    return Turkish(morfem.load("tr-mft"))
