"""Calls of a tokenizer of transformers: morfem's class against the calls of morfem that it makes, and against the library's own class.

Times are processor time, because the calls use all threads.
"""

import gc
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import morfem
import morfem.train
from report import Row, Section, compared
from setting import Setting
from texts import development_lines, training_file

TITLE = "transformers"
NAMES = ("tr-mft", "he-splinter", "ko-thunder")
SENTENCES = 3_000
IDS_LIMIT, OFFSETS_LIMIT = 3, 2
IN_MILLISECONDS = 1000.0


def measure(setting: Setting) -> Section:
    import transformers
    from morfem.integrations.transformers import MorfemTokenizer

    rows: list[Row] = []
    for name in NAMES:
        tokenizer = morfem.load(name)
        texts = list(islice(development_lines(setting.corpora, name[:2]), SENTENCES))
        file = _exported(training_file(setting.corpora, setting.work, name[:2], setting.training_lines), tokenizer.vocab_size)
        wrapped, peer = MorfemTokenizer.from_morfem(tokenizer), transformers.PreTrainedTokenizerFast(tokenizer_file=str(file))
        with_offsets = {"return_offsets_mapping": True}
        calls = {
            "ids": partial(wrapped, texts),
            "encode_ids_batch": partial(tokenizer.encode_ids_batch, texts),
            "peer ids": partial(peer, texts),
            "offsets": partial(wrapped, texts, **with_offsets),
            "encode_batch": partial(tokenizer.encode_batch, texts),
            "peer offsets": partial(peer, texts, **with_offsets),
        }
        times = _in_turn(setting.rounds, calls)
        pairs = [
            ("ids", "encode_ids_batch", 1 / IDS_LIMIT),
            ("offsets", "encode_batch", 1 / OFFSETS_LIMIT),
            ("ids", "peer ids", 1),
            ("offsets", "peer offsets", 1),
        ]
        for what, against, wanted in pairs:
            other = against.replace("peer", "PreTrainedTokenizerFast,")
            rows.append(compared(f"{name}, {what}", other, times[what], times[against], 0, "ms", round(wanted, 3)))
    about = (
        f"`MorfemTokenizer` on {SENTENCES:,} development lines, second and later passes. *ids* is `tokenizer(texts)`, *offsets* also asks "
        f"for `return_offsets_mapping`. `PreTrainedTokenizerFast` has a Unigram model with as many ids, which morfem trained "
        f"on {setting.training_lines:,} lines and exported. Processor time."
    )
    return Section(TITLE, about, rows, ("transformers", "tokenizers"))


def _exported(text: Path, vocab_size: int) -> Path:
    """A `tokenizer.json` of a Unigram model."""
    file = text.with_name(f"{text.stem}-exported-{vocab_size}.json")
    if not file.exists():
        morfem.train.unigram(text, vocab_size=vocab_size, progress=False).export("tokenizer.json", file)
    return file


def _in_turn(rounds: int, calls: dict[str, Callable[[], Any]]) -> dict[str, list[float]]:
    """Milliseconds of processor time by call and round. Each call runs right before it is timed, so that none pays for what another one
    did to the processor's caches and to the heap."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            call()
            gc.collect()
            start = process_time()
            result = call()
            times[name].append((process_time() - start) * IN_MILLISECONDS)
            del result
    return times
