"""Fertility of a finished tokenizer beside that of a BPE with as many ids, by set of texts, as a Markdown table.

    python experiments/thunder/fertility.py TOKENIZER BPE

Each is a bundled name or a folder; `experiments/coverage/baseline.py` trains a BPE on the same mixture. Fertility is the number of tokens
divided by the number of `str.split()` words. The mean over the gold sets counts every set once.
"""

import argparse
import os
from pathlib import Path

import morfem
from texts import RUNNING, sets

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tokenizer")
    parser.add_argument("bpe")
    arguments = parser.parse_args()
    tokenizer = morfem.load(arguments.tokenizer)
    data = HERE.parents[1] / "../shared/data"
    texts = sets(Path(os.environ.get("CORPORA", data / "corpora")), data / "gold/ko")
    bpe = morfem.load(arguments.bpe)
    print(f"| set | words | BPE | {tokenizer.name}, version {tokenizer.version} | ratio |\n| --- | --- | --- | --- | --- |")
    means = [0.0, 0.0]
    for name in texts:
        words = sum(len(text.split()) for text in texts[name])
        tokens = _tokens(bpe, texts[name]), _tokens(tokenizer, texts[name])
        print(_row(name, f"{words:,}", *(count / words for count in tokens)))
        if name != RUNNING:
            means = [mean + count / words / (len(texts) - 1) for mean, count in zip(means, tokens, strict=True)]
    print(_row("mean over the gold sets", "", *means))


def _tokens(tokenizer: morfem.Tokenizer, texts: list[str]) -> int:
    """How many tokens the texts have."""
    return len(tokenizer.encode_ids_batch(texts)[0])


def _row(name: str, words: str, bpe: float, ours: float) -> str:
    return f"| {name} | {words} | {bpe:.3f} | {ours:.3f} | {ours / bpe:.3f} |"


if __name__ == "__main__":
    main()
