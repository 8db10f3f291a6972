"""Writes python/morfem/evaluate/lexicons/tr.tsv.xz: what counts as a root, an affix and a word of Turkish in the purity metric.

    python -m tools.turkish_lexicon FOLDER

FOLDER holds `lexicon/tr/*.dict`, the dictionaries of Zemberek (Akın and Akın 2007; Apache-2.0), and `corpora/tr_counts.tsv.xz`, the
word counts of a corpus. With the affix table, python/morfem/languages/tr/affixes.tsv, they give three sets of lower-case surfaces:

R  roots: the lemmas of the dictionaries, the stems of their verbs, and the stems that sound changes make of them: softened (kitab-),
   shortened (akl-), doubled (hakk-), narrowed before the progressive (bekli-, bekl-); possessive compounds without their possessive
   (buzdolab-, buzdolap-); stems of pronouns; particles that are written apart. Also without circumflex, as most people write.
A  affixes: every allomorph of every affix of the table.
W  words: the lemmas, the particles, and the words of the corpus that occur 20 times or more and are spelt with the letters of
   Turkish, the 50,000 most frequent at most.

A string of one letter other than "o", the pronoun, is neither root nor word.

The metric sees no capitals, so the dictionaries of names are taken with care. Those of persons and those that a program collected from
a corpus have inflected words among them, such as `gördüm`, the name of a film: the frequent ones are left out (`INFLECTED`). Of the
abbreviations those count that cannot be taken for a piece of a word: three letters or more, or none of them a vowel, and no affix.
`locations-tr` is left out: villages are called Olacak and Çocuklar. So are `informal`, which has words in a- alone, and `tdk-obsolete`;
Zemberek does not load them either.

Which stems change is Zemberek's knowledge: the attributes Voicing, NoVoicing, LastVowelDrop and Doubling, and its rules (zemberek.py).
"""

import hashlib
import lzma
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.zemberek import VOWELS, Entry, entries, softened, softens

ROOT = Path(__file__).resolve().parent.parent
AFFIXES = ROOT / "python" / "morfem" / "languages" / "tr" / "affixes.tsv"
LEXICON = ROOT / "python" / "morfem" / "evaluate" / "lexicons" / "tr.tsv.xz"

VERSION = 1
HEAD = """\
# version {version}
# Surfaces of Turkish in lower case: R root ({R:,}), A affix ({A:,}), W word ({W:,}, of which {frequent:,} are frequent in a corpus)
# Derived by tools/turkish_lexicon.py from the dictionaries of Zemberek (github.com/ahmetaa/zemberek-nlp, Apache-2.0) and word counts
"""
DICTIONARIES = ("master-dictionary", "non-tdk", "proper", "person-names", "proper-from-corpus")
ABBREVIATIONS = "abbreviations"
INFLECTED = """
arar artan aslı aşka atar aydan beklerken bende bilen bilgiye bize bizde bulduk caddesi çağın çalışır derim deyince deyip durdu erdi erer
fiyatı geçti gezer gördüm görür grubu inanır köyişleri kupası ligi mahallesi mahkemesi meydanı nehri okuyan peşinde rabbe saçı sana satar
sayar seriye sevdi seven sevgilim sırrı size sona söyler sunar sürer şefi şunu takdire tanır üniversitesi varmı yanar yaşın yokmu yükselir
zemine
"""
OCCURRENCES = 20
MOST_WORDS = 50_000

ALPHABET = "abcçdefgğhıijklmnoöprsştuüvyzâîû"
FRONT = "eiöü"
VOICELESS = "fstkçşhp"
ARCHIPHONEMES = {"A": "ae", "I": "ıiuü", "D": "dt", "C": "cç", "G": "gk", "K": "kğ"}
HIGH = {"a": "ı", "ı": "ı", "e": "i", "i": "i", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}
PLAIN = str.maketrans("âîû", "aiu")
PRONOUN_STEMS = ("ban", "san", "bun", "şun", "on")  # ban+a, san+a, bun+lar, şun+dan, on+un: the dictionaries have ben, sen, bu, şu, o
PARTICLES = ("mı", "mi", "mu", "mü", "da", "de", "ki", "ile", "idi", "imiş", "ise", "iken")  # written apart; the dictionaries have most


class Affix(NamedTuple):
    """A row of the affix table, its form without what its variants ask of their neighbours."""

    gloss: str
    form: str
    kind: str


def read_affixes(path: Path) -> list[Affix]:
    """The rows of an affix table."""
    lines = [line for line in path.read_text("utf-8").split("\n") if line and not line.startswith("#")]
    if lines[0] != "gloss\tform\tclass\tfeatures":
        sys.exit(f"{path}: the first row is {lines[0]!r}, not gloss, form, class, features")
    # A form that only stands before some affix, as s in önem+s+iyor, would make affixes of single letters.
    return [
        Affix(gloss, re.sub("~[^~>]*>[^~]*|<[^~]*", "", form), kind) for gloss, form, kind, _ in (line.split("\t") for line in lines[1:])
    ]


def allomorphs(form: str) -> set[str]:
    """Every surface of an archiphonemic form.

    What the form itself settles is settled: a vowel follows the vowel before it, a consonant the sound before it. What depends on the
    word before it is free.

    >>> sorted(allomorphs("DAn~ndAn"))
    ['dan', 'den', 'ndan', 'nden', 'tan', 'ten']
    >>> sorted(allomorphs("(I)mIz"))[:5], sorted(allomorphs("lArI"))
    (['imiz', 'miz', 'muz', 'müz', 'mız'], ['ları', 'leri'])
    """
    found: set[str] = set()
    for variant in form.split("~"):
        symbols = [(symbol.strip("()"), "(" in symbol) for symbol in re.findall(r"\(.\)|.", variant)]
        surfaces = [""]
        for symbol, may_be_absent in symbols:
            longer = [surface + sound for surface in surfaces for sound in sounds(symbol, surface)]
            surfaces = surfaces + longer if may_be_absent else longer
        found.update(surfaces)
    return found


def sounds(symbol: str, before: str) -> str:
    """The sounds that a symbol can have after the part of its affix that is spelt `before`."""
    choices = ARCHIPHONEMES.get(symbol, symbol)
    vowel = next((sound for sound in reversed(before) if sound in VOWELS), "")
    if symbol == "I" and vowel:
        return HIGH[vowel]
    if symbol == "A" and vowel:
        return "e" if vowel in FRONT else "a"
    if symbol in "DCG" and before:
        return choices[before[-1] in VOICELESS]
    return choices


def stems(entry: Entry) -> set[str]:
    """The stems of an entry: its own, and those that sound changes make of it.

    >>> sorted(stems(Entry("beklemek", "", frozenset(), "", False)))
    ['bekl', 'bekle', 'bekli']
    >>> sorted(stems(Entry("zıt", "Adj", frozenset({"Voicing", "Doubling"}), "", False)))
    ['zıdd', 'zıt']
    """
    stem = entry.lemma[:-3] if entry.is_verb else entry.lemma
    found = {stem}
    changed = stem
    if "LastVowelDrop" in entry.attributes:
        changed = stem[:-2] + stem[-1]
    if softens(entry):
        changed = softened(changed)
    if "Doubling" in entry.attributes:
        changed += changed[-1]
    found.add(changed)
    if entry.is_verb and stem[-1] in VOWELS:
        before = next((HIGH[sound] for sound in reversed(stem[:-1]) if sound in HIGH), "i")
        found |= {stem[:-1], stem[:-1] + before if stem[-1] in "ae" else stem}
    if entry.parts:
        joined = entry.parts.replace("-", "")
        found |= {joined, re.sub("s?[ıiuü]$", "", stem) if joined[-1] in VOWELS else stem[:-1]}
    return found


def frequent_words(path: Path) -> list[str]:
    """The words of the corpus that count, the most frequent first."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [(word, int(count)) for word, count in (line.split("\t") for line in file)]
    spelling = re.compile(f"[{ALPHABET}]+")
    kept = [(word, count) for word, count in rows if count >= OCCURRENCES and spelling.fullmatch(word) and is_long(word)]
    return [word for word, _ in sorted(kept, key=lambda row: (-row[1], row[0]))[:MOST_WORDS]]


def is_long(surface: str) -> bool:
    """Whether a surface may be a root or a word: a single letter other than "o" may not."""
    return len(surface) > 1 or surface == "o"


def chosen(dictionaries: Path, affixes: set[str]) -> Iterator[Entry]:
    """The entries of the dictionaries that count."""
    inflected = set(INFLECTED.split())
    for name in DICTIONARIES:
        yield from (entry for entry in entries(dictionaries / f"{name}.dict") if not (entry.is_name and entry.lemma in inflected))
    for entry in entries(dictionaries / f"{ABBREVIATIONS}.dict"):
        if entry.lemma not in affixes and (len(entry.lemma) > 2 or not set(entry.lemma) & set(VOWELS)):
            yield entry


def build(folder: Path) -> str:
    """The text of the lexicon."""
    affixes = {surface for affix in read_affixes(AFFIXES) for surface in allomorphs(affix.form)}
    found = list(chosen(folder / "lexicon" / "tr", affixes))
    frequent = set(frequent_words(folder / "corpora" / "tr_counts.tsv.xz"))
    lemmas = {entry.lemma for entry in found}
    roots = {stem for entry in found for stem in stems(entry)}.union(lemmas, PRONOUN_STEMS, PARTICLES)
    classes = {"R": with_plain(roots), "A": affixes, "W": with_plain(lemmas.union(PARTICLES)) | frequent}
    surfaces = sorted(set().union(*classes.values()))
    rows = [f"{surface}\t{''.join(letter for letter in classes if surface in classes[letter])}\n" for surface in surfaces]
    sizes = {letter: len(members) for letter, members in classes.items()}
    return HEAD.format(version=VERSION, frequent=len(frequent), **sizes) + "".join(rows)


def with_plain(surfaces: set[str]) -> set[str]:
    """Surfaces with and without circumflex, those of one letter left out, except "o"."""
    return set(filter(is_long, surfaces | {surface.translate(PLAIN) for surface in surfaces}))


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.turkish_lexicon FOLDER, the folder with lexicon/tr and corpora")
    text = build(Path(sys.argv[1]))
    LEXICON.parent.mkdir(exist_ok=True)
    LEXICON.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print("\n".join(line for line in text.split("\n") if line.startswith("#")))
    print(f"{LEXICON.name}: {LEXICON.stat().st_size:,} bytes, sha256 {hashlib.sha256(text.encode()).hexdigest()}")


if __name__ == "__main__":
    main()
