"""Fertility and its kin, counted by hand."""

import math

import numpy as np
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.metrics.compression import Compression

from .cutter import Cutter, points


def spans(texts: list[str], *lines: list[tuple[int, int, int]]) -> Segmentation:
    """Texts and for each its tokens: id, start, end."""
    tokens = [token for line in lines for token in line]
    ids, starts, ends = zip(*tokens, strict=True) if tokens else ((), (), ())
    return Segmentation.from_spans(texts, ids, np.cumsum([0, *map(len, lines)]), starts, ends)


def measured(*batches: Segmentation, adapter: TokenizerAdapter | None = None) -> dict[str, float]:
    measurement = Compression().measure(adapter or Cutter({}))
    for batch in batches:
        measurement.add(batch)
    return points(measurement.figures())


def test_a_line_counted_by_hand() -> None:
    # evlerim , ağa is cut evler|im| ,| ağ|a: 5 tokens, 3 words, two of them with letters, 13 characters, 14 bytes since ğ has two.
    # The comma with its space and the last a have one visible character.
    batch = spans(["evlerim , ağa"], [(1, 0, 5), (2, 5, 7), (3, 7, 9), (4, 9, 12), (5, 12, 13)])
    assert measured(batch) == {
        "fertility": round(5 / 3, 4),
        "letter_fertility": 4 / 2,
        "tokens_per_byte": round(5 / 14, 4),
        "characters_per_token": 13 / 5,
        "single_characters": 2 / 5,
        "words_of_many_tokens": 0,
    }


def test_a_word_of_four_tokens_is_one_of_many_and_one_of_three_is_not() -> None:
    batch = spans(["abcd abc"], [(0, 0, 1), (1, 1, 2), (2, 2, 3), (3, 3, 4), (0, 4, 6), (1, 6, 7), (2, 7, 8)])
    assert measured(batch)["words_of_many_tokens"] == 1 / 2


def test_a_token_of_several_words_counts_once_and_for_each_word() -> None:
    # "bir şey" is one token of two words: fertility 1/2. Both words have one token.
    batch = spans(["bir şey"], [(0, 0, 7)])
    found = measured(batch)
    assert (found["fertility"], found["letter_fertility"], found["words_of_many_tokens"]) == (0.5, 0.5, 0)
    assert [pairs.tolist() for pairs in batch.word_tokens] == [[0, 1], [0, 0]]


def test_tokens_that_do_not_lie_together_are_counted_once_a_word() -> None:
    # k.t.b and .a.a. are two tokens of "katab".
    batch = Segmentation.from_pairs(["katab"], [7, 8], [0, 2], [0, 1, 0, 1, 0], [0, 1, 2, 3, 4])
    assert [pairs.tolist() for pairs in batch.word_tokens] == [[0, 0], [0, 1]]
    assert measured(batch)["fertility"] == 2


def test_letters_that_a_tokenizer_deletes_are_no_token_but_their_word_counts() -> None:
    # Only "ev" has a token; the second word is lost. Two words with letters, one token.
    found = measured(spans(["ev su"], [(0, 0, 2)]))
    assert (found["fertility"], found["letter_fertility"]) == (0.5, 0.5)


def test_tokens_without_letters_do_not_count_for_letter_words() -> None:
    found = measured(spans(["ev 12 !"], [(0, 0, 2), (1, 2, 4), (2, 4, 5), (3, 5, 7)]))
    assert (found["fertility"], found["letter_fertility"]) == (round(4 / 3, 4), 1)


def test_lines_add_up_and_empty_ones_add_nothing() -> None:
    one, two = spans(["ev", ""], [(0, 0, 2)], []), spans(["ev de", " "], [(0, 0, 2), (1, 2, 5)], [(3, 0, 1)])
    assert measured(one, two)["fertility"] == round(4 / 3, 4)
    assert math.isnan(measured(spans([""], []))["fertility"])


def test_a_text_of_spaces_has_no_fertility() -> None:
    found = measured(spans(["  ", " "], [(0, 0, 2)], [(0, 0, 1)]))
    assert math.isnan(found["fertility"])
    assert found["characters_per_token"] == 3 / 2


def test_the_share_of_the_vocabulary_that_occurs() -> None:
    adapter = Cutter({})
    adapter.vocab_size = 8  # type: ignore[assignment]
    found = measured(spans(["ab"], [(0, 0, 1), (7, 1, 2)]), spans(["ab"], [(0, 0, 1), (2, 1, 2)]), adapter=adapter)
    assert found["vocabulary_used"] == 3 / 8


def test_the_floors() -> None:
    texts = ["ev ve su", "kitap"]
    characters, words = Characters(), Words()
    of_characters = measured(characters.encode(texts), adapter=characters)
    of_words = measured(words.encode(texts), adapter=words)
    assert of_characters["fertility"] == round(13 / 4, 4)
    assert of_characters["letter_fertility"] == round(11 / 4, 4)
    assert of_characters["single_characters"] == round(11 / 13, 4)
    assert of_characters["words_of_many_tokens"] == 1 / 4
    assert (of_words["fertility"], of_words["letter_fertility"], of_words["words_of_many_tokens"]) == (1, 1, 0)
