"""morfem and its peers with one model, each through its batch call on one thread."""

import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import fastokens
import gigatoken
import morfem
import morfem.convert
import morfem.train
import riptoken
import sentencepiece
import tiktoken
import tiktoken.load
import tokenizers
import tokie
from morfem._core import splitter_pattern
from race import Contender, Work

TURKISH_TOKENIZER = "turkish-tokenizer==1.0.4"


def decoding(contender: Contender) -> Contender:
    """The contender that decodes: it gets lists of ids."""
    assert contender.decode is not None, f"{contender.name} does not decode here"
    return Contender(contender.name, contender.decode)


def own_ids(contender: Contender, texts: list[str]) -> Contender:
    """The contender that decodes its own ids of the texts, whatever it gets."""
    ids = contender.ids(contender.load()(texts))

    def load() -> Work:
        work = decoding(contender).load()
        return lambda _: work(ids)

    return Contender(contender.name, load)


def ours(folder: Path | str, threads: int = 1) -> Contender:
    """morfem: ids of all texts in one array, and the index where each text begins."""

    def load() -> Work:
        tokenizer = morfem.load(folder)
        return lambda texts: tokenizer.encode_ids_batch(texts, threads=threads)

    def ids(batch: Any) -> list[list[int]]:
        flat, starts = batch
        return [flat[start:end].tolist() for start, end in pairwise(starts)]

    def decode() -> Work:
        tokenizer = morfem.load(folder)
        return lambda batch: tokenizer.decode_batch(batch, threads=threads)

    return Contender("morfem" if threads == 1 else f"morfem, {threads} threads", load, ids, decode)


def of_sentencepiece(model: Path) -> Contender:
    """sentencepiece: a list of ids per text."""

    def load() -> Work:
        processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
        return lambda texts: processor.encode(texts, num_threads=1)

    def decode() -> Work:
        processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
        return lambda batch: processor.decode(batch, num_threads=1)

    return Contender("sentencepiece", load, decode=decode)


def of_tokenizers(path: Path, is_fast: bool) -> Contender:
    """tokenizers: encode_batch, or encode_batch_fast, which leaves offsets out. TOKENIZERS_PARALLELISM=false makes it one thread."""

    def load() -> Work:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
        return tokenizer.encode_batch_fast if is_fast else tokenizer.encode_batch

    def decode() -> Work:
        return tokenizers.Tokenizer.from_file(str(path)).decode_batch

    return Contender("tokenizers, fast" if is_fast else "tokenizers", load, _ids, decode)


def of_tiktoken(ranks: Path, pattern: str) -> Contender:
    """tiktoken: a list of ids per text, through its pool of one thread."""
    # The file is read by tiktoken's own function, outside the measured time.
    mergeable = tiktoken.load.load_tiktoken_bpe(str(ranks))

    def load() -> Work:
        encoding = tiktoken.Encoding("bpe", pat_str=pattern, mergeable_ranks=mergeable, special_tokens={})
        return lambda texts: encoding.encode_ordinary_batch(texts, num_threads=1)

    return Contender("tiktoken", load)


def of_riptoken(ranks: Path, pattern: str) -> Contender:
    """riptoken: a list of ids per text, a call each: its batch call takes all threads."""
    mergeable = tiktoken.load.load_tiktoken_bpe(str(ranks))

    def load() -> Work:
        encoding = riptoken.CoreBPE(mergeable, {}, pattern)
        return lambda texts: [encoding.encode_ordinary(text) for text in texts]

    return Contender("riptoken", load)


def of_fastokens(path: Path) -> Contender:
    """fastokens: as riptoken, an encoding per text."""

    def load() -> Work:
        encode = fastokens.Tokenizer.from_file(str(path)).encode
        return lambda texts: [encode(text) for text in texts]

    return Contender("fastokens", load, _ids)


def of_tokie(path: Path) -> Contender:
    """tokie: as fastokens."""

    def load() -> Work:
        encode = tokie.Tokenizer.from_json(str(path)).encode
        return lambda texts: [encode(text) for text in texts]

    return Contender("tokie", load, _ids)


def _ids(encodings: Any) -> list[list[int]]:
    return [list(encoding.ids) for encoding in encodings]


def of_gigatoken(ranks: Path) -> Contender:
    """gigatoken: an awkward array, on the calling thread. It knows GPT-2's splitter by name and takes ranks that begin at 0."""

    def load() -> Work:
        tokenizer = gigatoken.Tokenizer.from_tiktoken(ranks, pretokenizer="gpt2")
        return lambda texts: tokenizer.encode_batch(texts, parallel=False)

    def decode() -> Work:
        tokenizer = gigatoken.Tokenizer.from_tiktoken(ranks, pretokenizer="gpt2")
        return lambda batch: [tokenizer.decode(ids) for ids in batch]

    return Contender("gigatoken", load, lambda batch: batch.to_list(), decode)


def of_turkish_tokenizer(work: Path) -> Contender:
    """turkish-tokenizer: a list of ids per text. It has no batch call. It is installed into a folder of its own on first use."""
    folder = work / TURKISH_TOKENIZER
    if not folder.exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), TURKISH_TOKENIZER], check=True
        )
    sys.path.insert(0, str(folder))

    def load() -> Work:
        tokenizer = import_module("turkish_tokenizer").TurkishTokenizer()
        return lambda texts: [tokenizer.encode(text) for text in texts]

    def decode() -> Work:
        tokenizer = import_module("turkish_tokenizer").TurkishTokenizer()
        return lambda batch: [tokenizer.decode(ids) for ids in batch]

    return Contender("turkish-tokenizer", load, decode=decode)


def train_sentencepiece(text: Path, prefix: Path, vocab_size: int, threads: int) -> Path:
    """A Unigram model without normalisation and with byte fallback, on all lines of `text`, however long."""
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(prefix),
        model_type="unigram",
        vocab_size=vocab_size,
        num_threads=threads,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        byte_fallback=True,
        max_sentence_length=1_000_000,
        minloglevel=2,
    )
    return prefix.with_name(f"{prefix.name}.model")


def unigram(text: Path, vocab_size: int) -> tuple[Path, Path, Path]:
    """One Unigram model, trained by sentencepiece, in three files: its `.model`, a `tokenizer.json`, and our artefact."""
    prefix = text.with_name(f"{text.stem}-unigram-{vocab_size}")
    model, file, folder = (prefix.with_name(prefix.name + end) for end in (".model", ".json", ".morfem"))
    if not model.exists():
        train_sentencepiece(text, prefix, vocab_size, threads=2)
    if not file.exists():
        processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
        pieces = [(processor.id_to_piece(id), processor.get_score(id)) for id in range(processor.get_piece_size())]
        peer = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, processor.unk_id(), byte_fallback=True))
        peer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
        peer.decoder = tokenizers.decoders.Sequence(
            [tokenizers.decoders.ByteFallback(), tokenizers.decoders.Metaspace(prepend_scheme="always", split=True)]
        )
        peer.save(str(file))
    if not (folder / "morfem.json").exists():
        morfem.convert.from_sentencepiece(model).save(folder)
    return model, file, folder


def bpe(text: Path, vocab_size: int) -> tuple[Path, Path, Path, str]:
    """One byte-level BPE, trained by morfem with GPT-2's splitter: tiktoken ranks, `tokenizer.json`, artefact, and the pattern.

    It has no specials, so that the ranks begin at 0.
    """
    prefix = text.with_name(f"{text.stem}-bpe-{vocab_size}")
    ranks, file, folder = (prefix.with_name(prefix.name + end) for end in (".tiktoken", ".json", ".morfem"))
    if not (folder / "morfem.json").exists():
        morfem.train.bpe(text, vocab_size=vocab_size, special_tokens=(), pretokenizer="gpt2", threads=2, progress=False).save(folder)
    if not (ranks.exists() and file.exists()):
        tokenizer = morfem.load(folder)
        tokenizer.export("tiktoken", ranks)
        tokenizer.export("tokenizer.json", file)
    return ranks, file, folder, splitter_pattern("gpt2")
