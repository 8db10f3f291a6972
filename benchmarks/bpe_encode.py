"""Encoding with one byte-level BPE model, trained and exported by morfem: morfem and six peers."""

from contenders import bpe, of_fastokens, of_gigatoken, of_riptoken, of_tiktoken, of_tokenizers, of_tokie, ours
from encoding import three_passes
from report import Row, Section
from setting import LANGUAGES, Setting
from texts import training_file

TITLE = "BPE encoding"
WANTED = {("tiktoken", "first pass"): 2.0}


def measure(setting: Setting) -> Section:
    rows: list[Row] = []
    notes: list[str] = []
    for code, language in LANGUAGES.items():
        text = training_file(setting.corpora, setting.work, code, setting.training_lines)
        ranks, file, folder, pattern = bpe(text, setting.vocab_size)
        contenders = [
            *(ours(folder), of_tiktoken(ranks, pattern), of_tokenizers(file, is_fast=True), of_gigatoken(ranks)),
            *(of_tokie(file), of_fastokens(file), of_riptoken(ranks, pattern)),
        ]
        compared, note = three_passes(setting, code, language, contenders, WANTED)
        rows += compared
        notes.append(note)
    about = (
        f"Byte-level BPE of {setting.vocab_size:,} tokens per language with GPT-2's splitter, trained by morfem on "
        f"{setting.training_lines:,} lines. tiktoken, gigatoken and riptoken read the exported ranks, the others the exported "
        "`tokenizer.json`. tokie, fastokens and riptoken get one text a call."
    )
    return Section(TITLE, about, rows, ("tiktoken", "tokenizers", "gigatoken", "tokie", "fastokens", "riptoken"), notes)
