"""Law: text is text. A string that looks like a special, a token string or an internal symbol is encoded as its characters."""

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.adversarial import PHENOMENA, SENTENCES, strings


def special_ids(tokenizer: morfem.Tokenizer) -> set[int]:
    """Ids of the specials."""
    return {tokenizer.token_to_id(special) for special in tokenizer.special_tokens}


def assert_is_text(tokenizer: morfem.Tokenizer, text: str) -> None:
    """No special among the ids, and the text comes back even when specials are skipped."""
    encoding = tokenizer.encode(text)
    assert not special_ids(tokenizer) & set(encoding.ids)
    assert "special" not in encoding.kinds
    assert tokenizer.decode(encoding.ids, skip_special=True) == text


@given(text=strings())
def test_random_text_has_no_specials(tokenizer: morfem.Tokenizer, text: str) -> None:
    assert_is_text(tokenizer, text)


def test_specials_in_text_are_text(tokenizer: morfem.Tokenizer) -> None:
    for special in [*tokenizer.special_tokens, *PHENOMENA["special syntax"]]:
        for text in (special, special * 3, f"a{special}b", f" {special} ", f"{special}\n", special[:-1], special[1:]):
            assert_is_text(tokenizer, text)


def test_token_strings_in_text_are_text(tokenizer: morfem.Tokenizer) -> None:
    step = max(1, tokenizer.vocab_size // 3000)
    for id in range(0, tokenizer.vocab_size, step):
        token = tokenizer.id_to_token(id)
        assert_is_text(tokenizer, token)
        assert_is_text(tokenizer, f"ev{token} {token}")


def test_symbols_of_token_strings_are_themselves(tokenizer: morfem.Tokenizer) -> None:
    lookalikes = ["▁", " ", "Ġ", "·", "+", "\\", "<0x20>", "\\x20", "\ue000", "\uf8ff"]
    assert len({tuple(tokenizer.encode(f"a{text}b").ids) for text in lookalikes}) == len(lookalikes)
    for text in lookalikes:
        assert_is_text(tokenizer, text)
        assert_is_text(tokenizer, f"a{text}b")


def pieces(tokenizer: morfem.Tokenizer) -> st.SearchStrategy[list[str]]:
    """Specials, parts of specials and text."""
    some = tokenizer.special_tokens or [""]
    return st.lists(
        st.sampled_from(some) | st.sampled_from([special[:-1] for special in some]) | st.sampled_from(["", " ", "ev", "<", "한"]),
        max_size=7,
    )


@given(data=st.data())
def test_parsed_specials_come_back(tokenizer: morfem.Tokenizer, data: st.DataObject) -> None:
    text = "".join(data.draw(pieces(tokenizer)))
    encoding = tokenizer.encode(text, parse_special=True)
    assert tokenizer.decode(encoding.ids) == text
    assert tokenizer.encode_ids(text, parse_special=True).tolist() == encoding.ids
    assert tokenizer.count(text, parse_special=True) == len(encoding)
    assert [each.ids for each in tokenizer.encode_batch([text], parse_special=True, threads=1)] == [encoding.ids]
    assert tokenizer.encode_ids_batch([text], parse_special=True, threads=1)[0].tolist() == encoding.ids
    for id, kind, token, surface, word in zip(
        encoding.ids, encoding.kinds, encoding.tokens, encoding.surfaces, encoding.word_ids, strict=True
    ):
        assert (kind == "special") == (id in special_ids(tokenizer)) == (token in tokenizer.special_tokens)
        if kind == "special" and encoding.positions is None:
            assert surface == token
            assert word is None


@given(text=strings())
def test_parsing_specials_changes_nothing_where_there_are_none(tokenizer: morfem.Tokenizer, text: str) -> None:
    if not any(special in text for special in tokenizer.special_tokens):
        assert tokenizer.encode(text, parse_special=True) == tokenizer.encode(text)


def test_every_special_is_found(tokenizer: morfem.Tokenizer) -> None:
    for special in tokenizer.special_tokens:
        id = tokenizer.token_to_id(special)
        assert tokenizer.encode(special, parse_special=True).ids == [id]
        assert tokenizer.encode(special * 2, parse_special=True).ids == [id, id]
        for line in SENTENCES[::40]:
            assert tokenizer.encode(special + line + special, parse_special=True).ids.count(id) == 2
            assert tokenizer.decode(tokenizer.encode(f"{line}{special}{line}", parse_special=True).ids) == f"{line}{special}{line}"


def test_the_longest_special_wins() -> None:
    texts = [line for line in SENTENCES for _ in range(2)]
    tokenizer = morfem.train.bpe(texts, vocab_size=400, special_tokens=("<a>", "<a><b>", "ab", "abc", " x"), progress=False)
    parsed = {
        "<a><b>": ["<a><b>"],
        "<a><a><b><a>": ["<a>", "<a><b>", "<a>"],
        "abcab": ["abc", "ab"],
        "ababc": ["ab", "abc"],
        " x": [" x"],
    }
    for text, tokens in parsed.items():
        assert tokenizer.encode(text, parse_special=True).tokens == tokens
        assert tokenizer.decode(tokenizer.encode(text).ids) == text
        assert not special_ids(tokenizer) & set(tokenizer.encode(text).ids)


@pytest.mark.parametrize("text", ["<0x41>", "<0x00>", "<0xFF>"])
def test_a_written_byte_is_six_characters(tokenizer: morfem.Tokenizer, text: str) -> None:
    encoding = tokenizer.encode(text)
    assert tokenizer.token_to_id(text) not in encoding.ids
    assert "".join(encoding.surfaces) == text
