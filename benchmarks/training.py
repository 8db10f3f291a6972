"""Training: time and peak memory. Each run has two threads and a process of its own."""

from jobs import train
from report import Row, Section, compared
from setting import Setting
from texts import training_file

TITLE = "Training"
# Model, our job, the peer's job, and the wanted ratio of time and of memory.
PAIRS = (
    ("Unigram", "morfem-unigram", "sentencepiece-unigram", 1.0),
    ("BPE", "morfem-bpe", "tokenizers-bpe", None),
)
ROUNDS = 3


def measure(setting: Setting) -> Section:
    rows: list[Row] = []
    text = training_file(setting.corpora, setting.work, "tr", setting.training_lines)
    for what, ours, theirs, wanted in PAIRS:
        runs = [(train(ours, text, setting.vocab_size), train(theirs, text, setting.vocab_size)) for _ in range(ROUNDS)]
        peer = theirs.partition("-")[0]
        for index, (name, scale, unit) in enumerate((("time", 1.0, "s"), ("peak memory", 1e6, "MB"))):
            our_values, their_values = ([run[side][index] / scale for run in runs] for side in (0, 1))
            rows.append(compared(f"Turkish, {what}, {name}", peer, our_values, their_values, 0, unit, wanted))
    about = (
        f"{setting.vocab_size:,} tokens from the first {setting.training_lines:,} training lines of Turkish "
        f"({text.stat().st_size / 1e6:.0f} MB), 2 threads, {ROUNDS} rounds. The time includes reading the file."
    )
    return Section(TITLE, about, rows, ("sentencepiece", "tokenizers"))
