"""Encoding and decoding with tr-mft and tr-mft-64k, compared with turkish-tokenizer, which also splits Turkish into roots and affixes."""

import morfem
from contenders import of_turkish_tokenizer, ours, own_ids
from encoding import three_passes
from race import race
from report import Row, Section, compared
from setting import Setting
from texts import development_lines, size

TITLE = "MFT encoding"
NAMES = ("tr-mft", "tr-mft-64k")
WANTED = {("turkish-tokenizer", "first pass"): 3.0, ("turkish-tokenizer", "second pass"): 10.0, ("turkish-tokenizer", "long tail"): 0.7}
DECODE = 2.0


def measure(setting: Setting) -> Section:
    rows, notes = [], []
    peer = of_turkish_tokenizer(setting.work)
    for name in NAMES:
        is_first = name == NAMES[0]
        more, note = three_passes(setting, "tr", name, [ours(name), peer], WANTED if is_first else {})
        rows += [*more, _decoding(setting, name, DECODE if is_first else None)]
        notes.append(note)
    notes.append(
        "Decoding: each program decodes its own ids of the same lines, from lists of Python integers. Texts of turkish-tokenizer differ."
    )
    sizes = " and ".join(f"`{name}` ({morfem.load(name).vocab_size:,} ids)" for name in NAMES)
    return Section(
        TITLE, f"The bundled {sizes}, and turkish-tokenizer, which has a different vocabulary.", rows, ("turkish-tokenizer",), notes
    )


def _decoding(setting: Setting, name: str, wanted: float | None) -> Row:
    """A row for decoding the ids of the development lines."""
    texts = development_lines(setting.corpora, "tr")[: setting.measured_lines]
    contenders = [own_ids(contender, texts) for contender in (ours(name), of_turkish_tokenizer(setting.work))]
    seconds = race(contenders, texts, setting.rounds, passes=1)
    times = (seconds[contender.name][0] for contender in contenders)
    return compared(f"{name}, decode", "turkish-tokenizer", *times, size(texts) / 1e6, "MB/s", wanted)
