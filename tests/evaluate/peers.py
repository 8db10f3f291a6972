"""Small tokenizers of other libraries, trained on our own sentences, and how slow programs say which token owns a character."""

import functools
import io
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from morfem._core import splitter_pattern
from morfem.adapters.segmentation import Segmentation
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from tests.conftest import LANGUAGES, sentences, training_texts

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece
import tiktoken

# Case, marks alone and composed, scripts without spaces, characters of four bytes and of several code points, white space of many kinds.
TEXTS = [
    *(line for language in LANGUAGES for line in sentences(language)[:4]),
    "İstanbul'DA IŞIK ışık çağrıldı",
    "e\u0301te\u0301 n\u0303a ﬁn \u0301a",
    "東京へ 😀👩‍👧 ไทย กำ",
    "a \t b\n\n c\u00a0d  ",
    "  iki  boşluk",
    "שָׁלוֹם كِتَاب",
    "½ x² <s> ▁ ##ler </w> Ġ",
    "",
    " ",
]


@functools.cache
def byte_level(trim: bool = False) -> Tokenizer:
    """Byte-level BPE; `trim` leaves spaces out of the offsets, as GPT-2 does."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=trim)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=900, special_tokens=["<s>"], initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(training_texts(), trainer)
    return tokenizer


@functools.cache
def spaced_byte_level() -> Tokenizer:
    """Byte-level BPE that puts a space before every text."""
    tokenizer = Tokenizer.from_str(byte_level(True).to_str())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    return tokenizer


@functools.cache
def metaspace() -> Tokenizer:
    """Unigram with ▁ for spaces, without bytes, after NFKC."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=700, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(training_texts(), trainer)
    return tokenizer


@functools.cache
def word_piece() -> Tokenizer:
    """WordPiece, in lower case and without accents, as BERT has it."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(vocab_size=800, special_tokens=["[UNK]", "[CLS]"], show_progress=False)
    tokenizer.train_from_iterator([line for language in ("tr", "ms") for line in sentences(language)], trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 1)])
    return tokenizer


@functools.cache
def sentence_piece(normalisation: str, byte_fallback: bool = True) -> sentencepiece.SentencePieceProcessor:
    """A Unigram model of SentencePiece. Exact for `identity`, but for spaces."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(training_texts()),
        model_writer=written,
        model_type="unigram",
        vocab_size=1000,
        hard_vocab_limit=False,
        byte_fallback=byte_fallback,
        normalization_rule_name=normalisation,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())


@functools.cache
def ranks() -> tiktoken.Encoding:
    """300 ranks: the bytes, and 44 pairs of frequent letters."""
    pairs = ["la", "le", "ar", "er", "in", "an", " k", " b", "ki", "de", "da", "ta", "ap", "ı", "ş", "ğ", "ç", "ö", "ü", "İ", "é"]
    merged = [
        *pairs,
        "lar",
        "ler",
        " ki",
        " bi",
        "tap",
        "ın",
        "ış",
        "kita",
        " kit",
        "kitap",
        "한",
        "국",
        "ו",
        "ש",
        "א",
        "ا",
        "ل",
        "م",
        "😀",
    ]
    tokens = (
        [bytes([byte]) for byte in range(256)] + [token.encode() for token in merged] + [b"\xf0\x9f", b"\xe6\x9d", b"\xb1\xe4", b" \xe6"]
    )
    mergeable = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding("ranks", pat_str=splitter_pattern("gpt2"), mergeable_ranks=mergeable, special_tokens={"<s>": 300})


EXACT: dict[str, Callable[[], Any]] = {
    "tiktoken": ranks,
    "byte-level BPE": byte_level,
    "byte-level BPE, spaces trimmed": lambda: byte_level(True),
    "byte-level BPE, space before": spaced_byte_level,
    "SentencePiece": lambda: sentence_piece("identity"),
}
ALTERING: dict[str, Callable[[], Any]] = {
    "NFKC": metaspace,
    "WordPiece": word_piece,
    "SentencePiece, NFKC": lambda: sentence_piece("nmt_nfkc_cf"),
    "SentencePiece without bytes": lambda: sentence_piece("identity", byte_fallback=False),
}


def owners(text: str, pieces: Sequence[bytes]) -> list[int]:
    """Which piece owns each character: the one that holds its first byte. Byte by byte, for pieces that tile the text."""
    assert b"".join(pieces) == text.encode()
    of_byte = [index for index, piece in enumerate(pieces) for _ in piece]
    return [of_byte[len(text[:position].encode())] for position in range(len(text))]


def segments(batch: Segmentation, index: int = 0) -> list[str]:
    """A text, cut where the owner changes."""
    return batch.segments(int(batch.begins[index]), int(batch.begins[index + 1]))


@functools.cache
def transformers() -> Any:
    """The library transformers; the test is skipped if it is not installed."""
    return pytest.importorskip("transformers", reason="transformers is not installed")
