"""Imports of programs that alter texts: the ids are the original's wherever it alters nothing, and every text comes back."""

import json
import random
import tempfile
import unicodedata
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from tests.conftest import training_texts
from tests.interface.test_convert import SPACED, TEXTS, byte_level, metaspace, train_sentencepiece

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece

# What normalisers change and vocabularies lack.
ALTERED = [
    *(unicodedata.normalize("NFD", line) for line in TEXTS[:40]),
    "ﬁlm ＡＢＣ １２３ ½ x² ㎏ ① ™ … Å ﬀ",
    "e\u0301v a\u0328\u0301 한국 \u1112\u1161\u11ab \u0627\u0654",
    "soft\u00adhyphen zero\u200bwidth\u200djoiner \ufeffmark\u2028line\u3000wide\tb\r\nc",
    "İSTANBUL ISPARTA ŞIRNAK ẞ ŒUVRE Ǆ ΑΒΓ",
    "東京タワー と 京都、ｶﾞ ｱｲｳ ㍿",
    "😀 👩‍👧‍👦 🏽 🇹🇷 ✂️",
    "▁ev ▁ ▁▁ a▁b",
    "<0x0A> <unk> <pad> ev",
    "12345678901 a12345b \n  ",
    "q" * 30 + " zx" * 5,
    "\0a\x01b\x7f \x85 \ufffd",
    "---- ----- -- === ==== ....... ,,,,",
    "ilk<ilk>ve <ilk><ilk> ve",
    "\u0301ev evler",
    "\u00adev",
    "\x7f",
    "\x01\x02",
]
RNG = random.Random(3)
ALPHABET = "aeiklrsEİı ığş ▁<>.,'’\n\t  \u0301\u00ad１ﬁÅ한글עב😀\u3000qxz---...ve<ilk>"
RANDOM = ["".join(RNG.choices(ALPHABET, k=RNG.randrange(1, 40))) for _ in range(150)]
ALL = [*TEXTS, *SPACED, *ALTERED, *RANDOM]


def imported(kind: str, content: bytes) -> morfem.Tokenizer:
    """An import, which has been saved and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_bytes(content)
        tokenizer = (morfem.convert.from_sentencepiece if kind == "spm" else morfem.convert.from_tokenizers)(path)
        tokenizer.save(Path(folder, "saved"))
        loaded = morfem.load(str(Path(folder, "saved")))
    assert loaded.files() == tokenizer.files()
    return loaded


def is_same_where_nothing_is_altered(ours: morfem.Tokenizer, theirs: list[int], unknown: int | None, text: str) -> bool:
    """Whether the original alters nothing; then the ids must be its own."""
    ids = ours.encode_ids(text).tolist()
    assert ours.decode(ids) == text, ascii(text)
    assert "".join(ours.encode(text).surfaces) == text
    is_unaltered = ours.decode(theirs) == text and unknown not in theirs
    assert not is_unaltered or ids == theirs, ascii(text)
    return is_unaltered


SENTENCEPIECE: dict[str, dict[str, Any]] = {
    "nmt_nfkc": {"normalization_rule_name": "nmt_nfkc"},
    "nmt_nfkc_cf": {"normalization_rule_name": "nmt_nfkc_cf"},
    "nfkc without bytes": {"normalization_rule_name": "nfkc", "byte_fallback": False},
    "nmt_nfkc, keeps spaces": {"normalization_rule_name": "nmt_nfkc", "remove_extra_whitespaces": False},
    "bpe, nmt_nfkc, keeps spaces": {"model_type": "bpe", "normalization_rule_name": "nmt_nfkc", "remove_extra_whitespaces": False},
    "identity without bytes": {"byte_fallback": False, "remove_extra_whitespaces": False},
    "few characters": {"byte_fallback": False, "character_coverage": 0.98, "normalization_rule_name": "nmt_nfkc"},
    "no space before": {"normalization_rule_name": "nmt_nfkc", "add_dummy_prefix": False},
    "user-defined symbols": {"normalization_rule_name": "nmt_nfkc", "user_defined_symbols": ["<ilk>", "ve", "ﬁlm"]},
    "user-defined spaces": {"user_defined_symbols": ["<ilk>", "▁▁"], "remove_extra_whitespaces": False},
    "bpe": {"model_type": "bpe"},
    "bpe, nmt_nfkc": {"model_type": "bpe", "normalization_rule_name": "nmt_nfkc"},
    "bpe without bytes": {"model_type": "bpe", "byte_fallback": False, "normalization_rule_name": "nmt_nfkc", "character_coverage": 0.98},
    "bpe, keeps spaces": {
        "model_type": "bpe",
        "remove_extra_whitespaces": False,
        "allow_whitespace_only_pieces": True,
        "add_dummy_prefix": False,
    },
    "bpe, over words": {"model_type": "bpe", "split_by_whitespace": False},
    "bpe, user-defined symbols": {"model_type": "bpe", "user_defined_symbols": ["<ilk>", "ve", "ﬁlm", "▁▁", "---"]},
}


@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_sentencepiece_ids_where_it_alters_nothing(name: str) -> None:
    content = train_sentencepiece(**SENTENCEPIECE[name])
    theirs, ours = sentencepiece.SentencePieceProcessor(model_proto=content), imported("spm", content)
    has_bytes = theirs.piece_to_id("<0x00>") != theirs.unk_id()
    assert ours.vocab_size == theirs.vocab_size() + (0 if has_bytes else 256)
    assert sum(is_same_where_nothing_is_altered(ours, theirs.encode(text), theirs.unk_id(), text) for text in ALL) > 40


def with_model(model: Any, trainer: Any, **parts: Any) -> bytes:
    tokenizer = Tokenizer(model)
    for name, part in parts.items():
        setattr(tokenizer, name, part)
    tokenizer.train_from_iterator(training_texts(), trainer)
    return str(tokenizer.to_str()).encode()


SPECIALS = ["<unk>", "<s>", "</s>"]
SPLITTERS = ("llama3", "cl100k", "qwen2", "o200k")


def byte_level_bpe(pre_tokenizer: Any, normalizer: Any = None) -> bytes:
    trainer = trainers.BpeTrainer(
        vocab_size=900, special_tokens=["<s>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    parts = {"pre_tokenizer": pre_tokenizer, "decoder": decoders.ByteLevel()}
    return with_model(models.BPE(), trainer, **parts, **({"normalizer": normalizer} if normalizer else {}))


def cut_by(pattern: str, behavior: str = "isolated", invert: bool = False) -> Any:
    cut = pre_tokenizers.Split(Regex(pattern), behavior, invert)
    return pre_tokenizers.Sequence([cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def unigram(pre_tokenizer: Any, normalizer: Any = None) -> bytes:
    trainer = trainers.UnigramTrainer(vocab_size=700, special_tokens=SPECIALS, unk_token="<unk>", show_progress=False)
    return with_model(models.Unigram(), trainer, pre_tokenizer=pre_tokenizer, **({"normalizer": normalizer} if normalizer else {}))


def character_bpe(byte_fallback: bool, fuse_unk: bool, **parts: Any) -> bytes:
    """As Llama 2 and Gemma have it."""
    trainer = trainers.BpeTrainer(vocab_size=700, special_tokens=SPECIALS, limit_alphabet=120, show_progress=False)
    content = with_model(models.BPE(unk_token="<unk>", fuse_unk=fuse_unk), trainer, **parts)
    if not byte_fallback:
        return content
    file = json.loads(content)
    vocab = file["model"]["vocab"]
    vocab.update({f"<0x{byte:02X}>": len(vocab) + byte for byte in range(256)})
    file["model"]["byte_fallback"] = True
    return json.dumps(file).encode()


def charsmap(rule: str) -> bytes:
    """The table of characters of a SentencePiece model: field 2 of its normaliser, which is field 3."""

    def field_of(content: bytes, wanted: int) -> bytes:
        at = 0

        def varint() -> int:
            nonlocal at
            value = shift = 0
            while True:
                value |= (content[at] & 127) << shift
                at, shift = at + 1, shift + 7
                if content[at - 1] < 128:
                    return value

        while True:
            key = varint()
            length = {0: 0, 2: -1, 5: 4}[key & 7]
            if length == 0:
                varint()
                continue
            length = varint() if length < 0 else length
            at += length
            if key >> 3 == wanted:
                return content[at - length : at]

    return field_of(field_of(train_sentencepiece(normalization_rule_name=rule), 3), 2)


def with_added(content: bytes, **flags: Any) -> bytes:
    tokenizer = Tokenizer.from_str(content.decode())
    tokenizer.add_tokens([AddedToken(text, **flags) for text in ("<ilk>", "ve", "--")])
    return str(tokenizer.to_str()).encode()


SPACES = normalizers.Replace(" ", "▁")
LLAMA2 = normalizers.Sequence([normalizers.Prepend("▁"), SPACES])

TOKENIZERS: dict[str, Callable[[], bytes]] = {
    **{name: lambda name=name: byte_level_bpe(cut_by(morfem._core.splitter_pattern(name))) for name in SPLITTERS},  # type: ignore[misc]
    "qwen2, NFC": lambda: byte_level_bpe(cut_by(morfem._core.splitter_pattern("qwen2")), normalizers.NFC()),
    "gpt2, as tiktoken writes it": lambda: byte_level_bpe(
        cut_by(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s")
    ),
    "removed": lambda: byte_level_bpe(cut_by(morfem._core.splitter_pattern("llama3"), "removed", True)),
    "NFKC, lower case": lambda: byte_level_bpe(
        pre_tokenizers.ByteLevel(add_prefix_space=False), normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    ),
    "without accents": lambda: byte_level_bpe(
        pre_tokenizers.ByteLevel(add_prefix_space=False), normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()])
    ),
    "ByteLevel with a space before": lambda: byte_level_bpe(pre_tokenizers.ByteLevel(add_prefix_space=True)),
    "added tokens": lambda: with_added(byte_level("bpe", "gpt2").encode(), normalized=False),
    "added tokens, space before": lambda: with_added(byte_level("bpe", "space before").encode(), normalized=True),
    "Unigram without bytes": lambda: unigram(pre_tokenizers.Metaspace(prepend_scheme="always")),
    "Unigram, first": lambda: unigram(pre_tokenizers.Metaspace(prepend_scheme="first")),
    "Unigram, never, whole": lambda: unigram(pre_tokenizers.Metaspace(prepend_scheme="never", split=False)),
    "Unigram with bytes": lambda: metaspace("always", True).encode(),
    "XLM-R": lambda: unigram(
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme="always")]),
        normalizers.Precompiled(charsmap("nmt_nfkc")),
    ),
    "T5": lambda: unigram(
        pre_tokenizers.Metaspace(prepend_scheme="always"),
        normalizers.Sequence(
            [normalizers.Precompiled(charsmap("nmt_nfkc")), normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")]
        ),
    ),
    "T5, first": lambda: unigram(
        pre_tokenizers.Metaspace(prepend_scheme="first"),
        normalizers.Sequence([normalizers.Precompiled(charsmap("nmt_nfkc")), normalizers.Strip()]),
    ),
    "without accents, first": lambda: unigram(
        pre_tokenizers.Metaspace(prepend_scheme="first"), normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()])
    ),
    "Prepend before Metaspace": lambda: unigram(pre_tokenizers.Metaspace(prepend_scheme="always"), normalizers.Prepend("▁")),
    "Prepend before Metaspace, first": lambda: unigram(pre_tokenizers.Metaspace(prepend_scheme="first"), normalizers.Prepend("▁")),
    "Llama 2": lambda: character_bpe(True, True, normalizer=LLAMA2),
    "Llama 2, added tokens": lambda: with_added(character_bpe(True, True, normalizer=LLAMA2), normalized=False),
    "Gemma": lambda: character_bpe(True, True, normalizer=SPACES, pre_tokenizer=pre_tokenizers.Split(" ", "merged_with_previous")),
    "BPE without bytes": lambda: character_bpe(False, True, pre_tokenizer=pre_tokenizers.Metaspace()),
    "BPE without bytes, each unknown": lambda: character_bpe(False, False, normalizer=SPACES),
}


@pytest.mark.parametrize("name", TOKENIZERS)
def test_tokenizers_ids_where_it_alters_nothing(name: str) -> None:
    content = TOKENIZERS[name]()
    theirs, ours = Tokenizer.from_str(content.decode()), imported("tokenizer.json", content)
    unaltered = 0
    for text in ALL:
        altered = theirs.normalizer.normalize_str(text) if theirs.normalizer else text
        if not any(special in text or special in altered for special in SPECIALS):
            ids = theirs.encode(text, add_special_tokens=False).ids
            unaltered += is_same_where_nothing_is_altered(ours, ids, theirs.token_to_id("<unk>"), text)
    assert unaltered > 30


def test_the_record_says_that_a_normaliser_is_left_out() -> None:
    assert imported("spm", train_sentencepiece(normalization_rule_name="nmt_nfkc")).record["options"]["left_out"] == ["normalizer"]
    assert imported("spm", train_sentencepiece()).record["options"]["left_out"] == []
    assert imported("tokenizer.json", TOKENIZERS["qwen2, NFC"]()).record["options"]["left_out"] == ["normalizer"]
    assert "normalizer" not in imported("tokenizer.json", TOKENIZERS["Llama 2"]()).record["options"]["left_out"]


def test_an_import_refuses_scores_that_loading_refuses(tmp_path: Path) -> None:
    from tests.interface.test_convert import NORMAL, model_of

    path = tmp_path / "immense.model"
    path.write_bytes(model_of([("a", -2e9, NORMAL)]))
    with pytest.raises(morfem.MorfemError, match="score -2000000000"):
        morfem.convert.from_sentencepiece(path)
    file = json.loads(metaspace("always", True))
    file["model"]["vocab"][5][1] = -2e9
    path.write_text(json.dumps(file))
    with pytest.raises(morfem.MorfemError, match="score -2000000000"):
        morfem.convert.from_tokenizers(path)


def test_a_sign_before_a_text_that_is_no_space_to_the_model_is_refused() -> None:
    content = byte_level_bpe(pre_tokenizers.ByteLevel(add_prefix_space=False), normalizers.Prepend("▁"))
    with pytest.raises(morfem.MorfemError, match="puts ▁ before a text"):
        imported("tokenizer.json", content)


def test_exports_of_symbols_are_refused(tmp_path: Path) -> None:
    symbols = imported("spm", train_sentencepiece(model_type="bpe", user_defined_symbols=["<ilk>"]))
    added = imported("tokenizer.json", TOKENIZERS["added tokens"]())
    for tokenizer, format in ((symbols, "spm"), (symbols, "tokenizer.json"), (added, "tokenizer.json"), (added, "tiktoken")):
        with pytest.raises(morfem.InexactExportError, match="use the original file"):
            tokenizer.export(format, tmp_path / "file")  # type: ignore[arg-type]


def test_a_wordpiece_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(str(Tokenizer(models.WordPiece({"[UNK]": 0}, unk_token="[UNK]")).to_str()))
    with pytest.raises(morfem.MorfemError, match="a model of type WordPiece; morfem can import BPE and Unigram"):
        morfem.convert.from_tokenizers(path)
