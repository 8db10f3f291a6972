"""Minimal pairs of Turkish (TurBLiMP): does an n-gram model find the grammatical sentence more probable?

    python experiments/downstream/turblimp.py       writes TURBLIMP.md, after experiments/language_model/models.py

The models are those of experiments/language_model with 40,000 training lines, of order 6. A pair is right if the whole grammatical
sentence, with its end, has the higher probability. The eight phenomena are the development half of the benchmark, 1,000 pairs each.
Chance is 50 %.
"""

import csv
import sys
from pathlib import Path
from time import process_time

import morfem
import numpy as np
from morfem.evaluate.ngram import Lines, log_probabilities

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "language_model"))

from models import BUNDLED, DATA, folder  # noqa: E402
from run import training_sample  # noqa: E402

LINES, ORDER, RESAMPLES = 40_000, 6, 1000
SIZES = (4_096, 32_768, 65_536)


def main() -> None:
    sentences: list[str] = []
    phenomena: dict[str, slice] = {}
    for path in sorted((DATA / "gold/tr/turblimp").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=";"))
        phenomena[path.stem.removeprefix("augmented_").replace("_", " ")] = slice(len(sentences) // 2, len(sentences) // 2 + len(rows))
        sentences += [row[side].strip() for row in rows for side in ("good_sentence", "bad_sentence")]
    sources = {name: name for name in BUNDLED["tr"]}
    sources |= {f"{system} {size:,}": str(folder("tr", system, size)) for system in ("bpe", "unigram") for size in SIZES}
    table = [f"| tokenizer | {' | '.join(phenomena)} | mean |", "|---|" + "---|" * (len(phenomena) + 1)]
    start = process_time()
    for name, source in sources.items():
        tokenizer = morfem.load(source)
        asked = Lines(*tokenizer.encode_ids_batch(sentences, threads=1))
        training = Lines(*tokenizer.encode_ids_batch(training_sample("tr")[:LINES], threads=1))
        ((_, found),) = log_probabilities(training, asked, tokenizer.vocab_size, [ORDER])
        sums = np.add.reduceat(found, asked.indptr[:-1].astype(np.int64) + np.arange(len(sentences)))
        # A tie, where the two sentences have the same probability, is half right.
        right = np.where(sums[::2] == sums[1::2], 0.5, sums[::2] > sums[1::2])
        shares = [right[part].mean() for part in phenomena.values()]
        drawn = np.random.default_rng(0).integers(0, 1000, (RESAMPLES, 1000))
        means = np.mean(
            [right[part][drawn[:, : part.stop - part.start] % (part.stop - part.start)].mean(1) for part in phenomena.values()], 0
        )
        low, high = np.quantile(means, [0.025, 0.975])
        row = [f"{share:.1%}" for share in shares]
        table.append(f"| {name} | {' | '.join(row)} | **{np.mean(shares):.1%}** [{low:.1%}, {high:.1%}] |")
        print(table[-1], flush=True)
    head = f"""# TurBLiMP with n-gram models

`python experiments/downstream/turblimp.py`. Models of order {ORDER} from {LINES:,} lines of Turkish (seed 0),
{process_time() - start:.0f} s of one core. Accuracy: the grammatical sentence of a pair has the higher probability; chance is 50 %.
Development half: eight of sixteen phenomena, 1,000 pairs each. The interval (bootstrap over pairs) is that of the mean. The paper of MFT
(table 7) reports sensitivity after distillation of a neural encoder, which is another measure.

"""
    (HERE / "TURBLIMP.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
