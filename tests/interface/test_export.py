"""An exported tokenizer gives the same ids in the other library. A tokenizer that would not is refused.

One exception is documented and tested: the other libraries find specials in any text, so the texts here contain none.
"""

import base64
import errno
import json
import os
import tempfile
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Literal

import morfem
import pytest
import tiktoken
from hypothesis import given
from morfem.cli import describe
from tokenizers import Regex, Tokenizer, pre_tokenizers

from tests.conftest import build, training_texts
from tests.interface.test_convert import (
    NORMAL,
    SENTENCEPIECE,
    SPACED,
    TEXTS,
    UNUSED,
    assert_exact,
    byte_level,
    from_sentencepiece,
    from_tokenizers,
    metaspace,
    model_of,
    sentencepiece_pair,
    train_sentencepiece,
)
from tests.laws.adversarial import strings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece

Format = Literal["tokenizer.json", "spm", "tiktoken"]
SPECIAL_TOKENS = ("<pad>", "<s>", "</s>", "<mask>", "<unk>")
# Letters and numbers of Unicode 17 and 18, which the regular expressions of the other libraries may not know; next to old ones.
NEW = [
    "\u088f a\u088f",
    "\u0c5c\u0cdc 1",
    "\U00016ea0\U00016ebb'",
    "\U000323b0\U00033479x",
    "a\U0003d000 b\U0003fc3f.",
    "\U00011de0\U00011de9 9",
    "\U00016ff4a",
]


def exported(tokenizer: morfem.Tokenizer, format: Format) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "exported")
        tokenizer.export(format, path)
        assert [file.name for file in Path(folder).iterdir()] == ["exported"]
        return path.read_bytes()


def has_special(text: str) -> bool:
    return any(special in text for special in SPECIAL_TOKENS)


@cache
def own(name: str) -> morfem.Tokenizer:
    """A small tokenizer of ours that is not in the common list."""
    texts = training_texts()
    if name == "whole":
        return morfem.train.unigram(texts, vocab_size=900, pretokenizer="whole", progress=False)
    if name == "space_runs":
        return morfem.train.unigram(texts, vocab_size=900, pretokenizer="space_runs", progress=False)
    # Specials that look like byte characters, the second like those of the bytes E9 E8.
    return morfem.train.unigram(texts, vocab_size=900, special_tokens=("<s>", "éè", "한국"), progress=False)


def imported_bpe() -> morfem.Tokenizer:
    return from_sentencepiece(train_sentencepiece(model_type="bpe", remove_extra_whitespaces=False))


MADE_HERE: dict[str, Callable[[], morfem.Tokenizer]] = {
    **{name: lambda name=name: build(name) for name in ("bpe", "bpe-without-specials", "unigram", "unigram-any-bytes", "thunder")},  # type: ignore[misc]
    **{name: lambda name=name: own(name) for name in ("whole", "space_runs", "odd specials")},  # type: ignore[misc]
    "imported BPE": lambda: from_tokenizers(byte_level("bpe", "space before")),
    "imported Unigram": lambda: from_tokenizers(byte_level("unigram", "thunder")),
    "imported Metaspace": lambda: from_tokenizers(metaspace("always", False)),
    "imported SentencePiece": lambda: sentencepiece_pair("keeps spaces")[1],
    "imported SentencePiece BPE": lambda: imported_bpe(),
    "imported SentencePiece over words": lambda: sentencepiece_pair("over word ends")[1],
}


@cache
def in_tokenizers(name: str) -> tuple[morfem.Tokenizer, Any]:
    """A tokenizer, and its export as the library reads it."""
    ours = MADE_HERE[name]()
    return ours, Tokenizer.from_str(exported(ours, "tokenizer.json").decode())


def assert_same_in_tokenizers(name: str, text: str) -> None:
    ours, theirs = in_tokenizers(name)
    if (
        has_special(text)
        or (ours.kind in ("sentencepiece", "character_bpe") and "▁" in text)
        or any(s in text for s in ours.special_tokens)
    ):
        return
    ids = assert_exact(ours, text)
    assert theirs.encode(text, add_special_tokens=False).ids == ids, ascii(text)
    assert theirs.decode(ids, skip_special_tokens=False) == text


@pytest.mark.parametrize("name", MADE_HERE)
def test_ids_in_tokenizers(name: str) -> None:
    for text in [*TEXTS, *SPACED, *NEW, "aaaaaaaaaaaaaaaaa", "ㅋㅋㅋㅋㅋㅋㅋㅋㅋ", "....?!!!!", "a" * 300, "Ġ Ċ é è éééè Ā", "<0x41>"]:
        assert_same_in_tokenizers(name, text)


LITERAL_BYTES = ["<0x0A>", "a <0x0A>b<0x41>", "<<0x0A>>", "<0x0a> <0xZZ> <0x", "ev<0xE2><0x96><0x81>"]


@pytest.mark.parametrize("name", MADE_HERE)
def test_a_literal_byte_token_is_text_in_tokenizers_too(name: str) -> None:
    for text in LITERAL_BYTES:
        assert_same_in_tokenizers(name, text)


@pytest.mark.parametrize("name", ["bpe", "unigram", "thunder", "imported SentencePiece BPE"])
def test_a_special_in_a_text_is_text_where_the_library_is_asked_so(name: str) -> None:
    ours, theirs = in_tokenizers(name)
    special = ours.special_tokens[-1]
    text = f"ev {special}ler"
    try:
        theirs.encode_special_tokens = True
        assert theirs.encode(text, add_special_tokens=False).ids == assert_exact(ours, text)
    finally:
        theirs.encode_special_tokens = False
    parsed = ours.encode_ids(text, parse_special=True).tolist()
    assert (theirs.encode(text, add_special_tokens=False).ids == parsed) or ours.record["space_before"]
    assert ours.token_to_id(special) in parsed


def test_a_piece_that_holds_the_start_of_a_literal_byte_keeps_a_model_from_export(tmp_path: Path) -> None:
    pieces = [(piece, -1.0, NORMAL) for piece in ("▁", "<", "0", "x", "A", ">", "<0")]
    with pytest.raises(morfem.InexactExportError, match="would split the piece"):
        from_sentencepiece(model_of(pieces)).export("tokenizer.json", tmp_path / "file")


@given(text=strings())
def test_ids_of_random_texts_in_tokenizers(text: str) -> None:
    for name in MADE_HERE:
        assert_same_in_tokenizers(name, text)


@pytest.mark.parametrize("name", MADE_HERE)
def test_special_tokens_in_tokenizers(name: str) -> None:
    ours, theirs = in_tokenizers(name)
    assert theirs.get_vocab_size() == ours.vocab_size
    for special in ours.special_tokens:
        assert theirs.token_to_id(special) == ours.token_to_id(special)
        assert theirs.encode(special, add_special_tokens=False).ids == [ours.token_to_id(special)]


@pytest.mark.parametrize("name", MADE_HERE)
def test_an_export_is_imported_again(name: str) -> None:
    ours = MADE_HERE[name]()
    file = exported(ours, "tokenizer.json")
    again = from_tokenizers(file.decode())
    assert again.record["splitter"] == ours.record["splitter"]
    assert again.special_tokens == ours.special_tokens
    assert [again.id_to_token(id) for id in range(again.vocab_size)] == [ours.id_to_token(id) for id in range(ours.vocab_size)]
    for text in TEXTS + SPACED + NEW:
        assert assert_exact(again, text) == assert_exact(ours, text)
    # Scores of 32 bits have no short decimals, and may come back in others that mean the same.
    assert ours.kind == "sentencepiece" or exported(again, "tokenizer.json") == file


@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_sentencepiece_models_come_back(name: str) -> None:
    original, ours = sentencepiece_pair(name)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=exported(ours, "spm"))
    for id in range(original.vocab_size()):
        for property in ("id_to_piece", "get_score", "is_control", "is_unknown", "is_byte", "is_unused"):
            if property != "get_score" or not (original.is_control(id) or original.is_unknown(id) or original.is_byte(id)):
                assert getattr(theirs, property)(id) == getattr(original, property)(id)
    for property in ("unk_id", "bos_id", "eos_id", "pad_id", "vocab_size"):
        assert getattr(theirs, property)() == getattr(original, property)()
    for text in TEXTS + SPACED:
        ids = assert_exact(ours, text)
        assert theirs.encode(text) == ids, ascii(text)
        assert theirs.decode(ids) == text


@cache
def own_in_sentencepiece(splitter: Any) -> tuple[morfem.Tokenizer, Any]:
    ours = morfem.train.unigram(training_texts(), vocab_size=1200, pretokenizer=splitter, boundaries="bpe", progress=False)
    return ours, sentencepiece.SentencePieceProcessor(model_proto=exported(ours, "spm"))


def assert_same_in_sentencepiece(splitter: str, text: str) -> None:
    ours, theirs = own_in_sentencepiece(splitter)
    if "▁" not in text:
        ids = assert_exact(ours, text)
        assert theirs.encode(text) == ids, ascii(text)
        assert theirs.decode(ids) == text


@pytest.mark.parametrize("splitter", ["space_runs", "words", "whole"])
def test_our_unigram_has_the_same_ids_in_sentencepiece(splitter: str) -> None:
    ours, theirs = own_in_sentencepiece(splitter)
    assert theirs.vocab_size() >= ours.vocab_size
    assert [theirs.piece_to_id(special) for special in ours.special_tokens] == [0, 1, 2, 3]
    for text in [*TEXTS, *SPACED, *NEW, *training_texts(), "a\n\nb\tc\r\n d", "\x01\x7f\x80", "ﬁ½Ⅻ"]:
        assert_same_in_sentencepiece(splitter, text.replace("\0", ""))


def test_a_model_without_a_guide_has_the_same_ids_in_sentencepiece_if_each_of_its_characters_is_a_piece() -> None:
    ascii_texts = ["The cat sat on the mat.", "Rulers and letters are long.", "  two  spaces"] * 9
    ours = morfem.train.unigram(ascii_texts, vocab_size=285, pretokenizer="space_runs", progress=False)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=exported(ours, "spm"))
    for text in [*ascii_texts, *TEXTS, *SPACED]:
        if "▁" not in text and "\0" not in text:
            assert theirs.encode(text) == assert_exact(ours, text), ascii(text)


@given(text=strings())
def test_random_texts_have_the_same_ids_in_sentencepiece(text: str) -> None:
    assert_same_in_sentencepiece("space_runs", text.replace("\0", ""))


def test_unused_pieces_come_back() -> None:
    ours = from_sentencepiece(model_of([("▁", -2.0, NORMAL), ("a", -1.0, NORMAL), ("b", -1.0, NORMAL), ("ab", -1.0, UNUSED)]))
    theirs = sentencepiece.SentencePieceProcessor(model_proto=exported(ours, "spm"))
    assert theirs.is_unused(theirs.piece_to_id("ab"))
    assert theirs.encode("abab") == assert_exact(ours, "abab")


def in_tiktoken(tokenizer: morfem.Tokenizer) -> tiktoken.Encoding:
    lines = exported(tokenizer, "tiktoken").decode().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split(" ") for line in lines)}
    steps = json.loads(exported(tokenizer, "tokenizer.json"))["pre_tokenizer"]
    pattern = steps["pretokenizers"][0]["pattern"]["Regex"]
    specials = {special: tokenizer.token_to_id(special) for special in tokenizer.special_tokens}
    return tiktoken.Encoding("exported", pat_str=pattern, mergeable_ranks=ranks, special_tokens=specials)


@pytest.mark.parametrize("name", ["bpe", "bpe-without-specials"])
def test_ids_in_tiktoken(name: str) -> None:
    ours = build(name)
    theirs = in_tiktoken(ours)
    assert theirs.n_vocab == ours.vocab_size
    for text in TEXTS + SPACED + NEW + ["<pad> <s>", "a" * 3000, "ab" * 1000]:
        assert theirs.encode_ordinary(text) == assert_exact(ours, text), ascii(text[:100])
    for special in ours.special_tokens:
        assert theirs.encode(special, allowed_special="all") == [ours.token_to_id(special)]


def bpe_of(merges: list[tuple[str, str]], tokens: list[str]) -> morfem.Tokenizer:
    """A byte-level BPE tokenizer by hand."""
    file = json.loads(byte_level("bpe", "gpt2"))
    characters = sorted(token for token in file["model"]["vocab"] if len(token) == 1)
    file["model"]["vocab"] = {token: id for id, token in enumerate(characters + tokens)}
    file["model"]["merges"] = [list(merge) for merge in merges]
    file["added_tokens"] = []
    return from_tokenizers(json.dumps(file))


INEXACT: dict[str, tuple[Callable[[], morfem.Tokenizer], Format, str]] = {
    "pieces that cross the end of a chunk": (lambda: build("thunder"), "spm", "the splitter 'thunder'"),
    "BPE to SentencePiece": (lambda: build("bpe"), "spm", "of kind bpe"),
    "64-bit scores to SentencePiece": (lambda: from_tokenizers(metaspace("always", True)), "spm", "the score of ▁ needs 64"),
    "half characters to SentencePiece": (lambda: build("unigram-any-bytes"), "spm", "has no piece of its own"),
    "characters without a piece to SentencePiece": (lambda: build("unigram"), "spm", "has no piece of its own"),
    "Unigram to tiktoken": (lambda: build("unigram"), "tiktoken", "only byte-pair encodings"),
    "space before to tiktoken": (lambda: from_tokenizers(byte_level("bpe", "space before")), "tiktoken", "space before"),
    "two merges for one token": (
        lambda: bpe_of([("a", "b"), ("ab", "c"), ("b", "c"), ("a", "bc")], ["ab", "abc", "bc"]),
        "tiktoken",
        "order of ids",
    ),
    "merges in another order": (lambda: bpe_of([("a", "b"), ("c", "d")], ["cd", "ab"]), "tiktoken", "order of ids"),
    "a token without a merge": (lambda: bpe_of([("a", "b")], ["ab", "cd"]), "tiktoken", "cd"),
    "a token that other merges prevent": (lambda: bpe_of([("b", "c"), ("a", "b"), ("ab", "c")], ["bc", "ab", "abc"]), "tiktoken", "abc"),
    "unused pieces": (lambda: from_sentencepiece(model_of([("a", -1.0, NORMAL), ("b", -1.0, UNUSED)])), "tokenizer.json", "never used"),
    "a special that is a byte character": (
        lambda: morfem.train.bpe(training_texts(), vocab_size=400, special_tokens=("é",), progress=False),
        "tokenizer.json",
        "'é'",
    ),
}


@pytest.mark.parametrize("name", INEXACT)
def test_what_would_not_be_exact_is_refused(name: str, tmp_path: Path) -> None:
    make, format, reason = INEXACT[name]
    with pytest.raises(morfem.InexactExportError) as refusal:
        make().export(format, tmp_path / "file")
    assert reason in str(refusal.value).replace('"', "'")
    assert "\n" not in str(refusal.value)
    assert not list(tmp_path.iterdir())


def test_a_file_is_written_whole_or_not_at_all(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    target = tmp_path / "tokenizer.json"
    target.write_text("as it was")
    with pytest.raises(morfem.InexactExportError):
        bpe.export("spm", target)
    assert target.read_text() == "as it was"
    bpe.export("tokenizer.json", target)
    assert target.read_bytes() == exported(bpe, "tokenizer.json")
    with pytest.raises(FileNotFoundError):
        bpe.export("tokenizer.json", tmp_path / "nowhere" / "file")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        bpe.export("tokenizer.json", tmp_path / "folder")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "tokenizer.json"]


def test_an_unknown_format_is_refused(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    unknown: Any = "onnx"
    with pytest.raises(morfem.MorfemError, match=r"tokenizer\.json"):
        bpe.export(unknown, tmp_path / "file")


def test_exports_of_several_threads_to_one_path_are_whole_and_leave_no_other_file(tmp_path: Path) -> None:
    path, wanted = tmp_path / "tokenizer.json", tmp_path / "alone.json"
    build("bpe").export("tokenizer.json", wanted)
    with ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            list(pool.map(lambda _: build("bpe").export("tokenizer.json", path), range(8)))
            assert path.read_bytes() == wanted.read_bytes()
    assert {each.name for each in tmp_path.iterdir()} == {"tokenizer.json", "alone.json"}


def test_a_folder_that_is_missing_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        build("bpe").export("tokenizer.json", tmp_path / "none" / "tokenizer.json")
    assert (raised.value.errno, raised.value.strerror) == (errno.ENOENT, os.strerror(errno.ENOENT))
    assert raised.value.filename == str(tmp_path / "none" / "tokenizer.json")


def test_the_loss_of_characters_in_llama_cpp_is_said_beside_each_export() -> None:
    page = (Path(__file__).parents[2] / "docs" / "import-export.md").read_text(encoding="utf-8")
    for text in (morfem.Tokenizer.export.__doc__, describe.export.__doc__, page):
        assert text is not None
        assert "llama.cpp" in text
        assert "ignores byte fallback" in text


@pytest.mark.parametrize("splitter", ["gpt2", "llama3", "thunder"])
def test_the_exported_pattern_knows_every_letter_and_number(splitter: Any, tmp_path: Path) -> None:
    """The engine of `tokenizers` is at an older version of Unicode; the pattern names the letters and numbers that came later."""
    trained = morfem.train.bpe(["kitap kitap"] * 2, vocab_size=261, pretokenizer=splitter, progress=False)
    trained.export("tokenizer.json", tmp_path / "tokenizer.json")
    steps = json.loads((tmp_path / "tokenizer.json").read_text("utf-8"))["pre_tokenizer"]["pretokenizers"]
    (pattern,) = (step["pattern"]["Regex"] for step in steps if "pattern" in step)
    cut = pre_tokenizers.Split(Regex(pattern), "isolated")
    for first in range(0, 0x40000, 0x800):  # behind these planes there are no letters
        if first != 0xD800:
            text = "".join(f"a{chr(code_point)}1 " for code_point in range(first, first + 0x800))
            assert [piece for piece, _ in cut.pre_tokenize_str(text)] == morfem._core.split(splitter, text), hex(first)
