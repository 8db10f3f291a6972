"""Encoding with he-, ar- and ms-splinter compared with a Unigram model of sentencepiece, which users would install otherwise."""

import morfem
from contenders import of_sentencepiece, ours, unigram
from encoding import three_passes
from report import Section
from setting import Setting
from texts import training_file

TITLE = "Splinter encoding"
LANGUAGES = ("he", "ar", "ms")
WANTED = {("sentencepiece", "first pass"): 1.0, ("sentencepiece", "second pass"): 3.0, ("sentencepiece", "long tail"): 0.3}


def measure(setting: Setting) -> Section:
    rows, notes = [], []
    for language in LANGUAGES:
        model, _, _ = unigram(training_file(setting.corpora, setting.work, language, setting.training_lines), setting.vocab_size)
        name = f"{language}-splinter"
        more, note = three_passes(setting, language, name, [ours(name), of_sentencepiece(model)], WANTED)
        rows += more
        notes.append(note)
    sizes = ", ".join(f"`{language}-splinter` ({morfem.load(f'{language}-splinter').vocab_size:,} ids)" for language in LANGUAGES)
    about = (
        f"The bundled {sizes}, and for each language a Unigram model of {setting.vocab_size:,} pieces, "
        f"trained by sentencepiece on {setting.training_lines:,} lines."
    )
    return Section(TITLE, about, rows, ("sentencepiece",), notes)
