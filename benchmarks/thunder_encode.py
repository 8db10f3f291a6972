"""Encoding with ko-thunder: morfem, and tokenizers with the exported file."""

import morfem
from contenders import of_tokenizers, ours
from encoding import three_passes
from report import Section
from setting import Setting

TITLE = "Thunder-Tok encoding"
NAME = "ko-thunder"


def measure(setting: Setting) -> Section:
    file = setting.work / f"{NAME}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    tokenizer = morfem.load(NAME)
    tokenizer.export("tokenizer.json", file)
    rows, note = three_passes(setting, "ko", "Korean", [ours(NAME), of_tokenizers(file, is_fast=True)], {})
    about = f"The bundled `{NAME}` ({tokenizer.vocab_size:,} ids) with its own splitter, and the `tokenizer.json` exported from it."
    return Section(TITLE, about, rows, ("tokenizers",), [note])
