"""Linear texts: every string comes back, private-use characters of its own included, and any other tokenizer can be trained on them."""

import unicodedata

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import BUILDERS, LANGUAGES, build, sentences
from tests.laws.adversarial import PHENOMENA, plane, strings, variant

SPLINTER = [name for name in BUILDERS if "splinter" in name]
HARD = [
    "\ue000",
    "\ue000\ue000",
    "\ue000שלום",
    "שלום\ue000\ue001ושלום",
    "\ue001\ue002\ue003\uf8ff",
    "\ue000\n",
    "לעבוד\ue000",
    "הספר\ue123הספר",
    "شْ\ue001كتابهم\ue000",
    "\U000f0000\U000ffffd\U0010fffd",
    "membaca\ue001\ue100MEMBACA",
    'צה"ל',
    "שלום!",
    "מה?",
    "בית־ספר",
    "ב-1948",
    "שָׁלוֹם",
    "ʼabשabc",
    "كتــــاب",
    "ﻛﺘﺎﺏ",
    "ﬀשּׁ",
]


@pytest.fixture(scope="module", params=SPLINTER)
def splinter(request: pytest.FixtureRequest) -> morfem.Tokenizer:
    """Each of the tokenizers that take words apart."""
    return build(request.param)


def private_use() -> st.SearchStrategy[str]:
    """Texts of letters and of what linear texts are written in."""
    return st.text(alphabet=st.one_of(st.sampled_from("עבדלו םן שׁ abمكتب ـ-\n"), st.integers(0xE000, 0xF8FF).map(chr)), max_size=30)


def assert_comes_back(splinter: morfem.Tokenizer, text: str) -> None:
    assert splinter.delinearize(splinter.linearize(text)) == text


@pytest.mark.parametrize("text", HARD)
def test_hard_texts_come_back(splinter: morfem.Tokenizer, text: str) -> None:
    assert_comes_back(splinter, text)
    # A linear text is a text like any other.
    assert_comes_back(splinter, splinter.linearize(text))


def test_texts_by_phenomenon_come_back(splinter: morfem.Tokenizer) -> None:
    for texts in PHENOMENA.values():
        for text in texts:
            assert_comes_back(splinter, text)


def test_sentences_come_back_in_every_form(splinter: morfem.Tokenizer) -> None:
    for language in LANGUAGES:
        for line in sentences(language):
            for form in range(10):
                assert_comes_back(splinter, variant(line, form))
            assert_comes_back(splinter, unicodedata.normalize("NFD", line))


def test_every_code_point_comes_back(splinter: morfem.Tokenizer) -> None:
    for number in range(17):
        assert_comes_back(splinter, plane(number))
    assert_comes_back(splinter, " דבר".join(plane(0)[::5]))


@given(text=strings())
def test_random_texts_come_back(splinter: morfem.Tokenizer, text: str) -> None:
    assert_comes_back(splinter, text)


@given(text=private_use())
def test_texts_of_private_use_characters_come_back(splinter: morfem.Tokenizer, text: str) -> None:
    assert_comes_back(splinter, text)


@given(text=private_use())
def test_any_text_can_be_read_as_a_linear_one(splinter: morfem.Tokenizer, text: str) -> None:
    found = splinter.delinearize(text)
    assert splinter.delinearize(splinter.linearize(found)) == found


@given(first=private_use(), second=private_use())
def test_lines_are_linear_each_by_itself(splinter: morfem.Tokenizer, first: str, second: str) -> None:
    assert splinter.linearize(f"{first}\n{second}") == splinter.linearize(f"{first}\n") + splinter.linearize(second)


def test_what_is_no_word_of_the_language_stands_as_it_is(splinter: morfem.Tokenizer) -> None:
    for text in ("1948, 3.5%", "привет мир", "你好", "😀 \u2067\u2069", "\t\r\n", "ğüş"):
        assert splinter.linearize(text) == text


def test_words_become_private_use_characters() -> None:
    linear = build("splinter-units").linearize("הלך ל-3 חברים!")
    assert {unicodedata.category(sign) for sign in linear.replace(" ", "").replace("-3", "").replace("!", "")} == {"Co"}
    assert linear.split(" ")[1].endswith("-3")
    assert linear.endswith("!")


@pytest.mark.parametrize("name", ["splinter-units", "splinter-ar"])
def test_any_other_tokenizer_can_be_trained_on_linear_texts(name: str) -> None:
    splinter = build(name)
    texts = [line for language in ("he", "ar") for line in sentences(language)]
    other = morfem.train.bpe([splinter.linearize(line) for line in texts], vocab_size=700, progress=False)
    for line in [*texts, *HARD]:
        assert splinter.delinearize(other.decode(other.encode(splinter.linearize(line)).ids)) == line


def test_a_word_of_a_hundred_thousand_letters_comes_back(splinter: morfem.Tokenizer) -> None:
    for letters in ("עבדלו", "كتابه", "membaca"):
        assert_comes_back(splinter, letters * 20_000)


@pytest.mark.parametrize("name", ["bpe", "thunder"])
def test_other_tokenizers_have_no_linear_texts(name: str) -> None:
    tokenizer = build(name)
    for call in (tokenizer.linearize, tokenizer.delinearize, tokenizer.explain):
        with pytest.raises(morfem.MorfemError, match=f"is for tokenizers of kind splinter( or union)?, and {name} is of kind {name}"):
            call("דבר")


@pytest.mark.parametrize("text", [None, 3, b"ab"], ids=repr)
def test_what_is_no_text_is_a_type_error(splinter: morfem.Tokenizer, text: object) -> None:
    for call in (splinter.linearize, splinter.delinearize, splinter.explain):
        with pytest.raises(TypeError):
            call(text)  # type: ignore[arg-type]
