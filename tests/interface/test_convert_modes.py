"""Imports in both modes: `exact=False` gives the original's ids on every text; `exact=True` gives them wherever the original loses nothing,
and gives every text back."""

import functools
import json
import random
import tempfile
import unicodedata
import warnings
from collections.abc import Callable
from itertools import pairwise
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


def imported(kind: str, content: bytes, exact: bool) -> morfem.Tokenizer:
    """An import, which has been saved and loaded if it is not exact; `test_convert.py` saves exact ones."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_bytes(content)
        convert = morfem.convert.from_sentencepiece if kind == "spm" else morfem.convert.from_tokenizers
        tokenizer = convert(path, exact=exact)
        if exact:
            return tokenizer
        tokenizer.save(Path(folder, "saved"))
        loaded = morfem.load(str(Path(folder, "saved")))
    assert loaded.files() == tokenizer.files()
    return loaded


def assert_modes(exact: morfem.Tokenizer, lossy: morfem.Tokenizer, theirs: list[int], text: str) -> None:
    ids = lossy.encode_ids(text).tolist()
    assert ids == theirs, ascii(text)
    encoding = lossy.encode(text)
    assert encoding.ids == ids
    ends = [0, *(end for _, end in encoding.byte_offsets)]
    assert encoding.byte_offsets == list(pairwise(ends))
    assert not ids or ends[-1] == len(text.encode())
    ours = exact.encode_ids(text).tolist()
    assert exact.decode(ours) == text, ascii(text)
    assert "".join(exact.encode(text).surfaces) == text
    unknown = lossy.record["source"]["unknown"]
    if lossy.decode(ids) == text and unknown not in ids:
        assert ours == ids, ascii(text)


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


@functools.cache
def sentencepiece_modes(name: str) -> tuple[Any, morfem.Tokenizer, morfem.Tokenizer]:
    content = train_sentencepiece(**SENTENCEPIECE[name])
    theirs = sentencepiece.SentencePieceProcessor(model_proto=content)
    return theirs, imported("spm", content, True), imported("spm", content, False)


@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_sentencepiece_in_both_modes(name: str) -> None:
    theirs, exact, lossy = sentencepiece_modes(name)
    assert (exact.is_exact, lossy.is_exact) == (True, False)
    assert lossy.record["source"]["losses"]
    has_bytes = theirs.piece_to_id("<0x00>") != theirs.unk_id()
    assert exact.vocab_size == theirs.vocab_size() + (0 if has_bytes else 256)
    for text in ALL:
        assert_modes(exact, lossy, theirs.encode(text), text)


@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_a_text_shorter_than_its_tokens_is_encoded_by_every_call(name: str) -> None:
    """The token of an unknown character may be longer than the character, so bytes of tokens do not say where they lie."""
    lossy = sentencepiece_modes(name)[2]
    for text in ("東", "東 𐎀", *ALTERED):
        wanted = lossy.encode(text)
        assert lossy.encode_units(text) == wanted
        assert lossy.encode(text, boundaries=[0, len(text)]) == wanted
        assert lossy.encode_batch([text], boundaries=[[0]]) == [wanted]


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


def wordpiece(**options: bool) -> bytes:
    """A model as BERT has it; no normaliser without options."""
    trainer = trainers.WordPieceTrainer(vocab_size=900, special_tokens=["[PAD]", "[UNK]", "[CLS]"], limit_alphabet=150, show_progress=False)
    parts = {"pre_tokenizer": pre_tokenizers.BertPreTokenizer(), "decoder": decoders.WordPiece()}
    if options:
        parts["normalizer"] = normalizers.BertNormalizer(**options)
    return with_model(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20), trainer, **parts)


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
    "BERT, uncased": lambda: wordpiece(lowercase=True),
    "BERT, cased": lambda: wordpiece(lowercase=False, strip_accents=False),
    "BERT, Chinese in words": lambda: wordpiece(lowercase=True, strip_accents=False, handle_chinese_chars=False, clean_text=False),
    "BERT, without accents": lambda: wordpiece(lowercase=False, strip_accents=True),
    "WordPiece without normaliser": lambda: wordpiece(),
}


@functools.cache
def tokenizers_modes(name: str) -> tuple[Any, morfem.Tokenizer, morfem.Tokenizer]:
    content = TOKENIZERS[name]()
    return Tokenizer.from_str(content.decode()), imported("tokenizer.json", content, True), imported("tokenizer.json", content, False)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_tokenizers_in_both_modes(name: str) -> None:
    theirs, exact, lossy = tokenizers_modes(name)
    assert (exact.is_exact, lossy.is_exact) == (True, False)
    for text in ALL:
        altered = theirs.normalizer.normalize_str(text) if theirs.normalizer else text
        if not any(special in text or special in altered for special in SPECIALS):
            assert_modes(exact, lossy, theirs.encode(text, add_special_tokens=False).ids, text)


def test_a_space_before_a_text_is_kept_if_exact_and_lost_if_not() -> None:
    theirs, exact, lossy = tokenizers_modes("ByteLevel with a space before")
    assert lossy.encode_ids(" ev").tolist() == lossy.encode_ids("ev").tolist() == theirs.encode(" ev").ids
    assert exact.encode_ids("ev").tolist() == theirs.encode("ev").ids
    assert exact.decode(exact.encode_ids(" ev")) == " ev"


def test_what_is_altered_is_written_in_bytes() -> None:
    theirs, exact, _ = sentencepiece_modes("nmt_nfkc")
    encoding = exact.encode("okul ﬁ ev")
    assert "".join(s for s, kind in zip(encoding.surfaces, encoding.kinds, strict=True) if kind == "byte") == "ﬁ"
    assert encoding.ids[: len(theirs.encode("okul"))] == theirs.encode("okul")


def test_every_other_tokenizer_is_exact(tokenizer: morfem.Tokenizer) -> None:
    assert tokenizer.is_exact
    assert tokenizer.record.get("source", {"is_exact": True})["is_exact"]


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
        imported("tokenizer.json", content, False)


def test_a_user_defined_space_with_a_normaliser_is_refused_if_not_exact() -> None:
    content = train_sentencepiece(normalization_rule_name="nmt_nfkc", user_defined_symbols=["▁▁"])
    exact = imported("spm", content, True)
    assert exact.decode(exact.encode_ids("a ▁▁  b")) == "a ▁▁  b"
    with pytest.raises(morfem.MorfemError, match="use exact=True"):
        imported("spm", content, False)


def test_exports_of_what_no_file_can_say_are_refused(tmp_path: Path) -> None:
    for tokenizer in sentencepiece_modes("nmt_nfkc")[1:]:
        for format in ("spm", "tokenizer.json"):
            with pytest.raises(morfem.InexactExportError, match="use the original file"):
                tokenizer.export(format, tmp_path / "file")


def test_wordpiece_implies_the_spaces_of_print() -> None:
    """What the original loses are spaces; where they stand as usual, its ids come back as the text."""
    _, exact, lossy = tokenizers_modes("BERT, cased")
    text = "evler, ev ve bir ev bir ev."
    ids = exact.encode_ids(text).tolist()
    assert ids == lossy.encode_ids(text).tolist()
    assert lossy.decode(ids) == text
    byte = exact.token_to_id
    # A space that is not usual is a byte, and a word without its usual space is written in bytes.
    assert exact.encode("bir .").tokens == ["▁bir", "<0x20>", *lossy.encode(".").tokens]
    assert exact.encode("ev,ev").ids[-2:] == [byte("<0x65>"), byte("<0x76>")]
    assert lossy.encode_ids("ev,ev").tolist() == lossy.encode_ids("ev , ev").tolist()
    assert lossy.record["source"]["losses"][0] == "texts are normalised"


def test_wordpiece_takes_the_longest_piece() -> None:
    vocabulary = {piece: index for index, piece in enumerate(["[UNK]", "a", "ab", "##c", "##cd", "##ef", "##e", "abcx"])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=6))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    content = str(tokenizer.to_str()).encode()
    exact, lossy = (imported("tokenizer.json", content, mode) for mode in (True, False))
    for text in ("ab", "abcd", "abcdef", "abcde", "abcdx", "abcdeef", "c", "ef", "a a", "##c", "[UNK]"):
        assert_modes(exact, lossy, tokenizer.encode(text).ids, text)
    assert lossy.encode("abcdef").tokens == ["▁ab", "cd", "ef"]
    assert lossy.encode_ids("abcdeef").tolist() == [0]


def test_a_word_of_any_length_takes_linear_time() -> None:
    _, exact, lossy = tokenizers_modes("BERT, uncased")
    text = "ev" * 500_000
    assert exact.decode(exact.encode_ids(text)) == text
    assert lossy.encode_ids(text).tolist() == [lossy.token_to_id("[UNK]")]


def test_specials_stand_anywhere() -> None:
    _, exact, lossy = tokenizers_modes("BERT, uncased")
    for text in ("[CLS]ev", "[CLS] ev[CLS]", "ev [CLS] ev", "[CLS]"):
        assert exact.decode(exact.encode_ids(text, parse_special=True)) == text
        assert lossy.encode(text, parse_special=True).ids == lossy.encode_ids(text, parse_special=True).tolist()


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"pre_tokenizer": pre_tokenizers.Whitespace()}, "cuts texts by Whitespace; morfem can import WordPiece with BertPreTokenizer"),
        ({"normalizer": normalizers.NFC()}, "has the normaliser NFC"),
    ],
)
def test_wordpiece_files_that_are_refused(part: dict[str, Any], reason: str, tmp_path: Path) -> None:
    tokenizer = Tokenizer.from_str(wordpiece().decode())
    for name, step in part.items():
        setattr(tokenizer, name, step)
    path = tmp_path / "tokenizer.json"
    path.write_text(str(tokenizer.to_str()))
    with pytest.raises(morfem.MorfemError, match=reason):
        morfem.convert.from_tokenizers(path)


@pytest.mark.parametrize("format", ["tokenizer.json", "spm", "tiktoken"])
def test_wordpiece_is_not_exported(format: Any, tmp_path: Path) -> None:
    for tokenizer in tokenizers_modes("BERT, uncased")[1:]:
        with pytest.raises(morfem.InexactExportError):
            tokenizer.export(format, tmp_path / "file")
    assert not list(tmp_path.iterdir())
