"""Encoding with one Unigram model: morfem, sentencepiece, which trained it, and tokenizers."""

from contenders import of_sentencepiece, of_tokenizers, ours, unigram
from encoding import three_passes
from report import Row, Section
from setting import LANGUAGES, Setting
from texts import training_file

TITLE = "Unigram encoding"
WANTED = {
    ("sentencepiece", "first pass"): 2.5,
    ("sentencepiece", "second pass"): 6.0,
    ("sentencepiece", "long tail"): 2.0,
    ("tokenizers, fast", "first pass"): 10.0,
}


def measure(setting: Setting) -> Section:
    rows: list[Row] = []
    notes: list[str] = []
    for code, language in LANGUAGES.items():
        text = training_file(setting.corpora, setting.work, code, setting.training_lines)
        model, file, folder = unigram(text, setting.vocab_size)
        contenders = [ours(folder), of_sentencepiece(model), of_tokenizers(file, is_fast=True)]
        compared, note = three_passes(setting, code, language, contenders, WANTED)
        rows += compared
        notes.append(note)
    about = f"One model of {setting.vocab_size:,} pieces per language, trained by sentencepiece on {setting.training_lines:,} lines."
    return Section(TITLE, about, rows, ("sentencepiece", "tokenizers"), notes)
