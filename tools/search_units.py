"""Learn the unit model of Korean search terms from running text.

    python -m tools.search_units CORPUS... [--without QUESTIONS.jsonl]

writes python/morfem/languages/ko/units.tsv. docs/search-korean.md explains the model and the tables that are written by hand. The rest is
counted in running text; no analyser and no annotated data is used. The words are runs of Hangul; lines that share six words in a row with a
paragraph of QUESTIONS, on which search is measured, are left out.

1. The chains of particles and endings are made from the tables, each with the kinds of last syllables that it follows.
2. Each frequent word is written in all ways as a stem and a chain. Candidates for nouns and verbs are the stems that several chains
   follow, and the first parts of compounds.
3. Expectation maximization gives each unit and each chain its probability. Every word counts once, because a model of running text
   keeps frequent compounds whole. The least used units are left out step by step.
"""

import argparse
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.pack_grammar import table as rows_of

FOLDER = Path(__file__).parents[1] / "python" / "morfem" / "languages" / "ko"
UNITS = FOLDER / "units.tsv"
HANGUL = re.compile(r"[가-힣]+")
SHARED_WORDS = 6
# Words that are rarer, and longer words and stems, are left out of the training.
LEAST_COUNT, LONGEST_WORD, LONGEST_STEM = 3, 12, 10
# Most syllables of a noun, a verb, and the first part of a compound.
LONGEST_NOUN, LONGEST_VERB, LONGEST_FIRST = 6, 4, 4
SIZE = 20_000  # units
# In how many compounds the first part of a compound must be.
PARTNERS = 10
# Probability of a word that is a chain without a stem; crates/morfem/src/search/unit_model.rs has its logarithm.
NO_STEM = math.exp(-1)

# Costs in nats of an irregular verb and of an honorific chain that the corpus does not have: those of the rarest units and chains. The last
# one is that of an ending with a verb behind it without a space, as in 할수있다.
RARE_VERB, RARE_CHAIN, JOINED = 9.5, 14.0, 9.0
LONGEST_HONORIFIC = 5
# The first syllables of endings that depend on the vowel of the stem.
HARMONY = str.maketrans("아았어었", "어었아았")
HONORIFIC = ("시", "으시", "셨", "으셨", "십", "으십", "세", "으세", "실", "으실", "신", "으신")

# Kinds of last syllables of a stem, as bits; units.rs has the same.
OPEN_BRIGHT, OPEN_DARK, L_BRIGHT, L_DARK, CLOSED_BRIGHT, CLOSED_DARK, HA = (1 << bit for bit in range(7))
AFTER = {
    "any": 127,
    "open": OPEN_BRIGHT | OPEN_DARK | HA,
    "l": L_BRIGHT | L_DARK,
    "closed": CLOSED_BRIGHT | CLOSED_DARK,
    "bright": OPEN_BRIGHT | L_BRIGHT | CLOSED_BRIGHT,
    "dark": OPEN_DARK | L_DARK | CLOSED_DARK,
    "ha": HA,
}
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
CODAS = {"ㄴ": 4, "ㄹ": 8, "ㅁ": 16, "ㅂ": 17}
CONSONANTS = {number: letter for letter, number in CODAS.items()}
L, PAST, HIEUH = 8, 20, 27
NONE = 11
Chains = dict[str, int]
Way = tuple[str, str, bool]
Slots = dict[str, list[tuple[str, int]]]


def taken_apart(syllable: str) -> tuple[int, int, int]:
    """The numbers of the first consonant, the vowel and the last consonant."""
    number = ord(syllable) - 0xAC00
    return number // 588, number // 28 % 21, number % 28


def together(first: int, vowel: int) -> str:
    """An open syllable."""
    return chr(0xAC00 + (first * 21 + vowel) * 28)


def kind(stem: str) -> int:
    """The kind of the last syllable."""
    _, vowel, coda = taken_apart(stem[-1])
    if stem[-1] == "하":
        return HA
    is_bright = VOWELS[vowel] in "ㅏㅑㅗ"
    if coda == 0:
        return OPEN_BRIGHT if is_bright else OPEN_DARK
    if coda == L:
        return L_BRIGHT if is_bright else L_DARK
    return CLOSED_BRIGHT if is_bright else CLOSED_DARK


def slots() -> Slots:
    """The forms of each slot of both tables, with the kinds of last syllables that they follow."""
    found: Slots = defaultdict(list)
    for name in ("endings.tsv", "unit_rules.tsv"):
        for slot, form, after, _ in rows_of(FOLDER / name, ("slot", "form", "after", "meaning")):
            found[slot].append((form, sum(AFTER[kind] for kind in after.split(","))))
    return found


def extended(chains: Chains, forms: Iterable[tuple[str, int]], *, is_optional: bool = True) -> Chains:
    """Each chain with each form behind it that may follow it, and without a form if the slot is optional.

    Behind the tense 았 an ending has 어, as behind 었: 받았어요.
    """
    found = dict(chains) if is_optional else {}
    for chain, first_after in chains.items():
        for form, after in forms:
            if chain and (chain[-1] in CODAS or not kind(chain.replace("았", "었")) & after):
                continue
            written = chain + form
            if chain and form[0] in CODAS:
                written = chain[:-1] + chr(ord(chain[-1]) + CODAS[form[0]]) + form[1:]
            found[written] = found.get(written, 0) | (first_after if chain else after)
    return found


def union(*all_chains: Chains) -> Chains:
    """All chains, also those with 시었 and 지어 in one syllable."""
    found: Chains = {}
    for chains in all_chains:
        for chain, after in chains.items():
            merged = (chain.replace(long, short) for long, short in (("시었", "셨"), ("시어", "셔"), ("지었", "졌"), ("지어", "져")))
            for written in {chain, *merged}:
                found[written] = found.get(written, 0) | after
    return found


def grammar(slot: Slots) -> tuple[Chains, Chains]:
    """The chains that follow a noun, and those that follow a verb."""
    start: Chains = {"": AFTER["any"]}
    closing = [*slot["final"], *slot["adnominal"]]
    particles = extended(extended(extended(start, slot["derivation"]), slot["case"]), slot["mark"])
    nouns = extended(extended(start, slot["derivation"]), slot["case before copula"])
    being = extended(extended(nouns, slot["copula"], is_optional=False), slot["honorific"])
    being = extended(being, slot["tense of copula"])
    being = extended(being, [*closing, *slot["nominal"]], is_optional=False)
    before = extended(extended(extended(start, slot["auxiliary"]), slot["honorific"]), slot["tense"])
    nominal = extended(extended(extended(before, slot["nominal"], is_optional=False), slot["case after nominal"]), slot["mark"])
    return union(particles, being, extended(nouns, slot["short copula"], is_optional=False)), union(
        extended(before, closing, is_optional=False), nominal
    )


class Merger(NamedTuple):
    """How the last syllable of a stem and the first one of an ending are written as one."""

    written: str
    stem: str
    ending: str
    where: str

    def stem_of(self, syllable: str) -> str | None:
        """The last syllable of the stem, if `syllable` is written by this merger."""
        (first, *rest), (own, *written) = taken_apart(syllable), taken_apart(self.written)
        is_there = {"any": True, "consonant": first != NONE, "this": first == own}[self.where]
        _, vowel, coda = taken_apart(self.stem)
        return chr(ord(together(first, vowel)) + coda) if is_there and rest == written else None


def mergers() -> list[Merger]:
    """The rows of the table."""
    return [Merger(*row) for row in rows_of(FOLDER / "mergers.tsv", Merger._fields)]


def by_hand() -> list[str]:
    """The rows of the table of irregular verbs and other words, with costs."""
    rows = rows_of(FOLDER / "words.tsv", ("kind", "text", "value", "meaning"))
    cells = dict.fromkeys(("noun", "whole", "surname"), ("", "{}")) | dict.fromkeys(("class", "auxiliary"), ("{}", "0"))
    cells |= {"irregular": ("{}", f"{RARE_VERB}"), "second": ("", "0")}
    lines = ["\t".join((kind, text, *(cell.format(value) for cell in cells[kind]))) for kind, text, value, _ in rows if kind != "joined"]
    joined = [(text, *value.split()) for kind, text, value, _ in rows if kind == "joined"]
    return lines + [f"ending\t{text}{final}\t{AFTER[after]}\t{JOINED}" for text, after, *finals in joined for final in finals]


class Stems:
    """What the tables say of stems: verbs that make a verb of a noun, and what no stem of several syllables ends in."""

    def __init__(self, slot: Slots) -> None:
        def forms(*names: str) -> tuple[str, ...]:
            return tuple(form for name in names for form, _ in slot[name])

        self.makes_verbs = forms("makes verb")
        self.light = forms("makes verb", "light verb")
        self.ends_none = forms("ends no stem")
        self.ends_no_verb = forms("ends no verb")
        self.ends_no_part = forms("ends no part")
        self.with_eu = forms("stem with 으")
        self.after_verbs = forms("after verbs only")

    def never(self, stem: str) -> bool:
        """Whether no stem ends so."""
        is_past = taken_apart(stem[-1])[2] == PAST and stem[-1] != "있"
        return is_past or stem.endswith(self.ends_none) or (stem[-1] == "으" and stem not in self.with_eu)


class Splitter:
    """Writes words as stems and chains."""

    def __init__(self, particles: Chains, endings: Chains) -> None:
        self.particles, self.endings = particles, endings
        # Stems in ㅎ are in words.tsv. To look for others would make 보낳 of 보냈다.
        self.mergers = [merger for merger in mergers() if taken_apart(merger.stem)[2] != HIEUH]
        self.longest = min(LONGEST_STEM, max(map(len, [*particles, *endings])))

    def ways(self, word: str) -> Iterator[Way]:
        """All pairs of a stem and a chain, and whether the stem is a verb."""
        for start in range(max(0, len(word) - self.longest), len(word) + 1):
            stem, chain = word[:start], word[start:]
            last = kind(stem) if stem else AFTER["any"]
            if self.particles.get(chain, 0) & last:
                yield stem, chain, False
            if stem and self.endings.get(chain, 0) & last:
                yield stem, chain, True
            if stem:
                yield from self._inside(stem, chain)

    def _inside(self, stem: str, rest: str) -> Iterator[Way]:
        """The chains that begin in the last syllable of the stem."""
        first, vowel, coda = taken_apart(stem[-1])
        chain = CONSONANTS.get(coda, " ") + rest
        if chain in self.endings:
            yield stem[:-1] + together(first, vowel), chain, True
        for merger in self.mergers:
            last = merger.stem_of(stem[-1])
            if last is not None and merger.ending + rest in self.endings:
                yield stem[:-1] + last, merger.ending + rest, True


class Ways(NamedTuple):
    """All ways to write the words: the numbers of word, stem and chain, and whether the stem is a verb."""

    stems: list[str]
    chains: list[tuple[str, bool]]
    word: np.ndarray
    stem: np.ndarray
    chain: np.ndarray
    is_verb: np.ndarray


def all_ways(words: Iterable[str], splitter: Splitter) -> Ways:
    stems: dict[str, int] = {}
    chains: dict[tuple[str, bool], int] = {}
    rows = []
    for number, word in enumerate(words):
        for stem, chain, is_verb in splitter.ways(word):
            if len(stem) <= LONGEST_STEM:
                rows.append((number, stems.setdefault(stem, len(stems)), chains.setdefault((chain, is_verb), len(chains)), is_verb))
    word, stem, chain, verb = np.array(rows, np.int32).T
    return Ways(list(stems), list(chains), word, stem, chain, verb.astype(bool))


class Candidates:
    """Which stems may be units: those that several chains follow, unless they are a better known stem and a chain themselves."""

    def __init__(self, ways: Ways, splitter: Splitter, table: Stems) -> None:
        self.stems, self.splitter, self.table = ways.stems, splitter, table
        self.number = {stem: number for number, stem in enumerate(ways.stems)}
        has_chain = np.array([chain != "" for chain, _ in ways.chains])[ways.chain]
        joins = np.array([chain[:1] in CODAS for chain, _ in ways.chains])[ways.chain]
        of_verb = np.array([chain in table.after_verbs for chain, _ in ways.chains])[ways.chain]

        def per_stem(chosen: np.ndarray) -> np.ndarray:
            return np.bincount(ways.stem[chosen], minlength=len(ways.stems))

        self.noun_words = per_stem(~ways.is_verb)
        self.noun_chains = per_stem(~ways.is_verb & has_chain)
        self.verb_chains = per_stem(ways.is_verb)
        self.whole_chains = per_stem(ways.is_verb & ~joins)
        self.verbal_chains = per_stem(ways.is_verb & of_verb)

    def _is_derived(self, number: int, chains: np.ndarray, words: np.ndarray) -> bool:
        """Whether the stem is another one, which more chains follow, with a chain."""
        for rest, chain, is_verb in self.splitter.ways(self.stems[number]):
            other = self.number.get(rest) if chain and len(rest) >= 2 else None
            if other is not None:
                its_chains, its_words = (self.verb_chains, self.verb_chains) if is_verb else (self.noun_chains, self.noun_words)
                if its_chains[other] >= max(3, chains[number] + 1) and its_words[other] > words[number]:
                    return True
        return False

    def _has_light_verb(self, stem: str) -> bool:
        ends = (stem[: -len(light)] for light in self.table.light if stem.endswith(light) and len(stem) - len(light) >= 2)
        return any(self.noun_chains[self.number[rest]] >= 3 for rest in ends if rest in self.number)

    def _is_noun(self, number: int) -> bool:
        stem = self.stems[number]
        if not 1 <= len(stem) <= LONGEST_NOUN or self._has_light_verb(stem):
            return False
        enough = self.noun_chains[number] >= 2 and not self._is_derived(number, self.noun_chains, self.noun_words)
        return len(stem) == 1 or (enough and not self.table.never(stem))

    def _is_verb(self, number: int) -> bool:
        stem = self.stems[number]
        is_long = len(stem) > 1
        if not 1 <= len(stem) <= LONGEST_VERB or self.verb_chains[number] < 3 or self.whole_chains[number] < 2 or self.table.never(stem):
            return False
        if self._has_light_verb(stem) or (is_long and self._is_derived(number, self.verb_chains, self.verb_chains)):
            return False
        is_copula = stem[-1] == "이" and self.verbal_chains[number] < 3
        return not (is_long and (is_copula or stem[-1] in self.table.ends_no_verb))

    def found(self) -> tuple[set[str], set[str]]:
        """Nouns and verbs."""
        numbers = range(len(self.stems))
        nouns = {self.stems[number] for number in numbers if self._is_noun(number)}
        verbs = {self.stems[number] for number in numbers if self._is_verb(number)}
        nouns |= self._first_parts(nouns, verbs)
        made = {verb for verb in verbs for light in self.table.makes_verbs if verb.endswith(light) and len(verb) - len(light) >= 2}
        nouns |= {verb[: -len(light)] for verb in made for light in self.table.makes_verbs if verb.endswith(light)}
        return {noun for noun in nouns if not noun.endswith(self.table.ends_none)}, verbs - made

    def _first_parts(self, nouns: set[str], verbs: set[str]) -> set[str]:
        """Nouns such as 국제, which stand before other nouns and seldom before a particle."""
        long = {noun for noun in nouns if len(noun) > 1}
        partners: Counter[str] = Counter()
        for number in np.flatnonzero(self.noun_words):
            stem = self.stems[number]
            partners.update(stem[:end] for end in range(2, min(LONGEST_FIRST, len(stem) - 2) + 1) if stem[end:] in long)
        return {
            part
            for part, count in partners.items()
            if count >= PARTNERS and part not in long and not self.table.never(part) and not self._ends(part, long, verbs)
        }

    def _ends(self, part: str, nouns: set[str], verbs: set[str]) -> bool:
        """Whether the part has a particle or an ending."""
        for stem, chain, is_verb in self.splitter.ways(part):
            if chain and (stem in verbs if is_verb else len(chain) > 1 or chain in self.table.ends_no_part or stem in nouns):
                return True
        return False


class Model:
    """Probabilities of nouns, verbs and chains. An arc is a part of a stem that may be a unit."""

    def __init__(self, ways: Ways, nouns: Collection[str], verbs: Collection[str]) -> None:
        self.ways = ways
        syllables = set("".join(ways.stems))
        self.units = sorted(syllables | set(nouns) | set(verbs))
        number = {unit: place for place, unit in enumerate(self.units)}
        per_word = np.bincount(ways.word)
        share = 1.0 / per_word[ways.word]
        own = np.array([number.get(stem, -1) for stem in ways.stems])
        self.unit = np.zeros((2, len(self.units)))
        for is_verb, allowed in ((0, syllables | set(nouns)), (1, set(verbs))):
            counts = np.bincount(ways.stem, share * (ways.is_verb == is_verb), len(ways.stems))
            np.add.at(self.unit[is_verb], own[own >= 0], counts[own >= 0])
            self.unit[is_verb] += 1 - is_verb
            self.unit[is_verb] *= [unit in allowed for unit in self.units]
        self.unit /= self.unit.sum(axis=1, keepdims=True)
        chains = np.bincount(ways.chain, share, len(ways.chains))
        self.chain = chains / chains.sum()
        self.uses = self.unit.sum(axis=0)
        self._find_arcs()

    def _find_arcs(self) -> None:
        """The stems by length, and for each of their parts the number of the unit, or that of no unit."""
        number = {unit: place for place, unit in enumerate(self.units)}
        self.groups = []
        by_length: dict[int, list[int]] = defaultdict(list)
        for place, stem in enumerate(self.ways.stems):
            by_length[len(stem)].append(place)
        for length, places in sorted(by_length.items()):
            arcs = [(start, end) for end in range(1, length + 1) for start in range(max(0, end - LONGEST_NOUN), end)]
            found = [[number.get(self.ways.stems[place][start:end], len(self.units)) for start, end in arcs] for place in places]
            self.groups.append((length, np.array(places), arcs, np.array(found, np.int32).reshape(len(places), len(arcs))))

    def step(self) -> None:
        """One step of expectation maximization."""
        ways = self.ways
        noun, verb = (np.append(row, 0.0) for row in self.unit)
        total = np.zeros((2, len(ways.stems)))
        before = []
        for length, places, arcs, found in self.groups:
            reached = [np.ones(len(places)), *(np.zeros(len(places)) for _ in range(length))]
            as_verb = np.zeros(len(places))
            for column, (start, end) in enumerate(arcs):
                reached[end] = reached[end] + reached[start] * noun[found[:, column]]
                if end == length:
                    as_verb += reached[start] * verb[found[:, column]]
            total[0, places] = reached[length] if length else NO_STEM
            total[1, places] = as_verb
            before.append(reached)
        way = total[ways.is_verb.astype(int), ways.stem] * self.chain[ways.chain]
        of_word = np.bincount(ways.word, way)
        way /= np.maximum(of_word, 1e-300)[ways.word]
        self.chain = np.bincount(ways.chain, way, len(ways.chains)) / way.sum()
        weight = np.array([np.bincount(ways.stem, way * (ways.is_verb == is_verb), len(ways.stems)) for is_verb in (0, 1)])
        self._count(weight / np.maximum(total, 1e-300), noun, verb, before)

    def _count(self, weight: np.ndarray, noun: np.ndarray, verb: np.ndarray, before: list[list[np.ndarray]]) -> None:
        counts = np.zeros((2, len(self.units) + 1))
        for (length, places, arcs, found), reached in zip(self.groups, before, strict=True):
            after = [np.zeros(len(places)) for _ in range(length)] + [weight[0, places]]
            for column in range(len(arcs) - 1, -1, -1):
                (start, end), unit = arcs[column], found[:, column]
                if end == length:
                    as_verb = verb[unit] * weight[1, places]
                    counts[1] += np.bincount(unit, reached[start] * as_verb, counts.shape[1])
                    after[start] = after[start] + as_verb
                as_noun = noun[unit] * after[end]
                counts[0] += np.bincount(unit, reached[start] * as_noun, counts.shape[1])
                after[start] = after[start] + as_noun
        counts = counts[:, :-1]
        self.uses = counts.sum(axis=0)
        # A single syllable is never impossible: every word can be written.
        counts[0] = np.where([len(unit) == 1 for unit in self.units], np.maximum(counts[0], 0.01), counts[0])
        self.unit = counts / counts.sum(axis=1, keepdims=True)

    def shrink(self, size: int) -> None:
        """Keep the units that are used most, and all single syllables."""
        order = np.lexsort((-self.uses, [len(unit) > 1 for unit in self.units]))
        kept = np.sort(order[:size])
        self.units = [self.units[place] for place in kept]
        self.unit = self.unit[:, kept] / self.unit[:, kept].sum(axis=1, keepdims=True)
        self._find_arcs()

    def rows(self, particles: Chains, endings: Chains) -> list[str]:
        """The lines of the table of units."""
        least = 1e-9
        lines = [
            f"{kind}\t{unit}\t\t{-math.log(p):.1f}"
            for kind, row in zip(("noun", "verb"), self.unit, strict=True)
            for unit, p in zip(self.units, row, strict=True)
            if p > least
        ]
        for (chain, is_verb), p in zip(self.ways.chains, self.chain, strict=True):
            if p > least:
                name, after = ("ending", endings[chain]) if is_verb else ("particle", particles[chain])
                lines.append(f"{name}\t{chain}\t{after}\t{-math.log(p):.1f}")
        known = {chain for chain, is_verb in self.ways.chains if is_verb}
        honorific = [chain for chain in endings if chain.startswith(HONORIFIC) and chain not in known and len(chain) <= LONGEST_HONORIFIC]
        lines += [f"ending\t{chain}\t{endings[chain]}\t{RARE_CHAIN}" for chain in honorific]
        # Of 었어요 and 았어요, which are one ending, the corpus may have one only.
        cost = {chain: -math.log(p) for (chain, is_verb), p in zip(self.ways.chains, self.chain, strict=True) if is_verb and p > least}
        twins = [(chain, chain.translate(HARMONY)[:1] + chain[1:]) for chain in endings if chain not in cost]
        lines += [f"ending\t{chain}\t{endings[chain]}\t{cost[twin]:.1f}" for chain, twin in twins if twin in cost]
        return [f"merger\t{each.written}\t{each.stem} {each.ending} {each.where}\t0" for each in mergers()] + by_hand() + sorted(lines)


def trained(words: Iterable[str], particles: Chains, endings: Chains, table: Stems, size: int) -> Model:
    splitter = Splitter(particles, endings)
    ways = all_ways(words, splitter)
    nouns, verbs = Candidates(ways, splitter, table).found()
    print(f"{len(ways.stems):,} stems; candidates: {len(nouns):,} nouns, {len(verbs):,} verbs", flush=True)
    model = Model(ways, nouns, verbs)
    for _ in range(4):
        model.step()
    while len(model.units) > size:
        model.shrink(max(size, len(model.units) * 6 // 10))
        for _ in range(2):
            model.step()
    for _ in range(3):
        model.step()
    return model


def runs(text: str) -> set[tuple[str, ...]]:
    """Runs of six words."""
    words = text.split()
    return {tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1)}


def counted(corpora: Iterable[Path], questions: Path | None) -> Counter[str]:
    """How often each run of Hangul occurs."""
    measured: set[tuple[str, ...]] = set()
    if questions is not None:
        rows = map(json.loads, questions.read_text(encoding="utf-8").splitlines())
        measured = {run for row in rows if "text" in row for run in runs(row["text"])}
    counts: Counter[str] = Counter()
    for corpus in corpora:
        with corpus.open(encoding="utf-8") as lines:
            for line in lines:
                if not runs(line) & measured:
                    counts.update(HANGUL.findall(line))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="+", help="running text")
    parser.add_argument("--without", type=Path, help="questions and paragraphs on which search is measured, JSON lines")
    arguments = parser.parse_args()
    counts = counted(arguments.corpus, arguments.without)
    words = sorted(word for word, count in counts.items() if count >= LEAST_COUNT and len(word) <= LONGEST_WORD)
    print(f"{counts.total():,} words, {len(words):,} different ones are used", flush=True)
    slot = slots()
    particles, endings = grammar(slot)
    model = trained(words, particles, endings, Stems(slot), SIZE)
    lines = [
        "# Units of Korean search terms, made by tools/search_units.py. docs/search-korean.md explains the columns.",
        "kind\ttext\tafter\tcost",
        *model.rows(particles, endings),
    ]
    UNITS.write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"{UNITS}: {len(model.units):,} units")


if __name__ == "__main__":
    main()
