"""The time of `import morfem` and of loading ko-thunder and tr-mft."""

import json
import subprocess
import sys
from time import perf_counter

import morfem
import tokenizers
from report import Section, bounded, compared
from setting import Setting

TITLE = "Import and loading"
NAME = "ko-thunder"
OTHER = "tr-mft"
IN_MILLISECONDS = 1000.0
# Run by a fresh interpreter: seconds for morfem, load, and a first text in both ways. Only an array of ids needs numpy.
FRESH = """
import sys
from time import perf_counter
times = [perf_counter()]
import morfem
times.append(perf_counter())
tokenizer = morfem.load(sys.argv[1])
times.append(perf_counter())
tokenizer.encode("안녕하세요.").ids
times.append(perf_counter())
assert "numpy" not in sys.modules
tokenizer.encode_ids("안녕하세요.")
times.append(perf_counter())
print([end - start for start, end in zip(times, times[1:])])
"""


def measure(setting: Setting) -> Section:
    file = setting.work / f"{NAME}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    morfem.load(NAME).export("tokenizer.json", file)
    fresh: list[list[float]] = []
    other: list[float] = []
    here: list[float] = []
    peer: list[float] = []
    for _ in range(setting.rounds):
        fresh.append(_fresh(NAME))
        other.append(_fresh(OTHER)[1])
        start = perf_counter()
        morfem.load(NAME)
        middle = perf_counter()
        tokenizers.Tokenizer.from_file(str(file))
        here.append((middle - start) * IN_MILLISECONDS)
        peer.append((perf_counter() - middle) * IN_MILLISECONDS)
    imported, loaded, encoded, array = (list(column) for column in zip(*fresh, strict=True))
    rows = [
        bounded("import morfem, fresh process", imported, "ms"),
        bounded(f"load {NAME}, fresh process", loaded, "ms", 150),
        bounded("first text after it, encode(text).ids", encoded, "ms"),
        bounded("first array after that, encode_ids(text), which imports numpy", array, "ms"),
        bounded(f"load {OTHER}, fresh process", other, "ms", 150),
        bounded(f"load {NAME} again, same process", here, "ms", 150),
        compared(f"load {NAME}, same process", "tokenizers", here, peer, 0, "ms"),
    ]
    return Section(
        TITLE, "The files are in the system's cache. tokenizers reads the exported `tokenizer.json`.", rows, ("tokenizers", "numpy")
    )


def _fresh(name: str) -> list[float]:
    """Milliseconds of the steps of FRESH in a fresh process."""
    printed = subprocess.run([sys.executable, "-c", FRESH, name], capture_output=True, text=True, check=True).stdout
    return [seconds * IN_MILLISECONDS for seconds in json.loads(printed)]
