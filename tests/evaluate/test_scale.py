"""Running text is scored at the pace of 10 million tokens a minute, in memory that does not grow with it.

Time is that of this process alone, so a busy machine makes no difference.
"""

import time
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters
from morfem.evaluate.metrics import key_counts
from morfem.evaluate.metrics.compression import Compression
from morfem.evaluate.metrics.distribution import Distribution

LINES, WORDS_A_LINE = 500, 12
SECONDS_A_TOKEN = 60 / 10_000_000


def batches(count: int) -> Iterator[Segmentation]:
    """Batches of lines with words of 3 to 8 letters, cut every two letters; ids as frequent as in language. Ten of them, again."""
    made = []
    generator = np.random.default_rng(0)
    for _ in range(10):
        lengths = generator.integers(3, 9, LINES * WORDS_A_LINE)
        words = ["aeıioöuükltmnrsşyz"[:length] for length in lengths]
        texts = [" ".join(words[line : line + WORDS_A_LINE]) for line in range(0, len(words), WORDS_A_LINE)]
        begins = np.cumsum([0, *map(len, texts)])
        owner = np.arange(begins[-1]) // 2
        starts = owner[begins[:-1]]
        ids = generator.zipf(1.2, int(owner[-1]) + 1) % 30_000
        made.append((texts, ids, np.append(starts, len(ids)), owner))
    for number in range(count):
        yield Segmentation(*made[number % len(made)])


def measure(count: int) -> int:
    """Scores batches; returns the number of tokens."""
    tokens = 0
    measurements = [metric.measure(Characters()) for metric in (Compression(), Distribution())]
    for batch in batches(count):
        for measurement in measurements:
            measurement.add(batch)
        assert batch.cuts.any()
        tokens += len(batch.ids)
    for measurement in measurements:
        for figure in measurement.figures():
            figure.interval()
    return tokens


def test_ten_million_tokens_are_scored_in_a_minute() -> None:
    measure(1)
    start = time.process_time()
    tokens = measure(30)
    assert tokens > 400_000
    assert time.process_time() - start < SECONDS_A_TOKEN * tokens


def test_memory_does_not_grow_with_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_counts, "_LEAST", 10_000)
    peaks = []
    tracemalloc.start()
    for count in (40, 160):  # lines that fold into as many items
        tracemalloc.reset_peak()
        measure(count)
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert peaks[1] < 1.3 * peaks[0]
