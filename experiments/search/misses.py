"""Why questions miss their paragraph, by class.

    python experiments/search/misses.py ../shared/data/retrieval tr ar he ko

A miss is a question whose paragraph is not first. Its class, the first that applies:
- version: the paragraph, or a longer version of it, is first if no other version is in the collection (`run.without_copies`);
- no term: the paragraph has no term of the question;
- form: a word of the question has no term in the paragraph, but the paragraph has a word that shares half of its 3-grams (Dice): an unknown
  stem, a derivation, or another spelling of a name;
- other words: a word of the question has no similar word in the paragraph (a paraphrase, or a topic that the paragraph leaves out);
- neighbour: all words of the question are in the paragraph, but another paragraph scores higher.
"""

import argparse
from collections import Counter
from pathlib import Path

import bm25
from morfem.search import Analyzer
from run import NAMES, SETS, read, without_copies


def trigrams(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(max(1, len(word) - 2))}


def is_similar(word: str, others: set[str]) -> bool:
    own = trigrams(word)
    return any(4 * len(own & trigrams(other)) >= len(own) + len(trigrams(other)) for other in others)


def miss(analyzer: Analyzer, question: str, paragraph: str) -> str:
    """The class of a miss."""
    present = analyzer.document(paragraph)
    texts = {term.text for term in present}
    words: dict[str, bool] = {}
    for term in analyzer.query(question):
        if term.weight > 0.5 or term.field == "light":
            word = question[term.start : term.end]
            words[word] = words.get(word, False) or term.text in texts
    if not any(words.values()):
        return "no term"
    absent = [word for word, found in words.items() if not found]
    surfaces = {paragraph[term.start : term.end] for term in present}
    if any(is_similar(word, surfaces) for word in absent):
        return "form"
    return "other words" if absent else "neighbour"


def ranked(analyzer: Analyzer, passages: list[str], asked: list[bm25.Weighted], relevant: list[int]) -> list[int]:
    """The rank of the right paragraph of each question."""
    documents = [[(term, 1.0) for term in own] for own in analyzer.texts(passages)]
    return bm25.retrieve(documents, asked, relevant).ranks.tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", default=list(SETS), choices=list(SETS))
    arguments = parser.parse_args()
    print("| language | questions | misses | version | no term | form | other words | neighbour |\n|---|---|---|---|---|---|---|---|")
    for language in arguments.languages:
        passages, questions, relevant = read(arguments.folder / f"{SETS[language]}.jsonl")
        analyzer = Analyzer(language)
        asked = [[(term.text, term.weight) for term in analyzer.query(text)] for text in questions]
        ranks, alone = (
            ranked(analyzer, texts, asked, right) for texts, right in ((passages, relevant), without_copies(passages, relevant))
        )
        classes = Counter(
            "version" if first == 1 else miss(analyzer, question, passages[right])
            for question, right, rank, first in zip(questions, relevant, ranks, alone, strict=True)
            if rank != 1
        )
        shares = " | ".join(f"{classes[name]:,}" for name in ("version", "no term", "form", "other words", "neighbour"))
        print(f"| {NAMES[language]} | {len(questions):,} | {classes.total():,} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
