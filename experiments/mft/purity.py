"""(a) The paper's first table: tokens, unique tokens, %TR, %Pure.

    python experiments/mft/purity.py

The paper uses the questions of TR-MMLU, whose text is not available. It counts distinct token strings and asks a web service whether they
are Turkish. Here the text is the development lines, the judge is the lexicon of `morfem.evaluate`, and tokens are judged by their surface
in context, by type and by occurrence. So figures can be compared within the paper and within ours, but not across.
"""

from collections.abc import Iterator

from measures import LINES, baselines, bundled, contenders, development_lines, distinct_ids, figures
from results import NOTHING, put, shown, table, written

# Tokens, unique tokens, %TR and %Pure by type.
PAPER = {
    "turkish_tokenizer": (707_727, 11_144, 0.9029, 0.8580),
    "gemma-2-9b": (None, None, 0.4096, 0.2849),
    "Llama-3.2-3B": (None, None, 0.4577, 0.3145),
    "Qwen2.5-7B": (None, None, 0.4039, None),
    "aya-expanse-8b": (434_526, None, 0.5348, None),
}
PAPER_CHARACTERS, PAPER_WORDS = 1_605_376, 198_193
# On the paper's 1,000 texts with 653 thousand words: tokens per word and per character.
PAPER_DENSITY = {"MFT": (2.91, 0.356), "Tabi": (1.99, 0.244), "Mursit": (1.82, 0.223), "Cosmos": (1.82, 0.223)}
HEADS = (
    *("", "tokens", "unique", "tokens a word", "tokens a character", "%TR by type", "%Pure by type"),
    *("%TR by frequency", "%Pure by frequency", "pure words"),
)
METRICS = ("tr_types", "pure_types", "tr", "pure", "pure_words")


def section() -> str:
    """The section of RESULTS.md."""
    rows = [*_ours(), *_paper()]
    return f"""## (a) Tokens, %TR, %Pure

`python experiments/mft/purity.py`. Ours: development lines; vocabularies of 32,768 ids, except the analysers, Morfessor and rows whose
name gives another size. The paper's rows: the questions of TR-MMLU, which are not available ({PAPER_CHARACTERS:,} characters,
{PAPER_WORDS:,} words), counted over distinct token strings with a web service as judge. Its last four rows: 1,000 other texts
(653,000 words).
*Pure words* are words that consist of pure tokens only. Single letters (the trivial baseline *characters*) score high in the other columns
and low in this one. %TR and %Pure count only tokens with a letter.

{table(HEADS, rows)}"""


def _ours() -> Iterator[list[str]]:
    measured = {name: figures(name, name) for name in bundled()} | baselines()
    texts = development_lines()
    words, characters = sum(len(text.split()) for text in texts), sum(map(len, texts))
    for name, found in measured.items():
        tokens = round(found[LINES, "compression.fertility"].value * words)
        unique = distinct_ids(name, name if name in bundled() else contenders()[name])
        counts = [f"{tokens:,}", f"{unique:,}" if unique else NOTHING, f"{tokens / words:.3f}", f"{tokens / characters:.3f}"]
        yield [shown(name), *counts, *(written(found.get((LINES, f"purity.{metric}"))) for metric in METRICS)]


def _paper() -> Iterator[list[str]]:
    for name, (tokens, unique, turkish, pure) in PAPER.items():
        density = [f"{tokens / PAPER_WORDS:.3f}", f"{tokens / PAPER_CHARACTERS:.3f}"] if tokens else [NOTHING] * 2
        counts = [f"{count:,}" if count else NOTHING for count in (tokens, unique)]
        judged = [f"{value:.3f}" if value else NOTHING for value in (turkish, pure)]
        yield [f"paper: {name}", *counts, *density, *judged, *[NOTHING] * 3]
    for name, (word, character) in PAPER_DENSITY.items():
        yield [f"paper: {name}", *[NOTHING] * 2, f"{word:.3f}", f"{character:.3f}", *[NOTHING] * 5]


if __name__ == "__main__":
    put("purity", section())
