"""The tokenizer: agreement with the network, round trips, roots, strata, tokens, speed. Writes TOKENIZER.md.

    python experiments/morpheus/tokenizer.py --data DIR --labels labels.npz [--merged FOLDER ...] [--bpe FOLDER]
    python experiments/morpheus/tokenizer.py --data DIR --labels labels.npz --speed

`--data` is the folder with `corpora` and `gold`. `--merged` are tokenizers of the same corpus with merges over segments, `--bpe` is
byte-level BPE with as many ids; docs/morpheus.md says how to train them.
Boundaries, tokens and purity are those of `morfem eval`; rows of other systems are those of experiments/baselines.
"""

import argparse
import csv
import json
import lzma
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import measures
import morfem
import morfem.evaluate
from linear import Linear
from morfem import Tokenizer
from morfem.morpheus import load as load_network
from morfem.morpheus.labels import Labels, small_words
from network import HERE, LISTS, table

sys.path.append(str(HERE.parent))

from conditions import NOT_RECORDED, conditions

SUITE = "tr-intrinsic"
LINES = "development lines"
LETTERS = re.compile(r"[^\W\d_]+")
HEAD = """# Morpheus: the tokenizer

Written by `python experiments/morpheus/tokenizer.py`. All data is development data. The paper is Şakar 2026.
"""
TRIPS = """
## (c) Texts that come back exactly

The paper reports 100 % of 30,204 single words. Of sentences, its program can give back at most 2.65 % (Kenet) and 4.39 % (BOUN).

"""
STRATA = """
## (c) Strata

Seen: the words of Morpho Challenge and MIT that occur in the corpus. Nonce words are invented. Tokens are compared with the network's
segments. A stem without an id is written in pieces, so its word counts as cut differently, and so does every nonce word.

"""
TOKENS = """
## (d) Tokens

Rows can be compared only within one source:

- Ours and the baselines: development lines, all white-space words with their punctuation; purity by the lexicon of `morfem.evaluate`, over
  tokens with a letter. The baselines have 32,768 ids, except the analysers and Morfessor.
- The paper: the questions of TR-MMLU, which are not available, without punctuation. It counts tokens before pieces outside the vocabulary
  are split into characters, and judges purity by its own list. MorphScore is on 30,193 other words.

"""
SPEED = """
## (i) Speed, million characters a second

One thread of an AMD EPYC, processor time, medians of five passes: the first and the second over the development lines, and one over words
that occur once. The reference ran on a GPU, according to its authors.

"""
OTHERS = ("turkish-tokenizer 1.0.4", "morfessor types", "morfessor log", "sentencepiece unigram", "sentencepiece bpe")


def main() -> None:
    parser = argparse.ArgumentParser(description="Figures of the tokenizer.")
    for name in ("data", "labels"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--bpe", type=Path)
    parser.add_argument("--merged", type=Path, nargs="*", default=[])
    parser.add_argument("--tokenizer", default="tr-morpheus")
    parser.add_argument("--speed", action="store_true")
    asked = parser.parse_args()
    tokenizer, labels = morfem.load(asked.tokenizer), Labels.load(asked.labels)
    lines = development_lines(asked.data)
    if asked.speed:
        print(speed(asked.tokenizer, lines, labels))
        return
    text = HEAD + "\n" + conditions("seed 0 for intervals", NOT_RECORDED)
    text += agreement(asked.tokenizer, labels, lines)
    text += round_trips(tokenizer, lines, asked.data / "gold" / "tr")
    text += strata(tokenizer, labels, asked.data / "gold" / "tr")
    text += tokens(tokenizer, asked.data)
    text += compression([tokenizer, *(morfem.load(path) for path in (*asked.merged, asked.bpe) if path)], lines)
    kept = HERE / "TOKENIZER.md"
    mark = "\n## (i) Speed"
    old = kept.read_text("utf-8") if kept.exists() else ""
    kept.write_text(text + (mark + old.split(mark)[1] if mark in old else ""), "utf-8")


def development_lines(data: Path) -> list[str]:
    """Every fiftieth line of the corpus."""
    with lzma.open(data / "corpora" / "tr.txt.xz", "rt", encoding="utf-8", newline="\n") as stream:
        return [line.rstrip("\n") for number, line in enumerate(stream, 1) if number % 50 == 0]


def segments(tokenizer: Tokenizer, words: Sequence[str]) -> list[list[str]]:
    """The surfaces of the tokens of each word."""
    return [[surface for surface in tokenizer.encode(word).surfaces if surface] for word in words]


def agreement(name: str, labels: Labels, lines: Sequence[str]) -> str:
    """The linear model compared with the network."""
    folder = Path(name) if Path(name).is_dir() else Path(morfem.__file__).parent / "artifacts" / name
    kept = json.loads((folder / "morfem.json").read_text("utf-8"))["training"]["agreement"]
    rows: list[list[object]] = [
        ["held out from a first fit", kept["words"], kept["by_gap"], kept["by_word"], kept["by_running_word"]],
    ]
    linear = Linear(folder)
    counts = Counter(word for line in lines for word in small_words(line) if 1 < len(word) <= 30)
    met = set(labels.words)
    words = [word for word in counts if word not in met]
    gaps = differing = alike = running = 0
    for word, probabilities in zip(words, load_network().boundaries(words), strict=True):
        wanted = linear.with_apostrophes(word, {gap + 1 for gap, value in enumerate(probabilities) if value > 0.5})
        different = len(wanted ^ linear.with_apostrophes(word, linear.cuts(word)))
        gaps, differing = gaps + len(probabilities), differing + different
        alike, running = alike + (not different), running + counts[word] * (not different)
    total = sum(counts[word] for word in words)
    rows.append(["of the development lines, not in the corpus", len(words), 1 - differing / gaps, alike / len(words), running / total])
    text = "\n## (g) Agreement of the linear model with the network\n\nWithout the table of exceptions.\n\n"
    return text + table(["words", "number", "gaps", "words alike", "running words alike"], rows)


def round_trips(tokenizer: Tokenizer, lines: Sequence[str], gold: Path) -> str:
    """Texts that come back, and words whose root is found."""
    treebanks = {path.stem.split("-")[0]: sentences(path) for path in sorted((gold / "ud").glob("tr_*-ud-dev.conllu"))}
    rows: list[list[object]] = []
    for name, texts in ({LINES: lines} | treebanks).items():
        back = [tokenizer.decode(tokenizer.encode_ids(text)) == text for text in texts]
        rows.append([name, len(texts), sum(back) / len(back)])
    text = TRIPS + table(["texts", "number", "exact"], rows)
    inflected = measures.inflected([gold / "tur.dev"])
    first, whole = measures.lemma_prefix(segments(tokenizer, [row.form for row in inflected]), inflected)
    rows = [["paper (test set, 856 forms)", 0.76, 0.48], [f"**tr-morpheus** (development set, {len(inflected)} forms)", first, whole]]
    return text + "\n## (c) SIGMORPHON\n\n" + table(["", "lemma is a prefix of segments", "root is a segment"], rows)


def sentences(path: Path) -> list[str]:
    """The texts of a treebank."""
    return [line.removeprefix("# text = ") for line in path.read_text("utf-8").splitlines() if line.startswith("# text = ")]


def strata(tokenizer: Tokenizer, labels: Labels, gold: Path) -> str:
    """Gold words that occur in the corpus or do not, and the paper's lists."""
    met = set(labels.words)
    data = measures.gold(gold / "mit_tr_segmentation.tsv") | measures.gold(gold / "morphochallenge2010_tr_train_segmentation.tsv")
    chosen = {"seen": [word for word in data if word in met], "unseen": [word for word in data if word not in met]}
    network = load_network()
    rows: list[list[object]] = []
    for name, words in chosen.items():
        found = measures.boundaries(segments(tokenizer, words), {word: data[word] for word in words})
        rows.append([f"{name} (gold words)", len(words), *stratum(tokenizer, network.segment(words), words), found.f1])
    listed: dict[str, list[str]] = {}
    for line in (LISTS / "strata.tsv").read_text("utf-8").splitlines():
        name, word = line.split("\t")
        listed.setdefault(name, []).append(word)
    for name, words in listed.items():
        rows.append([f"{name} (the paper's list)", len(words), *stratum(tokenizer, network.segment(words), words), "no gold"])
    return STRATA + table(["words", "number", "come back", "tokens a word", "cut as the network", "boundary F1"], rows)


def stratum(tokenizer: Tokenizer, network: Sequence[Sequence[str]], words: Sequence[str]) -> tuple[float, float, float]:
    """Share of words that come back, tokens per word, share cut as by the network."""
    found = segments(tokenizer, words)
    back = sum(tokenizer.decode(tokenizer.encode_ids(word)) == word for word in words)
    alike = sum(list(one) == list(other) for one, other in zip(found, network, strict=True))
    return back / len(words), sum(map(len, found)) / len(words), alike / len(words)


def tokens(tokenizer: Tokenizer, data: Path) -> str:
    """Figures of `morfem eval` on the development lines and the gold sets, with the baselines."""
    columns = {
        "tokens a word": (LINES, "compression.fertility"),
        "%TR by type": (LINES, "purity.tr_types"),
        "%TR": (LINES, "purity.tr"),
        "%Pure by type": (LINES, "purity.pure_types"),
        "%Pure": (LINES, "purity.pure"),
        "Rényi": (LINES, "distribution.renyi_observed"),
        "F1, Morpho Challenge": ("Morpho Challenge 2010", "boundaries.f1"),
        "F1, MIT": ("MIT", "boundaries.f1"),
        "MorphScore (v2)": ("MorphScore", "morphscore.v2"),
    }
    own = {
        (score.data, score.metric): score.value for score in morfem.evaluate.evaluate([tokenizer], SUITE, data=data, baselines=False).scores
    }
    found: dict[str, dict[tuple[str, str], float]] = {}
    with (HERE.parent / "baselines" / "tr.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found.setdefault(row["tokenizer"], {})[row["data"], row["metric"]] = float(row["value"] or "nan")
    names = [name for name in OTHERS if name in found]
    rows: list[list[object]] = [
        ["Morpheus, paper (TR-MMLU)", 1.73, 0.714, 0.918, 0.552, 0.835, "–", "–", "–", 0.608],
        *[[name, *(found[name].get(key, "–") for key in columns.values())] for name in names],
        ["**tr-morpheus**", *(own.get(key, "–") for key in columns.values())],
    ]
    return TOKENS + table(["", *columns], rows)


def compression(tokenizers: Sequence[Tokenizer], lines: Sequence[str]) -> str:
    """Tokens of words of letters alone."""
    texts = [" ".join(LETTERS.findall(line)) for line in lines]
    words = sum(len(text.split()) for text in texts)
    rows: list[list[object]] = []
    for tokenizer in tokenizers:
        ids, _ = tokenizer.encode_ids_batch(texts)
        options = tokenizer.record["options"]
        scope = options.get("merge_scope", options.get("joins"))  # artefacts of 0.1.0 have the second name
        merges = f", {options['merges']:,} merges of {scope}" if scope else ""
        rows.append([tokenizer.name + merges, tokenizer.vocab_size, len(ids) / words])
    text = f"\n## (d) Tokens a word of letters\n\n{words:,} words of the development lines. Marks of capitals count as tokens.\n\n"
    return text + table(["", "ids", "tokens a word"], rows)


def speed(name: str, lines: Sequence[str], labels: Labels) -> str:
    """Characters per second, one thread, processor time, medians of five: first pass, second pass, words that occur once."""
    order = [word for word, count in zip(labels.words, labels.counts, strict=True) if count == 1]
    rare = [" ".join(order[first : first + 12]) for first in range(0, min(len(order), 60_000), 12)]
    found: dict[str, list[float]] = {"cold": [], "warm": [], "long tail": []}
    for _ in range(5):
        for texts, kinds in ((lines, ("cold", "warm")), (rare, ("long tail",))):
            tokenizer = morfem.load(name)
            for kind in kinds:
                start = time.process_time()
                tokenizer.encode_ids_batch(list(texts), threads=1)
                found[kind].append(sum(map(len, texts)) / (time.process_time() - start) / 1e6)
    rows: list[list[object]] = [
        ["reference", "0.0048", "4.0", "0.0048"],
        [f"**{name}**", *(f"{statistics.median(each):.1f}" for each in found.values())],
    ]
    return SPEED + table(["", *found], rows)


if __name__ == "__main__":
    main()
