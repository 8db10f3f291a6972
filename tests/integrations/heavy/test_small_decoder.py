"""The small decoder of experiments/neural: it sees only what came before, continues where it stopped, and stops when it diverges."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.scripts import script

torch = pytest.importorskip("torch")

FOLDER = Path(__file__).parents[3] / "experiments" / "neural"
CONFIGURATION = """bytes = 4000
operations = 1e9
measured_lines = 4
seed = 0
bfloat16 = false
batch = 2
rate = 1e-2
least_rate = 1e-3
warm_up = 0.1
weight_decay = 0.1
betas = [0.9, 0.95]
save_every = 2

[shape]
width = 16
layers = 2
heads = 2
inner = 32
context = 16
"""
LINES = ["Evlerde kitaplar vardı.", "Kitapları okuduk ve evlere gittik.", "Okullarda çocuklar oynuyordu."] * 20


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """The script with a tiny configuration and own sentences."""
    (tmp_path / "configurations").mkdir()
    (tmp_path / "configurations" / "tiny.toml").write_text(CONFIGURATION, encoding="utf-8")
    with script("experiments/neural/train.py") as module:
        monkeypatch.setattr(module, "HERE", tmp_path)
        monkeypatch.setattr(module, "CACHE", tmp_path)
        monkeypatch.setattr(module, "training_text", lambda *_: LINES)
        monkeypatch.setattr(module, "development_sample", lambda _: LINES[:4])
        yield module


def asked(steps: int) -> argparse.Namespace:
    """The arguments of a run."""
    run = {"configuration": "tiny", "tokenizer": "tr-mft", "language": "tr", "budget": "text"}
    return argparse.Namespace(**run, steps=steps, batch=None, seed=None, device="cpu")


def weights(run: Any) -> Any:
    """All weights of a run as one vector."""
    return torch.cat([parameter.detach().flatten() for parameter in run.model.parameters()])


def test_a_later_token_has_no_influence_on_an_earlier_prediction(train: ModuleType) -> None:
    model = train.Run(asked(1)).model
    ids = torch.tensor([[5, 300, 40, 7], [5, 300, 41, 9]])
    logits = model(ids)
    assert torch.allclose(logits[0, :2], logits[1, :2], atol=1e-6)
    assert not torch.allclose(logits[0, 2], logits[1, 2], atol=1e-6)


def test_the_loss_in_parts_has_the_value_and_the_gradients_of_the_loss_at_once(train: ModuleType) -> None:
    torch.manual_seed(0)
    hidden, embedding = torch.randn(600, 8, requires_grad=True), torch.randn(50, 8, requires_grad=True)
    targets = torch.randint(0, 50, (600,))
    expected = torch.nn.functional.cross_entropy(hidden @ embedding.T, targets)
    loss = train.CrossEntropy.apply(hidden, embedding, targets)
    assert torch.allclose(loss, expected, atol=1e-5)
    for wanted, found in zip(
        torch.autograd.grad(3 * expected, (hidden, embedding)), torch.autograd.grad(3 * loss, (hidden, embedding)), strict=True
    ):
        assert torch.allclose(found, wanted, atol=1e-6)


def test_positions_matter(train: ModuleType) -> None:
    model = train.Run(asked(1)).model
    first, second = model(torch.tensor([[5, 300, 40], [300, 5, 40]]))[:, -1]
    assert not torch.allclose(first, second, atol=1e-6)


def test_an_interrupted_run_continues_to_the_same_weights(train: ModuleType) -> None:
    whole = train.Run(asked(4))
    whole.train()
    whole.checkpoint.unlink()
    half = train.Run(asked(2))
    half.train()
    rest = train.Run(asked(4))
    rest.resume()
    assert rest.step == 2
    rest.train()
    assert torch.equal(weights(whole), weights(rest))


def test_a_loss_that_is_not_finite_stops_the_run_and_leaves_the_last_checkpoint(train: ModuleType) -> None:
    run = train.Run(asked(4))
    run.steps = 2
    run.train()
    run.steps = 4
    with torch.no_grad():
        run.model.embedding.weight.fill_(float("nan"))
    with pytest.raises(SystemExit, match="the loss is nan at step 3; the last checkpoint is"):
        run.train()
    again = train.Run(asked(4))
    again.resume()
    assert again.step == 2
    assert torch.isfinite(weights(again)).all()


def test_measuring_gives_bits_per_character_with_an_interval(train: ModuleType) -> None:
    run = train.Run(asked(4))
    run.train()
    found = run.measure()
    assert 0 < found["low"] <= found["bits_per_character"] <= found["high"]
    assert found["measured_lines"] == 4


def test_the_budget_of_operations_gives_fewer_steps_to_a_larger_vocabulary(train: ModuleType) -> None:
    small = asked(0)
    small.budget = "operations"
    large = argparse.Namespace(**{**vars(small), "tokenizer": "tr-mft-64k"})
    assert train.Run(large).schedule < train.Run(small).schedule


def test_a_text_of_less_than_one_step_is_refused(train: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "training_text", lambda *_: ["ev"])
    with pytest.raises(SystemExit, match="2 tokens are fewer than one step of 32"):
        train.Run(asked(4))


@pytest.mark.parametrize(("name", "body"), [("small", 1.8e6), ("morpheus-58m", 32e6), ("thunder-360m", 176e6), ("thunder-1.5b", 1.07e9)])
def test_the_configurations_have_the_sizes_that_they_state(name: str, body: float) -> None:
    tomllib = pytest.importorskip("tomllib")
    shape = tomllib.loads((FOLDER / "configurations" / f"{name}.toml").read_text("utf-8"))["shape"]
    with script("experiments/neural/model.py") as model, torch.device("meta"):
        assert model.Decoder(model.Shape(**shape), 1000).body == pytest.approx(body, rel=0.03)
