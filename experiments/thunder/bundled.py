"""Fertility of a finished tokenizer beside that of a BPE with as many ids, by set of texts, as a Markdown table.

    python experiments/thunder/bundled.py TOKENIZER BPE

Each is a bundled name or a folder. The BPE is one of `experiments/coverage/baseline.py`, trained on the same mixture, or `corpus`: then it
is the BPE of 128,000 ids in fertility.tsv, which was trained on the Korean corpus alone.
"""

import argparse
import csv
import os
from pathlib import Path

import morfem
from systems import BPE
from texts import RUNNING, is_part, sets

HERE = Path(__file__).parent
SIZE = "128000"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tokenizer")
    parser.add_argument("bpe")
    arguments = parser.parse_args()
    tokenizer = morfem.load(arguments.tokenizer)
    data = HERE.parents[1] / "../shared/data"
    texts = sets(Path(os.environ.get("CORPORA", data / "corpora")), data / "gold/ko")
    if arguments.bpe == "corpus":
        of_bpe = _of_the_corpus()
    else:
        bpe = morfem.load(arguments.bpe)
        of_bpe = {name: _tokens(bpe, texts[name]) for name in texts}
    print(f"| set | words | BPE | {tokenizer.name}, version {tokenizer.version} | ratio |\n| --- | --- | --- | --- | --- |")
    means = [0.0, 0.0]
    whole = [name for name in texts if not is_part(name)]
    for name in whole:
        words = sum(len(text.split()) for text in texts[name])
        tokens = of_bpe[name], _tokens(tokenizer, texts[name])
        print(_row(name, f"{words:,}", *(count / words for count in tokens)))
        if name != RUNNING:
            means = [mean + count / words / (len(whole) - 1) for mean, count in zip(means, tokens, strict=True)]
    print(_row("mean over the gold sets", "", *means))


def _of_the_corpus() -> dict[str, int]:
    """Tokens of the BPE in fertility.tsv, by set."""
    with (HERE / "fertility.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if (row["system"], row["size"]) == (BPE, SIZE)]
    return {row["set"]: int(row["tokens"]) for row in rows}


def _tokens(tokenizer: morfem.Tokenizer, texts: list[str]) -> int:
    """How many tokens the texts have."""
    return len(tokenizer.encode_ids_batch(texts)[0])


def _row(name: str, words: str, bpe: float, ours: float) -> str:
    return f"| {name} | {words} | {bpe:.3f} | {ours:.3f} | {ours / bpe:.3f} |"


if __name__ == "__main__":
    main()
