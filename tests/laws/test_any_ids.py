"""Law: decode takes any ids in range; an id out of range is a VocabularyError, a lone surrogate a UnicodeEncodeError; nothing panics."""

import random
from collections.abc import Callable
from typing import Any

import morfem
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

OUT_OF_RANGE = (-1, -(2**31), 2**31, 2**32, 2**32 + 300, 2**40, 2**63 - 1, 2**63, 2**64 + 300, 2**70, -(2**70))
LONE_SURROGATES = ("\ud800", "a\ud800b", "\udfff", "ev \udc80 ev", "\ud83d", "\ude00\ud83d")


def assert_decodes(tokenizer: morfem.Tokenizer, ids: list[int]) -> None:
    """Every way to decode gives the same text."""
    raw = tokenizer.decode_bytes(ids)
    text = raw.decode("utf-8", "replace")
    assert tokenizer.decode(ids) == text
    assert tokenizer.decode(np.array(ids, dtype=np.uint32)) == text
    assert tokenizer.decode(np.array(ids, dtype=np.int64)) == text
    assert tokenizer.decode_batch([ids, []], threads=1) == [text, ""]
    stream = tokenizer.decoder()
    assert "".join([*map(stream.push, ids), stream.finish()]) == text
    specials = {tokenizer.token_to_id(special) for special in tokenizer.special_tokens}
    ordinary = [id for id in ids if id not in specials]
    assert tokenizer.decode_bytes(ids, skip_special=True) == tokenizer.decode_bytes(ordinary)
    assert tokenizer.decode(ids, skip_special=True) == tokenizer.decode(ordinary)


@given(share=st.lists(st.floats(0, 1, exclude_max=True), max_size=40))
def test_random_ids_decode(tokenizer: morfem.Tokenizer, share: list[float]) -> None:
    assert_decodes(tokenizer, [int(part * tokenizer.vocab_size) for part in share])


def test_random_bytes_decode_to_replacement_characters(tokenizer: morfem.Tokenizer) -> None:
    byte_ids = [tokenizer.token_to_id(f"<0x{byte:02X}>") for byte in range(256)]
    rng = random.Random(6)
    tricky = [0x61, 0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xEA, 0xF0, 0xF4, 0x90, 0xA0, 0x8F, 0x9F, 0xFF, 0xC0]
    for _ in range(400):
        data = bytes(rng.choice(tricky) if rng.random() < 0.8 else rng.randrange(256) for _ in range(rng.randrange(12)))
        ids = [byte_ids[byte] for byte in data]
        assert tokenizer.decode_bytes(ids) == data or tokenizer.record["space_before"]
        assert_decodes(tokenizer, ids)


def test_every_single_id_decodes(tokenizer: morfem.Tokenizer) -> None:
    step = max(1, tokenizer.vocab_size // 5000)
    for id in range(0, tokenizer.vocab_size, step):
        assert tokenizer.decode_bytes([id]).decode("utf-8", "replace") == tokenizer.decode([id])


def test_all_ids_at_once_decode(tokenizer: morfem.Tokenizer) -> None:
    ids = list(range(min(tokenizer.vocab_size, 5000)))
    assert_decodes(tokenizer, ids)
    assert_decodes(tokenizer, ids[::-1])


def ways_to_name_an_id(tokenizer: morfem.Tokenizer) -> dict[str, Callable[[int], Any]]:
    """Every function that takes an id."""
    return {
        "decode": lambda id: tokenizer.decode([id]),
        "decode after others": lambda id: tokenizer.decode([0, 1, id, 2]),
        "decode_bytes": lambda id: tokenizer.decode_bytes([id]),
        "decode_batch": lambda id: tokenizer.decode_batch([[0], [id]]),
        "decode, skip_special": lambda id: tokenizer.decode([id], skip_special=True),
        "push": lambda id: tokenizer.decoder().push(id),
        "id_to_token": tokenizer.id_to_token,
        "units": tokenizer.units,
    }


def test_an_id_out_of_range_is_a_vocabulary_error(tokenizer: morfem.Tokenizer) -> None:
    for id in (tokenizer.vocab_size, tokenizer.vocab_size + 1, *OUT_OF_RANGE):
        for way, call in ways_to_name_an_id(tokenizer).items():
            with pytest.raises(morfem.VocabularyError) as caught:
                call(id)
            assert str(id) in str(caught.value), f"{way} does not name the id"


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_ids_come_in_every_integer_type(tokenizer: morfem.Tokenizer, dtype: type[np.integer[Any]]) -> None:
    ids = [value for value in (0, 1, 7, 97, 100) if value < tokenizer.vocab_size]
    assert tokenizer.decode(np.array(ids, dtype=dtype)) == tokenizer.decode(ids)
    assert tokenizer.decode(np.array(ids + ids, dtype=dtype)[::2]) == tokenizer.decode((ids + ids)[::2])
    largest = np.iinfo(dtype).max
    if largest >= tokenizer.vocab_size:
        with pytest.raises(morfem.VocabularyError):
            tokenizer.decode(np.array([largest], dtype=dtype))


@pytest.mark.parametrize("text", LONE_SURROGATES)
def test_a_lone_surrogate_is_a_unicode_encode_error(tokenizer: morfem.Tokenizer, text: str) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: tokenizer.encode(text),
        lambda: tokenizer.encode(text, parse_special=True),
        lambda: tokenizer.encode_ids(text),
        lambda: tokenizer.count(text),
        lambda: tokenizer.encode_batch(["a", text], threads=1),
        lambda: tokenizer.encode_ids_batch(["a", text], threads=2),
        lambda: tokenizer.token_to_id(text),
    ]
    for call in calls:
        with pytest.raises(UnicodeEncodeError):
            call()
    assert tokenizer.decode(tokenizer.encode("ev").ids) == "ev"


def test_errors_leave_the_tokenizer_usable(tokenizer: morfem.Tokenizer) -> None:
    stream = tokenizer.decoder()
    ids = tokenizer.encode("한국어 ve Türkçe").ids
    out = ""
    for id in ids:
        with pytest.raises(morfem.VocabularyError):
            stream.push(tokenizer.vocab_size)
        out += stream.push(id)
    assert out + stream.finish() == "한국어 ve Türkçe"
