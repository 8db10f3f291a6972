"""The network: its size, what padding does to it, and the dynamic program against all segmentations."""

from itertools import product

import numpy as np
import pytest

pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")

import torch
from morfem.morpheus.alphabet import FULL, LONGEST, PAPER, Alphabet
from morfem.morpheus.architecture import Architecture
from morfem.morpheus.network import Network, memberships, rotated

from .conftest import SMALL

WORDS = ["ev", "evler", "evlerimizde", "a", "İstanbul'a", "q", "çiçeğin"]


def test_the_network_has_the_papers_7_44_million_parameters() -> None:
    ours = sum(each.numel() for each in Network().parameters())
    paper = sum(each.numel() for each in Network(Architecture(characters=PAPER)).parameters())
    assert (paper, ours) == (7_447_013, 7_447_589)
    assert ours - paper == 96 * len("qwxâîû")


def test_every_character_has_a_place_and_unknown_ones_too() -> None:
    ids, cases = Alphabet(FULL).encoded(["Qx→İ"])
    assert cases.tolist() == [[0, 1, 0, 0, 1, 0]]
    assert ids[0, 3] == 1
    assert (ids[0, [1, 2, 4]] > 3).all()
    assert Alphabet(PAPER, unknown_pads=True).encoded(["qa"])[0][0, 1] == 0


@pytest.mark.parametrize("segments", [12, 3, 2])
def test_memberships_are_those_of_all_segmentations(segments: int) -> None:
    chances = np.random.default_rng(segments).random((4, 6))
    expected = np.zeros((4, 7, segments))
    for cuts in product([0, 1], repeat=6):
        likely = np.prod(np.where(cuts, chances, 1 - chances), axis=1)
        before = np.minimum(np.cumsum([0, *cuts]), segments - 1)
        expected[:, np.arange(7), before] += likely[:, None]
    np.testing.assert_allclose(memberships(torch.from_numpy(chances), segments).numpy(), expected, atol=1e-12)


def test_certain_boundaries_give_the_segments_themselves() -> None:
    member = memberships(torch.tensor([[0.0, 1.0, 0.0, 0.0, 1.0]]), 4)
    assert member.argmax(-1).tolist() == [[0, 0, 1, 1, 1, 2]]
    assert ((member == 0) | (member == 1)).all()


def test_the_gradient_of_the_memberships_is_right() -> None:
    chances = torch.rand(2, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda p: memberships(p, 4), (chances,))


def test_rotation_keeps_lengths_and_makes_products_depend_on_distance() -> None:
    angle = torch.arange(9.0).unsqueeze(1) * 10000.0 ** (-torch.arange(0, 8, 2) / 8)
    query, key = (rotated(torch.randn(8).expand(1, 1, 9, 8), (angle.cos(), angle.sin()))[0, 0] for _ in range(2))
    products = query @ key.T
    torch.testing.assert_close(query.norm(dim=-1), query[0].norm().expand(9))
    torch.testing.assert_close(products[:-1, :-1], products[1:, 1:])


@pytest.mark.parametrize("form", [SMALL, Architecture(**{**vars(SMALL), "weighted_pooling": False, "residual": False})])
def test_a_words_result_does_not_depend_on_its_company(form: Architecture) -> None:
    network = Network(form).eval()
    alphabet = Alphabet(form.characters)
    logits, vectors = network(*map(torch.from_numpy, alphabet.encoded(WORDS)))
    for row, word in enumerate(WORDS):
        alone, vector = network(*map(torch.from_numpy, alphabet.encoded([word])))
        torch.testing.assert_close(logits[-1, row, : len(word) + 1], alone[-1, 0], atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(vectors[row], vector[0], atol=1e-5, rtol=1e-5)


def test_the_mean_over_segments_is_weighted_by_their_mass(network: Network) -> None:
    torch.manual_seed(0)
    states, logits = torch.randn(3, 8, 20), torch.randn(3, 7)
    real = torch.ones(3, 8, dtype=torch.bool)
    member = memberships(torch.sigmoid(logits), 12)
    energy = network.attention(states).squeeze(-1)
    for row in range(3):
        mean = torch.zeros(20)
        for segment in range(8):  # eight characters have no more
            weight = member[row, :, segment] * energy[row].exp()
            mean += member[row, :, segment].sum() / 8 * (weight / weight.sum()) @ states[row]
        expected = network.normed(mean + network.down(torch.nn.functional.gelu(network.up(mean))))
        torch.testing.assert_close(network.vectors(states, logits, real)[row], expected, atol=1e-5, rtol=1e-4)


def test_gradients_of_the_vector_reach_the_boundary_detector(network: Network) -> None:
    _, vectors = network(*map(torch.from_numpy, Alphabet().encoded(WORDS)))
    vectors.square().mul(torch.randn_like(vectors)).sum().backward()
    for name in ("scorers.1.hidden.weight", "detector.0.joint.weight", "character.weight"):
        parameter = network.get_parameter(name)
        assert parameter.grad is not None
        assert parameter.grad.abs().sum() > 0


def test_the_longest_word_fits() -> None:
    ids, cases = Alphabet().encoded(["a" * LONGEST])
    assert ids.shape == (1, 32)
    logits, vectors = Network(SMALL).eval()(torch.from_numpy(ids), torch.from_numpy(cases), deep=True)
    assert logits.shape == (2, 1, 31)
    assert vectors.shape == (1, 20)
