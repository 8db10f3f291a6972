"""Pairs of a query and a word that a speaker expects to meet, or to stay apart: how many are right, by kind and language.

    python experiments/search/pairs.py [PAIRS.tsv] [--wrong]

The pairs are our own, tests/search/pairs.tsv. A query and a text meet if they share a term.
"""

import argparse
import csv
from collections import defaultdict
from pathlib import Path

from morfem.search import Analyzer

PAIRS = Path(__file__).parents[2] / "tests" / "search" / "pairs.tsv"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path, nargs="?", default=PAIRS)
    parser.add_argument("--wrong", action="store_true", help="list the pairs that are wrong, with the terms of both")
    arguments = parser.parse_args()
    with arguments.pairs.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    analyzers = {language: Analyzer(language) for language in sorted({row["language"] for row in rows})}
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        analyzer = analyzers[row["language"]]
        asked = {term.text for term in analyzer.query(row["query"])}
        found = {term.text for term in analyzer.document(row["document"])}
        is_right = bool(asked & found) == (row["meet"] == "1")
        for kind in ("all", "meet" if row["meet"] == "1" else "apart", row["kind"]):
            right[kind, row["language"]].append(is_right)
            right[kind, "all"].append(is_right)
        if arguments.wrong and not is_right:
            print(*row.values(), " ".join(sorted(asked)), "|", " ".join(sorted(found)), sep="\t")
    languages = [*analyzers, "all"]
    print("| right |", " | ".join(languages), "|\n|---|" + "---|" * len(languages))
    for kind in dict.fromkeys(["all", "meet", "apart", *sorted(kind for kind, _ in right)]):
        found = (right.get((kind, language), []) for language in languages)
        cells = (f"{sum(one)}/{len(one)}" if one else "" for one in found)
        print(f"| {kind} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
