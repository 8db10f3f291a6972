"""Speed of the first pass, in turns: each tokenizer encodes every part of the text once, fresh from `load`, one thread, processor time.

python -m experiments.multi.speed FOLDER MULTI
"""

import sys
import time
from pathlib import Path
from statistics import median

import morfem

from experiments.multi.run import SINGLE, lines

ROUNDS = 5


def first_pass(folder: Path | str, texts: list[str]) -> float:
    """Megabytes a second of processor time of a tokenizer that has encoded nothing before."""
    tokenizer = morfem.load(folder)
    tokenizer.encode_ids("a")
    start = time.process_time()
    tokenizer.encode_ids_batch(texts, threads=1)
    return sum(len(text.encode()) for text in texts) / (time.process_time() - start) / 1e6


def of_tiktoken(folder: Path, texts: list[str]) -> float:
    """The same of tiktoken with the ranks of the BPE."""
    import tempfile

    import tiktoken
    from tiktoken.load import load_tiktoken_bpe

    bpe = morfem.load(folder / "bpe")
    with tempfile.TemporaryDirectory() as place:
        bpe.export("tiktoken", f"{place}/ranks.tiktoken")
        ranks = load_tiktoken_bpe(f"{place}/ranks.tiktoken")
    encoding = tiktoken.Encoding("bpe", pat_str=morfem._core.splitter_pattern("gpt2"), mergeable_ranks=ranks, special_tokens={})
    start = time.process_time()
    for text in texts:
        encoding.encode_ordinary(text)
    return sum(len(text.encode()) for text in texts) / (time.process_time() - start) / 1e6


def main() -> None:
    folder, multi = Path(sys.argv[1]), sys.argv[2]
    texts = {name: lines(folder, name) for name in (*SINGLE, "english", "code")}
    texts["all"] = [line for group in zip(*(texts[name][:8000] for name in SINGLE), strict=False) for line in group]
    print("| text | multi | single tokenizer | BPE in morfem | tiktoken over the BPE |\n|---|---:|---:|---:|---:|")
    for name, text in texts.items():
        rounds: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            rounds.setdefault("multi", []).append(first_pass(multi, text))
            if name in SINGLE:
                rounds.setdefault("single", []).append(first_pass(SINGLE[name], text))
            rounds.setdefault("bpe", []).append(first_pass(folder / "bpe", text))
            rounds.setdefault("tiktoken", []).append(of_tiktoken(folder, text))
        found = {key: median(values) for key, values in rounds.items()}
        cells = (f"{found[key]:.1f}" if key in found else "" for key in ("multi", "single", "bpe", "tiktoken"))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
