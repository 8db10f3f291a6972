"""Decoding batches, decoding id by id, and encoding with offsets."""

from pathlib import Path
from typing import Any

import morfem
import sentencepiece
import tokenizers
from contenders import bpe, unigram
from race import Contender, Work, race
from report import Row, Section, compared
from setting import LANGUAGES, Setting
from texts import development_lines, size, training_file
from tokenizers.decoders import DecodeStream

TITLE = "Decoding and offsets"


def measure(setting: Setting) -> Section:
    rows: list[Row] = []
    for code, language in LANGUAGES.items():
        text = training_file(setting.corpora, setting.work, code, setting.training_lines)
        model, _, unigram_folder = unigram(text, setting.vocab_size)
        _, file, bpe_folder, _ = bpe(text, setting.vocab_size)
        texts = development_lines(setting.corpora, code)
        unigram_ids, bpe_ids = (_ids(folder, texts) for folder in (unigram_folder, bpe_folder))
        of_file = str(file)
        for what, given, ours, peer in (
            ("Unigram, decode batch", unigram_ids, _decode(unigram_folder), Contender("sentencepiece", lambda m=model: _sentencepiece_decode(m))),
            ("BPE, decode batch", bpe_ids, _decode(bpe_folder), Contender("tokenizers", lambda f=of_file: _tokenizers(f).decode_batch)),
            ("BPE, decode id by id", bpe_ids, _stream(bpe_folder), Contender("tokenizers", lambda f=of_file: _tokenizers_stream(f))),
            ("BPE, encode with offsets", texts, _offsets(bpe_folder), Contender("tokenizers", lambda f=of_file: _tokenizers_offsets(f))),
        ):
            seconds = race([ours, peer], given, setting.rounds, passes=1)
            times, theirs = seconds[ours.name][0], seconds[peer.name][0]
            rows.append(compared(f"{language}, {what}", peer.name, times, theirs, size(texts) / 1e6, "MB/s"))
    about = "Lists of Python integers in, strings out; offsets are read as lists of pairs. One thread, freshly loaded."
    return Section(TITLE, about, rows, ("sentencepiece", "tokenizers"))


def _ids(folder: Path, texts: list[str]) -> list[list[int]]:
    tokenizer = morfem.load(folder)
    return [tokenizer.encode_ids(text).tolist() for text in texts]


def _decode(folder: Path) -> Contender:
    def load() -> Work:
        tokenizer = morfem.load(folder)
        return lambda batch: tokenizer.decode_batch(batch, threads=1)

    return Contender("morfem", load)


def _stream(folder: Path) -> Contender:
    def load() -> Work:
        tokenizer = morfem.load(folder)

        def run(batch: list[list[int]]) -> list[str]:
            texts = []
            for ids in batch:
                decoder = tokenizer.decoder()
                texts.append("".join([decoder.push(id) for id in ids]) + decoder.finish())
            return texts

        return run

    return Contender("morfem", load)


def _offsets(folder: Path) -> Contender:
    def load() -> Work:
        tokenizer = morfem.load(folder)
        return lambda texts: [(encoding.ids, encoding.offsets) for encoding in tokenizer.encode_batch(texts, threads=1)]

    return Contender("morfem", load)


def _tokenizers(file: str) -> Any:
    return tokenizers.Tokenizer.from_file(file)


def _sentencepiece_decode(model: Path) -> Work:
    processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
    return lambda batch: processor.decode(batch, num_threads=1)


def _tokenizers_offsets(file: str) -> Work:
    tokenizer = _tokenizers(file)
    return lambda texts: [(encoding.ids, encoding.offsets) for encoding in tokenizer.encode_batch(texts)]


def _tokenizers_stream(file: str) -> Work:
    tokenizer = _tokenizers(file)

    def run(batch: list[list[int]]) -> list[str]:
        texts = []
        for ids in batch:
            decoder = DecodeStream(skip_special_tokens=False)
            texts.append("".join([decoder.step(tokenizer, id) or "" for id in ids]))
        return texts

    return run
