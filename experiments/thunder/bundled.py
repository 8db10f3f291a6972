"""Fertility of a finished tokenizer of 128,000 ids beside that of BPE in fertility.tsv, by set of texts, as a Markdown table.

python experiments/thunder/bundled.py [ko-thunder]
"""

import csv
import os
import sys
from pathlib import Path

import morfem
from systems import BPE
from texts import RUNNING, is_part, sets

HERE = Path(__file__).parent
SIZE = "128000"


def main() -> None:
    data = HERE.parents[1] / "../shared/data"
    texts = sets(Path(os.environ.get("CORPORA", data / "corpora")), data / "gold/ko")
    tokenizer = morfem.load(sys.argv[1] if len(sys.argv) > 1 else "ko-thunder")
    with (HERE / "fertility.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if (row["system"], row["size"]) == (BPE, SIZE)]
    of_bpe = {row["set"]: int(row["tokens"]) for row in rows}
    print(f"| set | words | BPE | {tokenizer.name}, version {tokenizer.version} | ratio |\n| --- | --- | --- | --- | --- |")
    means = [0.0, 0.0]
    whole = [name for name in texts if not is_part(name)]
    for name in whole:
        words = sum(len(text.split()) for text in texts[name])
        tokens = of_bpe[name], len(tokenizer.encode_ids_batch(texts[name])[0])
        print(_row(name, f"{words:,}", *(count / words for count in tokens)))
        if name != RUNNING:
            means = [mean + count / words / (len(whole) - 1) for mean, count in zip(means, tokens, strict=True)]
    print(_row("mean over the gold sets", "", *means))


def _row(name: str, words: str, bpe: float, ours: float) -> str:
    return f"| {name} | {words} | {bpe:.3f} | {ours:.3f} | {ours / bpe:.3f} |"


if __name__ == "__main__":
    main()
