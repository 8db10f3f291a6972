"""Writes the tables of Splinter: the paper's figures, ours, and the conditions.

    python experiments/splinter/run.py                 trains missing models, measures all, writes RESULTS.md and sizes.tsv
    python experiments/splinter/run.py --language he   only one language, without writing; --size 2000 --size 32000 likewise

About forty minutes on one core the first time. Needs CORPORA, the folder of he.txt.xz,
ar.txt.xz and ms.txt.xz, with gold/ beside it. Models and figures are kept in BASELINES_CACHE.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

import paper
from measures import Figures, measured
from models import HERE, LANGUAGES, Model, trained

sys.path.append(str(HERE.parent))

from conditions import NOT_RECORDED, conditions

SHOWN = 32_000
# Of the sizes of the paper, those in the tables of Hebrew.
IN_TABLES = (128_000, 2_000)
NOTHING = "–"
KEYS = {
    "plausibility": "lexical decision: mean_absolute",
    "renyi": "renyi_observed",
    "tokens": "fertility",
    "many": "words_of_many_tokens",
    "single": "single_characters",
    "neighbours": "distinct_neighbours",
}
HEADS = {
    "plausibility": "cognitive plausibility",
    "renyi": "Rényi efficiency",
    "tokens": "tokens a word",
    "many": "words in 4+ tokens",
    "single": "1-character tokens",
    "neighbours": "distinct neighbours",
}
HEAD = """# Splinter: experiments

Written by `python experiments/splinter/run.py`. The paper is Gazit et al. 2025. The training lines are all lines of a language's corpus
except every fiftieth. All systems of a language are trained on the same words with their counts: those that occur three times or more
on the training lines (in Malay, all). They are judged on every fourth of the other lines, and on gold data that no system has seen.

- *vanilla*: morfem's BPE and Unigram on the plain text, cut at white space.
- *Splinter*: the paper's method, which runs the same engines over letters and reductions.
- *units*: prefixes, roots, patterns and suffixes as units ([docs](../../docs/splinter.md)), trained without general text.
  The cards of the bundled tokenizers have their figures.

A size is the number of ids without the specials, the 256 bytes and the vowel points, which the paper's vocabularies do not have. The
paper's texts differ (trained on Wikipedia, judged on HeDC4 and Wikipedia, delimiters and vowel points deleted), so one can compare the
difference between vanilla and Splinter, but seldom the figures. A cell has vanilla → Splinter.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="All tables of Splinter.")
    parser.add_argument("--language", action="append", choices=list(LANGUAGES), help="only this language; may be given several times")
    parser.add_argument("--size", action="append", type=int, help="only this size; may be given several times")
    asked = parser.parse_args()
    sizes = tuple(asked.size or paper.SIZES)
    figures: dict[Model, Figures] = {}
    for language in asked.language or LANGUAGES:
        found = dict(trained(language, sizes))
        for model, adapter in found.items():
            print(f"{language}: {model.name} ...", file=sys.stderr, flush=True)
            figures[model] = measured(model, adapter)
    text = report(figures)
    print(text)
    if asked.language is None and asked.size is None:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
        (HERE / "sizes.tsv").write_text(all_sizes(figures), encoding="utf-8")


def report(figures: Mapping[Model, Figures]) -> str:
    """RESULTS.md."""
    parts = [
        HEAD,
        conditions("seed 0 for intervals", NOT_RECORDED),
        "## (a)-(d) The tables of the paper\n",
        "### Hebrew, BPE inside (tables 2 and 3)\n",
        _paper_table(figures),
        "(a) has two of the paper's four correlations: the available data has response times but no accuracies. Noise is about .1.\n",
        "### Arabic and Malay, BPE inside (table 4)\n",
        _wikipedia_table(figures),
        "`sizes.tsv` has all sizes and languages, and Unigram inside.\n",
        "## (e) Lines that come back exactly\n",
        _exact(figures),
        "The published program gives back .0082 of the sentences of the treebank in its own demonstration.\n",
        f"## (f) Roots and boundaries at {SHOWN:,}\n",
        _root_table(figures),
    ]
    return "\n".join(parts)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; columns but the first are figures."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [heads, rule, *rows])


def written(key: str, value: float | None) -> str:
    """A figure, formatted for tables."""
    if value is None or value != value:
        return NOTHING
    if key in ("many", "single"):
        return f"{100 * value:.2f} %"
    return f"{value:,.0f}" if key == "neighbours" else f"{value:.3f}"


def pair(key: str, vanilla: float | None, splinter: float | None) -> str:
    """Vanilla and Splinter in a cell."""
    return f"{written(key, vanilla)} → {written(key, splinter)}"


def _of(figures: Mapping[Model, Figures], language: str, inner: str, size: int, key: str) -> tuple[float | None, float | None]:
    def one(system: str) -> float | None:
        return figures.get(Model(language, system, inner, size), {}).get(KEYS[key])

    return one("vanilla"), one("Splinter")


def _paper_table(figures: Mapping[Model, Figures]) -> str:
    rows = []
    for size in IN_TABLES:
        vanilla, splinter = paper.BPE[size]
        cells = [pair(key, *both) for key, both in zip(paper.COLUMNS, zip(vanilla, splinter, strict=True), strict=True)]
        rows.append([f"{size:,} paper", *cells])
        if any(model.size == size and model.language == "he" for model in figures):
            rows.append([f"{size:,} **ours**", *(pair(key, *_of(figures, "he", "BPE", size, key)) for key in paper.COLUMNS)])
    return table(["", *(HEADS[key] for key in paper.COLUMNS)], rows)


def _wikipedia_table(figures: Mapping[Model, Figures]) -> str:
    rows = []
    keys = paper.COLUMNS[1:]
    for (language, size), (vanilla, splinter) in paper.WIKIPEDIA.items():
        cells = [pair(key, *both) for key, both in zip(keys, zip(vanilla, splinter, strict=True), strict=True)]
        rows.append([f"{LANGUAGES[language]} {size:,} paper", *cells])
        rows.append([f"{LANGUAGES[language]} {size:,} **ours**", *(pair(key, *_of(figures, language, "BPE", size, key)) for key in keys)])
    return table(["", *(HEADS[key] for key in keys)], rows)


def all_sizes(figures: Mapping[Model, Figures]) -> str:
    """sizes.tsv: a row for each model."""
    heads = ["language", "model", *(HEADS[key] for key in paper.COLUMNS), "tokens a letter word"]
    rows = [
        [model.language, model.name, *(written(key, found.get(KEYS[key])) for key in paper.COLUMNS), written("", found["letter_fertility"])]
        for model, found in figures.items()
    ]
    return "".join("\t".join(cells) + "\n" for cells in [heads, *rows])


def _exact(figures: Mapping[Model, Figures]) -> str:
    worst = min(found["exact_lines"] for found in figures.values())
    models = len(figures) // len({model.language for model in figures})
    said = ", ".join(f"{share:.3f} ({LANGUAGES[language]})" for language, share in paper.EXACT_LINES.items())
    return f"The worst of the {models} models a language gives back {worst:.3f} of the lines, the published program {said}."


def _root_table(figures: Mapping[Model, Figures]) -> str:
    keys = {
        "residue": "roots: residue",
        "root a token": "roots: exact",
        "HTB": "clitics, HTB: f1",
        "Knesset": "clitics, Knesset: f1",
        "Wikipedia": "clitics, Wikipedia: f1",
        "NAFIS": "NAFIS: f1",
        "affixes": "affixes: f1",
        "tokens a letter word": "letter_fertility",
    }
    rows = []
    for model, found in figures.items():
        if model.size in (SHOWN, 32_768):
            rows.append([f"{model.language} {model.name}", *(written("", found.get(key)) for key in keys.values())])
    published = [f"{residue:.3f}" for residue in paper.RESIDUE.values()]
    known = f"The published program: residue {' he, '.join(published)} ar; root a token, BPE and Unigram inside, " + "; ".join(
        f"{language} {bpe:.3f} and {unigram:.3f}" for language, (bpe, unigram) in paper.ROOT_TOKEN.items()
    )
    return table(["", *keys], rows) + f"\nF1 of clitic boundaries (he, ar) and of affix boundaries (ms, silver data). {known}.\n"


if __name__ == "__main__":
    main()
