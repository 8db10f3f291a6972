"""%TR, %Pure and pure words, computed by hand: which tokens are roots at the beginning of a word and affixes within one."""

import math

import numpy as np
import pytest
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.metrics.purity import Purity


def cut(*lines: str) -> Segmentation:
    """Texts in which | stands between tokens; other tokens are cut before a space."""
    texts, owner, indptr = [], [], [0]
    for line in lines:
        tokens = line.replace(" ", "| ").removeprefix("|").split("|")
        texts.append("".join(tokens))
        for number, token in enumerate(tokens, indptr[-1]):
            owner += [number] * len(token)
        indptr.append(indptr[-1] + len(tokens))
    return Segmentation(texts, np.arange(indptr[-1]), np.array(indptr), np.array(owner, np.int64))


def figures(*batches: Segmentation, adapter: TokenizerAdapter | None = None) -> dict[str, float]:
    measurement = Purity().measure(adapter or Characters())
    for batch in batches:
        measurement.add(batch)
    return {figure.name: figure.point for figure in measurement.figures()}


def test_a_root_and_its_affixes_are_pure() -> None:
    found = figures(cut("Ev|ler|de kitap|lar"))
    assert (found["tr"], found["pure"], found["pure_words"]) == (1, 1, 1)


def test_a_word_that_is_cut_wrong_is_not_pure_though_some_of_its_tokens_are() -> None:
    # evl, erd: nothing; e: an affix, hence Turkish, and within a word, hence pure. kitap: a root. lar: an affix.
    found = figures(cut("Evl|erd|e kitap|lar"))
    assert found["tr"] == 3 / 5
    assert found["pure"] == 3 / 5
    assert found["pure_words"] == 1 / 2


def test_an_inflected_word_is_turkish_but_not_pure() -> None:
    # evlerde is a frequent word. gel begins a word and is a root; so is oku, but not after ev.
    found = figures(cut("evlerde gel ev|oku"))
    assert found["tr"] == 1
    assert found["pure"] == 2 / 4
    assert found["pure_words"] == 1 / 3


def test_an_affix_at_the_beginning_of_a_word_is_turkish_but_not_pure() -> None:
    found = figures(cut("yıver ev"))
    assert (found["tr"], found["pure"]) == (1, 1 / 2)


def test_case_is_turkish() -> None:
    assert figures(cut("ISPARTA|LI İZMİR|Lİ"))["pure_words"] == 1


def test_a_stem_changed_by_its_suffix_is_a_root() -> None:
    assert figures(cut("kitab|ım akl|ı hakk|ımız bekl|iyor bekli|yor di|yor gid|er"))["pure_words"] == 1


def test_pieces_without_a_letter_are_left_out_and_counted() -> None:
    # Of ev , ler 12 ! the pieces "," "12" and "!" have no letter; the word "12!" is none.
    found = figures(cut("ev|,|12|! ev 12|!"))
    assert (found["tr"], found["pure"], found["pure_words"]) == (1, 1, 1)
    assert found["without_letter"] == 5 / 7


def test_a_suffix_after_an_apostrophe_stands_within_the_word() -> None:
    found = figures(cut("Ankara|'|nın 1908|’|den %|50|'|si"))
    assert (found["pure"], found["pure_words"]) == (1, 1)
    assert figures(cut("Ankara|'|kitap"))["pure"] == 1 / 2


def test_after_other_signs_a_word_begins() -> None:
    assert figures(cut("(|ev|) Türk|-|Alman '|ev|'"))["pure"] == 1
    assert figures(cut("ev|-|yıver"))["pure"] == 1 / 2


def test_a_token_is_judged_with_the_signs_and_the_space_inside_it_but_not_with_the_space_around_it() -> None:
    one = Segmentation(["ev de"], np.zeros(1, np.int64), np.array([0, 1]), np.zeros(5, np.int64))
    assert figures(one)["tr"] == 0
    assert figures(cut(" ev"))["pure"] == 1
    assert figures(cut("ev,"))["tr"] == 0


def test_types_are_distinct_surfaces_and_for_purity_distinct_places() -> None:
    # Surfaces: ev, ler, de, oku. All are Turkish. Pairs: ev and de at the beginning, roots; ler and de within, affixes; oku within.
    found = figures(cut("Ev|ler|de", "ev|ler de ev|oku"))
    assert found["tr_types"] == 1
    assert found["pure_types"] == 4 / 5


def test_the_order_of_letters_counts() -> None:
    # di is an affix; id, of the same letters, is none.
    assert figures(cut("gel|di gel|id"))["pure_words"] == 1 / 2


def test_letters_that_no_token_owns_make_a_word_impure() -> None:
    batch = cut("ev|ler kitap")
    batch.owner[2] = -1
    assert figures(batch)["pure_words"] == 1 / 2


def test_batches_add_up() -> None:
    lines = ["Ev|ler|de kitap|lar", "Evl|erd|e 12", "", "gel|di|m,"]
    assert figures(cut(*lines)) == figures(*[cut(line) for line in lines])


def test_merged_tokens_are_judged_unit_by_unit_and_as_they_stand() -> None:
    batch = cut("ev|lerde kitap|lar")
    batch.__dict__["units"] = cut("ev|ler|de kitap|lar").owner
    found = figures(batch)
    assert (found["tr"], found["pure"], found["pure_words"]) == (1, 1, 1)
    assert found["pure_merged"] == 3 / 4  # lerde is no affix
    assert found["pure_words_merged"] == 1 / 2


def test_nothing_gives_no_figure() -> None:
    assert all(math.isnan(value) for value in figures(cut("")).values())
    assert math.isnan(figures(cut("12 - 3"))["pure"])
    assert figures(cut("12 - 3"))["without_letter"] == 1


def test_intervals_enclose_the_figure() -> None:
    measurement = Purity().measure(Characters())
    measurement.add(cut(*["Ev|ler|de kitap|lar", "Evl|erd|e", "gel|di|m"] * 50))
    for figure in measurement.figures()[:3]:
        low, high = figure.interval() or (1, 0)
        assert low < figure.point < high


def test_the_floors_single_letters_are_mostly_turkish_but_no_words_and_words_are_mostly_not_lemmas() -> None:
    text = "Okuldaki çocuklar öğretmenlerinden kitap istedi ve o gün eve erken döndü."
    # Of the 62 letters those of o ş a e ı i u ü k l m n r t ğ are Turkish: all but ç c ö p v g y s and d.
    letters = figures(Characters().encode([text]))
    plain = [letter for letter in text.lower() if letter.isalpha()]
    assert letters["tr"] == sum(letter in "oşaeıiuüklmnrtğ" for letter in plain) / len(plain)
    assert letters["pure_words"] == 1 / 11  # o
    # As words: kitap, ve, o, gün, erken are lemmas; "döndü." has a sign in it.
    words = figures(Words().encode([text]))
    assert words["pure_words"] == 5 / 11


def test_the_signature_names_the_lexicon() -> None:
    assert Purity().options["lexicon"].startswith("tr-1#")


@pytest.mark.parametrize("texts", [[], [""], [" "], ["", "12"]])
def test_texts_without_words_are_no_error(texts: list[str]) -> None:
    assert figures(Characters().encode(texts))["without_letter"] != 0
