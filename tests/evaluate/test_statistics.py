"""Intervals and tests: the same as scipy's up to chance, paired, and repeatable."""

import numpy as np
import pytest
from morfem.evaluate.metrics.plausibility import correlation
from morfem.evaluate.statistics import MOST_ITEMS, SWAPS, Figure, Items, compare_all, constant, folded, holm, ratio, share

RESAMPLES = 10_000


def lines(seed: int = 1, count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Tokens and words of lines."""
    generator = np.random.default_rng(seed)
    words = generator.integers(1, 30, count)
    return words + generator.poisson(0.5 * words), words


def test_the_interval_is_scipys_up_to_chance() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    tokens, words = lines()
    expected = scipy_stats.bootstrap(
        (tokens, words),
        lambda tokens, words, axis: tokens.sum(axis) / words.sum(axis),
        paired=True,
        method="percentile",
        n_resamples=RESAMPLES,
        random_state=np.random.default_rng(2),
    ).confidence_interval
    interval = ratio("fertility", tokens, words, len(tokens), "line").interval(RESAMPLES)
    # A quantile of 10,000 draws has a standard error of .7 % of the interval's width.
    assert interval == pytest.approx((expected.low, expected.high), abs=0.04 * (expected.high - expected.low))


@pytest.mark.parametrize("shift", [0.0, 0.2, 0.6])
def test_the_randomisation_test_is_scipys_up_to_chance(shift: float) -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    generator = np.random.default_rng(3)
    first = generator.normal(size=40)
    second = first + generator.normal(size=40) + shift
    expected = scipy_stats.permutation_test(
        (first, second),
        lambda first, second, axis: first.mean(axis) - second.mean(axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        random_state=np.random.default_rng(4),
    ).pvalue
    ones = np.ones(40)
    found = compare_all([(ratio("x", first, ones, 40, "line"), ratio("x", second, ones, 40, "line"))], RESAMPLES)[0]
    assert found is not None
    assert found.p_randomisation == pytest.approx(expected, abs=0.025)
    assert found.p_bootstrap == pytest.approx(expected, abs=0.06)


def test_the_correlation_is_scipys() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    x, y = np.random.default_rng(5).normal(size=(2, 30))
    figure = Figure("r", np.stack([np.ones(30), x, y, x * y, x * x, y * y], 1), correlation, 30, "word")
    assert figure.point == pytest.approx(scipy_stats.pearsonr(x, y).statistic)


def test_an_exact_randomisation_by_hand() -> None:
    # The first wins on each of three lines by as much. Of the 8 ways to swap, all and none give a difference as large.
    found = compare_all([(share("x", [1, 1, 1], "word"), share("x", [0, 0, 0], "word"))], RESAMPLES)[0]
    assert found is not None
    assert found.difference == 1
    assert found.p_randomisation == pytest.approx(2 / 8, abs=0.02)


def test_a_difference_that_is_the_same_on_every_line_has_no_spread() -> None:
    # Both are resampled with the same lines: this is what paired means. Apart, their intervals overlap.
    tokens, words = lines()
    more, fewer = ratio("fertility", tokens + words, words, 60, "line"), ratio("fertility", tokens, words, 60, "line")
    found = compare_all([(more, fewer)])[0]
    assert found is not None
    assert [found.low, found.high] == pytest.approx([1, 1])
    assert found.p_bootstrap == pytest.approx(2 / 1001)
    assert found.p_randomisation is not None
    assert found.p_randomisation < 0.01
    low, high = fewer.interval() or (0, 0)
    assert high - low > 0.05


def test_a_tokenizer_does_not_differ_from_itself() -> None:
    tokens, words = lines()
    figure = ratio("fertility", tokens, words, 60, "line")
    found = compare_all([(figure, ratio("fertility", tokens, words, 60, "line"))])[0]
    assert found is not None
    assert (found.difference, found.low, found.high, found.p_bootstrap, found.p_randomisation) == (0, 0, 0, 1, 1)


def test_the_seed_decides() -> None:
    tokens, words = lines()
    first, again = (ratio("fertility", tokens, words, 60, "line") for _ in range(2))
    assert (first.resampled(100, 7) == again.resampled(100, 7)).all()
    assert (first.resampled(100, 7) != first.resampled(100, 8)).any()
    assert (first.resampled(200, 7)[:100] == first.resampled(100, 7)).all()


def test_few_lines_have_a_known_distribution_of_resamples() -> None:
    # Two lines with 0 and 1: a resample has both of one, or one of each, with 1/4, 1/2, 1/4.
    values, counts = np.unique(share("x", [0, 1], "word").resampled(RESAMPLES), return_counts=True)
    assert values.tolist() == [0, 0.5, 1]
    assert (counts / RESAMPLES).tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_what_cannot_be_resampled_has_no_interval() -> None:
    assert constant("vocabulary_used", 0.5, 100, "line").interval() is None
    assert share("x", [1], "word").interval() is None
    assert share("x", [], "word").interval() is None
    assert np.isnan(share("x", [], "word").point)
    assert compare_all([(share("x", [1, 0], "word"), share("x", [1, 0, 1], "word"))])[0] is None
    assert compare_all([(constant("x", 1, 9, "line"), constant("x", 2, 9, "line"))])[0] is None
    assert (
        compare_all([(ratio("x", [1, 2], [1, 1], 2, "line"), ratio("x", [1, 3], [1, 1], 3, "line"))])[0] is None
    )  # other items, as many rows


def test_the_observed_difference_is_one_of_the_draws() -> None:
    """So no p-value is 0, even where no drawn difference is as large (Phipson and Smyth 2010)."""
    found = compare_all([(share("x", [1] * 60, "word"), share("x", [0] * 60, "word"))], 100)[0]
    assert found is not None
    assert found.p_randomisation == 1 / (SWAPS * 100 + 1)
    assert found.p_bootstrap == 2 / 101


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),  # 3 x .01; 2 x .03; then .04 may not fall below
        ([0.2, 0.001], [0.2, 0.002]),
        ([0.6, 0.7], [1.0, 1.0]),
        ([0.05], [0.05]),
        ([], []),
    ],
)
def test_holm_by_hand(p_values: list[float], corrected: list[float]) -> None:
    assert holm(p_values) == pytest.approx(corrected)


@pytest.mark.parametrize("count", [1, 5, MOST_ITEMS, 4 * MOST_ITEMS + 1, 11 * MOST_ITEMS + 3])
def test_how_lines_come_in_batches_makes_no_difference(count: int) -> None:
    rows = np.random.default_rng(6).integers(0, 100, (count, 2)).astype(float)
    whole, batches = Items(2), Items(2)
    whole.add(rows)
    generator = np.random.default_rng(7)
    at = 0
    while at < count:
        step = int(generator.integers(0, 3000))
        batches.add(rows[at : at + step])
        at += step
    assert batches.n == whole.n == count
    assert (batches.rows == whole.rows).all()
    assert len(batches.rows) <= MOST_ITEMS
    assert (folded(rows).sum(0) == rows.sum(0)).all()
    assert (batches.rows.sum(0) == rows.sum(0)).all()


def test_folding_lines_leaves_the_interval_as_it_is() -> None:
    # Sums of neighbours are resampled in their place: with independent lines the spread stays the same.
    tokens, words = lines(8, 4 * MOST_ITEMS)
    low, high = ratio("fertility", tokens, words, len(tokens), "line").interval() or (0, 0)
    r = tokens.sum() / words.sum()
    standard_error = np.sqrt(((tokens - r * words) ** 2).sum()) / words.sum()
    assert high - low == pytest.approx(2 * 1.96 * standard_error, rel=0.1)
