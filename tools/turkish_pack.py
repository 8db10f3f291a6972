"""Writes python/morfem/languages/tr/lexicon.tsv, the roots of the Turkish language pack.

    python -m tools.turkish_pack FOLDER

FOLDER holds `lexicon/tr/*.dict`, the dictionaries of Zemberek, and `corpora/tr.txt.xz`, a corpus (tools/turkish_words.py). A row is a
lemma: class, flags, stems and reading say how it is inflected. The steps are:

1. An entry of a dictionary is a row; its attributes are flags. A possessive compound has stems without its possessive. Of homographs
   that are noun and adjective, those count whose sound changes the
   dictionary states.
2. A lemma with a circumflex is a second row without it, as most people write, unless that is a word already.
3. The rows of python/morfem/languages/tr/irregular.tsv replace those of the same lemma and class.
4. Of the rows of one lemma only those stay that differ in what they spell: a noun that is an adjective, an adverb and a name as well is
   one root.
5. A form that the grammar makes from other roots is not a root: particles that are a noun in its case (yanında), nouns in the plural
   (kediler), and names, abbreviations and places that are made of common words in any way (Gördüm, a film; Akıllı, a village). Common
   nouns, adjectives and verbs stay, whatever they look like: deniz is not de+niz, gelir (income) not gel+ir. So does
   irregular.tsv: Adana is not ada+na, için not iç+in.
   So are verbs that common affixes make of a nominal or a verb: temiz+le-, uza+t-. They stay where the meaning does not follow, which
   inflected.tsv says.
6. An affix that few roots take, as the -gi of sev+gi, is for those of which the dictionaries have a word in it: their flags let them.
7. The count of a row is that of the words of the corpus which its stems and the affixes of the pack spell. Of the roots of a word the
   longest counts; where several are as long they share it, and a bare word is no imperative if it can be anything else. It is good
   enough for an order; training estimates anew.
"""

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import tomllib

from tools.pack_grammar import Grammar, Stem, table
from tools.turkish_words import word_counts
from tools.zemberek import SOFT, VOWELS, Entry, entries, softens

PACK = Path(__file__).resolve().parent.parent / "python" / "morfem" / "languages" / "tr"
COLUMNS = ("lemma", "class", "flags", "stems", "reading")
HEAD = """\
# The roots of Turkish. Written by tools/turkish_pack.py from the dictionaries of Zemberek (github.com/ahmetaa/zemberek-nlp, Akın and Akın
# 2007; Apache-2.0), the hand-written irregular.tsv and counts of a corpus. Do not edit: a correction is a row of irregular.tsv.
"""
COMMON = ("master-dictionary", "non-tdk")
NAMES = ("proper", "person-names", "proper-from-corpus", "abbreviations", "locations-tr")
# The classes by their names in the dictionaries, in the order of who stays where there are several rows of one lemma.
CLASSES = {
    "Ques": "question",
    "Conj": "conjunction",
    "Pers": "personal",
    "Pron": "pronoun",
    "Num": "numeral",
    "Noun": "noun",
    "Adj": "adjective",
    "Prop": "proper",
    "Abbrv": "abbreviation",
    "Adv": "adverb",
    "Postp": "postposition",
    "Det": "determiner",
    "Interj": "interjection",
    "Dup": "duplicate",
}
RANK = {name: rank for rank, name in enumerate(CLASSES.values())}
CLOSED = ("question", "negator", "conjunction", "pronoun", "personal")
NOMINAL = ("numeral", "noun", "adjective")
CAPITALISED = ("proper", "abbreviation")
LEXICALISED = ("lemma", "class", "reason")
UNINFLECTED = ("adverb", "postposition", "determiner", "interjection", "duplicate")
DERIVED_FROM = (*NOMINAL, "adverb")  # what verbs are made of
DERIVED_NUMERALS = ("Ord", "Dist")  # üçüncü, üçer: the grammar's
# What affixes of inflection make, by the third column of the affix table. Participles and verbal nouns are not among them.
# What counts as inflection: phonology.toml says it, for the check of the pack.
INFLECTION = frozenset(tomllib.loads((PACK / "phonology.toml").read_text("utf-8"))["inflection"])
PLURAL = frozenset(["plural"])
SOUND_ATTRIBUTES = {"Voicing", "NoVoicing", "LastVowelDrop", "Doubling", "InverseHarmony", "CompoundP3sg"}
PLAIN = str.maketrans("âîû", "aiu")


# Affixes that make verbs of any nominal, and of verbs, whose meaning follows; a nominal of at least so many letters, a verb likewise.
VERBALISERS = {"VBZ": 3, "BECOME": 3, "ACQUIRE": 3, "VBZ.CAUS": 3}
VOICES = {"CAUS": 2, "CAUS.T": 4, "CAUS.IR": 2, "CAUS.AR": 2, "PASS": 2}
# What voice and verbs of verbs, verbs of nominals, and adverbs are in the dictionaries; the rest are nominals.
MADE = {"voice": "verb", "verb": "verb", "adverb": "adverb"}
# Affixes of which the dictionaries mark the words, not the roots.
MARKED = {"RECP": "Reciprocal", "REFL": "Reflexive"}


class Row(NamedTuple):
    """A row of the lexicon without its count."""

    lemma: str
    kind: str
    flags: str = ""
    stems: str = ""
    reading: str = ""


def class_of(entry: Entry) -> str:
    """The class of an entry; nothing if it is no root."""
    if entry.is_verb:
        return "verb"
    if entry.part_of_speech == "Abbrv":
        return "abbreviation"
    if entry.is_name and entry.part_of_speech in ("", "Noun", "Adj", "Prop"):
        return "proper"
    if entry.part_of_speech in ("", "Noun"):
        return "noun"
    return "" if entry.kind in DERIVED_NUMERALS else CLASSES.get(entry.part_of_speech, "")


def flags_of(entry: Entry) -> Iterator[str]:
    """The flags of an entry.

    >>> list(flags_of(Entry("renk", "", frozenset(), "", False)))
    ['soft_g']
    >>> list(flags_of(Entry("kayıp", "", frozenset({"LastVowelDrop", "Voicing"}), "", False)))
    ['drop_soft']
    """
    if entry.is_verb:
        stem = entry.lemma[:-3]
        syllables = sum(letter in VOWELS for letter in stem)
        if stem[-1] in VOWELS:
            yield "narrow"
        elif "Aorist_A" in entry.attributes or (syllables == 1 and "Aorist_I" not in entry.attributes):
            yield "aorist_ar"
        if "Voicing" in entry.attributes:
            yield "soft"
        if stem[-1] in VOWELS or (stem[-1] in "lr" and syllables > 1):
            yield "causative_t"
        if stem[-1] == "l" or stem[-1] in VOWELS:
            yield "l_or_vowel"
        return
    is_soft = softens(entry) and entry.lemma[-1] in SOFT and not entry.lemma.endswith("ng")
    if "CompoundP3sg" in entry.attributes or "NounConsInsert_n" in entry.attributes or (entry.is_name and entry.lemma.endswith("oğlu")):
        yield "pronominal"
        is_soft = False
    if "LastVowelDrop" in entry.attributes:
        yield "drop_soft" if is_soft else "drop"
    elif "Doubling" in entry.attributes:
        yield "double_soft" if is_soft else "double"
    elif is_soft:
        yield "soft_g" if entry.lemma.endswith("nk") else "soft"
    if "InverseHarmony" in entry.attributes:
        yield "front"


def compound_stems(entry: Entry) -> str:
    """The stems of a possessive compound: without its possessive, before the plural and before another possessive.

    >>> compound_stems(Entry("buzdolabı", "", frozenset({"CompoundP3sg"}), "buz-dolap", False))
    'buzdolap>plural buzdolab>possessive'
    """
    head = entry.parts.rsplit("-", 1)[-1]
    bare = entry.lemma[:-2] if entry.lemma[-2] == "s" and head[-1] in VOWELS else entry.lemma[:-1]
    before = bare.removesuffix(head) if bare.endswith(head) else bare[: -len(head)]
    joined = before + head
    # The parts are now and then those of another word; the lemma is right, but for its last sound and a lost vowel.
    plural = joined if joined[:-3] == bare[: len(joined) - 3] else bare
    return f"{plural}>plural {bare}>possessive"


def reading_of(entry: Entry, letters: dict[str, str]) -> str:
    """How an entry is read, if not as written. An abbreviation is spelt if it is no syllable: TL, ABD, AİHM, but not MEB, NATO, KESK.

    >>> reading_of(Entry("tl", "Abbrv", frozenset(), "", True), {"t": "te", "l": "le"})
    'tele'
    """
    word = entry.lemma
    if entry.reading or entry.part_of_speech != "Abbrv":
        return entry.reading if entry.reading != word else ""
    pattern = "".join("V" if letter in VOWELS else "C" for letter in word)
    is_spelt = re.fullmatch("C*|..|CC.*|VCC|V+CC|VC|VVC", pattern) is not None
    return "".join(letter if letter in VOWELS else letters.get(letter, letter) for letter in word) if is_spelt else ""


def rows_of(entry: Entry, letters: dict[str, str]) -> Iterator[Row]:
    """The row that an entry gives. Short names and abbreviations are none: No, Si and the like would be found in every word."""
    kind = class_of(entry)
    has_vowel = any(letter in VOWELS for letter in entry.lemma)
    if not kind or (kind in CAPITALISED and len(entry.lemma) < (3 if has_vowel or kind == "proper" else 2)):
        return
    lemma = entry.lemma[:-3] if entry.is_verb else entry.lemma
    stems = compound_stems(entry) if "CompoundP3sg" in entry.attributes and entry.parts else ""
    yield Row(lemma, kind, " ".join(flags_of(entry)), stems, reading_of(entry, letters))


def with_plain(rows: list[Row]) -> list[Row]:
    """The rows, and those with a circumflex once more without it, where that is no other word."""
    lemmas = {row.lemma for row in rows}
    marked = [row for row in rows if row.lemma.translate(PLAIN) not in lemmas]
    return rows + [row._replace(lemma=row.lemma.translate(PLAIN), stems=row.stems.translate(PLAIN)) for row in marked]


def corrected(rows: Iterable[Row], corrections: list[Row]) -> list[Row]:
    """The rows without those that a correction replaces, then the corrections; one whose class begins with a hyphen only takes away."""
    replaced = {(row.lemma, row.kind.removeprefix("-")) for row in corrections}
    kept = [row for row in rows if (row.lemma, row.kind) not in replaced]
    return [*kept, *(row for row in corrections if not row.kind.startswith("-"))]


def merged(rows: Iterable[Row]) -> list[Row]:
    """Of the rows of one lemma those that differ in what they spell: no noun that is a pronoun, no particle or name that is a noun."""
    found: dict[tuple[str, ...], Row] = {}
    for row in sorted(rows, key=lambda row: RANK.get(row.kind, 0)):
        group = "name" if row.kind in CAPITALISED else "" if row.kind in RANK else row.kind
        found.setdefault((row.lemma, group, row.flags, row.stems, row.reading), row)
    closed, nominal, particles = ({row.lemma for row in found.values() if row.kind in kinds} for kinds in (CLOSED, NOMINAL, UNINFLECTED))
    hidden = dict.fromkeys(NOMINAL, closed) | dict.fromkeys(UNINFLECTED, closed | nominal)
    hidden |= dict.fromkeys(CAPITALISED, closed | nominal | particles)
    return [row for row in found.values() if row.lemma not in hidden.get(row.kind, ())]


def settled(found: Iterable[Entry]) -> Iterator[Entry]:
    """Entries without those nouns and adjectives whose sound changes are inferred where another of the same lemma has them in writing."""
    found = list(found)
    written = {entry.lemma for entry in found if class_of(entry) in NOMINAL and entry.attributes & SOUND_ATTRIBUTES and not entry.rank}
    for entry in found:
        if class_of(entry) not in NOMINAL or entry.attributes & SOUND_ATTRIBUTES or entry.lemma not in written:
            yield entry


class Lexicon:
    """Rows with their stems, and which of them spell a word."""

    def __init__(self, grammar: Grammar, rows: Iterable[Row]) -> None:
        self.grammar = grammar
        self.by_stem: dict[str, list[tuple[Row, Stem]]] = {}
        self.rows: list[Row] = []
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Adds a row."""
        self.rows.append(row)
        for stem in self.grammar.stems(row.lemma, row.flags.split(), row.stems, row.reading):
            self.by_stem.setdefault(stem.surface, []).append((row, stem))

    def roots(self, word: str, made: frozenset[str] | None = None) -> Iterator[list[Row]]:
        """The rows that spell the word with affixes that make what is in `made`: those with the longest stems first."""
        for end in range(len(word), 0, -1):
            found = [
                row
                for row, stem in self.by_stem.get(word[:end], [])
                if self.grammar.is_word(word, stem, self.grammar.classes[row.kind], made)
            ]
            if found:
                yield list(dict.fromkeys(found))

    def is_made(self, lemma: str, made: frozenset[str] | None = None) -> bool:
        """Whether a word is made of another root, or is the imperative of a verb."""
        return any(row.lemma != lemma or row.kind == "verb" for rows in self.roots(lemma, made) for row in rows)


def counted(lexicon: Lexicon, words: Iterable[tuple[str, int]]) -> Counter[Row]:
    """How often each row occurs."""
    counts: Counter[Row] = Counter()
    for word, count in words:
        rows = next(lexicon.roots(word), [])
        if any(row.lemma == word and row.kind != "verb" for row in rows):
            rows = [row for row in rows if row.kind != "verb"]
        for index, row in enumerate(rows):
            counts[row] += count // len(rows) + (index < count % len(rows))
    return counts


def read(dictionaries: Iterable[Path], letters: dict[str, str]) -> list[Row]:
    """The rows of dictionaries."""
    found = [entry for path in dictionaries for entry in entries(path)]
    return [row for entry in settled(found) for row in rows_of(entry, letters)]


def stems_of(grammar: Grammar, row: Row) -> list[Stem]:
    """The forms of a row."""
    return grammar.stems(row.lemma, row.flags.split(), row.stems, row.reading)


def derived_verbs(grammar: Grammar, rows: Iterable[Row]) -> set[str]:
    """What common affixes make of nominals and verbs."""
    found: set[str] = set()
    for row in rows:
        lengths = VOICES if row.kind == "verb" else VERBALISERS if row.kind in DERIVED_FROM else {}
        for gloss, length in lengths.items():
            # A vowel takes the passive in -n; -l would make del- (pierce) of de- (say).
            if len(row.lemma) >= length and (gloss != "PASS" or row.lemma[-1] not in VOWELS):
                found.update(verb for verb in grammar.derived(stems_of(grammar, row), grammar.affixes[gloss]) if verb != row.lemma)
    return found


def licensed(grammar: Grammar, rows: list[Row], lemmas: Iterable[Row], found: Iterable[Entry]) -> Iterator[Row]:
    """The lemmas with the flags of the affixes that only they take, because the dictionaries have a row that is made so."""
    found = list(found)
    made = {makes: {row.lemma for row in rows if row.kind == kind} for makes, kind in MADE.items()}
    nominals = {row.lemma for row in rows if row.kind in DERIVED_FROM}
    times = {entry.lemma for entry in found if entry.kind == "Time"}
    marked = {gloss: {entry.lemma[:-3] for entry in found if mark in entry.attributes} for gloss, mark in MARKED.items()}
    hosts = dict.fromkeys(NOMINAL, "nominal") | {"verb": "verb"}
    asking = [(gloss, affix, affix.licence) for gloss, affix in grammar.affixes.items() if affix.licence]
    for row in lemmas:
        takes = row.flags.split()
        stems = stems_of(grammar, row)
        for gloss, affix, licence in asking:
            if affix.host not in (hosts.get(row.kind), row.kind) or licence in takes:
                continue
            words = marked.get(gloss, made.get(affix.makes, nominals))
            if row.lemma in times if gloss == "FOR.TIME" else not words.isdisjoint(grammar.derived(stems, affix)):
                takes.append(licence)
        yield row._replace(flags=" ".join(takes))


def roots(grammar: Grammar, dictionaries: Path) -> Lexicon:
    """The roots: what is read, corrected, merged, and not made of other roots."""
    letters = {written[1:]: read for written, read in table(PACK / "readings.tsv", ("written", "read")) if written.startswith("*")}
    corrections = [Row(*row) for row in table(PACK / "irregular.tsv", COLUMNS)]
    common = corrected(with_plain(read([dictionaries / f"{name}.dict" for name in COMMON], letters)), corrections)
    names = with_plain(read([dictionaries / f"{name}.dict" for name in NAMES], letters))
    names = corrected(names, [row._replace(kind="-" + row.kind.removeprefix("-")) for row in corrections])
    rows = merged([*common, *names])
    are_common, are_corrections = set(common), set(corrections)
    lexicalised = {(lemma, kind) for lemma, kind, *_ in table(PACK / "inflected.tsv", LEXICALISED)}
    derived = derived_verbs(grammar, (row for row in rows if row in are_common))
    words = Lexicon(grammar, (row for row in rows if row in are_common))

    def is_lemma(row: Row) -> bool:
        if row in are_corrections or (row.lemma, row.kind) in lexicalised:
            return True
        if row.kind == "verb" and row.lemma in derived:
            return False
        if row not in are_common:
            return not words.is_made(row.lemma)
        if row.kind in UNINFLECTED or row.kind == "conjunction":
            return not words.is_made(row.lemma, INFLECTION)
        return row.kind != "noun" or not words.is_made(row.lemma, PLURAL)

    found = [entry for name in COMMON for entry in entries(dictionaries / f"{name}.dict")]
    return Lexicon(grammar, licensed(grammar, rows, filter(is_lemma, rows), found))


def build(folder: Path) -> str:
    """The text of the lexicon."""
    lexicon = roots(Grammar(PACK), folder / "lexicon" / "tr")
    counts = counted(lexicon, sorted(word_counts(folder).items()))
    lines = ("\t".join(row) + f"\t{counts[row]}\n" for row in sorted(lexicon.rows))
    return HEAD + "\t".join((*COLUMNS, "count")) + "\n" + "".join(lines)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.turkish_pack FOLDER, the folder with lexicon/tr and corpora")
    text = build(Path(sys.argv[1]))
    (PACK / "lexicon.tsv").write_text(text, "utf-8")
    print(f"lexicon.tsv: {text.count(chr(10)) - HEAD.count(chr(10)) - 1:,} rows, sha256 {hashlib.sha256(text.encode()).hexdigest()}")


if __name__ == "__main__":
    main()
