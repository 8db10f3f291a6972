"""MFT in plain Python: the fifth rung of the ladder. New here: a grammar, so that an affix has one id for all its spellings.

A Finnish or Turkish word is a root and affixes whose letters follow the word: talo+ssa, kylä+ssä. MFT (Bayram et al. 2025) has one token
for both. So the decoder must spell: `realise` turns units into letters, by the tables of a language pack. The encoder is *analysis by
synthesis*: it spells every affix that may follow with the same function, and goes on if the word has these letters. Of several analyses it
takes the most probable, as `best_split` of `unigram.py` does: the best path to each node of a lattice. A node is all that the rest of the
word depends on.

What it has: encoding and decoding of words that the grammar knows, small or with a first capital, separated by single spaces, with the ids
of a tokenizer of kind `mft`; its folder gives the pack and the probabilities. What it leaves out: training, subwords for all other text,
unknown stems, apostrophes, words in capitals, and rules of spelling that the pack `tests/packs/finnish` lacks. Needs Python 3.11.

    morfem train mft tests/packs/finnish/sentences.txt --pack tests/packs/finnish --vocab-size 499 -o fi-small
    python docs/learn/mft.py fi-small talossani kylässäkin
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import tomllib
from splinter import rows


@dataclass(frozen=True)
class Unit:
    """A root or an affix. `last` is what stands for it in the probabilities: the gloss of an affix, or @ and the class of a root."""

    last: str
    token: str
    features: frozenset[str]
    forms: tuple[tuple[str, str, str], ...]  # letters; the feature that the unit before must have; the feature that the next must have


def forms(cell: str) -> tuple[tuple[str, str, str], ...]:
    """The forms of `V>possessive~hVn<long~Vn`: a form after `<` a feature of the unit before, `>` a feature of the next one."""
    parts = [re.split("([<>])", part) for part in cell.split("~")]
    return tuple((part[0], part[2] if "<" in part else "", part[2] if ">" in part else "") for part in parts)


def table(file: Path) -> list[list[str]]:
    """The cells of a table, without comments."""
    return [line.split("\t") for line in file.read_text("utf-8").splitlines() if line and line[0] != "#"][1:]


class Grammar:
    """The tables of a language pack: how units are spelled, and which may follow which."""

    def __init__(self, folder: Path, ids: dict[str, int]) -> None:
        sounds = tomllib.loads((folder / "phonology.toml").read_text("utf-8"))
        self.vowels, self.archiphonemes, self.initial, flags = sounds["vowels"], sounds["harmony"], sounds["initial"], sounds["flags"]
        tokens = iter(token for token in ids if token.startswith("+"))  # in the order of affixes.tsv
        affixes = table(folder / "affixes.tsv")
        self.affixes = {row[0]: Unit(row[0], next(tokens), frozenset(row[3].split()), forms(row[1])) for row in affixes}
        self.roots = []
        for lemma, kind, names, stems, _, _ in table(folder / "lexicon.tsv"):
            features = frozenset(flags[name]["feature"] for name in names.split() if "feature" in flags[name])
            is_name = any("capital" in flags[name] for name in names.split())
            token = "▁" + (lemma.capitalize() if is_name else lemma)
            self.roots.append(Unit("@" + kind, token, features, forms("~".join([*stems.split(), lemma]))))
        self.steps: dict[str, list[tuple[str, str]]] = {}  # what a state accepts, each with the next state; `.` is the end of the word
        for state, accepted, to in reversed(table(folder / "morphotactics.tsv")):
            steps = [step for what in accepted.split() for step in (self.steps[to] if what == "=" else [(what, to)])]
            self.steps[state] = steps + self.steps.get(state, [])

    def realise(self, units: tuple[Unit, ...]) -> list[tuple[str, str]]:
        """The letters of the word up to the end of each unit, and the harmony there. A unit's neighbours choose its form."""
        *_, (lemma, _, _) = units[0].forms
        word, harmony, places = "", self.harmony(self.initial, lemma), list[tuple[str, str]]()
        for at, unit in enumerate(units):
            before, after = (units[at - 1].features if at else set()), (units[at + 1].features if at + 1 < len(units) else set())
            asked = [form for form in unit.forms if form[1] in before] or [form for form in unit.forms if not form[1]]
            letters = next((form[0] for form in asked if form[2] in after), None) or next(form[0] for form in asked if not form[2])
            for letter in letters:
                word += self.archiphonemes[letter][harmony] if letter in self.archiphonemes else letter
                harmony = self.harmony(harmony, word[-1])
            places.append((word, harmony))
        return places

    def spell(self, units: tuple[Unit, ...]) -> str:
        """The word of these units."""
        return self.realise(units)[-1][0]

    def harmony(self, harmony: str, text: str) -> str:
        """The harmony behind a text: that of its last vowel that has one."""
        own = [self.vowels[letter] for letter in text if self.vowels.get(letter, "neutral") != "neutral"]
        return own[-1] if own else harmony


class Mft:
    """The words of a language, by a folder with the vocabulary, the pack and the probabilities."""

    def __init__(self, folder: Path) -> None:
        self.ids = {token: id for id, (token, *_) in enumerate(rows(folder / "vocabulary.tsv"))}
        self.tokens = list(self.ids)
        self.grammar = Grammar(folder, self.ids)
        self.scores = {(last, what): float(score) for last, what, score in rows(folder / "scores.tsv")}
        self.units = {unit.token: unit for unit in [*self.grammar.affixes.values(), *self.grammar.roots]}

    def analyse(self, word: str) -> tuple[Unit, ...]:
        """The root and the affixes of a word, the most probable ones. Empty if there are none."""
        # By the letters before the last unit, whose form the next unit decides: the best path to each node.
        lattice: list[dict[object, tuple[float, str, tuple[Unit, ...]]]] = [{} for _ in word]
        ends: list[tuple[float, tuple[Unit, ...]]] = [(float("-inf"), ())]
        for row, root in enumerate(self.grammar.roots):
            if any(word.startswith(letters) for letters, _, _ in root.forms):
                for state in [state for what, state in self.grammar.steps["start"] if what == root.last]:
                    lattice[0][state, root] = self.scores["", str(row)], state, (root,)
        for here in lattice:
            for score, state, path in here.values():
                for what, to in self.grammar.steps[state]:
                    total = score + self.scores.get((path[-1].last, what), self.scores[path[-1].last, "*"])
                    if what == ".":
                        ends += [(total, path)] * (self.grammar.spell(path) == word)
                        continue
                    longer = (*path, self.grammar.affixes[what])
                    known, harmony = self.grammar.realise(longer)[-2]
                    if len(known) < len(word) and word.startswith(known):
                        node, total = (to, longer[-2:], harmony), total + self.scores["", "bonus"]
                        if total > lattice[len(known)].get(node, ends[0])[0]:
                            lattice[len(known)][node] = total, to, longer
        return max(ends, key=lambda end: end[0])[1]

    def encode(self, text: str) -> list[int]:
        """The ids of words that the grammar knows."""
        ids = []
        for word in text.split(" "):
            units = self.analyse(word.lower())
            if not units:
                raise ValueError(f"{word!r} has no analysis")
            if word[0].isupper() != units[0].token[1].isupper():
                ids.append(self.ids["<title>" if word[0].isupper() else "<lower>"])
            ids += [self.ids[unit.token] for unit in units]
        return ids

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids."""
        words, tokens = [], " ".join(self.tokens[id] for id in ids)
        for mark, word in re.findall("(<title>|<lower>)? ?(▁[^▁<]*)", tokens):
            small = self.grammar.spell(tuple(self.units[token] for token in word.split()))
            words.append(small.capitalize() if mark == "<title>" or (not mark and word[1].isupper()) else small)
        return " ".join(words)


if __name__ == "__main__":
    tokenizer = Mft(Path(sys.argv[1]))
    for word in sys.argv[2:]:
        print(word, "->", [unit.token for unit in tokenizer.analyse(word)])
