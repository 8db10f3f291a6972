"""Pairs of a query and a word that a speaker expects to meet, or to stay apart, by language and kind (pairs.tsv)."""

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from morfem.search import Analyzer

Pair = tuple[str, str, bool]


def read() -> dict[tuple[str, str], list[Pair]]:
    pairs: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    with (Path(__file__).parent / "pairs.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            pairs[row["language"], row["kind"]].append((row["query"], row["document"], row["meet"] == "1"))
    return pairs


PAIRS = read()
# Kinds of which so many pairs are still wrong.
WRONG = {
    ("ar", "look-alike"): 1,
    ("ar", "names"): 3,
    ("ar", "root"): 1,
    ("ar", "weak-verb"): 1,
    ("he", "acronym"): 2,
    ("he", "look-alike"): 1,
    ("he", "names"): 2,
    ("ko", "irregular-ㅎ"): 1,
    ("ko", "spacing"): 1,
    ("ko", "verb"): 1,
    ("ms", "clitic"): 1,
    ("tr", "ambiguous"): 2,
    ("tr", "apostrophe"): 1,
    ("tr", "ascii"): 3,
    ("tr", "elongation"): 2,
    ("tr", "hashtag"): 1,
    ("tr", "inflection"): 1,
    ("tr", "names"): 1,
    ("tr", "softening"): 1,
}
analyzer = cache(Analyzer)


@pytest.mark.parametrize(("language", "kind"), PAIRS, ids=lambda part: part)
def test_pairs_meet_or_stay_apart(language: str, kind: str) -> None:
    wrong = [pair for pair in PAIRS[language, kind] if meets(language, *pair[:2]) != pair[2]]
    assert len(wrong) <= WRONG.get((language, kind), 0), wrong


def meets(language: str, query: str, document: str) -> bool:
    asked, found = analyzer(language).query(query), analyzer(language).document(document)
    return bool({term.text for term in asked} & {term.text for term in found})
