"""(h) Ablation of each loss and of each correction of the published program, on a small budget. Writes ABLATION.md.

    python experiments/morpheus/ablation.py --gold DIR --labels labels.npz --work DIR [--steps N]

Every variant differs from the first in the one thing that its row names. All are trained for the same number of steps on the same words
in the same order, because the draws of a step depend only on the seed and the number of the step. A finished variant is not trained
again. Needs PyTorch and scikit-learn.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import measures
import torch
from morfem.morpheus import load
from morfem.morpheus.alphabet import PAPER as PAPER_CHARACTERS
from morfem.morpheus.architecture import Architecture
from morfem.morpheus.labels import Labels
from morfem.morpheus.training import Settings, Trainer
from network import HERE, table

sys.path.append(str(HERE.parent))

from conditions import NOT_RECORDED, conditions

FORM = Architecture(dropout=0.0)
WHOLE = "everything as bundled"
# The change of each row: first losses, then corrections undone.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    WHOLE: {},
    "without skip-gram": {"skip_gram": 0.0},
    "without the contrastive loss": {"contrastive": 0.0},
    "without masked words": {"masked": 0.0},
    "without affixes, as the paper": {"affix": 0.0},
    "missed boundaries count four times": {"positive_weight": 4.0},
    "families are roots alone": {"lemmas": False},
    "a word is its own positive": {"identical_positives": True},
    "segments count alike": {"architecture": replace(FORM, weighted_pooling=False)},
    "no residual": {"architecture": replace(FORM, residual=False)},
    "the paper's alphabet": {"architecture": replace(FORM, characters=PAPER_CHARACTERS, unknown_pads=True)},
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Ablation.")
    for name in ("gold", "labels", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--words", type=int, default=48)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    labels = Labels.load(asked.labels)
    rows: list[list[object]] = []
    common = {"warm_up": 20, "average": 0.97, "judge_every": asked.steps}
    for name, changes in VARIANTS.items():
        settings = Settings(**{**common, "steps": asked.steps, "words": asked.words, "text_words": asked.words, **changes})
        rows.append([name, *measured(labels, settings, asked.work / name.replace(" ", "-"), asked.gold)])
        (HERE / "ABLATION.md").write_text(text(asked.steps, asked.words, rows), "utf-8")


def measured(labels: Labels, settings: Settings, folder: Path, gold: Path) -> list[float]:
    """Boundary F1 and neighbours of held-out words, F1 on gold words, families, probes of one variant."""
    kept = folder / "measured.json"
    if not kept.exists():
        trainer = Trainer(labels, settings, folder)
        found = trainer.run(progress=False)
        model = load(folder / "best.safetensors", runtime="torch")
        data = measures.gold(gold / "mit_tr_segmentation.tsv")
        words, family = measures.treebank_families(sorted((gold / "ud").glob("tr_*-ud-dev.conllu")), least=12)
        probes = measures.probes(measures.inflected([gold / "tur_large.train", gold / "tur.dev"]))
        values = [
            found["f1"],
            measures.boundaries(model.segment(list(data)), data).f1,
            measures.retrieval(model.embed(words), family).map,
            *(measures.probe(model.embed, each)[0] for each in probes.values()),
        ]
        kept.write_text(json.dumps(values), "utf-8")
        for state in folder.glob("state.pt"):
            state.unlink()
    values = json.loads(kept.read_text("utf-8"))
    return [float(value) for value in values]


def text(steps: int, words: int, rows: list[list[object]]) -> str:
    """The file."""
    done = {row[0] for row in rows}
    left = ", ".join(name for name in VARIANTS if name not in done)
    rest = f"\nNot run yet: {left}.\n" if left else ""
    heads = ["", "F1, held-out words", "F1, MIT", "MAP, lemmas of UD", "number", "case"]
    return f"""# Morpheus: ablation

Written by `python experiments/morpheus/ablation.py`. Each row changes one thing and is trained anew: {steps} steps of {words} words, seed
1337, one thread. That is a seventieth of the bundled network's training, with one run per row, so differences of less than about .02
mean nothing. So small a budget shows what a network learns first and what keeps it from learning. It does not show the final effect of a
loss, least of all for skip-gram and masked words, which need much text.

Columns: boundary F1 on 1,500 held-out words of the corpus against the teacher, and on MIT's gold words; mean average precision of the
lemmas of UD with twelve forms or more; probes as in EMBEDDINGS.md. The rows from "missed boundaries" on undo a correction. No row keeps the
last checkpoint instead of the best, because so short a training has only one.

{conditions("seed 1337 for training, 42 for intervals and folds", NOT_RECORDED)}
{table(heads, rows)}{rest}"""


if __name__ == "__main__":
    main()
