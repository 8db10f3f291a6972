"""Specials that are added to a finished tokenizer: ids at the end, found only on request, saved with the artefact."""

import hashlib
import itertools
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import build
from tests.interface.test_format import sealed
from tests.laws.adversarial import PHENOMENA, SENTENCES

CHAT = ["<|im_start|>", "<|im_end|>"]
TEXTS = ["Kitapları okuduk.", "שלום לילדים", "할 수 있는 일", "", " ", *SENTENCES[:20], *PHENOMENA["special syntax"]]


@pytest.fixture(scope="module")
def added(tokenizer: morfem.Tokenizer) -> morfem.Tokenizer:
    """Each tokenizer with the marks of a chat."""
    return tokenizer.with_special_tokens(CHAT)


def test_specials_are_added_at_the_end(tokenizer: morfem.Tokenizer, added: morfem.Tokenizer) -> None:
    size = tokenizer.vocab_size
    assert added.vocab_size == size + 2
    assert [added.token_to_id(special) for special in CHAT] == [size, size + 1]
    assert added.special_tokens == [*tokenizer.special_tokens, *CHAT]
    assert [added.id_to_token(id) for id in range(0, size, 97)] == [tokenizer.id_to_token(id) for id in range(0, size, 97)]
    assert [added.units(id) for id in range(0, size, 97)] == [tokenizer.units(id) for id in range(0, size, 97)]
    assert added.units(size) == [size]


def test_ids_of_texts_stay(tokenizer: morfem.Tokenizer, added: morfem.Tokenizer) -> None:
    for text in TEXTS:
        assert added.encode(text) == tokenizer.encode(text)
        assert added.encode(text + CHAT[0]).ids == tokenizer.encode(text + CHAT[0]).ids


def test_added_specials_are_found_on_request(added: morfem.Tokenizer) -> None:
    start, end = (added.token_to_id(special) for special in CHAT)
    for before, after in itertools.product(("", "Kitapları", "שלום ", "할 수"), ("", "evde", " ev", "일", "لا")):
        text = f"{before}<|im_start|>{after}<|im_end|>"
        encoding = added.encode(text, parse_special=True)
        assert [id for id in encoding.ids if id in (start, end)] == [start, end]
        assert added.decode(encoding.ids) == text
        assert added.decode(encoding.ids, skip_special=True).replace(" ", "") == f"{before}{after}".replace(" ", "")
        assert "".join(encoding.surfaces) == text
        assert encoding.kinds[encoding.ids.index(start)] == "special"
        stream = added.decoder()
        assert "".join(map(stream.push, encoding.ids)) + stream.finish() == text
        again = [*added.encode(before).ids, start, *added.encode(after).ids, end]
        assert encoding.ids == again or "sentencepiece" in added.kind or added.record["space_before"]


def test_added_specials_are_saved(added: morfem.Tokenizer, tmp_path: Path) -> None:
    added.save(tmp_path / "saved")
    loaded = morfem.load(tmp_path / "saved")
    assert loaded == added
    assert loaded.files() == added.files()
    assert loaded.special_tokens == added.special_tokens
    text = "evde<|im_end|> ev"
    assert loaded.encode(text, parse_special=True) == added.encode(text, parse_special=True)
    assert pickle.loads(pickle.dumps(added)) == added
    record = json.loads((tmp_path / "saved" / "morfem.json").read_bytes())
    assert record["added"] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"added": 1}, "vocabulary.tsv"),
        ({"added": 99}, "an added token is a special or a root"),
        ({"added": 9999}, "added is 9999"),
        ({"requires": ["more"]}, '"more"'),
    ],
)
def test_a_wrong_count_of_added_specials_is_refused(change: dict[str, object], message: str) -> None:
    files = build("morpheus-merged").with_special_tokens(CHAT).files()
    record = {**json.loads(files["morfem.json"]), **change}
    with pytest.raises(morfem.ArtifactError, match=message):
        morfem.Tokenizer.from_files({**files, "morfem.json": sealed(record)})


def test_a_changed_line_of_an_added_special_is_refused() -> None:
    files = build("morpheus-merged").with_special_tokens(CHAT).files()
    changed = files["vocabulary.tsv"].replace(b"<|im_end|>", b"<|im_eNd|>")
    record = json.loads(files["morfem.json"])
    record["files"]["vocabulary.tsv"] = hashlib.sha256(changed).hexdigest()
    with pytest.raises(morfem.ArtifactError, match="other specials"):
        morfem.Tokenizer.from_files({**files, "vocabulary.tsv": changed, "morfem.json": sealed(record)})


def test_a_published_version_with_more_specials_is_not_that_version() -> None:
    assert morfem.load("tr-mft").version is not None
    assert morfem.load("tr-mft").with_special_tokens(CHAT).version is None


def test_reserved_ids_are_taken_first() -> None:
    plain = build("morpheus-merged")
    reserved = plain.with_special_tokens(["<|tool|>"], reserved=3)
    size = plain.vocab_size
    assert reserved.special_tokens[-4:] == ["<|tool|>", "<|reserved_0|>", "<|reserved_1|>", "<|reserved_2|>"]
    named = reserved.with_special_tokens(CHAT)
    assert named.vocab_size == reserved.vocab_size == size + 4
    assert named.special_tokens[-4:] == ["<|tool|>", *CHAT, "<|reserved_2|>"]
    more = named.with_special_tokens(["<a>", "<b>"], reserved=2)
    assert more.special_tokens[-7:] == ["<|tool|>", *CHAT, "<a>", "<b>", "<|reserved_0|>", "<|reserved_1|>"]
    assert more.encode("Kitap<b>", parse_special=True).ids[-1] == size + 4
    assert plain.with_special_tokens([]).special_tokens == plain.special_tokens


@pytest.mark.parametrize(
    ("specials", "error", "message"),
    [
        (["<s>"], morfem.VocabularyError, 'special token "<s>" is the token with id 1 already; choose another text'),
        (["<a>", "<a>"], morfem.MorfemError, "given twice"),
        ([""], morfem.MorfemError, "is empty"),
        (["a\tb"], morfem.MorfemError, "tab or line end"),
        (["<0x41>"], morfem.VocabularyError, "<0x41>"),
        (["x" * 2000], morfem.MorfemError, "2000 bytes"),
        ("<a>", TypeError, "tokens is of type str; give a list of str"),
    ],
)
def test_bad_specials_are_refused(specials: list[str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        build("bpe").with_special_tokens(specials)
    with pytest.raises(morfem.MorfemError, match="reserved is -1"):
        build("bpe").with_special_tokens(["<a>"], reserved=-1)


def unread() -> Iterator[str]:
    """A corpus that fails when it is read."""
    raise AssertionError("the corpus is read")
    yield


@pytest.mark.parametrize(
    ("system", "special", "kind", "options"),
    [
        ("bpe", "<0x41>", "byte", {}),
        ("unigram", "<0x41>", "byte", {}),
        ("thunder", "<0x41>", "byte", {}),
        ("mft", "<title>", "mark", {"pack": "tr"}),
        ("mft", "+lAr", "affix", {"pack": "tr"}),
        ("morpheus", "<upper>", "mark", {"pack": "tr"}),
        ("splinter", "<join>", "mark", {"alphabet": "he", "clitics": "he"}),
        ("splinter", "▁ע", "subword", {"alphabet": "he", "clitics": "he"}),
        ("splinter", "ע", "subword", {"learned": "he-splinter"}),
    ],
)
def test_a_special_that_every_vocabulary_has_is_refused_before_the_corpus_is_read(
    system: str, special: str, kind: str, options: dict[str, Any]
) -> None:
    if "learned" in options:
        options = {"learned": build("he-splinter")}
    train = getattr(morfem.train, system)
    with pytest.raises(morfem.MorfemError, match=f"special token .* is also a token of kind {kind}"):
        train(unread(), vocab_size=20_000, special_tokens=["<s>", special], progress=False, **options)


def test_the_vocabulary_has_every_id_once(tokenizer: morfem.Tokenizer) -> None:
    vocabulary = tokenizer.vocab()
    assert list(vocabulary.values()) == list(range(tokenizer.vocab_size))
    assert all(tokenizer.id_to_token(id) == token for token, id in itertools.islice(vocabulary.items(), 0, None, 53))
    assert "<|im_end|>" in tokenizer.with_special_tokens(CHAT).vocab()


@pytest.mark.parametrize("name", ["ko-thunder", "bpe", "unigram", "tokenizers-bpe", "sentencepiece"])
def test_an_export_has_the_added_specials(name: str, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    added = build(name).with_special_tokens(CHAT, reserved=1)
    added.export("tokenizer.json", tmp_path / "tokenizer.json")
    other = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert other.get_vocab_size() == added.vocab_size
    assert other.token_to_id("<|reserved_0|>") == added.vocab_size - 1
    text = "<|im_start|>Kitapları okuduk.<|im_end|>"
    assert other.decode(other.encode(text).ids, skip_special_tokens=False).count("<|im_end|>") == 1
    if not added.record["space_before"]:
        assert other.encode(text).ids == added.encode(text, parse_special=True).ids


def test_an_export_to_sentencepiece_has_the_added_specials(tmp_path: Path) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    added = build("sentencepiece").with_special_tokens(CHAT)
    added.export("spm", tmp_path / "model")
    other = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "model"))
    assert other.get_piece_size() == added.vocab_size
    assert other.is_control(other.piece_to_id("<|im_end|>"))
    assert other.encode("Kitapları okuduk.<|im_end|>") == added.encode_ids("Kitapları okuduk.<|im_end|>").tolist()


def test_an_export_to_tiktoken_leaves_the_added_ids_free(tmp_path: Path) -> None:
    added = build("bpe").with_special_tokens(CHAT)
    added.export("tiktoken", tmp_path / "added")
    build("bpe").export("tiktoken", tmp_path / "plain")
    assert (tmp_path / "added").read_bytes() == (tmp_path / "plain").read_bytes()
