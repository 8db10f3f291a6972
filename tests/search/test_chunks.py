"""Chunks of a text: together they are the text, and each fits."""

from itertools import pairwise

import morfem
import pytest
from morfem.search import chunks

TEXT = (
    "Kitabımı masada unuttum. Yarın alırım! Peki sen? " * 12
    + "Çocuklar 👨‍👩‍👧 bahçede oynuyor.\n\nהילדים שיחקו בגינה. 아이들이 마당에서 놀았다. المدرسة بعيدة؟ "
)


@pytest.mark.parametrize("name", ["multi", "tr-mft", "bpe", "ar-splinter", "tr-bpe-morph"])
@pytest.mark.parametrize(("tokens", "overlap"), [(40, 0), (64, 16), (20, 6), (7, 3), (2, 1), (1, 0)])
def test_chunks_together_are_the_text_and_each_fits(name: str, tokens: int, overlap: int) -> None:
    tokenizer = morfem.load(name)
    found = chunks(TEXT, tokens=tokens, overlap=overlap, tokenizer=tokenizer)
    assert "".join(TEXT[chunk.fresh : chunk.end] for chunk in found) == TEXT
    for chunk in found:
        assert chunk.text == TEXT[chunk.start : chunk.end]
        assert tokenizer.count(chunk.text) <= tokens or chunk.end - chunk.start == 1
        assert tokenizer.count(TEXT[chunk.start : chunk.fresh]) <= overlap
    assert all(before.start < after.start <= after.fresh == before.end for before, after in pairwise(found))


def test_chunks_end_at_ends_of_sentences_and_overlap_by_whole_sentences() -> None:
    found = chunks(TEXT, tokens=30, overlap=12, tokenizer="tr-mft")
    ends = (". ", "! ", "? ")
    assert all(chunk.text.endswith(ends) for chunk in found[:8])
    assert any(chunk.start < chunk.fresh for chunk in found)
    assert all(TEXT[: chunk.start].endswith(ends) for chunk in found[1:8])


def test_a_text_without_sentences_is_cut_at_spaces_and_one_without_spaces_between_tokens() -> None:
    assert all(chunk.text.endswith(" ") for chunk in chunks("kitap " * 50, tokens=8, tokenizer="tr-mft")[:-1])
    assert "".join(chunk.text for chunk in chunks("a" * 500, tokens=10)) == "a" * 500
    assert chunks("") == []


def test_wrong_numbers_are_named() -> None:
    for tokens, overlap in ((0, 0), (8, 8), (8, -1)):
        with pytest.raises(morfem.MorfemError, match="overlap"):
            chunks("kitap", tokens=tokens, overlap=overlap)
    with pytest.raises(TypeError, match="tokens"):
        chunks("kitap", tokens=1.5)  # type: ignore[arg-type]
