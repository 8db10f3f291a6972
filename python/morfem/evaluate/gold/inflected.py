"""Inflected forms of lemmas with their features: treebanks of Universal Dependencies, and tables of SIGMORPHON and UniMorph."""

import unicodedata
from collections.abc import Iterator

from .kinds import Inflected
from .table import Dropped, lines

# Features of UniMorph (Sylak-Glassman 2016) -> the same features in Universal Dependencies.
FEATURES = {
    **{"N": "NOUN", "V": "VERB", "ADJ": "ADJ", "PROPN": "PROPN", "ADV": "ADV", "PRO": "PRON", "NUM": "NUM"},
    **{"SG": "Number=Sing", "PL": "Number=Plur", "DU": "Number=Dual"},
    **{name.upper(): f"Case={name}" for name in ("Nom", "Acc", "Dat", "Gen", "Loc", "Abl", "Ins", "Equ")},
}
POSSESSORS = {
    f"PSS{person}{number[0]}": (f"Person[psor]={person}", f"Number[psor]={number}") for person in "123" for number in ("Sing", "Plur")
}


def inflections(path: str, dropped: Dropped) -> Inflected:
    """Lemma, form and features; features are separated by ``;``. Forms of several words are dropped."""
    entries: dict[tuple[str, str, frozenset[str]], None] = {}
    for line, text in lines(path):
        cells = text.split("\t")
        if len(cells) != 3 or not all(cells):
            if text:
                dropped.append((line, "the line is not lemma, form and features, separated by tabs"))
        elif any(character.isspace() for character in cells[0] + cells[1]):
            dropped.append((line, f"{cells[1]!r} or its lemma is more than one word"))
        else:
            entries[cells[0], cells[1], frozenset(_universal(cells[2].split(";")))] = None
    return _gold(entries)


def _universal(features: list[str]) -> Iterator[str]:
    for feature in features:
        yield from POSSESSORS.get(feature, (FEATURES.get(feature, feature),))


def conllu(path: str, dropped: Dropped) -> Inflected:
    """Words with a letter; each form of a lemma with the same features counts once.

    Parts of multiword tokens do not appear in the text as words, and are left out. The first letter of a form gets the case of the lemma's
    first letter, so that a form at the beginning of a sentence is not a different form.
    """
    entries: dict[tuple[str, str, frozenset[str]], None] = {}
    last_part = 0
    for line, text in lines(path):
        if not text or text.startswith("#"):
            last_part = 0
            continue
        cells = text.split("\t")
        if len(cells) != 10:
            dropped.append((line, f"{len(cells)} columns, not 10"))
            continue
        number, form, lemma, tag = cells[:4]
        if "-" in number:
            last_part = int(number.partition("-")[2])
        elif "." not in number and int(number) > last_part and lemma != "_" and _is_word(form):
            features = frozenset({tag, *([] if cells[5] == "_" else cells[5].split("|"))})
            entries[lemma, _with_case_of(form, lemma), features] = None
    return _gold(entries)


def _is_word(form: str) -> bool:
    """Whether it has a letter and is one word."""
    return not any(character.isspace() for character in form) and any(unicodedata.category(character)[0] == "L" for character in form)


def _with_case_of(form: str, lemma: str) -> str:
    # The capital of Turkish i is İ, but Python's upper() gives I.
    is_capital = form[0] != lemma[0] and (lemma[0].upper() == form[0] or (lemma[0], form[0]) == ("i", "İ"))
    return lemma[0] + form[1:] if is_capital else form


def _gold(entries: dict[tuple[str, str, frozenset[str]], None]) -> Inflected:
    return Inflected(
        lemmas=[lemma for lemma, _, _ in entries], forms=[form for _, form, _ in entries], features=[features for _, _, features in entries]
    )
