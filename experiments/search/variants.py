"""Other choices than those of the search tables, each measured like `run.py` measures the tables.

    python experiments/search/variants.py ../shared/data/retrieval tr ar he ko

A variant is a table with other rows, or something that is done to the terms of the table. Its difference to the table is that of MRR@10,
with p of a paired randomisation test. The last column is the number of postings divided by that of 4-grams.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import baselines
import bm25
from morfem.search import Analyzer, Term
from run import NAMES, SETS, read, without_copies

Lists = list[list[Term]]
Change = Callable[[str], str]


@dataclass
class OnTerms:
    """Something that is done to the terms of all documents and queries, and not to the table."""

    change: Callable[[Lists, Lists], tuple[Lists, Lists]]


@dataclass
class WithLight10:
    """The stem of the stemmer light10 as one more term of every word, marked so that it never equals another term."""

    weight: float


def fields(*rows: str, unknown: tuple[str, ...] = ()) -> Change:
    """A table with these rows `field`, such as ``root 1``, and no row `unknown` but these."""

    def changed(table: str) -> str:
        kept = [line for line in table.splitlines() if line.split("\t")[0] not in ("field", "unknown")]
        new = [*(f"field {row} " for row in rows), *(f"unknown {row} " for row in unknown)]
        return "\n".join([*kept, *(row.replace(" ", "\t") for row in new), ""])

    return changed


def rows(*added: str, without: str = "") -> Change:
    """A table with more rows, such as ``suffix يا 3``, and without those that begin with a match of `without`."""

    def changed(table: str) -> str:
        kept = [line for line in table.splitlines() if not (without and re.match(without, line.replace("\t", " ")))]
        return "\n".join([*kept, *(f"{row.replace(' ', chr(9))}\t" for row in added), ""])

    return changed


def together(*changes: Change) -> Change:
    """One change after the other."""

    def changed(table: str) -> str:
        for change in changes:
            table = change(table)
        return table

    return changed


def once(documents: Lists, queries: Lists) -> tuple[Lists, Lists]:
    """One term where two fields of a word coincide."""
    return [_distinct(terms) for terms in documents], [_distinct(terms) for terms in queries]


def _distinct(terms: list[Term]) -> list[Term]:
    return list({(term.position, term.text): term for term in reversed(terms)}.values())


def families(documents: Lists, queries: Lists) -> tuple[Lists, Lists]:
    """No root that occurs with one stem only: in this collection it finds nothing that the stem does not find."""
    stems: dict[str, set[str]] = defaultdict(set)
    for terms in documents:
        by_word: dict[int, dict[str, str]] = defaultdict(dict)
        for term in terms:
            by_word[term.position][term.field] = term.text
        for word in by_word.values():
            if "root" in word:
                stems[word["root"]].add(word.get("stem", word.get("light", "")))
    lonely = {root for root, own in stems.items() if len(own) == 1}
    return [[term for term in terms if term.field != "root" or term.text not in lonely] for terms in documents], queries


def more_than_once(documents: Lists, queries: Lists) -> tuple[Lists, Lists]:
    """No root that occurs in one paragraph only."""
    holders: dict[str, set[int]] = defaultdict(set)
    for number, terms in enumerate(documents):
        for term in terms:
            if term.field == "root":
                holders[term.text].add(number)
    return [[term for term in terms if term.field != "root" or len(holders[term.text]) > 1] for terms in documents], queries


TURKISH: dict[str, Change | OnTerms | WithLight10] = {
    "root": fields("root 1"),
    "stem": fields("stem 1"),
    "root, function words not indexed": together(fields("root 1"), rows("weight function 0", without="weight function")),
    "root and stem, no other fields for unknown words": fields("root 1", "stem 1"),
    "function words weigh 0": rows("weight function 0", without="weight function"),
    "function words weigh 0.3": rows("weight function 0.3", without="weight function"),
    "function words weigh 1": rows("weight function 1", without="weight function"),
    "root and first 5 letters": fields("root 1", "head:5 1"),
    "root, stem and first 5 letters": fields("root 1", "stem 1", "head:5 1"),
    "root, stem and word": fields("root 1", "stem 1", "word 1"),
    "one term where root and stem coincide": OnTerms(once),
}
ARABIC: dict[str, Change | OnTerms | WithLight10] = {
    "light stem": fields("light 1"),
    "root": fields("root 1"),
    "stem and root": fields("stem 1", "root 1"),
    "light stem, root and stem": fields("light 1", "root 1", "stem 1"),
    "light stem, root and word": fields("light 1", "root 1", "word 1"),
    "light stem, root and word at weight 0.5, of known words": fields("light 1", "root 0.5", "word 0.5", unknown=("light 1", "root 0.5")),
    "light stem, root at 0.5 and word at 0.3, of known words": fields("light 1", "root 0.5", "word 0.3", unknown=("light 1", "root 0.5")),
    "light stem, root and 3-grams": fields("light 1", "root 1", "grams:3 1"),
    "light stem, root and 4-grams at weight 0.5": fields("light 1", "root 1", "grams:4 0.5"),
    "one suffix at most": rows("rounds suffix 1", without="rounds suffix"),
    "suffix يا too": rows("suffix يا 3"),
    "suffix ا too": rows("suffix ا 3"),
    "all suffixes after three letters": rows(
        *(f"suffix {ending} 3" for ending in ("ها", "ان", "ون", "ين", "هم", "نا")), without="suffix (ها|ان|ون|ين|هم|نا) "
    ),
    # Weights of the root against the stem.
    **{f"root at weight {weight}": fields("light 1", f"root {weight}") for weight in (0.3, 0.5, 0.7, 1.5)},
    # Spelling.
    "ta marbuta not folded": together(rows("fold ة ت", without="fold ة"), rows(without="suffix ت ")),
    "ta marbuta folded away at the end only, ه kept": together(rows("suffix ة 3", without="fold ة"), rows(without="suffix ه ")),
    "all hamzas to one letter": rows("fold ؤ ء", "fold ئ ء", without="fold [ؤئ]"),
    "hamza left out": rows("fold ء ", "fold ؤ و", "fold ئ ي", without="fold [ؤئ]"),
    "final ya and alef maqsura apart": rows(without="fold ى"),
    "letters of Persian apart": rows(without="fold [پچڤگکی]"),
    "no roots of other spellings": rows(without="respell"),
    "the future before any letter": rows(without="clitic"),
    # Clitics that the tokenizer leaves on: light10's list.
    "article with و ب ك ف": rows("prefix وال 2", "prefix بال 2", "prefix كال 2", "prefix فال 2"),
    "article with و ب ك ف, and و": rows("prefix وال 2", "prefix بال 2", "prefix كال 2", "prefix فال 2", "prefix و 3"),
    "article with و ب ك ف, and و ب ل س": rows(
        "prefix وال 2", "prefix بال 2", "prefix كال 2", "prefix فال 2", "prefix و 4", "prefix ب 4", "prefix ل 4", "prefix س 4"
    ),
    "only the suffixes of light10": rows(without="suffix (هم|نا|ت|وا) "),
    # Unknown stems.
    **{
        f"unknown stems: light stem and {size}-grams at weight {weight}": fields(
            "light 1", "root 1", unknown=("light 1", "root 1", f"grams:{size} {weight}")
        )
        for size in (3, 4)
        for weight in (0.5, 1)
    },
    "unknown stems: light stem and word": fields("light 1", "root 1", unknown=("light 1", "root 1", "word 1")),
    # Function words.
    "function words weigh 0.3": rows("weight function 0.3", without="weight function"),
    "function words weigh 1": rows("weight function 1", without="weight function"),
    **{f"question words weigh {weight}": rows(f"weight question {weight}", without="weight question") for weight in (0.3, 0.7, 1)},
    "light10's stem too": WithLight10(1.0),
    "light10's stem too, at weight 0.5": WithLight10(0.5),
    "one term where root and light stem coincide": OnTerms(once),
}
HEBREW: dict[str, Change | OnTerms | WithLight10] = {
    "light stem": fields("light 1"),
    "stem": fields("stem 1"),
    "root": fields("root 1"),
    "light stem and root": fields("light 1", "root 1"),
    "stem and light stem": fields("stem 1", "light 1"),
    "stem, light stem and root": fields("stem 1", "light 1", "root 1"),
    "stem, root and word": fields("stem 1", "root 1", "word 1"),
    "stem, root and 4-grams": fields("stem 1", "root 1", "grams:4 1"),
    "one term where root and stem coincide": OnTerms(once),
    "no root that occurs with one stem only": OnTerms(families),
    "no root that occurs in one paragraph only": OnTerms(more_than_once),
    "unknown words: light stem": fields("stem 1", "root 1", unknown=("light 1",)),
    "unknown words: stem": fields("stem 1", "root 1", unknown=("stem 1",)),
    "function words indexed, weight 0.5": rows("weight function 0.5", without="weight function"),
    **{f"question words weigh {weight}": rows(f"weight question {weight}", without="weight question") for weight in (0.3, 0.7, 1)},
}
KOREAN: dict[str, Change | OnTerms | WithLight10] = {
    "no cut between Hangul and other letters": rows(without="cut hangul"),
    "units once": fields("root 1", unknown=("word 1",)),
    "units three times": fields("root 1", "root 1", "root 1", unknown=("word 1", "word 1", "word 1")),
    "units and the whole stem at weight 0.3": fields("root 1", "root 1", "light 0.3"),
    "stem": fields("light 1", "light 1"),
    "bigrams of the stem": fields("grams:2 1", "grams:2 1"),
    "bigrams of the stem, and the stem at weight 0.3": fields("grams:2 1", "light 0.3"),
    "units and bigrams of the stem": fields("root 1", "grams:2 1"),
    "word": fields("word 1", "word 1"),
    "numbers weigh 1": rows("weight number 1", without="weight number"),
    "numbers weigh 2": rows("weight number 2", without="weight number"),
    "function words weigh 0.5": rows("weight function 0.5", without="weight function"),
    "only verbs without content are left out": rows(
        *(
            f"function {verb} "
            for verb in ("하", "되", "있", "없", "이", "시키", "않", "위하", "대하", "통하", "의하", "따르", "아니", "같")
        ),
        without="function",
    ),
}
VARIANTS = {"tr": TURKISH, "ar": ARABIC, "he": HEBREW, "ko": KOREAN}


def weighted(lists: Lists) -> list[list[tuple[str, float]]]:
    return [[(term.text, term.weight) for term in terms] for terms in lists]


def measured(language: str, change: Change | OnTerms | WithLight10 | None, sets: tuple[list[str], list[str], list[int]]) -> bm25.Result:
    """The result of a variant, or of the table if there is no change."""
    passages, questions, relevant = sets
    table = (Path(__file__).parents[2] / "python" / "morfem" / "languages" / language / "search.tsv").read_text(encoding="utf-8")
    analyzer = Analyzer(language, table=change(table) if callable(change) else table)
    documents, queries = [analyzer.document(text) for text in passages], [analyzer.query(text) for text in questions]
    if isinstance(change, OnTerms):
        documents, queries = change.change(documents, queries)
    left, right = weighted(documents), weighted(queries)
    if isinstance(change, WithLight10):
        stems = baselines.of("ar")["light10"]()
        left = [own + [(f"{stem}*", 1.0) for stem in stems(text)] for own, text in zip(left, passages, strict=True)]
        right = [own + [(f"{stem}*", change.weight) for stem in stems(text)] for own, text in zip(right, questions, strict=True)]
    return bm25.retrieve(left, right, relevant)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", default=list(SETS), choices=list(SETS))
    parser.add_argument("--without-copies", action="store_true", help="leave out paragraphs that are another version of a longer one")
    arguments = parser.parse_args()
    for language in arguments.languages:
        passages, questions, relevant = read(arguments.folder / f"{SETS[language]}.jsonl")
        if arguments.without_copies:
            passages, relevant = without_copies(passages, relevant)
        sets = passages, questions, relevant
        fours = baselines.of_each_word(language, baselines.grams(4))
        most = sum(len(set(fours(text))) for text in sets[0])
        table = measured(language, None, sets)
        print(f"## {NAMES[language]}\n")
        print("| variant | MRR@10 | recall@5 | minus the table | p | postings | / 4-grams' |\n|---|---|---|---|---|---|---|")
        print(f"| the table | {table.mrr:.4f} | {table.recall():.4f} | | | {table.postings:,} | {table.postings / most:.2f} |")
        for name, change in VARIANTS[language].items():
            result = measured(language, change, sets)
            p = bm25.randomisation_test(result.reciprocal, table.reciprocal)
            print(
                f"| {name} | {result.mrr:.4f} | {result.recall():.4f} | {result.mrr - table.mrr:+.4f} | {p:.2f} "
                f"| {result.postings:,} | {result.postings / most:.2f} |",
                flush=True,
            )
        print()


if __name__ == "__main__":
    main()
