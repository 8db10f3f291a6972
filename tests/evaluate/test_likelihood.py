"""Bits per character, by hand: every character is charged, also those that a tokenizer loses."""

import math

import numpy as np
import pytest
from morfem import MorfemError
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.metrics.likelihood import Likelihood

from .cutter import Cutter

NAME = math.log2(0x110000)  # bits that name a lost character once


class Lossy(Characters):
    """Characters, of which some are deleted, and capital letters come back small."""

    def __init__(self, deleted: str = "") -> None:
        self._deleted = deleted

    def decode(self, batch: object) -> list[str]:
        return ["".join(c for c in text.lower() if c not in self._deleted) for text in super().decode(batch)]  # type: ignore[arg-type]


def measured(adapter: TokenizerAdapter, texts: list[str], probability: float = 0.5) -> dict[str, float]:
    """The figures if every token has the same probability."""
    batch = adapter.encode(texts)
    measurement = Likelihood().measure(adapter)
    measurement.add(batch, [np.full(count, math.log(probability)) for count in np.diff(batch.indptr)])
    return {figure.name: figure.point for figure in measurement.figures()}


def test_a_tokenizer_that_loses_nothing_pays_for_its_tokens_alone() -> None:
    assert measured(Characters(), ["ev", "su"], 1 / 8) == {"bits_per_character": 3, "lost_bits_per_character": 0}
    # Two words of 4 characters with the space: 2 tokens at 3 bits.
    assert measured(Words(), ["ev su"], 1 / 8)["bits_per_character"] == pytest.approx(2 * 3 / 5)


def test_deleted_characters_by_hand() -> None:
    # Of "aâ", "âa" the two â are lost: N = 4, L = n(â) = 2. Kept: 2 x log2(4/2); lost: 2 x log2(4/2), and the name once.
    found = measured(Lossy("â"), ["aâ", "âa"])
    assert found["lost_bits_per_character"] == pytest.approx((2 * 1 + 2 * 1 + NAME) / 4)
    assert found["bits_per_character"] == pytest.approx(1 + (2 * 1 + 2 * 1 + NAME) / 4)


def test_altered_characters_are_lost_though_a_token_owns_them() -> None:
    # E of "Ev" comes back as e: N = 2, and one is lost.
    assert measured(Lossy(), ["Ev"])["lost_bits_per_character"] == pytest.approx((1 + 1 + NAME) / 2)


def test_a_line_that_comes_back_is_not_charged_though_no_token_owns_its_spaces() -> None:
    class Spaced(Characters):
        def encode(self, texts: object) -> Segmentation:
            batch = super().encode(texts)  # type: ignore[arg-type]
            batch.owner[batch.spaces] = -1
            return batch

    assert measured(Spaced(), ["ev su"])["lost_bits_per_character"] == 0


def test_without_decoding_the_characters_that_no_token_owns_are_lost() -> None:
    # u of "su" has no token. N = 2.
    assert measured(Cutter({"su": "su"}, lost="u"), ["su"])["lost_bits_per_character"] == pytest.approx((1 + 1 + NAME) / 2)


def test_deleting_everything_is_dearer_than_naming_it_evenly() -> None:
    class Nothing(Characters):
        def encode(self, texts: list[str]) -> Segmentation:  # type: ignore[override]
            return Segmentation(texts, np.zeros(0, np.int64), np.zeros(len(texts) + 1, np.int64), np.full(sum(map(len, texts)), -1))

    # Four different characters, each named: log2(4/1) and the name.
    assert measured(Nothing(), ["abcd"])["bits_per_character"] == pytest.approx(2 + NAME)


def test_ends_of_lines_are_charged_if_the_model_says_so() -> None:
    adapter = Characters()
    measurement = Likelihood().measure(adapter)
    half = math.log(0.5)
    measurement.add(adapter.encode(["ab", ""]), [np.array([half, half]), np.array([])], ends=np.array([half, half]))
    assert measurement.figures()[0].point == pytest.approx(2)


def test_how_lines_come_in_batches_makes_no_difference_and_lines_are_resampled() -> None:
    adapter = Lossy("ş")
    texts = [f"{'şu' * (number % 5)}bir şey {number}" for number in range(300)]
    whole = Likelihood().measure(adapter)
    parts = Likelihood().measure(adapter)
    given = [np.full(len(text), -1.0 - number % 3) for number, text in enumerate(texts)]
    whole.add(adapter.encode(texts), given)
    parts.add(adapter.encode(texts[:7]), given[:7])
    parts.add(adapter.encode(texts[7:]), given[7:])
    for one, other in zip(whole.figures(), parts.figures(), strict=True):
        assert one.statistics == pytest.approx(other.statistics)
        low, high = one.interval() or (0, 0)
        assert low < one.point < high


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([np.zeros(2)], "1 lines for 2"),
        ([np.zeros(2), np.zeros(3)], "line 2: log-probabilities of shape"),
        ([np.zeros(2), np.array([0.5, -1])], "line 2: a log-probability is above 0"),
        ([np.array([np.nan, 0]), np.zeros(2)], "line 1: a log-probability is above 0 or NaN"),
    ],
)
def test_what_are_no_log_probabilities_of_the_tokens_is_refused(given: list[np.ndarray], message: str) -> None:
    adapter = Characters()
    with pytest.raises(MorfemError, match=message):
        Likelihood().measure(adapter).add(adapter.encode(["ab", "cd"]), given)
