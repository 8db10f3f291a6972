"""What is said of a word: residue and what was taken out are a partition of it, in explanations and in tokens."""

import functools
import unicodedata
from itertools import pairwise

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import BUILDERS, build, sentences

SPLINTER = [name for name in BUILDERS if "splinter" in name]
LETTERS = {"he": "אבגדהוזחטיכלמנסעפצקרשתםןךףץ", "ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي", "ms": "abcdefghijklmnopqrstuvwxyz"}
# Signs of Hebrew that are marks where a letter stands on both sides.
JOINTS = "\"'״׳”’"
MARKS = {"he": "\u05b0\u05b4\u05b8\u05bc", "ar": "\u064b\u064e\u0651\u0640", "ms": ""}


@pytest.fixture(scope="module", params=SPLINTER)
def splinter(request: pytest.FixtureRequest) -> morfem.Tokenizer:
    """Each of the tokenizers that take words apart."""
    return build(request.param)


@functools.cache
def language(splinter: morfem.Tokenizer) -> str:
    """The language whose letters its words have."""
    alphabet = splinter.files()["alphabet.tsv"].decode()
    return next(code for code, letters in LETTERS.items() if f"\n{letters[0]}\t" in alphabet)


def bare(word: str, marks: str) -> str:
    return "".join(sign for sign in word if sign not in marks)


def assert_explained(splinter: morfem.Tokenizer, word: str) -> None:
    code = language(splinter)
    explanation = splinter.explain(word)
    letters = [at for at, sign in enumerate(word) if sign not in MARKS[code]]
    chain = [letters, *(step.positions for step in explanation.steps)]
    for before, after in pairwise(chain):
        # A step takes out nothing that has been taken out before; a pattern of unwritten letters takes out nothing.
        assert set(after) <= set(before)
        assert after == sorted(after)
    assert explanation.residue_positions == chain[-1]
    assert len(explanation.residue) == len(explanation.residue_positions)
    for step in explanation.steps:
        spelled = "".join(word[at] for at in step.positions).lower()
        # The last letter is in the form it has at the end.
        assert step.left[:-1] == spelled[:-1]
        assert len(step.left) == len(spelled)
        assert step.token.startswith("+")


def assert_partition(splinter: morfem.Tokenizer, text: str) -> None:
    encoding = splinter.encode(text)
    positions = encoding.positions
    assert positions is not None
    assert sorted(at for owned in positions for at in owned) == list(range(len(text)))
    assert ["".join(text[at] for at in owned) for owned in positions] == encoding.surfaces


def test_words_of_sentences_are_explained(splinter: morfem.Tokenizer) -> None:
    code = language(splinter)
    for line in sentences(code):
        assert_partition(splinter, line)
        for word in line.split():
            stripped = word.strip('.,!?;:"()«»،؟؛״׳-')
            known = LETTERS[code] + LETTERS[code].upper() + MARKS[code]
            if (
                stripped
                and all(sign in known for sign in stripped)
                and not unicodedata.combining(stripped[0])
                and stripped.islower() | (code != "ms")
            ):
                assert_explained(splinter, stripped)


@given(data=st.data())
def test_random_words_are_explained(splinter: morfem.Tokenizer, data: st.DataObject) -> None:
    code = language(splinter)
    word = data.draw(st.text(alphabet=LETTERS[code], min_size=1, max_size=40))
    assert_explained(splinter, word)
    assert_partition(splinter, word)


@given(data=st.data())
def test_random_words_with_marks_are_explained(splinter: morfem.Tokenizer, data: st.DataObject) -> None:
    code = language(splinter)
    if not MARKS[code]:
        pytest.skip("a language without marks")
    cells = st.tuples(st.sampled_from(LETTERS[code]), st.text(alphabet=MARKS[code], max_size=2)).map("".join)
    word = "".join(data.draw(st.lists(cells, min_size=1, max_size=12)))
    assert_explained(splinter, word)
    assert_partition(splinter, word)


def assert_word_is_explained(splinter: morfem.Tokenizer, word: str) -> None:
    """Its parts are taken apart one after the other, and characters that are not letters stay; the linear text gives it back."""
    code = language(splinter)
    assert splinter.delinearize(splinter.linearize(word)) == word
    explanation = splinter.explain(word)
    chain = [list(range(len(word))), *(step.positions for step in explanation.steps), explanation.residue_positions]
    for before, after in pairwise(chain):
        assert set(after) <= set(before)
        assert after == sorted(after)
    assert len(explanation.residue) == len(explanation.residue_positions)
    for step in explanation.steps:
        assert len(step.left) == len(step.positions)
    # Characters that are not letters stay.
    known = LETTERS[code] + LETTERS[code].upper() + MARKS[code] + (JOINTS if code == "he" else "")
    others = {at for at, sign in enumerate(word) if sign not in known and not unicodedata.combining(sign)}
    assert others <= set(explanation.residue_positions)
    assert_partition(splinter, word)


SIGNS = "-'’׳״\"0123456789.,!?()/@_%&ـ\u0301\u200f\u200dあ한😀𝔸ßéŞ"


@given(data=st.data())
def test_every_word_that_is_encoded_is_explained(splinter: morfem.Tokenizer, data: st.DataObject) -> None:
    code = language(splinter)
    letters = LETTERS[code] + LETTERS[code].upper()
    word = data.draw(st.lists(st.sampled_from([*letters * 3, *MARKS[code] * 3, *SIGNS]), min_size=1, max_size=40).map("".join))
    assert_word_is_explained(splinter, word)


@given(data=st.data())
def test_words_of_sentences_with_something_else_inside_are_explained(splinter: morfem.Tokenizer, data: st.DataObject) -> None:
    words = [word for line in sentences(language(splinter)) for word in line.split()]
    word = data.draw(st.sampled_from(words))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(word)))
        word = word[:at] + data.draw(st.sampled_from([*SIGNS, word[at:].capitalize(), word[:at].upper(), "־", "ם", "ى"])) + word[at:]
    assert_word_is_explained(splinter, word)


@given(word=st.text(min_size=1, max_size=30).map(lambda text: "".join(text.split())).filter(bool))
def test_adversarial_words_are_explained(splinter: morfem.Tokenizer, word: str) -> None:
    assert_word_is_explained(splinter, word)


@pytest.mark.parametrize(
    ("name", "word", "steps", "residue"),
    [
        ("ms-splinter", "diAmerikakan", "+-kan diamerika", "diamerika"),
        ("ms-splinter", "Buku-bukunya", "+-nya buku-buku", "buku-buku"),
        ("ms-splinter", "1990-an", "", "1990-an"),
        ("he-splinter", "ה-ילדים", "+___ימ ה-ילד", "ה-ילד"),
        ("he-splinter", 'ארה"ב', "", "ארהב"),
        ("ar-splinter", "والكتاب،", "+و- الكتاب، +ال__ا_ كتب،", "كتب،"),
    ],
)
def test_parts_are_taken_apart_one_after_the_other(name: str, word: str, steps: str, residue: str) -> None:
    explanation = build(name).explain(word)
    assert " ".join(f"{step.token} {step.left}" for step in explanation.steps) == steps
    assert explanation.residue == residue


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("שתי מילים", "holds white space; explain takes one word"),
        ("ש" * 1001, "a word of 1001 characters is too long; explain takes up to 1000"),
    ],
)
def test_what_is_not_one_word_is_refused(text: str, reason: str) -> None:
    with pytest.raises(morfem.MorfemError, match=reason):
        build("splinter-units").explain(text)


@pytest.mark.parametrize("text", ["", "abc", "123", "\u05b8", "ﺍﻟﺴﻼﻡ", "گ", "ـ"])
def test_a_word_without_a_letter_of_the_language_is_left_as_it_is(text: str) -> None:
    explanation = build("splinter-units").explain(text)
    assert (explanation.steps, explanation.root) == ([], None)
    assert explanation.residue == text


def test_explanations_are_values() -> None:
    tokenizer = build("splinter-units")
    assert tokenizer.explain("והילדים") == tokenizer.explain("והילדים")
    assert tokenizer.explain("והילדים") != tokenizer.explain("הילדים")
    assert tokenizer.explain("והילדים").steps[0] == tokenizer.explain("והילדים").steps[0]
