"""Decoding batches, decoding id by id, and encoding with offsets."""

from functools import partial
from pathlib import Path

import morfem
import tokenizers
from contenders import bpe, decoding, of_sentencepiece, of_tokenizers, ours, unigram
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
        texts = development_lines(setting.corpora, code)[: setting.measured_lines]
        unigram_ids, bpe_ids = (_ids(folder, texts) for folder in (unigram_folder, bpe_folder))
        for what, given, own, peer in (
            ("Unigram, decode batch", unigram_ids, decoding(ours(unigram_folder)), decoding(of_sentencepiece(model))),
            ("BPE, decode batch", bpe_ids, decoding(ours(bpe_folder)), decoding(of_tokenizers(file, is_fast=False))),
            ("BPE, decode id by id", bpe_ids, _stream(bpe_folder), Contender("tokenizers", partial(_tokenizers_stream, file))),
            ("BPE, encode with offsets", texts, _offsets(bpe_folder), Contender("tokenizers", partial(_tokenizers_offsets, file))),
        ):
            seconds = race([own, peer], given, setting.rounds, passes=1)
            times, theirs = seconds[own.name][0], seconds[peer.name][0]
            rows.append(compared(f"{language}, {what}", peer.name, times, theirs, size(texts) / 1e6, "MB/s"))
    about = "Lists of Python integers in, strings out; offsets are read as lists of pairs. One thread, freshly loaded."
    return Section(TITLE, about, rows, ("sentencepiece", "tokenizers"))


def _ids(folder: Path, texts: list[str]) -> list[list[int]]:
    tokenizer = morfem.load(folder)
    return [tokenizer.encode_ids(text).tolist() for text in texts]


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


def _tokenizers_offsets(file: Path) -> Work:
    tokenizer = tokenizers.Tokenizer.from_file(str(file))
    return lambda texts: [(encoding.ids, encoding.offsets) for encoding in tokenizer.encode_batch(texts)]


def _tokenizers_stream(file: Path) -> Work:
    tokenizer = tokenizers.Tokenizer.from_file(str(file))

    def run(batch: list[list[int]]) -> list[str]:
        texts = []
        for ids in batch:
            decoder = DecodeStream(skip_special_tokens=False)
            texts.append("".join([decoder.step(tokenizer, id) or "" for id in ids]))
        return texts

    return run
