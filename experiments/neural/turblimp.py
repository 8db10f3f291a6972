"""Minimal pairs of Turkish (TurBLiMP) with the neural models: is the grammatical sentence more probable?

    python experiments/neural/turblimp.py       writes TURBLIMP.md for the models that train.py has trained

The eight phenomena are the development half of the benchmark, 1,000 pairs each. A pair is right if the whole grammatical sentence, with its
end, has the higher probability.
"""

import csv
import sys
from pathlib import Path

import numpy as np
from trained import CACHE, HERE, bits, load

sys.path.append(str(HERE.parent))

from conditions import conditions
from models import DATA

SOURCES = [str(CACHE / "tr" / "bpe-32768"), "tr-unigram", "tr-mft", "tr-mft-64k"]
RESAMPLES = 1000


def phenomena() -> dict[str, list[tuple[str, str]]]:
    """For each phenomenon of the development half, pairs of a grammatical and an ungrammatical sentence."""
    found = {}
    for path in sorted((DATA / "gold/tr/turblimp").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter=";")
            pairs = [(row["good_sentence"].strip(), row["bad_sentence"].strip()) for row in rows]
        found[path.stem.removeprefix("augmented_").replace("_", " ")] = pairs
    return found


def interval(right: list[np.ndarray]) -> str:
    """The 95 % interval of the mean over phenomena, by bootstrap over the pairs of each."""
    random = np.random.default_rng(0)
    means = np.mean([found[random.integers(0, len(found), (RESAMPLES, len(found)))].mean(1) for found in right], 0)
    low, high = np.quantile(means, [0.025, 0.975])
    return f"[{low:.1%}, {high:.1%}]"


def main() -> None:
    pairs = phenomena()
    table = [f"| tokenizer | budget | {' | '.join(pairs)} | mean |", "|---|---|" + "---|" * (len(pairs) + 1)]
    for source in SOURCES:
        for budget in ("text", "operations"):
            if not (CACHE / "neural" / f"small-{Path(source).name}-tr-{budget}.bits.npy").exists():
                continue
            tokenizer, model = load(source, "tr", budget)
            right = {}
            for name, rows in pairs.items():
                sums = np.array([found.sum() for found in bits(tokenizer, model, [text for row in rows for text in row])]).reshape(-1, 2)
                right[name] = np.where(sums[:, 0] == sums[:, 1], 0.5, sums[:, 0] < sums[:, 1])
            shares = [f"{found.mean():.1%}" for found in right.values()]
            mean = np.mean([found.mean() for found in right.values()])
            table.append(f"| {Path(source).name} | {budget} | {' | '.join(shares)} | **{mean:.1%}** {interval(list(right.values()))} |")
            print(table[-1], flush=True)
    head = f"""# TurBLiMP with small neural models

`python experiments/neural/turblimp.py`. The models of [RESULTS.md](RESULTS.md). Accuracy: the
grammatical sentence of a pair has the higher probability; chance is 50 %. Development half: eight of sixteen phenomena, 1,000 pairs each.
The interval (bootstrap over pairs) is that of the mean; another seed of the training may differ by more. The paper of MFT (table 7)
reports sensitivity after distillation of an encoder, which is another measure.

{conditions()}
"""
    (HERE / "TURBLIMP.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
