"""Minimal pairs of Turkish (TurBLiMP): does an n-gram model find the grammatical sentence more probable?

    python experiments/downstream/turblimp.py       writes TURBLIMP.md, after experiments/language_model/models.py

The models are those of experiments/language_model with 40,000 training lines, of order 6. A pair is right if the whole grammatical
sentence, with its end, has the higher probability. The eight phenomena are the development half of the benchmark, 1,000 pairs each.
Chance is 50 %.
"""

import sys
from pathlib import Path

import morfem
import numpy as np
from morfem.evaluate.ngram import Lines, log_probabilities

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "language_model"), str(HERE.parent)]

from conditions import conditions  # noqa: E402
from minimal_pairs import interval, phenomena  # noqa: E402
from models import BUNDLED, folder  # noqa: E402
from run import training_sample  # noqa: E402

LINES, ORDER = 40_000, 6
SIZES = (4_096, 32_768, 65_536)


def main() -> None:
    pairs = phenomena()
    sentences = [text for rows in pairs.values() for row in rows for text in row]
    parts = np.split(np.arange(len(sentences) // 2), np.cumsum([len(rows) for rows in pairs.values()])[:-1])
    sources = {name: name for name in BUNDLED["tr"]}
    sources |= {f"{system} {size:,}": str(folder("tr", system, size)) for system in ("bpe", "unigram") for size in SIZES}
    table = [f"| tokenizer | {' | '.join(pairs)} | mean |", "|---|" + "---|" * (len(pairs) + 1)]
    for name, source in sources.items():
        tokenizer = morfem.load(source)
        asked = Lines(*tokenizer.encode_ids_batch(sentences, threads=1))
        training = Lines(*tokenizer.encode_ids_batch(training_sample("tr")[:LINES], threads=1))
        ((_, found),) = log_probabilities(training, asked, tokenizer.vocab_size, [ORDER])
        sums = np.add.reduceat(found, asked.indptr[:-1].astype(np.int64) + np.arange(len(sentences)))
        # A tie, where the two sentences have the same probability, is half right.
        right = np.where(sums[::2] == sums[1::2], 0.5, sums[::2] > sums[1::2])
        shares = [right[part].mean() for part in parts]
        row = [f"{share:.1%}" for share in shares]
        table.append(f"| {name} | {' | '.join(row)} | **{np.mean(shares):.1%}** {interval([right[part] for part in parts])} |")
        print(table[-1], flush=True)
    head = f"""# TurBLiMP with n-gram models

`python experiments/downstream/turblimp.py`. Models of order {ORDER} from {LINES:,} lines of Turkish (seed 0).
Accuracy: the grammatical sentence of a pair has the higher probability; chance is 50 %.
Development half: eight of sixteen phenomena, 1,000 pairs each. The interval (bootstrap over pairs) is that of the mean. The paper of MFT
(table 7) reports sensitivity after distillation of a neural encoder, which is another measure.

{conditions()}
"""
    (HERE / "TURBLIMP.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
