"""The grammar of a language pack, for the tools that make lexicons: whether a stem and affixes spell a word.

A slow and simple second implementation beside the one in Rust. A word is matched from left to right. The state of the match is
the state of the morphotactics, the harmony of the last vowel, the last sound, the features of the last unit, and a condition on the next
unit: a form with a condition requires it, and a form without one requires that no condition of the other forms holds.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tomllib

LICENCE = "takes_"  # how the flags begin that let a root take an affix
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
    host: str
    makes: str
    features: frozenset[str]

    @property
    def licence(self) -> str:
        """The flag that a root must have to take this affix, if not every root does."""
        asked = {form.after for form in self.forms}
        return min(asked) if all(name.startswith(LICENCE) for name in asked) else ""


class Stem(NamedTuple):
    """A form of a root with what it leaves and asks for."""

    surface: str
    harmony: str
    last: str
    features: frozenset[str]
    asks: Condition
    shuns: tuple[Condition, ...]


class Place(NamedTuple):
    """Where a match stands."""

    state: str
    at: int
    harmony: str
    last: str
    features: frozenset[str]
    asks: Condition
    shuns: tuple[Condition, ...]


def table(path: Path, columns: Iterable[str]) -> list[list[str]]:
    """The rows of a table of the pack, after the one that names the columns."""
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n") if line and not line.startswith("#")]
    if not rows or rows[0] != list(columns):
        raise SystemExit(f"{path}: the first row names the columns, {', '.join(columns)}")
    return rows[1:]


class Arc(NamedTuple):
    """An affix in one of its forms, as it is spelt at some place."""

    affix: Affix
    target: str
    surface: str
    asks: Condition
    shuns: tuple[Condition, ...]

    def satisfies(self, condition: Condition, grammar: "Grammar") -> bool:
        """Whether this is what a form before it asks."""
        return self.surface[0] in grammar.vowels if condition == "vowel" else condition in self.affix.features


class Grammar:
    """The tables of the pack in `folder`."""

    def __init__(self, folder: Path) -> None:
        sounds = tomllib.loads((folder / "phonology.toml").read_text("utf-8"))
        self.vowels: dict[str, str] = sounds["vowels"]
        self.voiceless: str = sounds["sounds"]["voiceless"]
        self.harmony: dict[str, dict[str, str]] = sounds["harmony"]
        self.assimilation: dict[str, dict[str, str]] = sounds["assimilation"]
        self.softening: dict[str, dict[str, str]] = sounds["softening"]
        self.flags: dict[str, dict[str, object]] = sounds["flags"]
        self.affixes = {
            gloss: Affix(gloss, tuple(self.forms(forms)), kind.split(">")[0], kind.split(">")[1], frozenset(features.split()))
            for gloss, forms, kind, features in table(folder / "affixes.tsv", ("gloss", "form", "class", "features"))
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
        self.arcs = cache(self._arcs)

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

    def harmony_of(self, text: str, before: str = "back") -> str:
        """The harmony of the last vowel of a text."""
        return next((self.vowels[letter] for letter in reversed(text) if letter in self.vowels), before)

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

    def stems(self, lemma: str, flags: Iterable[str], stems: str, reading: str) -> list[Stem]:
        """The forms of a root: those with a condition first, its lemma last."""
        own = [(surface, condition) for surface, condition in (stem.split(">") for stem in stems.split())]
        shortened = set()
        features: set[str] = set()
        harmony = self.harmony_of(reading or lemma)
        is_fixed = bool(reading)
        for name in flags:
            if name not in self.flags:
                raise SystemExit(f"phonology.toml has no flag {name!r}, which {lemma!r} has; there are {', '.join(self.flags)}")
            flag = self.flags[name]
            if "feature" in flag:
                features.add(str(flag["feature"]))
            if isinstance(flag.get("harmony"), dict) and harmony in flag["harmony"]:  # type: ignore[operator]
                harmony, is_fixed = flag["harmony"][harmony], True  # type: ignore[index]
            if "change" in flag:
                own.append((self.changed(lemma, str(flag["change"]), flag.get("letters", {})), str(flag["before"])))  # type: ignore[arg-type]
                if flag["change"] == "drop_last_vowel":
                    shortened.add(own[-1][0])
        conditions = tuple(condition for _, condition in own)
        found = []
        for index, (surface, asks) in enumerate([*own, (lemma, "")]):
            # A stem without its last vowel leaves the harmony of that: hacm+i of hacim. Others leave their own: oyn+uyor, ban+a.
            left = harmony if is_fixed or surface in shortened else self.harmony_of(surface, harmony)
            found.append(Stem(surface, left, (reading or surface)[-1], frozenset(features), asks, conditions[:index]))
        return found

    def derived(self, stems: Iterable[Stem], affix: Affix) -> Iterator[str]:
        """What a root and one affix spell, whether the root is known to take the affix or not."""
        for stem in stems:
            asked = [form for form in affix.forms if form.after in stem.features]
            for form in asked or [form for form in affix.forms if not form.after or form.after == affix.licence]:
                surface = self.spelt(form.letters, stem.harmony, stem.last)
                arc = Arc(affix, "", surface, form.before, ())
                is_asked = not stem.asks or arc.satisfies(stem.asks, self)
                if surface and not form.before and is_asked and not any(arc.satisfies(condition, self) for condition in stem.shuns):
                    yield stem.surface + surface

    def changed(self, lemma: str, change: str, letters: dict[str, str]) -> str:
        """The stem that a flag makes of a lemma."""
        last = letters.get(lemma[-1], lemma[-1])
        if change == "last":
            return lemma[:-1] + last
        if change == "drop_last":
            return lemma[:-1]
        if change == "double_last":
            return lemma[:-1] + last * 2
        at = max(index for index, letter in enumerate(lemma[:-1]) if letter in self.vowels)
        return lemma[:at] + lemma[at + 1 : -1] + last

    def is_word(self, word: str, stem: Stem, states: Iterable[str], made: frozenset[str] | None = None) -> bool:
        """Whether the stem and affixes spell the word; if `made` is given, affixes that make what is in it, none at all only if "" is."""
        waiting = [Place(state, len(stem.surface), stem.harmony, stem.last, stem.features, stem.asks, stem.shuns) for state in states]
        seen = set(waiting)
        for place in waiting:
            if place.at == len(word):
                if self.reachable(place.state)[1] and not place.asks and (made is None or "" in made or place.at > len(stem.surface)):
                    return True
                continue
            arcs = self.arcs(place.state, place.harmony, place.last, place.features)
            for arc in arcs.get(word[place.at], ()):
                if not word.startswith(arc.surface, place.at) or (made is not None and arc.affix.makes not in made):
                    continue
                if (place.asks and not arc.satisfies(place.asks, self)) or any(arc.satisfies(condition, self) for condition in place.shuns):
                    continue
                at = place.at + len(arc.surface)
                following = Place(
                    arc.target, at, self.harmony_of(arc.surface, place.harmony), arc.surface[-1], arc.affix.features, arc.asks, arc.shuns
                )
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return False

    def _arcs(self, state: str, harmony: str, last: str, features: frozenset[str]) -> dict[str, list[Arc]]:
        """What may follow at a place, by its first letter."""
        found: dict[str, list[Arc]] = {}
        for affix, target in self.reachable(state)[0]:
            asked = [form for form in affix.forms if form.after in features]
            shuns: tuple[Condition, ...] = ()
            for form in asked or [form for form in affix.forms if not form.after]:
                surface = self.spelt(form.letters, harmony, last)
                if surface:
                    found.setdefault(surface[0], []).append(Arc(affix, target, surface, form.before, shuns))
                if form.before:
                    shuns = (*shuns, form.before)
        return found
