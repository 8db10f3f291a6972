"""Training: it learns, it goes on as if it had not stopped, and what breaks it is named."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")

import torch
from morfem import TrainingError
from morfem.morpheus import load
from morfem.morpheus.checkpoint import read
from morfem.morpheus.labels import Labels
from morfem.morpheus.training import Settings, Trainer

from .conftest import SMALL

QUICK = Settings(steps=8, words=12, text_words=32, warm_up=2, contexts=20, judge_every=4, grow_at=0.5, rate=3e-3, architecture=SMALL)


def parameters(trainer: Trainer) -> torch.Tensor:
    modules = (trainer.network, trainer.averaged, trainer.heads)
    return torch.cat([each.detach().flatten() for module in modules for each in module.parameters()])


def test_every_loss_falls(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, replace(QUICK, steps=60, grow_at=0.0), tmp_path)
    rows: list[dict[str, float]] = [trainer.advance() for _ in range(60)]
    for name in ("boundary", "contrastive", "affix", "masked"):
        values = [row[name] for row in rows if name in row]
        assert np.mean(values[-4:]) < np.mean(values[:4]), name
    assert all("skip_gram" in row for row in rows[::3])


@pytest.mark.parametrize("dropout", [0.0, 0.2])
def test_a_stopped_training_goes_on_to_the_same_result(labels: Labels, tmp_path: Path, dropout: float) -> None:
    settings = replace(QUICK, architecture=replace(SMALL, dropout=dropout))
    whole = Trainer(labels, settings, tmp_path / "whole")
    for _ in range(8):
        whole.advance()
    first = Trainer(labels, settings, tmp_path / "parts")
    for _ in range(3):
        first.advance()
    first.save()
    second = Trainer(labels, settings, tmp_path / "parts")
    assert second.resume()
    for _ in range(5):
        second.advance()
    assert torch.equal(parameters(second), parameters(whole))
    np.testing.assert_array_equal(second.met, whole.met)


def test_a_run_writes_a_log_a_state_and_a_network(labels: Labels, tmp_path: Path) -> None:
    result = Trainer(labels, QUICK, tmp_path).run(progress=False)
    assert 0 <= result["f1"] <= 1
    with (tmp_path / "log.csv").open() as stream:
        assert [row["step"] for row in csv.DictReader(stream)] == ["4", "8"]
    card = read(tmp_path / "best.safetensors").card
    assert card["steps"] == 8
    assert 0 < card["distinct_words_met"] <= card["distinct_words"] - card["held_out_words"]
    assert load(tmp_path / "best.safetensors", runtime="torch").embed(["evde"]).shape == (1, 20)


def test_a_budget_ends_a_training(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, replace(QUICK, steps=None, budget=0.02), tmp_path)
    trainer.run(progress=False)
    assert trainer.done == 1
    assert trainer.step > 0


def test_held_out_words_are_never_trained_on(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, QUICK, tmp_path)
    for _ in range(8):
        trainer.advance()
    assert not trainer.met[labels.held_out].any()


def test_grown_blocks_begin_as_copies(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, QUICK, tmp_path)
    assert trainer.network.depth == 1
    trainer._grow()
    assert trainer.network.depth == 2
    first, second = trainer.network.detector[0].state_dict(), trainer.network.detector[1].state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_a_loss_that_is_no_number_stops_the_training_and_keeps_the_state(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, QUICK, tmp_path)
    trainer.advance()
    trainer.save()
    before = (tmp_path / "state.pt").read_bytes()
    with torch.no_grad():
        trainer.heads.get_parameter("affixes.weight")[0, 0] = torch.nan
    with pytest.raises(TrainingError, match=r"step 1: the loss 'affix' is nan; the last good checkpoint is kept in"):
        trainer.advance()
    assert (tmp_path / "state.pt").read_bytes() == before


def test_a_training_of_other_settings_or_words_is_not_continued(labels: Labels, tmp_path: Path) -> None:
    trainer = Trainer(labels, QUICK, tmp_path)
    trainer.save()
    with pytest.raises(TrainingError, match="other rate"):
        Trainer(labels, replace(QUICK, rate=1e-4), tmp_path).resume()
    assert Trainer(labels, replace(QUICK, steps=9), tmp_path).resume()
    (tmp_path / "state.pt").write_bytes(b"PK")
    with pytest.raises(TrainingError, match="damaged"):
        trainer.resume()


def test_steps_or_a_budget_are_asked_for(labels: Labels, tmp_path: Path) -> None:
    for settings in (Settings(), Settings(steps=1, budget=1)):
        with pytest.raises(TrainingError, match="steps or budget"):
            Trainer(labels, settings, tmp_path)
