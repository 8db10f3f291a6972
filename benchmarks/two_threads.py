"""One batch on two threads against the same batch on one."""

from itertools import accumulate, takewhile
from pathlib import Path

import morfem
from contenders import bpe, ours, unigram
from race import race
from report import Section, compared
from setting import LANGUAGES, Setting
from texts import size, training_file

TITLE = "Two threads"
LEAST_BYTES = 20_000_000


def measure(setting: Setting) -> Section:
    rows = []
    for code, language in LANGUAGES.items():
        text = training_file(setting.corpora, setting.work, code, setting.training_lines)
        texts = _first_bytes(text, LEAST_BYTES)
        folders: list[tuple[str, Path | str]] = [
            ("Unigram", unigram(text, setting.vocab_size)[2]),
            ("BPE", bpe(text, setting.vocab_size)[2]),
        ]
        if code == "ko" and "ko-thunder" in morfem.available():
            folders.append(("ko-thunder", "ko-thunder"))
        for name, folder in folders:
            two, one = ours(folder, threads=2), ours(folder, threads=1)
            seconds = race([two, one], texts, setting.rounds, passes=2)
            for index, what in enumerate(("first pass", "second pass")):
                times, theirs = seconds[two.name][index], seconds[one.name][index]
                rows.append(compared(f"{language}, {name}, {what}", "one thread", times, theirs, size(texts) / 1e6, "MB/s", 1.8))
    about = f"`encode_ids_batch` over at most {LEAST_BYTES / 1e6:.0f} MB of the training text; here the peer is morfem on one thread."
    return Section(TITLE, about, rows, ())


def _first_bytes(path: Path, least: int) -> list[str]:
    lines = path.read_text(encoding="utf-8").split("\n")
    ends = accumulate(len(line.encode()) for line in lines)
    return lines[: sum(1 for _ in takewhile(lambda end: end < least, ends)) + 1]
