"""Tokenizers that give back the text: every character has an owner, and it is the token with the character's first byte."""

from pathlib import Path

import morfem
import numpy as np
import pytest
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.morfem_adapter import MorfemAdapter
from morfem.adapters.tokenizers_adapter import BYTES
from morfem.evaluate import wrap

from tests.conftest import build
from tests.evaluate.peers import EXACT, TEXTS, byte_level, owners, ranks, segments, sentence_piece, transformers


@pytest.fixture(params=[*EXACT, "morfem"])
def adapter(request: pytest.FixtureRequest) -> TokenizerAdapter:
    return wrap(build("bpe") if request.param == "morfem" else EXACT[request.param]())


def test_every_character_has_an_owner_among_the_tokens_of_its_text(adapter: TokenizerAdapter) -> None:
    texts = [text for text in TEXTS if text == " ".join(text.split())] if adapter.name.startswith("sentencepiece") else TEXTS
    batch = adapter.encode(texts)
    assert (batch.owner >= 0).all()
    assert (batch.token_text[batch.owner] == batch.text_of).all()
    assert not batch.failures
    assert ["".join(segments(batch, index)) for index in range(len(texts))] == texts


def test_a_batch_is_its_texts(adapter: TokenizerAdapter) -> None:
    batch = adapter.encode(TEXTS)
    for index, text in enumerate(TEXTS):
        alone = adapter.encode([text])
        here = batch.owner[batch.text_of == index]
        assert alone.ids.tolist() == batch.ids[batch.indptr[index] : batch.indptr[index + 1]].tolist()
        assert np.where(here >= 0, here - batch.indptr[index], -1).tolist() == alone.owner.tolist()


@pytest.mark.parametrize("text", TEXTS)
def test_tiktoken_against_its_bytes(text: str) -> None:
    encoding = ranks()
    ids = encoding.encode_ordinary(text)
    batch = wrap(encoding).encode([text])
    assert batch.ids.tolist() == ids
    assert batch.owner.tolist() == owners(text, [encoding.decode_single_token_bytes(id) for id in ids])


@pytest.mark.parametrize("trim", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_byte_level_against_its_bytes(text: str, trim: bool) -> None:
    """Also where the library leaves spaces out of the offsets."""
    encoding = byte_level().encode(text, add_special_tokens=False)
    pieces = [b"<s>" if token == "<s>" else bytes(BYTES[character] for character in token) for token in encoding.tokens]
    assert wrap(byte_level(trim)).encode([text]).owner.tolist() == owners(text, pieces)


def test_the_byte_alphabet_is_that_of_the_library() -> None:
    tokenizer = byte_level()
    assert sorted(BYTES.values()) == list(range(256))
    assert all(tokenizer.token_to_id(character) is not None for character in BYTES)
    assert tokenizer.decode([tokenizer.get_vocab()[character] for character in BYTES if BYTES[character] < 0x80]) == "".join(
        chr(byte) for byte in BYTES.values() if byte < 0x80
    )


def test_bytes_of_sentencepiece_give_the_character_to_the_first() -> None:
    """The same where the pieces tile the text and where spaces are lost, so that offsets say it."""
    adapter = wrap(sentence_piece("identity"))
    for text in ("ev😀", "ev  😀  ev"):
        batch = adapter.encode([text])
        first = [adapter.token(id) for id in batch.ids.tolist()].index("<0xF0>")
        assert batch.owner[text.index("😀")] == first


def test_a_special_token_is_text_for_tiktoken_and_added_tokens_are_found_by_tokenizers() -> None:
    assert 300 not in wrap(ranks()).encode(["a <s> b"]).ids
    assert segments(wrap(byte_level()).encode(["a<s>b"])) == ["a", "<s>", "b"]


def test_a_version_of_a_bundled_tokenizer_is_named_as_for_load() -> None:
    text = "İstanbul'daki ağaçların"
    assert wrap("old=tr-mft@1").encode([text]).ids.tolist() == morfem.load("tr-mft@1").encode(text).ids
    with pytest.raises(morfem.MorfemError, match="has tr-mft@1, not tr-mft@99"):
        wrap("tr-mft@99")


def test_tokens_are_written_the_same_way() -> None:
    """▁ for a space, as morfem writes it, whatever the library writes."""
    for adapter in (wrap(ranks()), wrap(byte_level()), wrap(sentence_piece("identity"))):
        ids = adapter.encode([" bir kitap"]).ids.tolist()
        assert "".join(map(adapter.token, ids)).lstrip("▁") == "bir▁kitap"
    assert wrap(ranks()).token(0xE2) == "<0xE2>"
    assert wrap(sentence_piece("identity")).token(0) == "<unk>"


def test_a_fast_tokenizer_of_transformers_is_what_is_inside(tmp_path: Path) -> None:
    made = transformers().PreTrainedTokenizerFast(tokenizer_object=byte_level(True), bos_token="<s>")
    made.save_pretrained(tmp_path)
    inside = wrap(byte_level(True)).encode(TEXTS)
    for adapter in (wrap(made), wrap(tmp_path)):
        batch = adapter.encode(TEXTS)
        assert batch.ids.tolist() == inside.ids.tolist()
        assert batch.owner.tolist() == inside.owner.tolist()
        assert adapter.decode([batch.ids[: batch.indptr[1]].tolist()]) == TEXTS[:1]


def test_a_slow_tokenizer_over_bytes_gives_a_character_to_its_first_byte(tmp_path: Path) -> None:
    made = transformers().ByT5Tokenizer()
    made.save_pretrained(tmp_path)
    texts = [text for text in TEXTS if "<" not in text]
    for adapter in (wrap(made), wrap(tmp_path)):
        batch = adapter.encode(texts)
        for index, text in enumerate(texts):
            expected = owners(text, [bytes([byte]) for byte in text.encode()])
            assert (batch.owner[batch.text_of == index] - batch.indptr[index]).tolist() == expected


def test_added_specials_do_not_hide_merged_tokens() -> None:
    plain = MorfemAdapter(morfem.load("tr-mft-64k")).encode(["Kitaplarımızdan okuduk."])
    added = MorfemAdapter(morfem.load("tr-mft-64k").with_special_tokens(["<x>", "<y>"])).encode(["Kitaplarımızdan okuduk."])
    assert plain.units is not None
    assert added.units is not None
    assert np.array_equal(added.units, plain.units)
