"""Law: spans give the place of each token in the text.

Byte spans tile the text; a code point belongs to the token that holds its first byte; a token that owns none has an empty span at the
end of the token before it. A tokenizer whose tokens interleave gives exact positions instead, and its spans are their hulls.
"""

import morfem
import pytest
from hypothesis import given

from tests.laws import reference
from tests.laws.adversarial import PHENOMENA, SENTENCES, corpus, strings, variant


def assert_tiles(spans: list[tuple[int, int]], end: int) -> None:
    """The spans follow one another without gap or overlap from 0 to `end`."""
    at = 0
    for start, stop in spans:
        assert start == at
        assert stop >= start
        at = stop
    assert at == end


def assert_spans(tokenizer: morfem.Tokenizer, text: str) -> None:
    """All properties of spans, positions and surfaces."""
    encoding = tokenizer.encode(text)
    size = len(encoding.ids)
    lists = (
        encoding.tokens,
        encoding.offsets,
        encoding.byte_offsets,
        encoding.surfaces,
        encoding.word_ids,
        encoding.kinds,
        encoding.glosses,
    )
    assert [len(entries) for entries in lists] == [size] * len(lists)
    assert len(encoding) == size
    assert [tokenizer.token_to_id(token) for token in encoding.tokens] == encoding.ids
    assert [tokenizer.id_to_token(id) for id in encoding.ids] == encoding.tokens
    if encoding.positions is not None:
        assert all(kind != "byte" or end - start == 1 for kind, (start, end) in zip(encoding.kinds, encoding.byte_offsets, strict=True))
        assert tokenizer.kind not in reference.SEQUENTIAL
        assert sorted(position for positions in encoding.positions for position in positions) == list(range(len(text)))
        assert ["".join(text[position] for position in positions) for positions in encoding.positions] == encoding.surfaces
        for positions, span in zip(encoding.positions, encoding.offsets, strict=True):
            assert not positions or (min(positions), max(positions) + 1) == span
        assert encoding.word_ids == reference.word_ids(text, encoding.byte_offsets, encoding.kinds, encoding.positions)
        return
    assert_tiles(encoding.byte_offsets, len(text.encode()))
    assert_tiles(encoding.offsets, len(text))
    assert encoding.offsets == reference.code_point_spans(text, encoding.byte_offsets)
    assert encoding.surfaces == [text[start:end] for start, end in encoding.offsets]
    assert encoding.word_ids == reference.word_ids(text, encoding.byte_offsets, encoding.kinds)
    for index, (kind, (start, end)) in enumerate(zip(encoding.kinds, encoding.byte_offsets, strict=True)):
        # The first byte may be the space that the tokenizer put before the text.
        assert kind != "byte" or end - start == 1 or (index == end == 0 and tokenizer.record["space_before"])
        assert kind != "special"
    if tokenizer.kind in reference.SEQUENTIAL:
        assert encoding.byte_offsets == reference.byte_spans(tokenizer, encoding.ids)


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_spans_of_hard_texts(tokenizer: morfem.Tokenizer, phenomenon: str) -> None:
    for text in PHENOMENA[phenomenon]:
        assert_spans(tokenizer, text)


def test_spans_of_sentences(tokenizer: morfem.Tokenizer) -> None:
    for index, line in enumerate(SENTENCES):
        assert_spans(tokenizer, variant(line, index))


@given(text=strings())
def test_spans_of_random_texts(tokenizer: morfem.Tokenizer, text: str) -> None:
    assert_spans(tokenizer, text)


def test_an_id_stands_for_the_same_bytes_everywhere(tokenizer: morfem.Tokenizer) -> None:
    if tokenizer.kind not in reference.SEQUENTIAL:
        pytest.skip("the letters of its ids depend on their neighbours")
    is_spaced = tokenizer.record["space_before"]
    written: dict[int, bytes] = {}
    for text in corpus():
        raw = text.encode()
        encoding = tokenizer.encode(text)
        for index, (id, (start, end)) in enumerate(zip(encoding.ids, encoding.byte_offsets, strict=True)):
            # The first span leaves out the space that the tokenizer put before the text.
            covered = b" " + raw[start:end] if is_spaced and index == 0 else raw[start:end]
            assert written.setdefault(id, covered) == covered
    assert len(written) > 200
    for id, covered in written.items():
        assert tokenizer.decode_bytes([id]) == (covered.removeprefix(b" ") if is_spaced else covered)


def test_an_id_of_whole_characters_stands_for_few_forms(tokenizer: morfem.Tokenizer) -> None:
    """Where letters follow from their neighbours, as vowels do from harmony, one id still has few forms, apart from case."""
    forms: dict[int, set[str]] = {}
    for text in corpus():
        raw = text.encode()
        encoding = tokenizer.encode(text)
        for id, surface, (start, end) in zip(encoding.ids, encoding.surfaces, encoding.byte_offsets, strict=True):
            if surface and surface.encode() == raw[start:end]:
                forms.setdefault(id, set()).add(surface.lstrip(" ").replace("İ", "i").replace("I", "ı").lower())
    assert max(map(len, forms.values())) <= (1 if tokenizer.kind in reference.SEQUENTIAL else 40)


def test_words_are_numbered_from_left_to_right(tokenizer: morfem.Tokenizer) -> None:
    for line in SENTENCES:
        words = [word for word in tokenizer.encode(line).word_ids if word is not None]
        assert words == sorted(words)
        assert words[0] == 0
        assert set(words) <= set(range(len(line.split())))
