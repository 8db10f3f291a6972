"""Plain files that cut where a guide cuts: tokens a word, boundaries and bits of BPE and Unigram with and without boundaries.

    python experiments/plain_files/run.py                   trains what is missing, measures, writes RESULTS.md
    python experiments/plain_files/run.py --lines 60000     a trial on the first lines; writes nothing

Two stages: merges inside morphemes first, then the tokenizer is extended by merges of whole morphemes, as in `tools/two_stages.py`. In
three, the last ids are runs of whole words; for the others words are counted alone.

Trained on all lines of the Turkish corpus but every fiftieth. Tokens are counted on every fiftieth line. The bits are those of the metric
`language_model` (Kneser-Ney, on the same development lines), the boundaries those of the suite `tr-intrinsic`.
"""

import argparse
import collections
import itertools
import sys
from pathlib import Path
from typing import Any

import morfem
from morfem.evaluate.evaluation import evaluate
from morfem.evaluate.suite import Suite

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "baselines")]

from conditions import conditions  # noqa: E402
from texts import CORPORA, corpus  # noqa: E402

CACHE = HERE.parents[1] / "target" / "plain_files"
SPLITTER = "inflected"
PHRASES: dict[str, Any] = {
    "pretokenizer": "phrases",
    "unit_rule": "characters",
    "score": "likelihood",
    "max_token_bytes": 48,
    "phrase_weight": 0.15,
}
# name -> kind, ids, options. The guides are the bundled tokenizers.
MODELS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "tr-mft, the guide": ("bundled", 32_768, {"name": "tr-mft"}),
    "tr-mft-64k, the guide (64k)": ("bundled", 65_536, {"name": "tr-mft-64k"}),
    "BPE": ("bpe", 32_768, {}),
    "BPE, cuts of tr-mft": ("bpe", 32_768, {"boundaries": "tr-mft"}),
    "BPE, cuts of tr-mft for 16,384 ids, then tokens": ("stages", 32_768, {"first": 16_384, "exponent": 0.6, "crossing": (8, 1)}),
    "BPE, cuts of tr-mft for 24,576 ids, then tokens": ("stages", 32_768, {"first": 24_576, "exponent": 0.4, "crossing": (8, 4)}),
    "BPE, cuts of tr-mft for 24,576 ids, tokens up to 28,672, then phrases": (
        "stages",
        32_768,
        {"first": 24_576, "words": 28_672, "exponent": 0.4, "crossing": (8, 4)},
    ),
    "Unigram": ("unigram", 32_768, {}),
    "Unigram, cuts of tr-mft": ("unigram", 32_768, {"boundaries": "tr-mft"}),
    "BPE (64k)": ("bpe", 65_536, {}),
    "BPE, cuts of tr-mft for 36,864 ids, then tokens (64k)": ("stages", 65_536, {"first": 36_864, "exponent": 0.4, "crossing": (8, 4)}),
    "BPE, cuts of tr-mft for 34,816 ids, tokens up to 50,688, then phrases (64k)": (
        "stages",
        65_536,
        {"first": 34_816, "words": 50_688, "exponent": 0.4, "crossing": (8, 4)},
    ),
    "Unigram, tokens of tr-mft-64k (64k)": ("unigram", 65_536, {"boundaries": "tr-mft-64k", "boundary_rule": "tokens"}),
    "Thunder-Tok, the same options, no guide (64k)": ("thunder", 65_536, PHRASES),
    "Thunder-Tok, phrases over tokens of tr-mft-64k (64k)": (
        "thunder",
        65_536,
        {**PHRASES, "boundaries": "tr-mft-64k", "boundary_rule": "tokens"},
    ),
    "BPE (128k)": ("bpe", 131_072, {}),
    "BPE, cuts of tr-mft for 57,344 ids, tokens up to 98,304, then phrases (128k)": (
        "stages",
        131_072,
        {"first": 57_344, "words": 98_304, "exponent": 0.4, "crossing": (8, 4)},
    ),
    "Thunder-Tok, phrases over tokens of tr-mft-64k (128k)": (
        "thunder",
        131_072,
        {**PHRASES, "boundaries": "tr-mft-64k", "boundary_rule": "tokens"},
    ),
}
SUITE = """
language = "tr"

[[text]]
data = "lines"
path = "corpora/tr.txt.xz"
every = 50
metrics = { compression = {}, language_model = {} }

[[gold]]
data = "Morpho Challenge"
path = "gold/tr/morphochallenge2010_tr_train_segmentation.tsv"
format = "segmentation"
metrics = { boundaries = {} }

[[gold]]
data = "MIT"
path = "gold/tr/mit_tr_segmentation.tsv"
format = "segmentation"
metrics = { boundaries = {} }
"""
COLUMNS = {
    "tokens a word": ("lines", "compression.fertility"),
    "precision": ("Morpho Challenge", "boundaries.precision"),
    "F1": ("Morpho Challenge", "boundaries.f1"),
    "F1, MIT": ("MIT", "boundaries.f1"),
    "bits per character": ("lines", "language_model.bits_per_character"),
}
ABOUT = """# Plain files with boundaries

Written by `python experiments/plain_files/run.py`. Trained on all lines of the Turkish corpus but every fiftieth, splitter
`{splitter}`; measured on every fiftieth line, and on the gold data of Morpho Challenge 2010 and of MIT. Bits are of a Kneser-Ney model
over the ids. *Words cut alike*: the share of the words of the training text that the plain file cuts as its guide does.

"""


def trained(name: str, lines: int | None) -> morfem.Tokenizer:
    """The tokenizer of a row, which is trained if it does not exist."""
    kind, size, options = MODELS[name]
    if kind == "bundled":
        return morfem.load(options["name"])
    folder = CACHE / (f"{lines} lines" if lines else "all") / name
    if not folder.exists():
        own: Any
        path = corpus(CORPORA, "tr")
        texts: Any = (
            path
            if lines is None
            else list(itertools.islice(itertools.chain.from_iterable(morfem.corpus.Corpus(path, hold_out=50).texts()), lines))
        )
        held = {"hold_out": 50} if lines is None else {}
        common: Any = {"threads": 2, "progress": False, "language": "tr"}
        if kind == "stages":
            first, cost, most = options["first"], options["crossing"], options.get("words", size)
            alone, splitter, of_texts = texts, SPLITTER, held
            if most < size:
                alone, splitter, of_texts = words_alone(path, lines), "phrases", {}
            own = {"boundaries": "tr-mft", "crossing_cost": cost[0], "count_exponent": options["exponent"], "pretokenizer": splitter}
            start = morfem.train.bpe(alone, vocab_size=first, **own, **common, **of_texts)
            more: Any = {"add": most - first, "boundaries": "tr-mft", "crossing_cost": cost[1], "name": name}
            tokenizer = morfem.train.extend(start, alone, **more, **common, **of_texts).tokenizer
            if most < size:
                more = {"add": size - most, "boundary_rule": "words", "name": name}
                tokenizer = morfem.train.extend(tokenizer, texts, **more, **common, **held).tokenizer
        else:
            own = {"pretokenizer": SPLITTER, **options}
            tokenizer = getattr(morfem.train, kind)(texts, vocab_size=size, name=name, **own, **common, **held)
        tokenizer.save(folder)
    return morfem.load(folder)


def words_alone(path: Path, lines: int | None) -> collections.Counter[str]:
    """How often each word occurs, with the space before it, if there is one."""
    texts = itertools.islice(itertools.chain.from_iterable(morfem.corpus.Corpus(path, hold_out=50).texts()), lines)
    return collections.Counter(f" {word}" if place else word for text in texts for place, word in enumerate(text.split()))


def measured(tokenizer: morfem.Tokenizer) -> list[str]:
    """The figures of a row."""
    report = evaluate([tokenizer], Suite.parse(SUITE, "plain files", HERE), data=CORPORA.parent, baselines=False, resamples=10)
    found = {(score.data, score.metric): score.value for score in report.scores}
    alike = tokenizer.record["options"].get("boundaries", {}).get("words_cut_alike")
    return [*(f"{found[place]:.3f}" for place in COLUMNS.values()), "–" if alike is None else f"{alike:.3f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lines", type=int, help="train on so many lines, and write nothing")
    parser.add_argument("--only", action="append", choices=list(MODELS))
    asked = parser.parse_args()
    rows = [("plain file", *COLUMNS, "words cut alike"), ("---", *["---:"] * (len(COLUMNS) + 1))]
    for name in asked.only or MODELS:
        rows.append((name, *measured(trained(name, asked.lines))))
        print(" | ".join(rows[-1]), flush=True)
    if asked.lines is None and not asked.only:
        table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
        text = f"{ABOUT.format(splitter=SPLITTER)}{table}\n{conditions('seed 0')}"
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
