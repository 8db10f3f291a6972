"""Law: no text is encoded slower than a megabyte a second, and a long word takes little memory.

The recipes are the slowest that `benchmarks/slow_inputs.py` has found. `benchmarks/RESULTS.md` says how fast they are.
"""

import random
import subprocess
import sys
import time

import morfem
import pytest

SIZE = 200_000
SECONDS_A_BYTE = 1e-6
TRIES = 5

# Units that are put together at random, what stands between words, and units of a word; 0 for one long word.
RECIPES: dict[str, list[tuple[tuple[str, ...], str, int]]] = {
    "he-splinter": [
        (("ככל", "\u05b8\u05b8ה"), "", 0),
        (("א\u05b6ת", "יבי", "א"), "", 0),
        (tuple("כלהומשביאנ"), " ", 12),
        (("ןן", "ן\u05c1"), "", 0),
    ],
    "ar-splinter": [
        (("كل", "\u064bه", "ال"), "", 0),
        (("ل", "ب\u064bاو", "طالب\u064bاطالب\u064bا"), "", 0),
        (tuple("التمونيسهكف"), " ", 12),
    ],
    "ms-splinter": [(("se", "EEpA", "pAUH\u05c1", "mEEpAUH"), " ", 10)],
    "ko-thunder": [(("♡", "♡♡♡♡"), "", 0)],
    "tr-mft": [
        (("HOSTING", "alkim"), "", 0),
        (("ler", "in", "de", "ki", "niz", "mis"), " ", 12),
        (tuple("aAbBcCdDeEfFgGkKlLmMnN"), "", 0),
    ],
    "tr-mft-64k": [(("karşılaştırması", "cisikuruluşlarınca", "MOLOZ", "kurullarında", "vergisine"), " ", 6)],
    "tr-morpheus": [(("u", "YII", "IK", "joel", "heke"), " ", 8)],
}

MEMORY = """
import random, resource, sys
import morfem

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

tokenizer = morfem.load(sys.argv[1])
word = "".join(random.Random(5).choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k=1_000_000)) * 8
before = peak()
ids = tokenizer.encode_ids(word)
print((peak() - before - ids.nbytes) / len(word))
"""


@pytest.mark.parametrize(("name", "recipe"), [(name, recipe) for name, recipes in RECIPES.items() for recipe in recipes])
def test_the_slowest_known_texts_are_encoded_fast_enough(name: str, recipe: tuple[tuple[str, ...], str, int]) -> None:
    units, separator, length = recipe
    tokenizer = morfem.load(name)
    rng = random.Random(6)
    best = float("inf")
    for _ in range(TRIES):
        # Words are drawn anew each time, so that the cache does not have them.
        drawn = rng.choices(units, k=SIZE * len(units) // len("".join(units).encode()))
        text = "".join(unit + (separator if length and at % length == length - 1 else "") for at, unit in enumerate(drawn))
        start = time.thread_time()
        ids = tokenizer.encode_ids(text)
        best = min(best, (time.thread_time() - start) / len(text.encode()))
    assert tokenizer.decode(ids) == text
    assert best < SECONDS_A_BYTE


@pytest.mark.parametrize("name", ["tr-mft", "tr-morpheus", "he-splinter", "ms-splinter"])
def test_a_long_word_of_changing_case_takes_little_memory(name: str) -> None:
    pytest.importorskip("resource", reason="reads the peak memory of a process, which this system does not tell")
    result = subprocess.run([sys.executable, "-c", MEMORY, name], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    # The ids may have room for as many again; besides them the encoder holds the word in small letters and as it comes back.
    assert float(result.stdout) < 10, "encoding a long word takes too much memory beside its ids"
