"""Rényi and Shannon efficiency, neighbours and overlap: by hand, by the outside tool, and by brute force."""

import math

import numpy as np
import pytest
from morfem import MorfemError
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.metrics.distribution import Distribution, renyi_shares, vocabulary_overlap
from morfem.evaluate.statistics import Figure, compare_all

from .cutter import Cutter


class Sized(Cutter):
    """A tokenizer that knows its vocabulary."""

    def __init__(self, tokens: list[str]) -> None:
        super().__init__({})
        self.vocab_size = len(tokens)  # type: ignore[assignment]
        self._tokens = tokens

    def token(self, id: int) -> str:
        return self._tokens[id]


def measured(batches: list[list[list[int]]], vocab_size: int | None = None, alpha: float = 2.5) -> dict[str, Figure]:
    """The figures of batches of lines of ids."""
    adapter = Sized([str(id) for id in range(vocab_size)]) if vocab_size else Cutter({})
    measurement = Distribution(alpha=alpha).measure(adapter)
    for lines in batches:
        indptr = np.cumsum([0, *map(len, lines)])
        ids = np.array([id for line in lines for id in line], np.int64)
        texts = ["x" * len(line) for line in lines]
        measurement.add(Segmentation(texts, ids, indptr, np.arange(len(ids))))
    return {figure.name: figure for figure in measurement.figures()}


def test_efficiency_by_hand() -> None:
    # p = 1/2, 1/4, 1/8, 1/8 of 4 ids that occur out of 16. Order 2: sum of p² = 22/64. Shannon: 1.75 bits.
    found = measured([[[0, 0, 0, 0, 1, 1], [2, 3]]], 16, alpha=2.0)
    assert found["renyi_observed"].point == pytest.approx(-math.log2(22 / 64) / 2)
    assert found["renyi_vocabulary"].point == pytest.approx(-math.log2(22 / 64) / 4)
    assert found["shannon_observed"].point == pytest.approx(1.75 / 2)
    assert found["shannon_vocabulary"].point == pytest.approx(1.75 / 4)


def test_even_use_is_efficient_and_one_id_is_nothing_to_measure() -> None:
    assert measured([[[0, 1], [2, 3]]])["renyi_observed"].point == pytest.approx(1)
    assert math.isnan(measured([[[5, 5], [5]]])["renyi_observed"].point)
    assert math.isnan(measured([])["shannon_observed"].point)
    assert math.isnan(measured([[[], []]])["distinct_neighbours"].point)


def test_a_tokenizer_without_a_known_vocabulary_has_no_figure_of_it() -> None:
    assert set(measured([[[0, 1]]])) == {"renyi_observed", "shannon_observed", "distinct_neighbours"}


@pytest.mark.parametrize("alpha", [0.5, 2.0, 2.5, 3.0])
def test_efficiency_is_that_of_tokenization_scorer(alpha: float) -> None:
    scorer = pytest.importorskip("tokenization_scorer")
    lines = ["ev ler de ev ler", "kitap lar da ev", "ev de kitap oku yor", "kedi ler ev de"]
    names = sorted({token for line in lines for token in line.split()})
    found = measured([[[names.index(token) for token in line.split()] for line in lines]], 100, alpha)
    assert found["renyi_observed"].point == pytest.approx(scorer.score(lines, metric="renyi", power=alpha))
    assert found["renyi_vocabulary"].point == pytest.approx(scorer.score(lines, metric="renyi", power=alpha, vocab=100))
    assert found["shannon_observed"].point == pytest.approx(scorer.score(lines, metric="shannon_efficiency"))


def test_shares_have_the_entropy_as_their_mean_and_go_over_into_shannons() -> None:
    counts = np.array([50, 20, 9, 3, 1, 1])
    p = counts / counts.sum()
    assert renyi_shares(counts, 2.5) @ p == pytest.approx(math.log2((p**2.5).sum()) / -1.5)
    assert renyi_shares(counts, 1 + 1e-7) == pytest.approx(renyi_shares(counts, 1), rel=1e-4)


@pytest.mark.parametrize("alpha", [0, -1, 1, math.inf, math.nan])
def test_an_order_without_an_entropy_is_refused(alpha: float) -> None:
    with pytest.raises(MorfemError, match="alpha"):
        Distribution(alpha=alpha)


def test_the_interval_is_that_of_entropies_of_resampled_lines() -> None:
    # The slow way: draw lines, count, and take the entropy. Few ids, so that the entropy of a resample is not too low.
    generator = np.random.default_rng(1)
    topics = generator.dirichlet(np.full(30, 0.3), 4)
    lines = [generator.choice(30, 25, p=topics[generator.integers(4)]).tolist() for _ in range(640)]
    counts = np.stack([np.bincount(line, minlength=30) for line in lines])
    used = (counts.sum(0) > 0).sum()
    slow = []
    for _ in range(1000):
        drawn = counts[generator.integers(0, 640, 640)].sum(0)
        slow.append(np.log2(((drawn / drawn.sum()) ** 2.5).sum()) / (1 - 2.5) / np.log2(used))
    expected = np.quantile(slow, [0.025, 0.975])
    interval = measured([lines])["renyi_observed"].interval()
    assert interval == pytest.approx(tuple(expected), abs=0.25 * (expected[1] - expected[0]))


def test_rare_ids_do_not_move_the_interval_away_from_the_figure() -> None:
    generator = np.random.default_rng(2)
    lines = [(generator.zipf(1.3, 20) % 100_000).tolist() for _ in range(300)]
    for figure in measured([lines], 100_000).values():
        low, high = figure.interval() or (figure.point, figure.point)
        assert low <= figure.point <= high


def test_a_tokenizer_that_is_more_even_on_every_line_is_found_to_be() -> None:
    generator = np.random.default_rng(3)
    even = measured([[generator.integers(0, 50, 30).tolist() for _ in range(500)]])["renyi_observed"]
    skew = measured([[(generator.integers(0, 50, 30) // 2 * generator.integers(0, 2, 30)).tolist() for _ in range(500)]])["renyi_observed"]
    found = compare_all([(even, skew)])[0]
    assert found is not None
    assert found.low > 0
    assert found.p_randomisation is not None
    assert found.p_randomisation < 0.01


def test_neighbours_by_hand() -> None:
    # 1 2 3 4: within two tokens 1 has {2, 3}, 2 {1, 3, 4}, 3 {1, 2, 4}, 4 {2, 3}; a line ends what is near.
    assert measured([[[1, 2, 3, 4], [5]]])["distinct_neighbours"].point == (2 + 3 + 3 + 2 + 0) / 5
    # 7 7 8: 7 has itself and 8, 8 has 7.
    assert measured([[[7, 7, 8]]])["distinct_neighbours"].point == (2 + 1) / 2


@pytest.mark.parametrize("seed", range(5))
def test_neighbours_by_brute_force(seed: int) -> None:
    generator = np.random.default_rng(seed)
    batches = [[generator.integers(0, 40, generator.integers(0, 9)).tolist() for _ in range(30)] for _ in range(4)]
    neighbours: dict[int, set[int]] = {}
    for line in (line for lines in batches for line in lines):
        for here, id in enumerate(line):
            near = neighbours.setdefault(id, set())
            near.update(other for there, other in enumerate(line) if there != here and abs(there - here) <= 2)
    expected = np.mean([len(near) for near in neighbours.values()])
    assert measured(batches)["distinct_neighbours"].point == pytest.approx(expected)


def test_how_lines_come_in_batches_makes_no_difference() -> None:
    lines = [np.random.default_rng(seed).integers(0, 20, 12).tolist() for seed in range(150)]
    whole, parts = measured([lines], 20), measured([lines[:1], [], lines[1:70], lines[70:]], 20)
    for name, figure in whole.items():
        assert (figure.statistics == parts[name].statistics).all()


def test_overlap_of_vocabularies_is_a_share_of_the_first() -> None:
    large, small = Sized(["ev", "ler", "de", "kitap"]), Sized(["ev", "ler", "oku"])
    overlaps = vocabulary_overlap(large, within=small), vocabulary_overlap(small, within=large)
    assert [overlap.point for overlap in overlaps if overlap] == [2 / 4, 2 / 3]
    assert vocabulary_overlap(Words(), within=Characters()) is None
