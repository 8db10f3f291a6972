"""Ctrl-C: every long call reacts within half a second, on any number of threads."""

import _thread
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

from tests.conftest import build

# Seconds that a call may take to end after an interrupt.
REACTION = 0.5


def words(count: int, seed: int = 0) -> str:
    """Distinct words of random letters, which are in no cache."""
    letters = np.array(list("abcçdefgğhıijklmnoöprsştuüvyz אבגדהוזחטיכלמנסעפצקרשת "))
    return "".join(letters[np.random.default_rng(seed).integers(0, len(letters), count * 8)])


def interrupted(call: Callable[[], Any], after: float) -> float:
    """Seconds from an interrupt, `after` seconds from now, to the end of `call`, which must raise KeyboardInterrupt."""
    sent = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        _thread.interrupt_main()

    def call_and_wait() -> None:
        threading.Timer(after, interrupt).start()
        call()
        end = time.monotonic() + 5
        while time.monotonic() < end:  # an interrupt of this kind would not end a long sleep
            time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        call_and_wait()
    return time.monotonic() - sent[0]


def reaction(call: Callable[[], Any], after: float) -> float:
    """The result of the first of three tries of `interrupted` that is fast enough: other programs on a busy machine may delay one."""
    for _ in range(3):
        seconds = interrupted(call, after)
        if seconds < REACTION:
            break
    return seconds


LONG = words(300_000)
LONGER = LONG * 4
LINES = [LONG[at : at + 100] for at in range(0, len(LONG), 100)]
IDS = np.random.default_rng(0).integers(0, 20_000, 20_000_000, dtype=np.uint32)

# Each takes well over 0.2 seconds, after which it is interrupted, also on a fast machine.
CALLS: dict[str, Callable[[morfem.Tokenizer], Any]] = {
    "encode": lambda tokenizer: tokenizer.encode(LONG),
    "encode-special": lambda tokenizer: tokenizer.encode(LONG, parse_special=True),
    "encode_units": lambda tokenizer: tokenizer.encode_units(LONG),
    "encode_ids": lambda tokenizer: tokenizer.encode_ids(LONGER),
    "count": lambda tokenizer: tokenizer.count(LONGER),
    "one-word": lambda tokenizer: tokenizer.encode(LONG.replace(" ", "")),
    "encode_batch-1": lambda tokenizer: tokenizer.encode_batch(LINES, 1),
    "encode_batch-3": lambda tokenizer: tokenizer.encode_batch(LINES, 3),
    "encode_ids_batch-1": lambda tokenizer: tokenizer.encode_ids_batch(LINES * 4, 1),
    "encode_ids_batch-3": lambda tokenizer: tokenizer.encode_ids_batch(LINES * 4, 3),
    "encode_batch-one-text": lambda tokenizer: tokenizer.encode_batch([LONG], 3),
    "decode": lambda tokenizer: tokenizer.decode(IDS),
    "decode_bytes": lambda tokenizer: tokenizer.decode_bytes(IDS),
    "decode_batch-1": lambda tokenizer: tokenizer.decode_batch([IDS], 1),
    "decode_batch-3": lambda tokenizer: tokenizer.decode_batch([IDS[:5_000_000]] * 3, 3),
    "linearize": lambda tokenizer: tokenizer.linearize(LONGER * 4),
    "delinearize": lambda tokenizer: tokenizer.delinearize(LONGER * 8),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_long_call_is_interrupted(name: str) -> None:
    tokenizer = build("he-splinter" if "linear" in name else "tr-mft")
    assert reaction(lambda: CALLS[name](tokenizer), 0.2) < REACTION
    # The tokenizer works on.
    assert tokenizer.decode(tokenizer.encode("bir iki").ids) == "bir iki"


def test_a_list_of_ids_is_interrupted() -> None:
    tokenizer = build("bpe")
    ids = list(range(1000)) * 8_000
    assert reaction(lambda: tokenizer.decode(ids), 0.05) < REACTION


def test_training_is_interrupted() -> None:
    text = LONG
    assert reaction(lambda: morfem.train.unigram([text], vocab_size=5000, progress=False), 0.2) < REACTION
    assert reaction(lambda: morfem.train.bpe([text], vocab_size=50_000, progress=False), 0.2) < REACTION


@pytest.mark.parametrize("after", [0.0, 0.01, 0.03, 0.06])
def test_an_interrupted_save_leaves_nothing_or_all(tmp_path: Path, after: float) -> None:
    tokenizer = build("tr-mft")
    folder = tmp_path / "saved"
    interrupted(lambda: tokenizer.save(folder), after)
    assert [path.name for path in tmp_path.iterdir()] in ([], ["saved"])
    if folder.exists():
        assert morfem.load(folder).vocab_size == tokenizer.vocab_size


def test_an_interrupt_in_another_thread_is_not_needed() -> None:
    """Only the main thread receives signals. A call on another thread completes normally."""
    tokenizer = build("bpe")
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(tokenizer.count(LONG[:1_000_000])))
    thread.start()
    thread.join()
    assert counts == [tokenizer.count(LONG[:1_000_000])]


INTERRUPTED_IMPORT = """
import signal, sys
import morfem

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

tokenizer = morfem.load("ms-splinter")
assert "numpy" not in sys.modules, "the test needs the first import of NumPy"
sys.meta_path.insert(0, Interrupt())
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
print({call})
"""


@pytest.mark.parametrize("call", ["tokenizer.encode_ids('x').size", "tokenizer.encode_ids_batch(['x'])[0].size"])
def test_the_first_import_of_numpy_is_interrupted(call: str) -> None:
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED_IMPORT.format(call=call)], capture_output=True, text=True, timeout=60)
    assert ended.stderr == ""
    assert ended.stdout == "interrupted\n1\n"
