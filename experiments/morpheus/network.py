"""The network: boundaries, fidelity, roots, speed, curves. Writes NETWORK.md and two pictures.

    python experiments/morpheus/network.py --gold DIR --labels labels.npz [--network FILE] [--log log.csv]

`--gold` is the folder of the Turkish gold sets; `--labels` is the file that training wrote, which lists its words. The words that
the paper prints are in `lists`: fidelity.tsv (word, segmentation), families.tsv (word, family), strata.tsv (stratum, word). Needs
scikit-learn and matplotlib.
"""

import argparse
import csv
import sys
import time
from collections.abc import Callable
from pathlib import Path

import measures
import numpy as np
from morfem.morpheus import Morpheus, load
from morfem.morpheus.labels import Labels

sys.path.append(str(Path(__file__).parents[1]))

from conditions import NOT_RECORDED, conditions

HERE = Path(__file__).parent
LISTS = HERE / "lists"


def main() -> None:
    parser = argparse.ArgumentParser(description="Figures of the network.")
    for name in ("gold", "labels"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ("network", "log"):
        parser.add_argument(f"--{name}", type=Path)
    asked = parser.parse_args()
    model, labels = load(asked.network), Labels.load(asked.labels)
    sections: list[Callable[[], str]] = [
        lambda: HEAD + "\n" + conditions("seed 42 for intervals and folds, 0 for the words of the speed", NOT_RECORDED),
        lambda: boundaries(model, labels, asked.gold),
        lambda: roots(model, asked.gold),
        lambda: speed(model, labels),
    ]
    text = ""
    for section in sections:
        text += section() + "\n"
        (HERE / "NETWORK.md").write_text(text, "utf-8")
    if asked.log:
        curves(asked.log)
    picture(model, asked.gold)


HEAD = """# Morpheus: the network

Written by `python experiments/morpheus/network.py`. The paper is Şakar 2026; "measured" are our measurements of a published program.
[Its card](../../python/morfem/morpheus/bundled/README.md) says how the network was trained. All data is development data, which nothing
was trained on. Words that also occur in the training corpus are counted separately.
"""


def table(heads: list[str], rows: list[list[object]]) -> str:
    cells = [
        heads,
        ["---", *["---:"] * (len(heads) - 1)],
        *[[f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows],
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def boundaries(model: Morpheus, labels: Labels, gold: Path) -> str:
    """Boundary F1 on all words and on words outside the corpus; the paper's 50 words; MorphScore."""
    met = set(labels.words)
    rows: list[list[object]] = []
    for name, file in (("Morpho Challenge 2010", "morphochallenge2010_tr_train_segmentation.tsv"), ("MIT", "mit_tr_segmentation.tsv")):
        data = measures.gold(gold / file)
        pieces = measures.segments_of(model, list(data))
        for which, words in (("all", list(data)), ("not in the corpus", [word for word in data if word not in met])):
            found = measures.boundaries([pieces[word] for word in words], {word: data[word] for word in words})
            rows.append([f"{name}, {which}", *found])
    text = "\n## (a) Boundaries\n\n" + table(["gold", "words", "precision", "recall", "F1", "exact"], rows)
    score = csv.reader((gold / "morphscore_tr.csv").open(encoding="utf-8"))
    pieces = measures.segments_of(model, [row[1] for row in score][1:])
    words, recall, precision, f1 = measures.morphscore(pieces, gold / "morphscore_tr.csv")
    text += f"\nMorphScore on {words:,} words, one gold boundary each: recall {recall:.3f}, precision {precision:.3f}, F1 {f1:.3f}.\n"
    text += "The only gold boundary is between the lemma and all suffixes, so every right cut between suffixes costs precision.\n"
    text += "On the 30,193 words of version 2, which are not available here, the paper has .608, turkish-tokenizer .648, Morfessor .589.\n"
    data = measures.gold(LISTS / "fidelity.tsv")
    ours = measures.fidelity(model.segment(list(data)), data)
    text += "\n## (b) Surface fidelity on the paper's 50 words\n\n"
    systems: list[list[object]] = [
        ["Morpheus, paper", 0.66, 0.46, 0.38, 0.38],
        ["turkish-tokenizer 1.0.4, measured", 0.90, 0.92, 0.90, 0.90],
    ]
    return text + table(["", "root", "count", "lengths", "exact"], [*systems, ["**Morpheus, ours**", *ours]])


def roots(model: Morpheus, gold: Path) -> str:
    """SIGMORPHON: the share of words whose root is found."""
    rows = measures.inflected([gold / "tur.dev"])
    first, whole = measures.lemma_prefix(model.segment([row.form for row in rows]), rows)
    text = f"\n## (c) SIGMORPHON, {len(rows)} forms of the development set\n\n"
    return text + table(
        ["", "lemma is a prefix of segments", "root is a segment"], [["paper (test set)", 0.76, 0.48], ["**ours**", first, whole]]
    )


def speed(model: Morpheus, labels: Labels) -> str:
    """Distinct words per second, compared with a large matrix multiplication on the same core in the same minute."""
    import torch

    torch.set_num_threads(1)
    words = [labels.words[row] for row in np.random.default_rng(0).choice(len(labels.words), 600, replace=False)]
    left, right = torch.randn(2048, 1024), torch.randn(1024, 1024)
    rates, peaks = [], []
    for _ in range(5):
        start = time.process_time()
        for _ in range(4):
            left @ right
        peaks.append(4 * 2 * 2048 * 1024 * 1024 / (time.process_time() - start) / 1e9)
        start = time.process_time()
        model.boundaries(words)
        rates.append(len(words) / (time.process_time() - start))
    rate, peak = float(np.median(rates)), float(np.median(peaks))
    text = "\n## Speed\n\n"
    return text + (
        f"One thread, processor time, medians of five paired runs over 600 distinct words, drawn at random from the corpus: "
        f"{rate:.0f} words per second. A large matrix multiplication reaches {peak:.1f} GFLOP per second in the same minute, "
        f"so this is {100 * rate / peak:.0f} words per 100 GFLOP.\n"
    )


def curves(log: Path) -> None:
    """Training curves."""
    from matplotlib import pyplot

    rows = list(csv.DictReader(log.open()))
    minutes = [float(row["minutes"]) for row in rows]
    figure, axes = pyplot.subplots(2, 4, figsize=(14, 6))
    for axis, name in zip(axes.flat, ("f1", "exact", "retrieval", "boundary", "contrastive", "affix", "skip_gram", "masked"), strict=True):
        axis.plot(minutes, [float(row[name] or "nan") for row in rows])
        axis.set(title=name, xlabel="minutes")
    figure.tight_layout()
    figure.savefig(HERE / "curves.svg")


def picture(model: Morpheus, gold: Path) -> None:
    """Families of the treebanks in two dimensions (t-SNE)."""
    from matplotlib import pyplot
    from sklearn.manifold import TSNE

    words, family = measures.treebank_families(sorted((gold / "ud").glob("tr_*-ud-dev.conllu")), least=20)
    chosen = np.isin(family, np.unique(family)[:20])
    flat = TSNE(2, metric="cosine", init="random", random_state=0).fit_transform(
        model.embed([word for word, has in zip(words, chosen, strict=True) if has])
    )
    figure, axis = pyplot.subplots(figsize=(7, 7))
    axis.scatter(*flat.T, c=family[chosen], cmap="tab20", s=10)
    axis.set(title="twenty lemmas of UD Turkish, one colour each", xticks=[], yticks=[])
    figure.tight_layout()
    figure.savefig(HERE / "families.svg")


if __name__ == "__main__":
    main()
