"""Decoder: text is returned as soon as it is certain, and all strings joined equal the result of decode."""

import codecs

import morfem
import pytest
from hypothesis import given

from tests.laws import reference
from tests.laws.adversarial import SENTENCES, SHORT, strings


def assert_streams(tokenizer: morfem.Tokenizer, text: str) -> None:
    """Each push adds to a beginning of the text, and late by at most a word (twice its letters, where words have several spellings)."""
    encoding = tokenizer.encode(text)
    lag_allowed = 2 * max(map(len, text.split()), default=0) + 40
    stream, out = tokenizer.decoder(), ""
    for id, (_, end) in zip(encoding.ids, encoding.offsets, strict=True):
        out += stream.push(id)
        assert text.startswith(out)
        assert encoding.positions is not None or end - len(out) <= lag_allowed
    assert out + stream.finish() == text


@given(text=strings())
def test_random_texts_stream(tokenizer: morfem.Tokenizer, text: str) -> None:
    assert_streams(tokenizer, text)


def test_hard_texts_and_sentences_stream(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT, *SENTENCES):
        assert_streams(tokenizer, text)


def test_a_character_comes_out_with_its_last_byte(tokenizer: morfem.Tokenizer) -> None:
    """A decoder that writes ids one after the other holds nothing back but an incomplete character."""
    if tokenizer.kind not in reference.SEQUENTIAL:
        pytest.skip("its decoder may wait for the end of a word")
    for text in (*SHORT, *SENTENCES):
        ids = tokenizer.encode(text).ids
        stream, utf8, written = tokenizer.decoder(), codecs.getincrementaldecoder("utf-8")(), 0
        for count, id in enumerate(ids, 1):
            if len(ids) > 60 and count > 60:
                break
            so_far = tokenizer.decode_bytes(ids[:count])
            assert stream.push(id) == utf8.decode(so_far[written:])
            written = len(so_far)


def test_half_characters_wait(bpe: morfem.Tokenizer) -> None:
    first, second, third = (bpe.token_to_id(token) for token in ("<0xED>", "<0x95>", "<0x9C>"))
    letter = bpe.token_to_id("<0x61>")
    stream = bpe.decoder()
    assert [stream.push(first), stream.push(second), stream.push(third)] == ["", "", "한"]
    assert [stream.push(first), stream.push(second), stream.push(letter)] == ["", "", "\ufffda"]
    assert [stream.push(first), stream.push(first), stream.push(second), stream.push(third)] == ["", "\ufffd", "", "한"]
    assert [stream.push(third), stream.push(letter)] == ["\ufffd", "a"]
    assert stream.finish() == ""


def test_the_end_makes_half_a_character_certain(bpe: morfem.Tokenizer) -> None:
    stream = bpe.decoder()
    assert stream.push(bpe.token_to_id("<0xF0>")) + stream.push(bpe.token_to_id("<0x9F>")) == ""
    assert stream.finish() == "\ufffd"
    assert stream.finish() == ""


def test_a_finished_decoder_is_as_new(tokenizer: morfem.Tokenizer) -> None:
    stream = tokenizer.decoder()
    for text in (" Evler", "ev", "한국어 ve", " ", ""):
        assert "".join([*map(stream.push, tokenizer.encode(text).ids), stream.finish()]) == text


def test_decoders_do_not_disturb_each_other(tokenizer: morfem.Tokenizer) -> None:
    texts = ("Evlerden geldik 한", " 한국어 שלום")
    streams, outs = [tokenizer.decoder(), tokenizer.decoder()], ["", ""]
    ids = [tokenizer.encode(text).ids for text in texts]
    for at in range(max(map(len, ids))):
        for index in (0, 1):
            if at < len(ids[index]):
                outs[index] += streams[index].push(ids[index][at])
    assert [out + stream.finish() for out, stream in zip(outs, streams, strict=True)] == list(texts)


def test_specials_stream_as_their_text(bpe: morfem.Tokenizer) -> None:
    ids = bpe.encode("<s>ev</s>", parse_special=True).ids
    stream = bpe.decoder()
    assert "".join(map(stream.push, ids)) == "<s>ev</s>"


def test_a_decoder_outlives_its_tokenizer() -> None:
    tokenizer = morfem.train.bpe(SENTENCES * 2, vocab_size=300, progress=False)
    ids, stream = tokenizer.encode("Evler").ids, tokenizer.decoder()
    del tokenizer
    assert "".join(map(stream.push, ids)) + stream.finish() == "Evler"
