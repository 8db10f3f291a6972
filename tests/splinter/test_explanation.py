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
        # Every step takes something out, and nothing that has been taken out before.
        assert set(after) < set(before)
        assert after == sorted(after)
    assert explanation.residue_positions == chain[-1]
    assert len(explanation.residue) == len(explanation.residue_positions)
    for step in explanation.steps:
        spelled = "".join(word[at] for at in step.positions).lower()
        # The last letter is in the form it has at the end.
        assert step.left[:-1] == spelled[:-1]
        assert len(step.left) == len(spelled)
        assert step.token.startswith("+")
    # A candidate that the vocabulary does not have is no root.
    assert explanation.root is None or 3 <= len(explanation.residue) <= 4


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


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "nothing at byte 0"),
        ("abc", "'a' at byte 0"),
        ("שתי מילים", "' ' at byte 6"),
        ("שלום!", "'!' at byte 8"),
        ('צה"ל', "'\"' at byte 4"),
    ],
)
def test_what_is_not_one_word_is_refused(text: str, where: str) -> None:
    with pytest.raises(morfem.MorfemError, match=f"is not one word of the alphabet: it has {where}"):
        build("splinter-units").explain(text)


def test_explanations_are_values() -> None:
    tokenizer = build("splinter-units")
    assert tokenizer.explain("והילדים") == tokenizer.explain("והילדים")
    assert tokenizer.explain("והילדים") != tokenizer.explain("הילדים")
    assert tokenizer.explain("והילדים").steps[0] == tokenizer.explain("והילדים").steps[0]
