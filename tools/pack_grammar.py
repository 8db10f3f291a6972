"""The affixes of a language pack, for the tables and experiments about them: how a form is spelt, and what may follow what.

Slow and simple, beside the implementation in Rust.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

Condition = str  # "vowel", or a feature of the next affix


class Form(NamedTuple):
    """One form of a unit: its letters, what the unit before has to have, and what the next one has to be."""

    letters: str
    after: str = ""
    before: Condition = ""


class Affix(NamedTuple):
    """A row of the affix table."""

    gloss: str
    forms: tuple[Form, ...]
    makes: str


def table(path: Path, columns: Iterable[str]) -> list[list[str]]:
    """The rows of a table of the pack, after the one that names the columns."""
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n") if line and not line.startswith("#")]
    if not rows or rows[0] != list(columns):
        raise SystemExit(f"{path}: the first row names the columns, {', '.join(columns)}")
    return rows[1:]


class Grammar:
    """The tables of the pack in `folder`."""

    def __init__(self, folder: Path) -> None:
        import tomllib  # Python 3.11; `table` works without it

        sounds = tomllib.loads((folder / "phonology.toml").read_text("utf-8"))
        self.vowels: dict[str, str] = sounds["vowels"]
        self.voiceless: str = sounds["sounds"]["voiceless"]
        self.harmony: dict[str, dict[str, str]] = sounds["harmony"]
        self.assimilation: dict[str, dict[str, str]] = sounds["assimilation"]
        self.softening: dict[str, dict[str, str]] = sounds["softening"]
        self.affixes = {
            gloss: Affix(gloss, tuple(self.forms(forms)), kind.split(">")[1])
            for gloss, forms, kind, _ in table(folder / "affixes.tsv", ("gloss", "form", "class", "features"))
        }
        self.steps: dict[str, list[tuple[str, str]]] = {}
        self.classes: dict[str, list[str]] = {}
        for state, accepts, target in table(folder / "morphotactics.tsv", ("state", "accepts", "next")):
            for what in accepts.split():
                if what.startswith("@"):
                    self.classes.setdefault(what[1:], []).append(target)
                else:
                    self.steps.setdefault(state, []).append((what, target))
        self.reachable = cache(self._reachable)
        self.spelt = cache(self._spelt)

    def forms(self, cell: str) -> Iterator[Form]:
        """The forms of an affix; one with a softening letter is two, the one before a vowel first."""
        for part in cell.split("~"):
            letters, mark, condition = re.fullmatch(r"([^<>]*)([<>]?)(.*)", part).groups()  # type: ignore[union-attr]
            after, before = (condition, "") if mark == "<" else ("", condition)
            if set(letters) & set(self.softening):
                yield Form(self.replaced(letters, "vowel"), after, "vowel")
            yield Form(self.replaced(letters, "other"), after, before)

    def replaced(self, letters: str, choice: str) -> str:
        """The letters with their softening letters decided."""
        return "".join(self.softening[letter][choice] if letter in self.softening else letter for letter in letters)

    def _spelt(self, letters: str, harmony: str, last: str) -> str:
        """The surface of a form after a vowel of some harmony and the letter `last`."""
        surface = ""
        for symbol in re.findall(r"\(.\)|.", letters):
            letter = symbol.strip("()")
            if letter in self.harmony:
                letter = self.harmony[letter][harmony]
            elif letter in self.assimilation:
                letter = self.assimilation[letter]["voiceless" if last in self.voiceless else "other"]
            if symbol[0] == "(" and (letter in self.vowels) == (last in self.vowels):
                continue
            surface += letter
            harmony, last = self.vowels.get(letter, harmony), letter
        return surface

    def _reachable(self, state: str) -> tuple[tuple[tuple[Affix, str], ...], bool]:
        """The affixes that a state accepts, also by ways without an affix, and whether a word may end there."""
        found: list[tuple[Affix, str]] = []
        is_end = False
        waiting = [state]
        for at in waiting:
            for what, target in self.steps.get(at, []):
                if what == ".":
                    is_end = True
                elif what == "=":
                    waiting.append(target)
                elif what != "'":  # no word of the lexicon has an apostrophe
                    found.append((self.affixes[what], target))
        return tuple(found), is_end
