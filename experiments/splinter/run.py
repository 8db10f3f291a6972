"""Writes all tables and pictures of Splinter: the paper's figures, ours, and the conditions.

    python experiments/splinter/run.py                 trains missing models, measures all, writes RESULTS.md and the pictures
    python experiments/splinter/run.py --language he   only one language, without writing; --size 2000 --size 32000 likewise

About forty minutes on one core the first time. Needs matplotlib (`pip install --group bench`) and CORPORA, the folder of he.txt.xz,
ar.txt.xz and ms.txt.xz, with gold/ beside it. Models and figures are kept in BASELINES_CACHE.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

import morfem
import numpy as np
import paper
import stop_rules
import symbols
import times
from forty import found as found_of_forty
from measures import Figures, lines, measured, overlap
from models import HERE, LANGUAGES, Model, reductions, tables, trained, words
from morfem.evaluate import wrap
from morfem.evaluate.metrics.distribution import WINDOW
from numpy.typing import NDArray

sys.path.append(str(HERE.parent))

from conditions import NOT_RECORDED, conditions

SHOWN = 32_000
NOTHING = "–"
KEYS = dict(
    zip(
        paper.COLUMNS,
        (
            "lexical decision: mean_absolute",
            "renyi_observed",
            "fertility",
            "words_of_many_tokens",
            "single_characters",
            "distinct_neighbours",
        ),
        strict=True,
    )
)
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
- *units*: the bundled tokenizer in version 1, which has prefixes, roots, patterns and suffixes as units ([docs](../../docs/splinter.md)).
  [Mixed text](../coverage/RESULTS.md#size-against-language) has the figures of the newest version.

A size is the number of ids without the specials, the 256 bytes and the vowel points, which the paper's vocabularies do not have. The
paper's texts differ (trained on Wikipedia, judged on HeDC4 and Wikipedia, delimiters and vowel points deleted), so one can compare the
difference between vanilla and Splinter, but seldom the figures. A cell has vanilla → Splinter.
"""


WHY_RULES = """\
- *None* finds the most roots, because all words of the gold data have one, but cuts every name.
- *Attested* is worse: rare inflections have intermediates that do not occur, and short names have some that do.
- *Share* at .005 stops at reductions that are hardly ever right. It costs no root in Hebrew and one in a hundred in Arabic, and leaves a
  fifth of the names whole. Higher thresholds stop in the middle of patterns and are worse.
- *Residue of several words* is best where names matter. Of the rules that leave half of the names whole it costs the fewest roots,
  because no other word has the residue of a name. The bundled tokenizers have another form of this rule: root and pattern must both have
  an id, which all frequent ones have.
"""
WHY_SYMBOLS = """\
Symbols are letters, with their final forms, and reductions. Their number grows with the number of word types, because each type may have
a letter at a new position. Counting types or frequencies makes no difference, because both choose among the same reductions. Positions
make none either, because both programs count them from the nearer end. But the paper's corpora are larger. Its program also has the
capitals of Malay as separate letters, and all 42 code points of a block for Arabic (ours has 36: tatweel is a mark, and five are letters of
other languages).
"""
WHY_TIMES = """\
The paper's method, one thread, processor time: reductions learned from the 50,000 most frequent types (the published program: from
25,551 to 48,865), and development lines encoded with BPE inside. Learning is the whole call: passing the counts to the library,
ordering the ids by encoding all types, and learning merges. The published program times only one step, the shares of reductions from
counts. In the core this step takes 15 (Malay), 18 (Arabic) and 34 ms (Hebrew), 27 to 70 times as fast.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="All tables of Splinter.")
    parser.add_argument("--language", action="append", choices=list(LANGUAGES), help="only this language; may be given several times")
    parser.add_argument("--size", action="append", type=int, help="only this size; may be given several times")
    asked = parser.parse_args()
    sizes = tuple(asked.size or paper.SIZES)
    figures: dict[Model, Figures] = {}
    shares: dict[Model, float] = {}
    reports: dict[str, list[str]] = {}
    counts: dict[str, NDArray[np.int64]] = {}
    for language in asked.language or LANGUAGES:
        found = dict(trained(language, sizes))
        for model, adapter in found.items():
            print(f"{language}: {model.name} ...", file=sys.stderr, flush=True)
            figures[model] = measured(model, adapter)
            if model.system == "Splinter":
                vanilla = Model(language, "vanilla", model.inner, model.size)
                shares[model] = overlap(adapter, within=found[vanilla])
        reports[language] = [_stop_rules(language), _clitics(language, figures[Model(language, "units", "bundled", 32_768)])]
        if language == "he":
            for system in ("vanilla", "Splinter"):
                model = Model("he", system, "BPE", max(sizes))
                counts[f"{system} BPE, {model.size:,}"] = neighbours(morfem.load(model.folder), lines("he"))
    text = report(figures, shares, reports)
    print(text)
    if asked.language is None and asked.size is None:
        import pictures

        pictures.tokens_per_word(figures)
        pictures.overlaps({model: share for model, share in shares.items() if model.inner == "BPE"})
        pictures.neighbours(counts)
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


def report(figures: Mapping[Model, Figures], shares: Mapping[Model, float], reports: Mapping[str, Sequence[str]]) -> str:
    """RESULTS.md."""
    parts = [HEAD, conditions("seed 0 for intervals", NOT_RECORDED), "## (a)-(d) The tables of the paper\n"]
    for inner, known, number in (("BPE", paper.BPE, "2 and 3"), ("Unigram", paper.UNIGRAM, "2 and 6")):
        parts += [f"### Hebrew, {inner} inside (tables {number})\n", _paper_table(figures, inner, known)]
    parts += [
        "(a) has two of the paper's four correlations: the available data has response times but no accuracies. Noise is about .1.\n",
        "### Three languages, BPE inside (table 4)\n",
        _wikipedia_table(figures),
        "### All sizes, all languages\n",
        _all_table(figures),
        "![tokens a word](tokens_per_word.svg)\n",
        "![neighbours](neighbours.svg)\n",
        "## (e) Vocabulary shared with vanilla\n",
        "Share of Splinter's tokens, with reductions undone, that are in the vanilla vocabulary of the same size. "
        "The paper (figure 2): below "
        f"{paper.OVERLAP_AT_MOST:.0%} at 128,000 in all languages.\n",
        _overlap_table(shares),
        "![overlap](overlap.svg)\n",
        "## (f) Lines that come back exactly\n",
        _exact_table(figures),
        "The published program gives back .0082 of the sentences of the treebank in its own demonstration.\n",
        f"## (g) Roots and boundaries at {SHOWN:,}\n",
        _root_table(figures),
    ]
    if any(model.language == "he" for model in figures):
        forty = found_of_forty()
        rows = [[f"`weight={weight}`", str(paper.OF_FORTY[weight]), str(count), f"{share:.3f}"] for weight, (count, share) in forty.items()]
        parts += [
            "Hebrew words whose residue is the root (the paper's forty and ours are not the same words):\n",
            table(["", "of forty, the paper's programs", "of forty, ours", "of the gold words, ours"], rows),
        ]
    parts += ["## (h) Stop rules and affixes of several letters\n", WHY_RULES, *(text for texts in reports.values() for text in texts)]
    parts += ["## (i) Symbols\n", WHY_SYMBOLS, _symbol_table(list(reports))]
    parts += ["## (k) Time\n", WHY_TIMES, _times_table(list(reports))]
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


def _paper_table(figures: Mapping[Model, Figures], inner: str, known: Mapping[int, tuple[Sequence[float], Sequence[float]]]) -> str:
    rows = []
    for size in sorted(known, reverse=True):
        vanilla, splinter = known[size]
        cells = [pair(key, *both) for key, both in zip(paper.COLUMNS, zip(vanilla, splinter, strict=True), strict=True)]
        rows.append([f"{size:,} paper", *cells])
        if any(model.size == size and model.language == "he" for model in figures):
            rows.append([f"{size:,} **ours**", *(pair(key, *_of(figures, "he", inner, size, key)) for key in paper.COLUMNS)])
    return table(["", *(HEADS[key] for key in paper.COLUMNS)], rows)


def _wikipedia_table(figures: Mapping[Model, Figures]) -> str:
    rows = []
    keys = paper.COLUMNS[1:]
    for (language, size), (vanilla, splinter) in paper.WIKIPEDIA.items():
        cells = [pair(key, *both) for key, both in zip(keys, zip(vanilla, splinter, strict=True), strict=True)]
        rows.append([f"{LANGUAGES[language]} {size:,} paper", *cells])
        rows.append([f"{LANGUAGES[language]} {size:,} **ours**", *(pair(key, *_of(figures, language, "BPE", size, key)) for key in keys)])
    return table(["", *(HEADS[key] for key in keys)], rows)


def _all_table(figures: Mapping[Model, Figures]) -> str:
    rows = []
    for model in figures:
        cells = [written(key, figures[model].get(KEYS[key])) for key in paper.COLUMNS]
        rows.append([f"{model.language} {model.name}", *cells, written("", figures[model]["letter_fertility"])])
    return table(["", *(HEADS[key] for key in paper.COLUMNS), "tokens a letter word"], rows)


def _overlap_table(shares: Mapping[Model, float]) -> str:
    sizes = sorted({model.size for model in shares})
    rows = [
        [
            f"{LANGUAGES[language]}, {inner}",
            *(f"{shares[model]:.1%}" if (model := Model(language, "Splinter", inner, size)) in shares else NOTHING for size in sizes),
        ]
        for language in LANGUAGES
        for inner in ("BPE", "Unigram")
    ]
    return table(["", *(f"{size:,}" for size in sizes)], rows)


def _exact_table(figures: Mapping[Model, Figures]) -> str:
    rows = []
    for language in dict.fromkeys(model.language for model in figures):
        exact = [found["exact_lines"] for model, found in figures.items() if model.language == language]
        rows.append([LANGUAGES[language], f"{paper.EXACT_LINES[language]:.3f}", f"{min(exact):.3f}", str(len(exact))])
    return table(["", "the published program", "ours, the worst model", "models"], rows)


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


def _stop_rules(language: str) -> str:
    if language == "ms":
        return ""
    rows = [
        [row.rule, written("", row.right), written("", row.wrong), written("", row.names)]
        for row in stop_rules.compared(language, reductions(language))
    ]
    return f"### {LANGUAGES[language]}: stop rules on the paper's chain\n\n" + table(
        ["rule", "residue is the root", "residue is something else", "names that are cut"], rows
    )


NAMES = {
    "inner": "merger",
    "affix_power": "affix_exponent",
    "wholes": "whole_share",
    "roots": "root_share",
    "patterns": "pattern_share",
    "outer_patterns": "outer_pattern_share",
    "pieces": "piece_share",
    "tear_power": "tear_exponent",
}


def _clitics(language: str, bundled: Figures) -> str:
    """The method by units, as bundled and with an empty table of prefixes and suffixes."""
    model = Model(language, "units", "without", 32_768)
    if not model.folder.is_dir():
        empty = words(language).with_name("no_clitics.tsv")
        empty.write_text((tables(language) / "clitics.tsv").read_text("utf-8").splitlines()[0] + "\n", encoding="utf-8")
        # The records of the bundled tokenizers have the names of 0.1.0. Here there is no general text, and so no share for it.
        recorded = morfem.load(f"{language}-splinter").record["options"].items()
        options = {NAMES.get(name, name): value for name, value in recorded if name != "general_share"}
        alphabet = tables(language) / "alphabet.tsv"
        tokenizer = morfem.train.splinter(words(language), alphabet=alphabet, clitics=empty, progress=False, **options)
        tokenizer.with_record(name=model.name, language=language).save(model.folder)
    without = measured(model, wrap(str(model.folder), model.name))
    rows = []
    for name, figures in (("with prefixes and suffixes, as bundled", bundled), ("without", without)):
        boundaries = [written("", figures[key]) for key in figures if key.endswith(": f1")]
        others = [written("", figures.get(key)) for key in ("roots: residue", "roots: exact", "fertility")]
        rows.append([name, *others[:2], " ".join(boundaries), others[2]])
    return f"### {LANGUAGES[language]}: affixes of several letters as units\n\n" + table(
        ["", "residue", "root a token", "boundary F1", "tokens a word"], rows
    )


def _symbol_table(languages: Sequence[str]) -> str:
    rows = []
    for language in languages:
        for name, (letters, taken_out) in symbols.counted(language).items():
            rows.append(
                [f"{LANGUAGES[language]}, {name}", str(paper.SYMBOLS[language]), f"{letters + taken_out} ({letters} and {taken_out})"]
            )
    return table(["", "paper", "ours"], rows)


def _times_table(languages: Sequence[str]) -> str:
    rows = []
    for language in languages:
        taken, (first, second) = times.learning(language), times.encoding(language)
        known = times.PROGRAM[language]
        rows.append([LANGUAGES[language], f"{known:.2f} s", f"{taken:.3f} s", f"{known / taken:.0f}", f"{first:.1f}", f"{second:.1f}"])
    return table(["", "learning, the published program", "ours", "ratio", "encoding, MB/s", "once more, MB/s"], rows)


def neighbours(tokenizer: morfem.Tokenizer, texts: Sequence[str]) -> NDArray[np.int64]:
    """The number of distinct neighbours of each id."""
    ids, indptr = tokenizer.encode_ids_batch(texts)
    line = np.repeat(np.arange(len(texts)), np.diff(indptr))
    pairs = np.zeros(0, np.uint64)
    for distance in range(1, WINDOW + 1):
        is_near = line[:-distance] == line[distance:]
        one, other = ids[:-distance][is_near].astype(np.uint64), ids[distance:][is_near].astype(np.uint64)
        pairs = np.unique(np.concatenate([pairs, one << np.uint64(32) | other, other << np.uint64(32) | one]))
    return np.bincount((pairs >> np.uint64(32)).astype(np.int64), minlength=tokenizer.vocab_size)


if __name__ == "__main__":
    main()
