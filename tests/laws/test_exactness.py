"""Law: decode(encode(x)) == x for every Unicode string, every tokenizer, with no normalisation and no dropped character."""

import unicodedata

import morfem
import pytest
from hypothesis import given

from tests.conftest import LANGUAGES, sentences
from tests.laws.adversarial import PHENOMENA, plane, strings, variant


def assert_comes_back(tokenizer: morfem.Tokenizer, text: str) -> None:
    """`text` through every encoder and every decoder."""
    encoding = tokenizer.encode(text)
    ids = tokenizer.encode_ids(text)
    assert encoding.ids == ids.tolist()
    assert tokenizer.count(text) == len(ids)
    assert all(0 <= id < tokenizer.vocab_size for id in encoding.ids)
    assert tokenizer.decode(encoding.ids) == text
    assert tokenizer.decode(ids) == text
    assert tokenizer.decode_bytes(ids) == text.encode()
    assert tokenizer.decode(ids, skip_special=True) == text


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_hard_texts_come_back(tokenizer: morfem.Tokenizer, phenomenon: str) -> None:
    for text in PHENOMENA[phenomenon]:
        assert_comes_back(tokenizer, text)
        assert_comes_back(tokenizer, f"{text} ve {text}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_come_back_in_every_form(tokenizer: morfem.Tokenizer, language: str) -> None:
    for line in sentences(language):
        for form in range(10):
            assert_comes_back(tokenizer, variant(line, form))


@given(text=strings())
def test_random_texts_come_back(tokenizer: morfem.Tokenizer, text: str) -> None:
    assert_comes_back(tokenizer, text)


def test_every_code_point_comes_back(tokenizer: morfem.Tokenizer) -> None:
    # Planes 4 to 13 have no characters, so every eighth code point of them will do.
    for number in range(17):
        text = plane(number)[:: 8 if 4 <= number <= 13 else 1]
        assert tokenizer.decode(tokenizer.encode_ids(text)) == text, f"plane {number}"


def test_every_code_point_of_the_first_planes_comes_back_between_words(tokenizer: morfem.Tokenizer) -> None:
    for number in (0, 1):
        text = " ev".join(plane(number)[::7])
        assert tokenizer.decode(tokenizer.encode_ids(text)) == text, f"plane {number}"


def test_composed_and_decomposed_stay_apart(tokenizer: morfem.Tokenizer) -> None:
    for language in LANGUAGES:
        for line in sentences(language):
            decomposed = unicodedata.normalize("NFD", line)
            if decomposed != line:
                assert tokenizer.encode(decomposed).ids != tokenizer.encode(line).ids


def test_texts_joined_come_back(tokenizer: morfem.Tokenizer) -> None:
    for end in ("\n", "\r\n", "\0", " ", ""):
        text = end.join(sentences("tr") + sentences("ko") + sentences("ar"))
        assert_comes_back(tokenizer, text)
