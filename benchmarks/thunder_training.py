"""Training Thunder-Tok on the whole Korean corpus: time and peak memory."""

from jobs import train
from report import Section, bounded
from setting import Setting
from texts import corpus

TITLE = "Thunder-Tok training"
VOCAB_SIZE = 128_000


def measure(setting: Setting) -> Section:
    seconds, peak = train("morfem-thunder", corpus(setting.corpora, "ko"), VOCAB_SIZE)
    rows = [bounded("time", [seconds / 60], "min", 15), bounded("peak memory", [peak / 1e9], "GB", 8)]
    return Section(
        TITLE,
        f"{VOCAB_SIZE:,} tokens from the whole Korean corpus without the development lines, with the options of version 1 of `ko-thunder`, "
        "2 threads.",
        rows,
        (),
    )
