"""Search with the terms of morfem and with those that people use today.

    python experiments/search/run.py ../shared/data/retrieval tr ar he ko --output experiments/search/RESULTS.md

A question finds its paragraph by BM25 (k1 1.2, b 0.75; `bm25.py`). Postings are the pairs of a term and a document. Characters a second
are those of documents divided by the CPU time that makes their terms, on one thread, from the raw text and with cold caches. The interval
of a difference is that of 1,000 bootstrap samples of the questions (95 %), and p that of a paired randomisation test with 10,000 rounds.
"""

import argparse
import json
import time
from pathlib import Path

import baselines
import bm25
from morfem.search import Analyzer

SETS = {"tr": "tr_tquad", "ar": "ar_arcd", "he": "he_heq", "ko": "ko_korquad"}
NAMES = {"tr": "Turkish", "ar": "Arabic", "he": "Hebrew", "ko": "Korean"}


def read(path: Path) -> tuple[list[str], list[str], list[int]]:
    """Paragraphs, questions, and the paragraph of each question."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    asked = [row for row in rows if "question" in row]
    return [row["text"] for row in rows if "text" in row], [row["question"] for row in asked], [row["passage"] for row in asked]


def without_copies(passages: list[str], relevant: list[int]) -> tuple[list[str], list[int]]:
    """A collection in which no paragraph has four fifths of the words of a shorter one; the longer one stands for both."""
    words = [set(text.split()) for text in passages]
    kept: list[int] = []
    place: dict[int, int] = {}
    for number in sorted(range(len(passages)), key=lambda number: -len(passages[number])):
        holds = (at for at, other in enumerate(kept) if 5 * len(words[number] & words[other]) >= 4 * len(words[number]))
        place[number] = next(holds, len(kept))
        if place[number] == len(kept):
            kept.append(number)
    return [passages[number] for number in kept], [place[number] for number in relevant]


def measured(make, passages, questions, relevant):
    """Result of a baseline, and characters a second."""
    terms = make()
    began = time.process_time()
    documents = [terms(text) for text in passages]
    seconds = time.process_time() - began
    result = bm25.retrieve(
        [[(term, 1.0) for term in own] for own in documents], [[(term, 1.0) for term in terms(text)] for text in questions], relevant
    )
    return result, sum(map(len, passages)) / seconds


def ours(language, passages, questions, relevant):
    analyzer = Analyzer(language)
    began = time.process_time()
    documents = analyzer.texts(passages, threads=1)
    seconds = time.process_time() - began
    asked = [[(term.text, term.weight) for term in analyzer.query(text)] for text in questions]
    result = bm25.retrieve([[(term, 1.0) for term in own] for own in documents], asked, relevant)
    return result, sum(map(len, passages)) / seconds


def twice(terms, name, own, passages, questions, relevant) -> str:
    """The row of the best baseline with every term of a document counted twice.

    Our words have two fields or more, and where these coincide a term counts twice, so it saturates later in BM25. This control has the
    same effect.
    """
    documents = [[(term, 2.0) for term in terms(text)] for text in passages]
    result = bm25.retrieve(documents, [[(term, 1.0) for term in terms(text)] for text in questions], relevant)
    low, high = bm25.interval(own.reciprocal - result.reciprocal)
    p = bm25.randomisation_test(own.reciprocal, result.reciprocal)
    difference = f"{own.mrr - result.mrr:+.4f} ({low:+.4f} to {high:+.4f})"
    figures = f"{result.mrr:.4f} | {result.recall():.4f} | {result.postings:,} | | {difference} | {p:.4f}"
    return f"| control: {name}, each counted twice | {figures} |"


def table(folder: Path, language: str, has_copies: bool) -> str:
    """The rows of one language."""
    passages, questions, relevant = read(folder / f"{SETS[language]}.jsonl")
    if not has_copies:
        passages, relevant = without_copies(passages, relevant)
    own, own_speed = ours(language, passages, questions, relevant)
    lines = [
        f"## {NAMES[language]}: {SETS[language]}, {len(passages):,} paragraphs, {len(questions):,} questions",
        "",
        "| terms | MRR@10 | recall@5 | postings | characters a second | ours minus it | p |",
        "|---|---|---|---|---|---|---|",
    ]
    best = ("", 0.0)
    for name, make in baselines.of(language).items():
        result, speed = measured(make, passages, questions, relevant)
        p = bm25.randomisation_test(own.reciprocal, result.reciprocal)
        low, high = bm25.interval(own.reciprocal - result.reciprocal)
        best = max(best, (name, result.mrr), key=lambda item: item[1])
        lines.append(
            f"| {name} | {result.mrr:.4f} | {result.recall():.4f} | {result.postings:,} | {speed:,.0f} "
            f"| {own.mrr - result.mrr:+.4f} ({low:+.4f} to {high:+.4f}) | {p:.4f} |"
        )
        print(lines[-1], flush=True)
    lines.append(twice(baselines.of(language)[best[0]](), best[0], own, passages, questions, relevant))
    lines.append(f"| **morfem.search** | **{own.mrr:.4f}** | {own.recall():.4f} | {own.postings:,} | {own_speed:,.0f} | | |")
    lines.append("")
    print("\n".join(lines[-3:]), flush=True)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with the sets")
    parser.add_argument("languages", nargs="*", default=list(SETS), choices=list(SETS))
    parser.add_argument("--without-copies", action="store_true", help="leave out paragraphs that are another version of a longer one")
    parser.add_argument("--output", type=Path, help="file for the tables")
    arguments = parser.parse_args()
    tables = [table(arguments.folder, language, not arguments.without_copies) for language in arguments.languages]
    if arguments.output:
        arguments.output.write_text("\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
