"""Encoding with tr-morpheus compared with a Unigram model of sentencepiece, which users would install otherwise."""

import morfem
from contenders import of_sentencepiece, ours, unigram
from encoding import three_passes
from report import Section
from setting import Setting
from texts import training_file

TITLE = "Morpheus encoding"
NAME = "tr-morpheus"
WANTED = {("sentencepiece", "first pass"): 2.0, ("sentencepiece", "second pass"): 6.0, ("sentencepiece", "long tail"): 0.5}


def measure(setting: Setting) -> Section:
    text = training_file(setting.corpora, setting.work, "tr", setting.training_lines)
    model, _, _ = unigram(text, setting.vocab_size)
    rows, note = three_passes(setting, "tr", NAME, [ours(NAME), of_sentencepiece(model)], WANTED)
    about = (
        f"The bundled `{NAME}` ({morfem.load(NAME).vocab_size:,} ids), and a Unigram model of {setting.vocab_size:,} pieces, "
        f"trained by sentencepiece on {setting.training_lines:,} lines."
    )
    return Section(TITLE, about, rows, ("sentencepiece",), [note])
