"""Encoding: the lists of one text, checked against their definitions and against encodings that can be read."""

import copy
from typing import Any

import morfem
import pytest

from tests.laws import reference
from tests.laws.adversarial import SENTENCES, SHORT

LISTS = ("ids", "tokens", "offsets", "byte_offsets", "surfaces", "word_ids", "kinds", "glosses")


@pytest.fixture(scope="module")
def words() -> morfem.Tokenizer:
    """BPE that knows exactly the words evler, geldi and 한국, with their spaces, and nothing else of length."""
    corpus = ["evler geldi", " evler geldi 한국"] * 50 + [" evler"] * 100
    return morfem.train.bpe(corpus, vocab_size=276, min_count=50, progress=False)


def test_types_of_the_lists(tokenizer: morfem.Tokenizer) -> None:
    for text in (*SHORT, *SENTENCES[::25]):
        encoding = tokenizer.encode(text)
        assert all(type(id) is int for id in encoding.ids)
        assert all(type(token) is str for token in encoding.tokens)
        assert all(type(span) is tuple and [type(end) for end in span] == [int, int] for span in encoding.offsets)
        assert all(type(span) is tuple and [type(end) for end in span] == [int, int] for span in encoding.byte_offsets)
        assert all(type(surface) is str for surface in encoding.surfaces)
        assert encoding.positions is None or all(type(positions) is list for positions in encoding.positions)
        assert all(word is None or type(word) is int for word in encoding.word_ids)
        assert all(type(kind) is str for kind in encoding.kinds)
        assert all(gloss is None or type(gloss) is str for gloss in encoding.glosses)
        assert "".join(encoding.surfaces) == text or encoding.positions is not None


def test_the_first_tokens_are_those_of_the_whole_encoding(tokenizer: morfem.Tokenizer) -> None:
    encoding = tokenizer.encode(SENTENCES[0])
    for n in (0, 1, 5, len(encoding), len(encoding) + 1):
        for name in (*LISTS, "positions", "languages"):
            whole = getattr(encoding, name)
            assert getattr(encoding.head(n), name) == (None if whole is None else whole[:n])
    with pytest.raises(morfem.MorfemError, match="n is -1; give a whole number of 0 or more"):
        encoding.head(-1)


def test_an_encoding_one_can_read(words: morfem.Tokenizer) -> None:
    encoding = words.encode(" evler geldi")
    assert encoding.tokens == ["▁evler", "▁geldi"]
    assert encoding.surfaces == [" evler", " geldi"]
    assert encoding.offsets == encoding.byte_offsets == [(0, 6), (6, 12)]
    assert encoding.word_ids == [0, 1]
    assert encoding.kinds == ["subword", "subword"]
    assert encoding.glosses == [None, None]
    assert encoding.positions is None


def test_a_character_in_bytes_belongs_to_its_first_byte(words: morfem.Tokenizer) -> None:
    encoding = words.encode("x ש😀 ")
    assert encoding.tokens == ["<0x78>", "<0x20>", "<0xD7>", "<0xA9>", "<0xF0>", "<0x9F>", "<0x98>", "<0x80>", "<0x20>"]
    assert encoding.byte_offsets == [(at, at + 1) for at in range(9)]
    assert encoding.offsets == [(0, 1), (1, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 4), (4, 4), (4, 5)]
    assert encoding.surfaces == ["x", " ", "ש", "", "😀", "", "", "", " "]
    assert encoding.word_ids == [0, None, 1, 1, 1, 1, 1, 1, None]
    assert encoding.kinds == ["byte"] * 9


def test_white_space_of_several_bytes_is_no_word(words: morfem.Tokenizer) -> None:
    encoding = words.encode("\u3000x\u2003")
    assert encoding.word_ids == [None, None, None, 0, None, None, None]
    assert encoding.offsets == [(0, 1), (1, 1), (1, 1), (1, 2), (2, 3), (3, 3), (3, 3)]


def test_specials_belong_to_no_word(words: morfem.Tokenizer) -> None:
    encoding = words.encode("<s> evler<mask></s>", parse_special=True)
    assert encoding.tokens == ["<s>", "▁evler", "<mask>", "</s>"]
    assert encoding.kinds == ["special", "subword", "special", "special"]
    assert encoding.surfaces == ["<s>", " evler", "<mask>", "</s>"]
    assert encoding.offsets == [(0, 3), (3, 9), (9, 15), (15, 19)]
    assert [word is None for word in encoding.word_ids] == [True, False, True, True]


def test_spans_with_specials_follow_the_definitions(tokenizer: morfem.Tokenizer) -> None:
    for special in tokenizer.special_tokens:
        for line in SENTENCES[::30]:
            text = f"{special}{line}{special} {line}"
            encoding = tokenizer.encode(text, parse_special=True)
            if encoding.positions is None:
                assert encoding.offsets == reference.code_point_spans(text, encoding.byte_offsets)
                assert encoding.surfaces == [text[start:end] for start, end in encoding.offsets]
            assert encoding.word_ids == reference.word_ids(text, encoding.byte_offsets, encoding.kinds, encoding.positions)


def test_an_encoding_is_a_value(bpe: morfem.Tokenizer) -> None:
    encoding = bpe.encode("Evlerden geldik.")
    assert encoding == bpe.encode("Evlerden geldik.")
    assert encoding != bpe.encode("Evlerden geldim.")
    assert encoding != object()
    assert copy.copy(encoding) == encoding
    assert copy.deepcopy(encoding) == encoding
    assert len(encoding) == len(encoding.ids)
    assert all(token in repr(encoding) for token in encoding.tokens)


def test_an_encoding_cannot_be_changed(bpe: morfem.Tokenizer) -> None:
    encoding = bpe.encode("Evlerden geldik.")
    for name in LISTS:
        with pytest.raises(AttributeError):
            setattr(encoding, name, [])
    encoding.ids.append(3)
    assert encoding == bpe.encode("Evlerden geldik.")


def test_an_encoding_of_nothing(tokenizer: morfem.Tokenizer) -> None:
    encoding = tokenizer.encode("")
    assert len(encoding) == 0
    assert [getattr(encoding, name) for name in LISTS] == [[]] * len(LISTS)
    assert not encoding.positions


def test_lists_of_unequal_lengths_make_no_encoding(bpe: morfem.Tokenizer) -> None:
    encoding = bpe.encode("ev evler")
    reduced: Any = encoding.__reduce__()
    unpickle, lists = reduced
    assert unpickle(*lists) == encoding
    for at in (1, 2, 3, 4, 6, 7, 8):
        with pytest.raises(morfem.MorfemError, match="give one for each"):
            unpickle(*(each[1:] if number == at else each for number, each in enumerate(lists)))
    with pytest.raises(morfem.MorfemError, match="1 positions for the surface"):
        morfem.Encoding([1], ["ab"], [(0, 2)], [(0, 2)], ["ab"], [[0]], [0], ["root"], [None])
