"""Imported tokenizers give the same ids as their own libraries. A file that cannot be imported exactly is refused.

Where another library breaks a law (it drops spaces, treats `▁` as a space, finds specials in any text), morfem keeps the law.
"""

import functools
import io
import json
import random
import struct
import tempfile
import unicodedata
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, sentences, training_texts

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

# Code points of Unicode 16 and before, which all libraries here know.
OLD = st.characters(exclude_categories=["Cs", "Cn"], exclude_characters="▁")
TEXTS = [
    *(line for language in LANGUAGES for line in sentences(language)),
    *(line.upper() for line in sentences("tr")),
    *(unicodedata.normalize("NFD", line) for line in sentences("ko")),
    *["", "a", "I'll, don't; 3.14 + ½", "x\n\n y\t\tz", "東京へ 😀👩‍👧 ไทย", "e\u0301\u0301 \u0301", "\0a\x7f", "\ue000\uffff"],
]
SPACED = ["  a", "a  ", " a  b   c ", " ", "   ", "a \n b", "  ev  evler   ve"]


def assert_exact(tokenizer: morfem.Tokenizer, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode_ids(text).tolist()
    assert tokenizer.decode(ids) == text
    return ids


# SentencePiece


def train_sentencepiece(**options: Any) -> bytes:
    """A small model file."""
    model = io.BytesIO()
    settings: dict[str, Any] = {
        "model_type": "unigram",
        "vocab_size": 900,
        "hard_vocab_limit": False,
        "byte_fallback": True,
        "normalization_rule_name": "identity",
        "minloglevel": 2,
    }
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(training_texts()), model_writer=model, **(settings | options))
    return model.getvalue()


def field(number: int, value: int | float | bytes | str) -> bytes:
    """One field of a protocol buffer: a varint, a 32-bit float, or bytes."""

    def varint(value: int) -> bytes:
        return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)

    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(content)) + content


NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
PIECES = [("<unk>", 0.0, UNKNOWN), ("<s>", 0.0, CONTROL), *((f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256))]


def model_of(pieces: Iterable[tuple[str, float, int]], trainer: bytes = b"", normalizer: bytes = b"", rest: bytes = b"") -> bytes:
    """A model file by hand."""
    entries = (field(1, piece) + field(2, score) + field(3, kind) for piece, score, kind in [*PIECES, *pieces])
    trainer = field(3, 1) + field(35, 1) + trainer
    return b"".join(field(1, entry) for entry in entries) + field(2, trainer) + field(3, normalizer) + rest


def from_sentencepiece(content: bytes) -> morfem.Tokenizer:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "small.model")
        path.write_bytes(content)
        return morfem.convert.from_sentencepiece(path)


SENTENCEPIECE: dict[str, dict[str, Any]] = {
    "plain": {},
    "keeps spaces": {"remove_extra_whitespaces": False, "allow_whitespace_only_pieces": True},
    "no space before": {"add_dummy_prefix": False},
    "over word ends": {"split_by_whitespace": False, "vocab_size": 1200},
    "few characters": {"character_coverage": 0.98},
    "with controls": {"control_symbols": ["<2tr>", "<2ko>"], "pad_id": 3},
}


@functools.cache
def sentencepiece_pair(name: str) -> tuple[Any, morfem.Tokenizer]:
    """A model as its own program reads it, and as we do."""
    content = train_sentencepiece(**SENTENCEPIECE[name])
    return sentencepiece.SentencePieceProcessor(model_proto=content), from_sentencepiece(content)


@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_sentencepiece_ids(name: str) -> None:
    theirs, ours = sentencepiece_pair(name)
    assert ours.kind == "sentencepiece"
    assert ours.vocab_size == theirs.vocab_size()
    for text in TEXTS:
        if text == text.strip(" ") and "  " not in text:
            assert assert_exact(ours, text) == theirs.encode(text), ascii(text)


def test_sentencepiece_special_tokens() -> None:
    theirs, ours = sentencepiece_pair("with controls")
    assert ours.special_tokens == ["<unk>", "<s>", "</s>", "<pad>", "<2tr>", "<2ko>"]
    for token in ours.special_tokens:
        assert ours.token_to_id(token) == theirs.piece_to_id(token)
        assert ours.encode_ids(token, parse_special=True).tolist() == [ours.token_to_id(token)]
        assert ours.token_to_id(token) not in assert_exact(ours, f"ev {token}")


def test_runs_of_spaces_are_kept() -> None:
    keeping_theirs, keeping_ours = sentencepiece_pair("keeps spaces")
    dropping_theirs, dropping_ours = sentencepiece_pair("plain")
    for text in SPACED:
        assert assert_exact(keeping_ours, text) == keeping_theirs.encode(text)
        assert len(assert_exact(dropping_ours, text)) >= len(dropping_theirs.encode(text))
    assert keeping_ours.record["options"]["remove_extra_whitespaces"] is False
    assert dropping_ours.record["options"]["remove_extra_whitespaces"] is True


def test_a_literal_word_mark_is_no_space() -> None:
    _, ours = sentencepiece_pair("plain")
    encoding = ours.encode("ev▁ev")
    spelled = [token for token, kind in zip(encoding.tokens, encoding.kinds, strict=True) if kind == "byte"]
    assert spelled == ["<0xE2>", "<0x96>", "<0x81>"]
    assert_exact(ours, "▁ev ▁")


def test_an_unknown_character_costs_ten_more_than_the_worst_piece() -> None:
    # The piece xq covers the unknown q; it wins as long as it costs less than x and an unknown character.
    for cost, wins in ((-20.9, True), (-21.1, False)):
        content = model_of([("▁", -2.0, NORMAL), ("x", -1.0, NORMAL), ("xq", cost, NORMAL)] + ([("w", -10.0, NORMAL)] if wins else []))
        theirs = sentencepiece.SentencePieceProcessor(model_proto=content)
        ours = from_sentencepiece(content)
        for text in ("xq", "xqx", "qq xq"):
            assert assert_exact(ours, text) == theirs.encode(text)


def test_unused_pieces_are_not_found() -> None:
    content = model_of(
        [("▁", -2.0, NORMAL), ("a", -1.0, NORMAL), ("b", -1.0, NORMAL), ("ab", -1.0, UNUSED), ("ba", -1.5, NORMAL), ("c", -3.0, UNUSED)]
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=content)
    ours = from_sentencepiece(content)
    with tempfile.TemporaryDirectory() as folder:
        ours.save(f"{folder}/saved")
        for tokenizer in (ours, morfem.load(f"{folder}/saved")):
            for text in ("ab", "abab", "aba", "c", "abcab"):
                assert assert_exact(tokenizer, text) == theirs.encode(text)


SENTENCEPIECE_REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "a model of characters": (lambda: train_sentencepiece(model_type="char", byte_fallback=False), "CHAR model"),
    "spaces behind": (lambda: train_sentencepiece(treat_whitespace_as_suffix=True), "treat_whitespace_as_suffix"),
    "plain spaces": (lambda: model_of([("a", -1.0, NORMAL)], normalizer=field(5, 0)), "escape_whitespaces"),
    "denormalised": (lambda: model_of([("a", -1.0, NORMAL)], rest=field(5, field(2, b"map"))), "denormaliser"),
    "no pieces but bytes": (lambda: model_of([]), "no piece"),
    "unknown type": (lambda: model_of([("a", -1.0, 9)]), "type"),
    "score that is none": (lambda: model_of([("a", float("nan"), NORMAL)]), "score"),
    "piece given twice": (lambda: model_of([("a", -1.0, NORMAL), ("a", -2.0, NORMAL)]), "ids 258 and 259"),
    "piece without text": (lambda: model_of([("", -1.0, NORMAL)]), "a token without text"),
    "byte given twice": (lambda: model_of([("a", -1.0, NORMAL), ("<0x41>", 0.0, BYTE)]), "257 of the 256"),
    "byte that is none": (lambda: model_of([("<0x4>", -1.0, BYTE)]), "257 of the 256"),
    "cut short": (lambda: train_sentencepiece()[:1000], "damaged"),
    "another file": (lambda: b'{"model": {}}', "not a SentencePiece model"),
    "an empty file": (lambda: b"", "not a SentencePiece model"),
}


@pytest.mark.parametrize("name", SENTENCEPIECE_REFUSED)
def test_sentencepiece_models_that_are_refused(name: str, tmp_path: Path) -> None:
    make, reason = SENTENCEPIECE_REFUSED[name]
    path = tmp_path / "refused.model"
    path.write_bytes(make())
    with pytest.raises(morfem.MorfemError) as refusal:
        morfem.convert.from_sentencepiece(path)
    assert reason in str(refusal.value)
    assert str(refusal.value).startswith(str(path))
    assert "\n" not in str(refusal.value)


# Hugging Face tokenizers

SPECIALS = ["<unk>", "<s>", "</s>"]
THUNDER = morfem._core.splitter_pattern("thunder")


def cut_by(pattern: str) -> Any:
    cut = pre_tokenizers.Split(Regex(pattern), "isolated")
    return pre_tokenizers.Sequence([cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


PRE_TOKENIZERS: dict[str, Any] = {
    "gpt2": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "space before": pre_tokenizers.ByteLevel(add_prefix_space=True),
    "whole": pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
    "thunder": cut_by(THUNDER),
    "words": cut_by(morfem._core.splitter_pattern("words")),
}


@functools.cache
def byte_level(model: str, pre_tokenizer: str) -> str:
    """A small `tokenizer.json` over byte characters."""
    tokenizer = Tokenizer(models.BPE() if model == "bpe" else models.Unigram())
    tokenizer.pre_tokenizer = PRE_TOKENIZERS[pre_tokenizer]
    tokenizer.decoder = decoders.ByteLevel()
    options: dict[str, Any] = {
        "vocab_size": 900,
        "special_tokens": SPECIALS,
        "initial_alphabet": pre_tokenizers.ByteLevel.alphabet(),
        "show_progress": False,
    }
    trainer = trainers.BpeTrainer(**options) if model == "bpe" else trainers.UnigramTrainer(unk_token="<unk>", **options)
    tokenizer.train_from_iterator(training_texts(), trainer)
    return str(tokenizer.to_str())


@functools.cache
def metaspace(scheme: str, split: bool) -> str:
    """A small `tokenizer.json` with `▁` for spaces and byte fallback."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=split)
    trainer = trainers.UnigramTrainer(vocab_size=700, special_tokens=SPECIALS, unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(training_texts(), trainer)
    file = json.loads(tokenizer.to_str())
    file["model"]["vocab"] += [[f"<0x{byte:02X}>", 0.0] for byte in range(256)]
    file["model"]["byte_fallback"] = True
    return json.dumps(file)


def from_tokenizers(file: str) -> morfem.Tokenizer:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tokenizer.json")
        path.write_text(file, encoding="utf-8")
        return morfem.convert.from_tokenizers(path)


def theirs_of(file: str) -> Callable[[str], list[int]]:
    tokenizer = Tokenizer.from_str(file)
    return lambda text: list(tokenizer.encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS)
@pytest.mark.parametrize("model", ["bpe", "unigram"])
def test_byte_level_ids(model: str, pre_tokenizer: str) -> None:
    file = byte_level(model, pre_tokenizer)
    ours, theirs = from_tokenizers(file), theirs_of(file)
    assert ours.kind == model
    assert ours.special_tokens == SPECIALS
    for text in TEXTS + SPACED:
        ids = assert_exact(ours, text)
        if pre_tokenizer != "space before" or not text.startswith(" "):
            assert ids == theirs(text), ascii(text)


@given(text=st.text(OLD, max_size=40).filter(lambda text: not any(special in text for special in SPECIALS)))
def test_byte_level_ids_of_random_texts(text: str) -> None:
    for model in ("bpe", "unigram"):
        file = byte_level(model, "gpt2")
        assert assert_exact(_cached(file), text) == _cached_theirs(file)(text)


_cached = functools.cache(from_tokenizers)
_cached_theirs = functools.cache(theirs_of)


def test_a_space_before_a_text_is_put_before_a_space_too() -> None:
    ours = from_tokenizers(byte_level("bpe", "space before"))
    assert assert_exact(ours, "ev") != assert_exact(ours, " ev")


@pytest.mark.parametrize("scheme", ["always", "first", "never"])
@pytest.mark.parametrize("split", [True, False], ids=["split", "whole"])
def test_metaspace_ids(scheme: str, split: bool) -> None:
    file = metaspace(scheme, split)
    ours, theirs = from_tokenizers(file), theirs_of(file)
    assert ours.kind == "sentencepiece"
    for text in TEXTS + SPACED:
        ids = assert_exact(ours, text)
        if scheme == "never" or not text.startswith(" "):
            assert ids == theirs(text), ascii(text)


def test_spaces_written_by_the_normaliser() -> None:
    tokenizer = Tokenizer.from_str(metaspace("always", False))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    file = json.loads(tokenizer.to_str())
    file["pre_tokenizer"] = None
    ours, theirs = from_tokenizers(json.dumps(file)), theirs_of(json.dumps(file))
    for text in TEXTS + SPACED:
        assert assert_exact(ours, text) == theirs(text), ascii(text)


def test_merges_in_both_ways_of_writing() -> None:
    file = json.loads(byte_level("bpe", "gpt2"))
    merges = [tuple(merge.split(" ")) if isinstance(merge, str) else tuple(merge) for merge in file["model"]["merges"]]
    read = []
    for written in ([list(merge) for merge in merges], [" ".join(merge) for merge in merges]):
        file["model"]["merges"] = written
        read.append(from_tokenizers(json.dumps(file)))
    for text in TEXTS:
        assert read[0].encode_ids(text).tolist() == read[1].encode_ids(text).tolist()


def test_scores_are_read_as_the_library_reads_them() -> None:
    """It does not read every decimal to the nearest double, and splits that tie are decided by the last bit."""
    rng = random.Random(7)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    ties = 0
    for _ in range(60):
        pieces = {"a" * length: -length * 2 + rng.random() / 50 for length in range(2, 5)} | dict.fromkeys(
            alphabet, -2.0 + rng.random() / 50
        )
        file = json.loads(byte_level("unigram", "gpt2"))
        file["model"] = {"type": "Unigram", "unk_id": None, "byte_fallback": False, "vocab": [list(piece) for piece in pieces.items()]}
        file["added_tokens"] = []
        ours, theirs = from_tokenizers(json.dumps(file)), theirs_of(json.dumps(file))
        for length in range(2, 60):
            ids = assert_exact(ours, "a" * length)
            assert ids == theirs("a" * length)
            ties += sorted(ids) != ids
    assert ties > 0


def test_steps_that_are_not_taken_over_are_recorded() -> None:
    tokenizer = Tokenizer.from_str(byte_level("bpe", "gpt2"))
    tokenizer.enable_truncation(5)
    tokenizer.enable_padding()
    ours = from_tokenizers(tokenizer.to_str())
    assert ours.record["options"]["left_out"] == ["truncation", "padding"]
    assert len(assert_exact(ours, "evlerimizden gelenler okullarda kaldılar, sonra döndüler")) > 5


def edited(model: str, edit: Callable[[dict[str, Any]], object]) -> str:
    file = json.loads(metaspace("always", True) if model == "metaspace" else byte_level(model, "gpt2"))
    edit(file)
    return json.dumps(file)


def without(byte_character: str) -> Callable[[dict[str, Any]], object]:
    """Replaces a byte character by another token."""

    def edit(file: dict[str, Any]) -> None:
        model = file["model"]
        if model["type"] == "BPE":
            model["vocab"]["zqzq"] = model["vocab"].pop(byte_character)
            model["merges"] = [merge for merge in model["merges"] if byte_character not in "".join(merge)]
        else:
            model["vocab"] = [["zqzq" if piece == byte_character else piece, score] for piece, score in model["vocab"]]

    return edit


def added(content: str, id: int, special: bool) -> Callable[[dict[str, Any]], object]:
    flags = dict.fromkeys(["single_word", "lstrip", "rstrip", "normalized"], False)
    return lambda file: file["added_tokens"].append({"id": id, "content": content, "special": special, **flags})


TOKENIZERS_REFUSED: dict[str, tuple[str, Callable[[dict[str, Any]], object], str]] = {
    "normaliser": ("bpe", lambda file: file.update(normalizer={"type": "Nmt"}), "the normaliser Nmt"),
    "added token that takes spaces": (
        "bpe",
        lambda file: file["added_tokens"].append({"id": 900, "content": "ev", "special": False, "lstrip": True}),
        "lstrip",
    ),
    "decoder": ("bpe", lambda file: file.update(decoder={"type": "WordPiece", "prefix": "##", "cleanup": True}), "decoder"),
    "no pre-tokenizer": ("bpe", lambda file: file.update(pre_tokenizer=None), "no pre-tokenizer"),
    "other pre-tokenizer": ("metaspace", lambda file: file.update(pre_tokenizer={"type": "Whitespace"}), "by Whitespace;"),
    "other pattern": (
        "bpe",
        lambda file: file.update(pre_tokenizer=json.loads(Tokenizer_with(cut_by(r"\w+|\W+")))["pre_tokenizer"]),
        "morfem knows the patterns of",
    ),
    "other replacement": ("metaspace", lambda file: file["pre_tokenizer"].update(replacement="_"), "Metaspace"),
    "dropout": ("bpe", lambda file: file["model"].update(dropout=0.1), "dropout"),
    "subword prefix": ("bpe", lambda file: file["model"].update(continuing_subword_prefix="##"), "continuing_subword_prefix"),
    "word suffix": ("bpe", lambda file: file["model"].update(end_of_word_suffix="</w>"), "end_of_word_suffix"),
    "missing byte of byte fallback": ("metaspace", lambda file: file["model"]["vocab"].pop(), "255 of the 256"),
    "gap": ("bpe", added("<x>", 905, True), "no token with the id 900"),
    "id taken": ("bpe", added("<x>", 300, True), "id 300"),
    "special with a tab": ("bpe", added("<\t>", 900, True), "tab"),
    "immense id": ("bpe", added("<x>", 1 << 62, True), "too large"),
    "merge of nothing": ("bpe", lambda file: file["model"]["merges"].append(["Ġ", "qqqq"]), "not in the vocabulary"),
    "merge given twice": ("bpe", lambda file: file["model"]["merges"].append(file["model"]["merges"][0]), "listed twice"),
    "no byte characters": ("bpe", lambda file: file["model"]["vocab"].update({"日本": 900}), "byte characters"),
    "word level": ("bpe", lambda file: file.update(model={"type": "WordLevel", "vocab": {}}), "WordLevel"),
    "score that is none": ("unigram", lambda file: file["model"]["vocab"].append(["zz", None]), "score"),
    "piece given twice": ("unigram", lambda file: file["model"]["vocab"].append(["a", -3.0]), "id 900"),
    "no model": ("bpe", lambda file: file.pop("model"), "not a tokenizer.json"),
}


def Tokenizer_with(pre_tokenizer: Any) -> str:  # noqa: N802
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizer
    return str(tokenizer.to_str())


@pytest.mark.parametrize("name", TOKENIZERS_REFUSED)
def test_tokenizer_files_that_are_refused(name: str, tmp_path: Path) -> None:
    model, edit, reason = TOKENIZERS_REFUSED[name]
    path = tmp_path / "tokenizer.json"
    path.write_text(edited(model, edit), encoding="utf-8")
    with pytest.raises(morfem.MorfemError) as refusal:
        morfem.convert.from_tokenizers(path)
    assert reason in str(refusal.value)
    assert str(refusal.value).startswith(str(path))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("merges", [1, 300], ids=["without one merge", "without most merges"])
def test_chunks_that_are_tokens_without_their_merges(merges: int) -> None:
    """As in Llama 3 and Mistral NeMo (ignore_merges)."""
    file = edited("bpe", lambda file: file["model"].update(ignore_merges=True, merges=file["model"]["merges"][:-merges]))
    ours, theirs = from_tokenizers(file), theirs_of(file)
    assert len(ours.record["merging"]["whole"]) >= merges / 2
    for text in [*TEXTS, *" ".join(TEXTS).split(" ")]:
        assert assert_exact(ours, text) == theirs(text), ascii(text)


def test_whole_words_that_the_merges_make_anyway() -> None:
    file = edited("bpe", lambda file: file["model"].update(ignore_merges=True))
    ours, theirs = from_tokenizers(file), theirs_of(file)
    for text in TEXTS:
        assert assert_exact(ours, text) == theirs(text)


SPACES = [1, 2, 4, 8, 5, 16, 6, 12, 13, 10, 14, 3, 9, 7, 11]


@pytest.mark.parametrize("lengths", [SPACES, [1, 2, 4, 8], [1, 3, 2, 6]], ids=["as in Mistral", "doubled", "threes"])
def test_of_runs_of_spaces_with_equal_scores_the_leftmost_pair_is_joined(lengths: list[int], tmp_path: Path) -> None:
    letters = [("e", -30.0, NORMAL), ("v", -31.0, NORMAL), ("ev", -1.0, NORMAL), ("▁e", -2.0, NORMAL), ("▁ev", -3.0, NORMAL)]
    runs = [("▁" * length, -1e9 if length > 1 else -29.0, NORMAL) for length in lengths]
    content = model_of([*letters, *runs], trainer=field(3, 2), normalizer=field(3, 0) + field(4, 0))
    theirs = sentencepiece.SentencePieceProcessor(model_proto=content)
    ours = from_sentencepiece(content)
    ours.save(tmp_path / "saved")
    loaded = morfem.load(tmp_path / "saved")
    texts = [f"{' ' * one}ev{' ' * two}vev{' ' * (one % 3)}" for one in range(40) for two in (0, 1, 2, 5, 17, 33)]
    texts += [" " * length for length in range(80)]
    for text in texts:
        assert assert_exact(loaded, text) == theirs.encode(text), text
    with pytest.raises(morfem.InexactExportError, match="a rank of its own"):
        ours.export("tokenizer.json", tmp_path / "file")
    smaller = morfem.train.prune(ours, texts).tokenizer
    assert all(smaller.encode(text).tokens == ours.encode(text).tokens for text in texts)


@pytest.mark.parametrize("read", [morfem.convert.from_sentencepiece, morfem.convert.from_tokenizers])
def test_files_that_are_no_files(read: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        read(tmp_path / "missing")
    assert "missing" in str(missing.value)
    with pytest.raises(IsADirectoryError):
        read(tmp_path)
    for content in (b"", b"{", b"\xff\xfe", b"[]", b"null", bytes(1000)):
        (tmp_path / "damaged").write_bytes(content)
        with pytest.raises(morfem.MorfemError) as refusal:
            read(tmp_path / "damaged")
        assert "damaged" in str(refusal.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: sentencepiece_pair("over word ends")[1],
        lambda: from_tokenizers(byte_level("bpe", "space before")),
        lambda: from_tokenizers(byte_level("unigram", "thunder")),
        lambda: from_tokenizers(metaspace("never", True)),
    ],
    ids=["sentencepiece", "bpe", "unigram", "metaspace"],
)
def test_an_imported_tokenizer_is_saved_and_loaded(make: Callable[[], morfem.Tokenizer], tmp_path: Path) -> None:
    tokenizer = make()
    tokenizer.save(tmp_path / "saved")
    loaded = morfem.load(tmp_path / "saved")
    assert loaded.files() == tokenizer.files()
    for text in TEXTS + SPACED:
        assert assert_exact(loaded, text) == tokenizer.encode_ids(text).tolist()
