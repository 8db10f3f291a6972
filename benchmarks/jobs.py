"""One training in a process of its own: `python jobs.py NAME TEXT VOCAB_SIZE` prints its seconds and its peak memory in bytes.

The peak is the largest resident memory of the process (VmHWM). The kernel's ru_maxrss is not used, because a child inherits the value of
the process that started it, which may be larger. Imports count for the memory but not for the seconds.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

THREADS = 2


def train(name: str, text: Path, vocab_size: int) -> tuple[float, float]:
    """Runs a job in a fresh process: seconds and peak bytes."""
    threads = {"RAYON_NUM_THREADS": str(THREADS), "TOKENIZERS_PARALLELISM": "true"}
    command = [sys.executable, __file__, name, str(text), str(vocab_size)]
    printed = subprocess.run(command, env=os.environ | threads, stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds, peak = json.loads(printed.splitlines()[-1])
    return seconds, peak


def _morfem_unigram() -> Callable[[str, int], object]:
    import morfem.train

    return lambda text, size: morfem.train.unigram(text, vocab_size=size, threads=THREADS, progress=False)


def _morfem_bpe() -> Callable[[str, int], object]:
    import morfem.train

    return lambda text, size: morfem.train.bpe(text, vocab_size=size, pretokenizer="gpt2", threads=THREADS, progress=False)


def _morfem_thunder() -> Callable[[str, int], object]:
    import morfem.train

    # As version 1 of ko-thunder was trained.
    recipe: dict[str, Any] = {"score": "token_savings", "max_token_bytes": 48, "hold_out": 50}
    return lambda text, size: morfem.train.thunder(text, vocab_size=size, threads=THREADS, progress=False, **recipe)


def _sentencepiece_unigram() -> Callable[[str, int], object]:
    from contenders import train_sentencepiece

    def run(text: str, size: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            train_sentencepiece(Path(text), Path(folder) / "model", size, THREADS)

    return run


def _tokenizers_bpe() -> Callable[[str, int], object]:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    def run(text: str, size: int) -> None:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        tokenizer.train([text], trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False))

    return run


JOBS = {
    "morfem-unigram": _morfem_unigram,
    "morfem-bpe": _morfem_bpe,
    "morfem-thunder": _morfem_thunder,
    "sentencepiece-unigram": _sentencepiece_unigram,
    "tokenizers-bpe": _tokenizers_bpe,
}


def _peak() -> int:
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    if not found:
        raise OSError("/proc/self/status has no VmHWM: peak memory can be measured on Linux only")
    return int(found.group(1)) * 1024


def main(name: str, text: str, vocab_size: str) -> None:
    run = JOBS[name]()
    start = perf_counter()
    run(text, int(vocab_size))
    print(json.dumps([perf_counter() - start, _peak()]))


if __name__ == "__main__":
    main(*sys.argv[1:])
