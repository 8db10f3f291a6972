"""`morfem train morpheus` from texts to a tokenizer: labels, network, its answers, linear model, vocabulary."""

from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import MorfemError, Tokenizer, TrainingError
from morfem.morpheus.boundaries import asked
from numpy.typing import NDArray

from tests.conftest import Endings, sentences, training_texts

from .test_training import OPTIONS, segments


class Counting(Endings):
    """Knows how many words it has been asked about."""

    number = 0

    def boundaries(self, words: list[str], /) -> list[NDArray[np.float32]]:
        """As `Endings`."""
        self.number += len(words)
        return super().boundaries(words)


def test_kept_probabilities_are_not_asked_for_again(tmp_path: Path) -> None:
    network, kept = Counting(), tmp_path / "folder" / "probabilities.npz"
    first = asked(network, ["evde", "evler"], kept=kept, of="one")
    assert network.number == 2
    again = asked(network, ["evde", "evler", "yollar"], kept=kept, of="one")
    assert network.number == 3
    np.testing.assert_array_equal(again[: len(first)], first)
    with pytest.raises(TrainingError, match="another network"):
        asked(network, ["evde"], kept=kept, of="two")


@pytest.mark.parametrize("options", [{"work": None}, {"network": "some.safetensors"}])
def test_a_budget_wants_a_folder_and_no_network(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="a budget trains a new network"):
        morfem.train.morpheus(sentences("tr"), **{**OPTIONS, "budget": 0.1, "work": tmp_path, **options})


def test_counts_of_words_train_no_network(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")
    with pytest.raises(MorfemError, match="counts is not running text"):
        morfem.train.morpheus({"evler": 3}, **{**OPTIONS, "budget": 0.1, "work": tmp_path})


def test_all_of_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the network needs PyTorch: pip install 'morfem[morpheus-train]'")

    def trained() -> Tokenizer:
        tokenizer: morfem.Tokenizer = morfem.train.morpheus(training_texts(), **{**OPTIONS, "budget": 0.05, "work": tmp_path, "threads": 1})
        return tokenizer

    tokenizer = trained()
    assert {"labels.npz", "state.pt", "best.safetensors", "log.csv", "probabilities.npz"} <= {path.name for path in tmp_path.iterdir()}
    assert "".join(segments(tokenizer, "kitaplarda")) == "kitaplarda"
    before = (tmp_path / "best.safetensors").read_bytes()
    assert trained().files() == tokenizer.files()
    assert (tmp_path / "best.safetensors").read_bytes() == before
    from_network = morfem.train.morpheus(training_texts(), **{**OPTIONS, "network": tmp_path / "best.safetensors"})
    assert from_network.files() == tokenizer.files()
