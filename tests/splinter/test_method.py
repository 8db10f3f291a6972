"""The paper's method: reductions by hand on a few words, and against a plain implementation on many."""

import functools
import random

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.splinter.conftest import LANGUAGES, smallest
from tests.splinter.reference import Shares, chain, learn, turned, undone

HEBREW = "אבגדהוזחטיכךלמםנןסעפףצץקרשת"
# Of לעבוד can be left עבוד (three letters of it count from the start: position 0) or לעבד (ו stands at -2); of עבוד and לעבד only עבד.
TO_WORK = {"לעבוד": 10, "עבוד": 10, "לעבד": 10, "עבד": 10}


def taken(tokenizer: morfem.Tokenizer, word: str) -> list[tuple[str, str]]:
    return [(step.token, step.left) for step in tokenizer.explain(word).steps]


def read_shares(tokenizer: morfem.Tokenizer) -> Shares:
    """The shares as the artefact has them."""
    shares: Shares = {}
    for line in tokenizer.files()["reductions.tsv"].decode().splitlines()[1:]:
        length, reduction, share = line.split("\t")
        position, letter = reduction.split(":")
        shares.setdefault(int(length), []).append(((int(position), letter), float(share)))
    return shares


def test_of_equal_reductions_the_one_with_the_smaller_position_counts() -> None:
    # Pass one: of five letters 0:ל and -2:ו, one word each. Pass two: the word counts once, for -2:ו, which is smaller.
    # Of four letters 0:ל (of לעבד) and -2:ו (of עבוד), one word each.
    shares = read_shares(smallest(TO_WORK, "he"))
    assert shares == {5: [((-2, "ו"), 1.0)], 4: [((-2, "ו"), 0.5), ((0, "ל"), 0.5)]}


def test_the_letters_of_a_pattern_are_taken_out_one_by_one() -> None:
    tokenizer = smallest(TO_WORK, "he")
    assert taken(tokenizer, "לעבוד") == [("+-2:ו", "לעבד"), ("+0:ל", "עבד")]
    explanation = tokenizer.explain("לעבוד")
    assert (explanation.residue, explanation.residue_positions, explanation.root) == ("עבד", [1, 2, 4], "עבד")
    assert tokenizer.encode("לעבוד").tokens == ["▁ע", "ב", "ד", "+0:ל", "+-2:ו"]


def test_a_word_never_seen_is_taken_apart_alike() -> None:
    assert taken(smallest(TO_WORK, "he"), "לגמור") == [("+-2:ו", "לגמר"), ("+0:ל", "גמר")]


def test_words_that_are_rare_teach_nothing() -> None:
    counts = {**TO_WORK, "שומר": 9, "שמר": 10}
    assert ((1, "ו"), 1 / 3) in read_shares(smallest(counts, "he", min_count=9))[4]
    assert all(reduction != (1, "ו") for reduction, _ in read_shares(smallest(counts, "he", min_count=10))[4])


def test_types_count_one_each_and_frequencies_as_often_as_what_is_left_occurs() -> None:
    counts = {"שומר": 10, "שמר": 30, "כתוב": 10, "כתב": 10}
    assert read_shares(smallest(counts, "he"))[4] == [((-2, "ו"), 0.5), ((1, "ו"), 0.5)]
    assert read_shares(smallest(counts, "he", weight="frequency"))[4] == [((1, "ו"), 0.75), ((-2, "ו"), 0.25)]


def test_final_letters_count_as_the_letters_they_are_forms_of() -> None:
    tokenizer = smallest({"מלכים": 10, "מלך": 10, "מלכי": 10}, "he")
    # The last letter is written in the form it has at the end, whatever is left.
    assert taken(tokenizer, "מלכים") == [("+-1:מ", "מלכי"), ("+-1:י", "מלך")]
    assert tokenizer.explain("מלכים").residue == "מלכ"
    assert tokenizer.explain("מלכים").root == "מלך"


@pytest.mark.parametrize("word", ["קטשופ", "קטשוף", "םולש", "כן", "כנ", "ן", "נ", "מךם", "ךךךךך"])
def test_a_letter_in_an_odd_form_stays_as_it_is(word: str) -> None:
    tokenizer = smallest({"קטשופ": 3, "קטשפ": 3, "קטשוף": 3, "קטשף": 3, "שלום": 1}, "he")
    encoding = tokenizer.encode(word)
    assert tokenizer.decode(encoding.ids) == word
    assert "".join(encoding.surfaces) == word


def test_words_of_three_letters_or_fewer_are_left_alone() -> None:
    tokenizer = smallest({**TO_WORK, "בד": 10, "עד": 10}, "he")
    assert [taken(tokenizer, word) for word in ("עבד", "עד", "ע")] == [[], [], []]
    assert tokenizer.explain("עד").root is None


def test_the_first_step_of_the_best_path_is_made_and_not_the_best_step() -> None:
    five = {"בגדשר": "גדשר", "בגדשת": "גדשת", "בגדרת": "גדרת", "לקצטו": "לקצט", "לקנטו": "לקנט"}
    four = {**{f"ב{letter}חט": f"{letter}חט" for letter in "גדזסעפצקר"}, "סעפו": "סעף"}
    tokenizer = smallest(dict.fromkeys([*five, *five.values(), *four, *four.values()], 1), "he")
    assert read_shares(tokenizer) == {5: [((0, "ב"), 0.6), ((-1, "ו"), 0.4)], 4: [((0, "ב"), 0.9), ((-1, "ו"), 0.1)]}
    # First ב, then ו: .6 x .1. First ו, then ב: .4 x .9.
    assert taken(tokenizer, "בקצטו") == [("+-1:ו", "בקצט"), ("+0:ב", "קצט")]


def alike(word: str, tokenizer: morfem.Tokenizer, shares: Shares) -> None:
    steps = chain(word, shares)
    assert taken(tokenizer, word) == [(f"+{position}:{letter}", left) for (position, letter), left in steps]
    residue = tokenizer.explain(word).residue
    assert residue == turned(steps[-1][1] if steps else word)
    assert undone(residue, [reduction for reduction, _ in steps]) == word


def made_words(seed: int, number: int) -> dict[str, int]:
    """Roots in patterns, with prefixes and suffixes, and how often each word occurs."""
    rng = random.Random(seed)
    roots = ["".join(rng.choices("גדזחטסעפצקרכמנ", k=3)) for _ in range(40)]
    patterns = ["{}{}{}", "{}ו{}{}", "{}{}ו{}", "ה{}{}י{}", "מ{}{}{}", "ת{}{}{}ת", "נ{}{}{}", "ה{}ת{}{}{}"]
    words: dict[str, int] = {}
    for _ in range(number):
        root, pattern = rng.choice(roots), rng.choice(patterns)
        stem = pattern.format(*root) if pattern.count("{}") == 3 else pattern.format(root[0], *root)
        word = turned(rng.choice(["", "ה", "ו", "ב", "ל", "וה", "כש"]) + stem + rng.choice(["", "ימ", "ות", "י", "ה"]))
        words[word] = words.get(word, 0) + rng.randint(1, 30)
    return words


@pytest.mark.parametrize("weight", ["types", "frequency"])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_plain_implementation(weight: str, seed: int) -> None:
    counts = made_words(seed, 1500)
    tokenizer = smallest(counts, "he", min_count=5, weight=weight)
    shares = learn(counts, HEBREW, min_count=5, weight=weight)
    assert read_shares(tokenizer) == shares
    for word in [*counts, *made_words(seed + 100, 300)]:
        alike(word, tokenizer, shares)


@functools.cache
def trained() -> tuple[morfem.Tokenizer, Shares]:
    counts = made_words(7, 800)
    return smallest(counts, "he"), learn(counts, HEBREW, min_count=1, weight="types")


@given(word=st.text(alphabet="אבהוילמתשםןךנ", min_size=1, max_size=14))
def test_any_word_is_reduced_as_by_the_plain_implementation(word: str) -> None:
    alike(word, *trained())


@given(words=st.lists(st.text(alphabet="אבוםמ", min_size=1, max_size=7), min_size=1, max_size=40))
def test_words_of_few_letters_teach_what_they_teach_the_plain_implementation(words: list[str]) -> None:
    counts = {word: 1 + words.count(word) for word in words}
    for weight in ("types", "frequency"):
        assert read_shares(smallest(counts, "he", weight=weight)) == learn(counts, HEBREW, min_count=1, weight=weight)


def test_capitals_of_malay_are_no_other_letters() -> None:
    counts = {"makanan": 5, "makana": 5, "makan": 5, "akan": 5, "maka": 5}
    tokenizer = smallest(counts, "ms")
    assert taken(tokenizer, "Makanan") == taken(tokenizer, "makanan")
    assert tokenizer.encode("Makanan").tokens[0] == "<title>"


def test_a_path_that_comes_to_an_end_before_three_letters_is_no_path() -> None:
    tokenizer = smallest({"שולחן": 10, "שלחן": 10}, "he")
    assert read_shares(tokenizer) == {5: [((1, "ו"), 1.0)]}
    assert taken(tokenizer, "שולחן") == []


def test_training_does_not_depend_on_threads_or_on_the_order_of_the_words() -> None:
    counts = made_words(3, 400)
    backwards = dict(reversed(counts.items()))
    assert smallest(counts, "he").files()["reductions.tsv"] == smallest(backwards, "he", threads=2).files()["reductions.tsv"]


def test_all_sizes_of_the_paper_come_from_one_run() -> None:
    counts = made_words(1, 3000)
    sizes = [800, 1000, 900]
    tokenizers = morfem.train.splinter(counts, alphabet=LANGUAGES / "he" / "alphabet.tsv", vocab_size=sizes, min_count=1, progress=False)
    assert [tokenizer.vocab_size for tokenizer in tokenizers] == sizes
    assert len({tokenizer.files()["reductions.tsv"] for tokenizer in tokenizers}) == 1
