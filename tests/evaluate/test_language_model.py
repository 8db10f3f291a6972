"""The metric of the n-gram model: which lines train, choose and are measured, and what it charges."""

from pathlib import Path

import numpy as np
import pytest
from morfem import MorfemError
from morfem.adapters import wrap
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate import Report, evaluate
from morfem.evaluate.metrics.language_model import LanguageModel
from morfem.evaluate.ngram import Lines, log_probabilities
from morfem.evaluate.suite import Data, Suite

TEXTS = [f"bir ev{'ler' * (number % 3)} ve {number % 7} kapı" for number in range(95)]


class Lossy(Characters):
    """Characters, all of which come back as small letters."""

    def decode(self, batch: object) -> list[str]:
        return [text.lower() for text in super().decode(batch)]  # type: ignore[arg-type]


def measured(adapter: Characters | Words, texts: list[str], batch: int = 1000) -> dict[str, float]:
    """The figures, from batches of this size."""
    measurement = LanguageModel().measure(adapter)
    for first in range(0, len(texts), batch):
        measurement.add(adapter.encode(texts[first : first + batch]))
    return {figure.name: figure.point for figure in measurement.figures()}


def test_eight_of_ten_lines_train_the_ninth_chooses_and_the_tenth_is_measured() -> None:
    adapter = Characters()
    parts = [[text for number, text in enumerate(TEXTS) if number % 10 in places] for places in (range(8), [8], [9])]
    training, choosing, asked = (Lines(found.ids, found.indptr) for found in map(adapter.encode, parts))
    bits = {}
    orders = range(2, 11)
    for (order, choice), (_, found) in zip(
        log_probabilities(training, choosing, 0x110000, orders), log_probabilities(training, asked, 0x110000, orders), strict=True
    ):
        bits[order] = (-choice.sum(), -found.sum() / np.log(2) / sum(map(len, parts[2])))
    order, (_, expected) = min(bits.items(), key=lambda item: item[1][0])
    assert measured(adapter, TEXTS) == {"bits_per_character": pytest.approx(expected), "lost_bits_per_character": 0, "order": order}


def test_how_lines_come_in_batches_makes_no_difference() -> None:
    assert measured(Characters(), TEXTS, 7) == pytest.approx(measured(Characters(), TEXTS))


def test_lost_characters_are_charged() -> None:
    texts = [text.replace("k", "K") for text in TEXTS]
    found = measured(Lossy(), texts)
    assert found["lost_bits_per_character"] > 0.1
    exact = measured(Characters(), texts)
    assert found["bits_per_character"] == pytest.approx(exact["bits_per_character"] + found["lost_bits_per_character"])


def test_a_tokenizer_without_a_finite_vocabulary_has_no_figures() -> None:
    assert measured(Words(), TEXTS) == {}


def test_short_lines_limit_the_orders() -> None:
    assert measured(Characters(), ["a", "b"] * 10)["order"] <= 3


@pytest.mark.parametrize(("texts", "message"), [(["a"] * 9, "9 lines; it needs at least 10"), ([""] * 20, "have no characters")])
def test_a_text_that_is_too_small_is_refused(texts: list[str], message: str) -> None:
    with pytest.raises(MorfemError, match=message):
        measured(Characters(), texts)


def test_a_suite_measures_it(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(TEXTS), encoding="utf-8")
    suite = Suite("own", "", (Data("lines", str(path), {"language_model": {}}),))
    report: Report = evaluate(["tr-mft", "ko-thunder"], suite, resamples=20)
    found = {score.tokenizer: score for score in report.scores if score.metric == "language_model.bits_per_character"}
    assert set(found) == {"tr-mft", "ko-thunder", "characters"}
    assert all((score.low or 9) < score.value < (score.high or 0) and score.n == 9 for score in found.values())


def test_a_report_says_for_which_tokenizer_there_are_no_figures(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(TEXTS), encoding="utf-8")
    suite = Suite("own", "", (Data("lines", str(path), {"language_model": {}}),))
    report = evaluate([wrap(str.split, "spaces")], suite, resamples=20)
    assert report.skipped == ["lines: language_model of spaces cannot be measured: the number of its ids is not known"]
