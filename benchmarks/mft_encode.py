"""Encoding with tr-mft and tr-mft-64k beside turkish-tokenizer, the other program that cuts Turkish into roots and affixes."""

import morfem
from contenders import of_turkish_tokenizer, ours
from encoding import three_passes
from report import Section
from setting import Setting

TITLE = "MFT encoding"
NAMES = ("tr-mft", "tr-mft-64k")
WANTED = {("turkish-tokenizer", "first pass"): 3.0, ("turkish-tokenizer", "second pass"): 10.0, ("turkish-tokenizer", "long tail"): 0.7}


def measure(setting: Setting) -> Section:
    rows, notes = [], []
    peer = of_turkish_tokenizer(setting.work)
    for name in NAMES:
        wanted = (
            {(peer.name, "first pass"): 3.0, (peer.name, "second pass"): 10.0, (peer.name, "long tail"): 0.7} if name == NAMES[0] else {}
        )
        more, note = three_passes(setting, "tr", name, [ours(name), peer], wanted)
        rows += more
        notes.append(note)
    sizes = " and ".join(f"`{name}` ({morfem.load(name).vocab_size:,} ids)" for name in NAMES)
    return Section(TITLE, f"The bundled {sizes}, and turkish-tokenizer, whose vocabulary is another.", rows, ("turkish-tokenizer",), notes)
