"""Writes `lexicon.tsv` of the Finnish pack from the Kotus word list, names, and counts of a corpus.

    python -m experiments.mft.finnish_lexicon ../shared/data python/morfem/languages/fi

The word list gives a word its inflection type and grade, but no part of speech: a nominal is an adjective if its comparative or superlative
occurs, or if its type has only adjectives. Words that the tables derive from other words are left out, so that their parts show. Words of
`finnish_words.tsv`, which irregular stems need, replace those of the list.
"""

import csv
import lzma
import re
import sys
from pathlib import Path

LETTERS = set("abcdefghijklmnopqrstuvwxyzåäöüéšžçñ")
VOWELS = "aeiouyäöåüé"
GRADES = {
    "A": ("kk", "k"), "B": ("pp", "p"), "C": ("tt", "t"), "D": ("k", ""), "E": ("p", "v"), "F": ("t", "d"), "G": ("nk", "ng"),
    "H": ("mp", "mm"), "I": ("lt", "ll"), "J": ("nt", "nn"), "K": ("rt", "rr"), "L": ("k", "j"), "M": ("k", "v"),
}  # fmt: skip
ADJECTIVES = {"15", "16", "34"}
# Last parts of names that are compounds, with the types of these nouns.
LAST_PARTS = {
    "niemi": "7", "järvi": "7", "koski": "7", "kivi": "7", "salmi": "7", "joki": "7 D", "mäki": "7 D", "lahti": "7 F", "lampi": "7 H",
    "korpi": "7 E", "saari": "26", "vuori": "26", "vesi": "27", "maa": "18", "tie": "19", "suo": "19", "ranta": "9 J", "virta": "9 K",
    "lehto": "1 F", "pelto": "1 I", "kumpu": "1 H", "kangas": "41 G",
}  # fmt: skip
BACK = set("aouå")


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def syllables(word: str) -> int:
    """About how many syllables a word has: its runs of vowels."""
    return len(re.findall(f"[{VOWELS}]+", word))


def a(word: str) -> str:
    """The vowel a or ä that follows a word."""
    for letter in reversed(word):
        if letter in "aouå":
            return "a"
        if letter in "äöyü":
            return "ä"
    return "ä"


def type_of_name(name: str) -> str:
    """The type by which a name inflects, with its grade."""
    for part, kind in LAST_PARTS.items():
        if name.endswith(part) and len(name) > len(part) + 2:
            first = a(name[: -len(part)] + "x")
            return f"{kind} front" if part in ("niemi", "kivi", "vesi", "tie") and first == "a" else kind
    last, grade = name[-1], ""
    if re.search(f"[^k]?kk[{VOWELS}]$", name):
        grade = " A"
    elif re.search(f"pp[{VOWELS}]$", name):
        grade = " B"
    elif re.search(f"tt[{VOWELS}]$", name):
        grade = " C"
    if name.endswith("nen"):
        return "38"
    if last in "aä":
        return ("9" if last == "a" and re.match(f"[^{VOWELS}]*[aei]", name) and syllables(name) == 2 else "10") + grade
    if last == "i":
        return "5" + grade
    if last == "e":
        return "8" + grade
    if last in VOWELS:
        return "1" + grade
    if name.endswith(("as", "äs")) and syllables(name) == 2:
        return "41"
    if name.endswith(("us", "ys", "es", "is", "os")):
        return "39"
    return "5"


def weak(word: str) -> str:
    """A word with its last strong consonants weak: tarkk, tark; helppo, helpo."""
    places = [(word.rfind(strong), strong, soft) for strong, soft in GRADES.values() if strong in word]
    at, strong, soft = max(places, key=lambda place: (place[0] + len(place[1]), len(place[1])), default=(0, "", ""))
    return word[:at] + soft + word[at + len(strong) :]


def is_adjective(word: str, kind: str, counts: dict[str, int]) -> bool:
    """Whether a nominal is an adjective."""
    stem = word[:-1] if word[-1] in "aä" else word
    compared = [part + end for part in {stem, weak(stem)} for end in ("empi", "empaa", "emman")]
    compared += [part + end for part in {word, weak(word)} for end in ("mpi", "mpaa", "mpää", "mman", "mmän")]
    if word.endswith("nen"):
        compared = [word[:-3] + "sempi", word[:-3] + "sempaa", word[:-3] + "semman"]
    by_end = word.endswith(("inen", "kas", "käs", "ton", "tön", "lias", "liäs", "isa", "isä")) and kind in ("38", "41", "34", "10")
    return kind in ADJECTIVES or by_end or sum(counts.get(form, 0) for form in compared) > 1


def derived(word: str, kind: str, verbs: dict[str, str], nominals: dict[str, str], adjectives: set[str]) -> bool:
    """Whether the tables make a word from another one of the list."""
    for end in ("minen", "ja", "jä"):
        if word.endswith(end):
            stem = word[: -len(end)]
            infinitives = [stem + ending for ending in ("a", "ä", "da", "dä")]
            infinitives += [stem[:-1] + ending for ending in ("ta", "tä", "la", "lä", *(() if end == "minen" else ("ea", "eä")))]
            if any(verb in verbs and word_of(verb, verbs[verb], end) == word for verb in infinitives):
                return True
    if kind == "40" and word.endswith(("us", "ys")):
        bases = {word[:-4] + "nen", *(word[:-3] + end for end in ("", "a", "ä", "i")), *(word[:-2] + end for end in ("", "a", "ä"))}
        if bases & nominals.keys() & adjectives:
            return True
        if word.endswith(("liaisuus", "liäisyys")) or word.endswith(("ttomuus", "ttömyys")):
            return True
    if kind == "38":
        for end in ("llinen", "mainen", "mäinen", "lainen", "läinen"):
            # Suolainen, salty, is of suola, salt.
            if word.endswith(end) and word[: -len(end)] in nominals and word[: -len("inen")] not in nominals:
                return True
    if word.endswith(("ton", "tön")) and kind == "34":
        return word[:-3] in nominals or word.endswith(("maton", "mätön"))
    if kind == "39" and word.endswith(("us", "ys")):
        stem = word[:-2]
        back = a(word)
        for infinitive in (stem + back * 2, stem + "t" + back * 2, stem + "ta" if back == "a" else stem + "tä"):
            if verbs.get(infinitive) in ("53", "54", "56", "73", "74"):
                return True
    if kind == "2" and word[-1] in "uy":
        back = a(word)
        for infinitive in (word[:-1] + "l" + back, word[:-1] + "t" + back):
            if verbs.get(infinitive) in ("66", "67"):
                return True
    if kind == "5" and word.endswith("nti"):
        return any(word[:-3] + end in verbs for end in ("da", "dä"))
    if kind in ("9", "10") and word.endswith(("nta", "ntä")):
        return any(verbs.get(word[:-3] + end) in ("73", "74", "69", "52", "61") for end in ("ta", "tä", "a", "ä"))
    return False


def word_of(verb: str, kind: str, end: str) -> str:
    """A verb with -minen or -ja, by its strong stem; graded verbs are compared without their grade."""
    number = int(kind)
    if number <= 61 or number == 76:
        stem = verb[:-1]
        if end != "minen" and stem.endswith("e") and number >= 58:
            stem = stem[:-1] + "i"
    elif number in (62, 63, 64, 65, 68):
        stem = verb[:-2]
    elif number in (66, 67):
        stem = verb[:-2] + ("e" if end == "minen" else "i")
    elif number == 73:
        stem = verb[:-2] + verb[-3]
    elif number in (74, 75):
        stem = verb[:-2] + verb[-1]
    else:
        return ""
    return stem + end


def main(data: Path, pack: Path) -> None:
    """Writes the table."""
    with lzma.open(data / "corpora" / "fi_counts.tsv.xz", "rt", encoding="utf-8") as file:
        counts = {
            word: int(count) for word, count in (line.rstrip("\n").split("\t")[:2] for line in file if line[0] != "#") if count.isdigit()
        }
    own = [
        line.split("\t")
        for line in (Path(__file__).parent / "finnish_words.tsv").read_text("utf-8").splitlines()[1:]
        if line and line[0] != "#"
    ]
    replaced = {row[0] for row in own if row[1] != "prefix"}
    words = [row for row in table(data / "lexicon" / "fi" / "kotus_v1.tsv") if row["inflection_types"] or row["part_of_speech"] == "prefix"]
    compounds = [row for row in table(data / "lexicon" / "fi" / "kotus_v1_compounds.tsv") if row["first_part_known"] == "yes"]
    verb_types = {str(number) for number in range(52, 79)}
    words += [{**row, "part_of_speech": "verb"} for row in compounds if row["inflection_types"] in verb_types]
    verbs, nominals = {}, {}
    for row in words:
        row["word"] = row["word"].lstrip("-") if row["part_of_speech"] == "noun-like" else row["word"]
        kind = row["inflection_types"].split(";")[0]
        if kind.isdigit():
            (verbs if 52 <= int(kind) <= 78 else nominals)[row["word"]] = kind
    adjectives = {word for word, kind in nominals.items() if is_adjective(word, kind, counts)}
    all_adjectives = adjectives | {row[0] for row in own if row[1] == "adjective"}
    weak_adjectives = {weak(word) for word in all_adjectives}
    ends: dict[str, tuple[str, ...]] = {}
    for line in (pack / "types.tsv").read_text("utf-8").splitlines():
        if line[:1] != "#":
            ends[line.split("\t")[0]] = (*ends.get(line.split("\t")[0], ()), *line.split("\t")[1].split("/"))
    rows = set()
    for row in words:
        word = row["word"]
        if row["part_of_speech"] == "prefix":
            word = word.rstrip("-")
            if word not in replaced and set(word) <= LETTERS:
                rows.add((word, "prefix", "", "", ""))
            continue
        if not set(word) <= LETTERS or word in replaced or len(word) < 2:
            continue
        grades = row["gradation"].split(";")
        for index, kind in enumerate(row["inflection_types"].split(";")):
            if kind in ("101", "50", "51"):
                continue
            if kind == "99":
                bases = {word[:-3], word[:-5] + "nen", word[:-6] + "inen"}
                stems = {word[:-4] + "s", weak(word[:-4] + "s"), word[:-4] + "t"}
                if not (word.endswith("sti") and (bases & nominals.keys() or word[:-3] in weak_adjectives or stems & all_adjectives)):
                    rows.add((word, "particle", "", "", ""))
                continue
            grade = grades[index] if index < len(grades) else ""
            if not any(part and part in word for part in GRADES.get(grade, ())):
                grade = grade if grade == "D" else ""
            # A few words that are only used in the plural are listed in it.
            is_plural = kind in ("1", "2", "3", "4", "8", "21", "48") and word[-1] not in VOWELS
            if is_plural or not word.endswith(ends[kind]):
                continue
            if derived(word, kind, verbs, nominals, adjectives):
                continue
            if 52 <= int(kind) <= 78:
                rows.add((word, "verb_oida" if kind in ("62", "68") else "verb", f"{kind} {grade}".strip(), "", ""))
                continue
            if kind == "10" and word in adjectives and syllables(word) == 2:
                kind = "10e"
            rows.add((word, "adjective" if word in adjectives else "noun", f"{kind} {grade}".strip(), "", ""))
    lemmas = {row[0] for row in rows}
    for file, least in (("first_names.tsv", 300), ("surnames.tsv", 300)):
        for row in table(data / "lexicon" / "fi" / file):
            name = row["name"].lower()
            is_frequent = int(row["persons"]) >= least and counts.get(name, 0) > 2
            if is_frequent and set(name) <= LETTERS and len(name) > 2 and name not in replaced | lemmas:
                rows.add((name, "proper", type_of_name(name), "", ""))
    left_out = {(row["lemma"], row["class"]) for row in table(Path(__file__).parent / "finnish_left_out.tsv")}
    rows = {row for row in rows if row[:2] not in left_out}
    rows |= {tuple(row[:5]) for row in own}
    with (pack / "lexicon.tsv").open("w", encoding="utf-8") as file:
        file.write("lemma\tclass\tflags\tstems\treading\tcount\n")
        for row in sorted(rows, key=lambda row: "\t".join(row).encode()):
            file.write("\t".join(row) + f"\t{counts.get(row[0], 0)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
