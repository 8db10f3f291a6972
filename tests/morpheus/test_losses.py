"""Every loss against its equation written out in plain Python, and its gradient against differences."""

from collections.abc import Callable
from math import exp, log

import pytest

pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")

import torch
from morfem.morpheus import losses
from torch import Tensor


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def test_layer_weights_are_the_papers() -> None:
    assert losses.layer_weights(4) == pytest.approx([0.8875, 0.925, 0.9625, 1.0])


def test_boundary_loss() -> None:
    torch.manual_seed(0)
    logits = torch.randn(4, 3, 5, dtype=torch.float64)
    labels = (torch.rand(3, 5, dtype=torch.float64) > 0.5).double()
    real = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 0, 0, 0, 0]], dtype=torch.bool)
    sure = torch.tensor([1.0, 0.5, 0.3], dtype=torch.float64)
    expected = 0.0
    for layer, weight in enumerate([0.8875, 0.925, 0.9625, 1.0]):
        for word in range(3):
            gaps = [gap for gap in range(5) if real[word, gap]]
            said = [sigmoid(float(logits[layer, word, gap])) for gap in gaps]
            true = [float(labels[word, gap]) for gap in gaps]
            entropy = sum(-4 * y * log(p) - (1 - y) * log(1 - p) for p, y in zip(said, true, strict=True)) / len(gaps)
            expected += weight * (float(sure[word]) * entropy + 0.2 * (sum(said) - sum(true)) ** 2) / 3
    assert float(losses.boundary_loss(logits, labels, real, sure)) == pytest.approx(expected)


def test_skip_gram_loss() -> None:
    torch.manual_seed(0)
    centres, contexts, negatives = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 2, 4)
    near = [-log(sigmoid(float(centres[i] @ contexts[i]))) for i in range(3)]
    far = [-log(sigmoid(-float(centres[i] @ negatives[i, j]))) for i in range(3) for j in range(2)]
    assert float(losses.skip_gram_loss(centres, contexts, negatives)) == pytest.approx(sum(near) / 3 + sum(far) / 6, rel=1e-5)


def test_skip_gram_scores_are_held_within_thirty() -> None:
    far = torch.full((1, 1), 100.0)
    assert float(losses.skip_gram_loss(far, -far, -far.unsqueeze(1))) == pytest.approx(30, rel=1e-4)


FAMILIES = [0, 0, 1, 1, 0, 2, -1, -1]


def test_contrastive_loss() -> None:
    torch.manual_seed(0)
    vectors = torch.randn(8, 4, dtype=torch.float64)
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    terms = []
    for i in range(8):
        others = [a for a in range(8) if a != i]
        positives = [a for a in others if FAMILIES[a] == FAMILIES[i] >= 0]
        below = sum(exp(float(unit[i] @ unit[a]) / 0.1) for a in others)
        if positives:
            terms.append(-sum(log(exp(float(unit[i] @ unit[p]) / 0.1) / below) for p in positives) / len(positives))
    found = losses.contrastive_loss(vectors, torch.tensor(FAMILIES))
    assert float(found) == pytest.approx(sum(terms) / len(terms))


def test_without_a_pair_the_contrastive_loss_is_nothing_and_has_no_gradient() -> None:
    vectors = torch.randn(3, 4, requires_grad=True)
    loss = losses.contrastive_loss(vectors, torch.tensor([0, 1, -1]))
    loss.backward()
    assert loss.item() == 0
    assert vectors.grad is not None
    assert not vectors.grad.any()


def test_masked_word_loss_leaves_padding_out() -> None:
    torch.manual_seed(0)
    logits, targets = torch.randn(2, 3, 5), torch.tensor([[4, 2, 3], [3, 0, 0]])
    chances = logits.softmax(-1)
    expected = [-log(float(chances[i, j, targets[i, j]])) for i in range(2) for j in range(3) if targets[i, j]]
    assert float(losses.masked_word_loss(logits, targets)) == pytest.approx(sum(expected) / 4, rel=1e-5)


def test_affix_loss() -> None:
    logits, has = torch.tensor([[2.0, -1.0], [0.0, 3.0]]), torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    expected = -log(sigmoid(2)) - log(sigmoid(1)) - log(sigmoid(0)) - log(sigmoid(3))
    assert float(losses.affix_loss(logits, has)) == pytest.approx(expected / 2, rel=1e-5)


LOSSES: dict[str, tuple[Callable[..., Tensor], tuple[int, ...]]] = {
    "boundary": (
        lambda x: losses.boundary_loss(x, torch.ones(2, 3).double(), torch.ones(2, 3, dtype=torch.bool), torch.ones(2).double()),
        (2, 2, 3),
    ),
    "skip_gram": (lambda x: losses.skip_gram_loss(x[:, 0], x[:, 1], x[:, 2:]), (3, 4, 2)),
    "contrastive": (lambda x: losses.contrastive_loss(x, torch.tensor([0, 0, 1, 1, -1])), (5, 3)),
    "masked": (lambda x: losses.masked_word_loss(x, torch.tensor([[1, 0], [2, 3]])), (2, 2, 4)),
    "affix": (lambda x: losses.affix_loss(x, torch.eye(3).double()), (3, 3)),
}


@pytest.mark.parametrize("name", LOSSES)
def test_gradients_are_those_of_the_functions(name: str) -> None:
    torch.manual_seed(0)
    loss, shape = LOSSES[name]
    assert torch.autograd.gradcheck(loss, (torch.randn(shape, dtype=torch.float64, requires_grad=True),))
