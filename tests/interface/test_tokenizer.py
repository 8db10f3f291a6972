"""Tokenizer: its record, its vocabulary, encoding and decoding."""

import json
import pickle
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
import regex

from tests.conftest import BUILDERS, build, training_texts
from tests.laws.adversarial import SENTENCES, SHORT

KINDS = {"special", "byte", "mark", "space", "symbol", "subword", "affix", "pattern", "root", "stem", "word", "phrase"}


def test_a_tokenizer_describes_itself(tokenizer: morfem.Tokenizer) -> None:
    assert isinstance(tokenizer.name, str)
    assert tokenizer.name
    assert isinstance(tokenizer.kind, str)
    assert tokenizer.kind
    assert tokenizer.language is None or isinstance(tokenizer.language, str)
    assert isinstance(tokenizer.vocab_size, int)
    assert tokenizer.vocab_size > 256
    assert isinstance(tokenizer.special_tokens, list)
    assert all(isinstance(special, str) for special in tokenizer.special_tokens)
    assert tokenizer.name in repr(tokenizer)
    assert str(tokenizer.vocab_size) in repr(tokenizer)


def test_the_record_is_plain_data(tokenizer: morfem.Tokenizer) -> None:
    record = tokenizer.record
    assert json.loads(json.dumps(record)) == record
    assert (record["name"], record["kind"], record["language"]) == (tokenizer.name, tokenizer.kind, tokenizer.language)
    assert {"splitter", "options", "training"} <= record.keys()


def test_a_record_is_a_copy(bpe: morfem.Tokenizer) -> None:
    bpe.record["name"] = "changed"
    bpe.record["options"]["changed"] = True
    assert bpe.record["name"] == bpe.name
    assert "changed" not in bpe.record["options"]


def test_another_record_leaves_the_first_alone(bpe: morfem.Tokenizer, tmp_path: Path) -> None:
    renamed = bpe.with_record(name="ağaç", language="tr", training={"lines": 3, "files": ["a"], "share": 0.1}, card="# Ağaç\n")
    assert (renamed.name, renamed.language, renamed.record["card"]) == ("ağaç", "tr", "# Ağaç\n")
    assert renamed.record["training"] == {**bpe.record["training"], "lines": 3, "files": ["a"], "share": 0.1}
    assert bpe.name != "ağaç"
    assert bpe.record["card"] != "# Ağaç\n"
    assert renamed.encode("Evlerden").ids == bpe.encode("Evlerden").ids
    renamed.save(tmp_path / "folder")
    assert morfem.load(tmp_path / "folder").record == renamed.record
    assert (tmp_path / "folder" / "README.md").read_text(encoding="utf-8") == "# Ağaç\n"


def test_sizes_asked_for_are_sizes_given() -> None:
    asked = {"bpe": 1200, "bpe-without-specials": 600, "unigram": 1200, "unigram-any-bytes": 900}
    assert {name: build(name).vocab_size for name in asked} == asked


def test_specials_come_first_then_the_bytes() -> None:
    for name in BUILDERS:
        if name.startswith(("sentencepiece", "tokenizers-")):
            continue
        tokenizer = build(name)
        specials = tokenizer.special_tokens
        assert [tokenizer.id_to_token(id) for id in range(len(specials))] == specials
        assert [tokenizer.decode_bytes([len(specials) + byte]) for byte in range(256)] == [bytes([byte]) for byte in range(256)]
    assert build("bpe").special_tokens == ["<pad>", "<s>", "</s>", "<mask>"]
    assert build("bpe-without-specials").special_tokens == []


def test_specials_are_an_option_of_training() -> None:
    specials = ["<başla>", "[BİTİR]", "한", "a b"]
    for train in (morfem.train.bpe, morfem.train.unigram, morfem.train.thunder):
        tokenizer = train(training_texts(), vocab_size=600, special_tokens=specials, progress=False)
        assert tokenizer.special_tokens == specials
        assert tokenizer.vocab_size == 600
        assert [tokenizer.token_to_id(special) for special in specials] == [0, 1, 2, 3]
        assert tokenizer.encode("<başla>ev a b", parse_special=True).ids[0] == 0
        assert 2 not in tokenizer.encode("한").ids


def test_token_strings_are_injective(tokenizer: morfem.Tokenizer) -> None:
    tokens = [tokenizer.id_to_token(id) for id in range(tokenizer.vocab_size)]
    assert len(set(tokens)) == len(tokens)
    assert [tokenizer.token_to_id(token) for token in tokens] == list(range(len(tokens)))


def test_token_strings_are_written_as_defined(tokenizer: morfem.Tokenizer) -> None:
    assert tokenizer.id_to_token(tokenizer.token_to_id("<0x41>")) == "<0x41>"
    assert tokenizer.decode_bytes([tokenizer.token_to_id("<0x41>")] * 2).endswith(b"A")
    # Pieces show a space as ▁; what would read as something else has a backslash.
    specials = tokenizer.special_tokens
    for id in range(0, tokenizer.vocab_size, max(1, tokenizer.vocab_size // 20_000)):
        token = tokenizer.id_to_token(id)
        if token not in specials:
            assert " " not in token
            # A merged token is its units' strings, joined; a literal · has a backslash.
            for unit in regex.split(r"(?<!\\)·", token):
                assert regex.search(r"^<(?!0x[0-9A-F]{2}>$)(?!\w+>$)", unit) is None


@pytest.mark.parametrize("train", [morfem.train.bpe, morfem.train.unigram])
def test_text_written_like_tokens_has_other_tokens(train: Any, tmp_path: Path) -> None:
    """Pieces that hold what token strings are written with, white space and backslashes among them, keep their names on disk."""
    texts = [
        piece * 3 for piece in ("▁a", "a·b", "+lAr", "<s>", "<0x41>", "\\x0A", "a\\b", "\t\t", "\n\r", "\\▁", "\\\\", "\\ ", "<>", "\\\n")
    ]
    tokenizer = train(texts * 30, vocab_size=310, special_tokens=(), pretokenizer="whole", progress=False)
    tokens = [tokenizer.id_to_token(id) for id in range(tokenizer.vocab_size)]
    assert [tokenizer.token_to_id(token) for token in tokens] == list(range(tokenizer.vocab_size))
    for text in texts:
        assert tokenizer.decode(tokenizer.encode(text).ids) == text
    tokenizer.save(tmp_path / "saved")
    again = morfem.load(tmp_path / "saved")
    assert [again.id_to_token(id) for id in range(tokenizer.vocab_size)] == tokens
    assert [again.decode_bytes([id]) for id in range(tokenizer.vocab_size)] == [
        tokenizer.decode_bytes([id]) for id in range(tokenizer.vocab_size)
    ]


def test_units_of_a_plain_token_are_itself(tokenizer: morfem.Tokenizer) -> None:
    for id in range(0, tokenizer.vocab_size, max(1, tokenizer.vocab_size // 500)):
        units = tokenizer.units(id)
        assert units
        assert all(0 <= unit < tokenizer.vocab_size for unit in units)
        if tokenizer.kind in ("bpe", "unigram", "thunder", "sentencepiece"):
            assert units == [id]


def test_an_unknown_token_string_is_a_vocabulary_error(tokenizer: morfem.Tokenizer) -> None:
    for token in ("", "no such token at all", "<0x4>", "<0xGG>", "<0x041>", " ", "<no such special>"):
        with pytest.raises(morfem.VocabularyError) as caught:
            tokenizer.token_to_id(token)
        assert repr(token)[1:-1] in str(caught.value)


def test_ids_as_numpy(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT, *SENTENCES[::20]):
        ids = tokenizer.encode_ids(text)
        assert isinstance(ids, np.ndarray)
        assert ids.dtype == np.uint32
        assert ids.ndim == 1
        assert ids.flags.c_contiguous
        assert ids.tolist() == tokenizer.encode(text).ids
        assert tokenizer.count(text) == len(ids)


def test_an_array_of_ids_belongs_to_the_caller(bpe: morfem.Tokenizer) -> None:
    first = bpe.encode_ids("Evlerden geldik.")
    want = first.copy()
    first[:] = 0
    assert (bpe.encode_ids("Evlerden geldik.") == want).all()


@pytest.mark.parametrize(
    "form", [list, tuple, np.array, lambda ids: np.array(ids, dtype=np.int64), lambda ids: [np.uint32(id) for id in ids], range]
)
def test_ids_come_in_many_forms(bpe: morfem.Tokenizer, form: Any) -> None:
    ids = [300, 301, 302]
    given = range(300, 303) if form is range else form(ids)
    assert bpe.decode(given) == bpe.decode(ids)
    assert bpe.decode_bytes(given) == bpe.decode_bytes(ids)
    assert bpe.decode_batch([given, ids]) == [bpe.decode(ids)] * 2


def test_decoding_nothing(tokenizer: morfem.Tokenizer) -> None:
    assert tokenizer.decode([]) == ""
    assert tokenizer.decode_bytes([]) == b""
    assert tokenizer.decode_batch([]) == []
    assert tokenizer.decode(np.array([], dtype=np.uint32)) == ""
    assert tokenizer.decode_batch([[], []]) == ["", ""]
    assert tokenizer.encode("").ids == []
    assert tokenizer.count("") == 0


def test_decode_prints_a_special_as_its_text_unless_it_is_skipped(tokenizer: morfem.Tokenizer) -> None:
    for special in tokenizer.special_tokens:
        id = tokenizer.token_to_id(special)
        ids = [id, *tokenizer.encode("Ev").ids, id]
        assert tokenizer.decode([id]) == special
        assert tokenizer.decode(ids).startswith(special)
        assert tokenizer.decode(ids).endswith(special)
        assert tokenizer.decode(ids, skip_special=True) == "Ev"
        assert tokenizer.decode_bytes(ids, skip_special=True) == b"Ev"
        assert tokenizer.decode_batch([ids, [id]], skip_special=True) == ["Ev", ""]


def test_kinds_have_their_names(tokenizer: morfem.Tokenizer) -> None:
    seen = {kind for text in (*SHORT, *SENTENCES) for kind in tokenizer.encode(text).kinds}
    assert seen <= KINDS - {"special"}


def test_two_tokenizers_do_not_share_what_they_know() -> None:
    tokenizers = [build(name) for name in ("bpe", "unigram", "unigram-any-bytes")]
    alone = [[tokenizer.encode(line).ids for line in SENTENCES] for tokenizer in tokenizers]
    for index, line in enumerate(SENTENCES):
        for tokenizer, ids in zip(tokenizers, alone, strict=True):
            assert tokenizer.encode(line).ids == ids[index]
    assert alone[0] != alone[1]


def test_training_again_gives_the_same_tokenizer() -> None:
    texts = training_texts()[:400]
    for train in (morfem.train.bpe, morfem.train.unigram, morfem.train.thunder):
        first = train(texts, vocab_size=500, threads=1, progress=False)
        second = train(texts, vocab_size=500, threads=2, progress=False)
        assert [first.id_to_token(id) for id in range(500)] == [second.id_to_token(id) for id in range(500)]
        assert first.encode_batch(SENTENCES) == second.encode_batch(SENTENCES)


def test_a_tokenizer_equals_what_has_the_same_content(tokenizer: morfem.Tokenizer, saved: Path) -> None:
    again = morfem.load(saved)
    for same in (again, tokenizer.with_record(), pickle.loads(pickle.dumps(tokenizer)), morfem.Tokenizer.from_files(tokenizer.files())):
        assert same == tokenizer
        assert hash(same) == hash(tokenizer)
    assert {again: "found"}[tokenizer] == "found"


def test_a_tokenizer_differs_from_what_has_another_content(tokenizer: morfem.Tokenizer) -> None:
    renamed = tokenizer.with_record(name="another")
    assert renamed != tokenizer
    assert renamed.with_record(name=tokenizer.name) == tokenizer
    for other in (None, tokenizer.name, 3, tokenizer.record, tokenizer.encode("ev")):
        assert tokenizer != other


def test_no_two_tokenizers_are_equal() -> None:
    assert len({build(name) for name in BUILDERS}) == len(BUILDERS)


def test_the_length_is_the_number_of_ids(tokenizer: morfem.Tokenizer) -> None:
    assert len(tokenizer) == tokenizer.vocab_size


def test_an_encoding_is_taken_for_its_ids(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT, *SENTENCES[::40]):
        encoding = tokenizer.encode(text)
        assert tokenizer.decode(encoding) == text
        assert tokenizer.decode_bytes(encoding) == text.encode()
    assert tokenizer.decode_batch(tokenizer.encode_batch(SENTENCES[:5])) == SENTENCES[:5]
    assert tokenizer.decode(tokenizer.encode("ev"), skip_special=True) == "ev"


@pytest.mark.parametrize("word", ["7'de", "1908'den", "15:30'da", "evlerinin", "zxqlar"])
def test_no_analysis_comes_twice(word: str) -> None:
    analyses = morfem.load("tr-mft").analyze(word, n=5)
    units = [(analysis.root, analysis.part_of_speech, *analysis.affixes, *analysis.segments) for analysis in analyses]
    assert len(set(units)) == len(units) > 0


def test_encode_uses_the_first_analysis_unless_the_grammar_spells_the_word_otherwise() -> None:
    tokenizer = build("tr-mft")
    assert tokenizer.encode("sokağa").glosses[-1] == "DAT"
    (analysis,) = tokenizer.analyze("sokaka")
    assert analysis.segments == ["sokaka"]
    assert tokenizer.encode("sokaka").kinds == ["root", "subword"]
