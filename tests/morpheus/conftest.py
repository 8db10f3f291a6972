"""A small network and a small corpus of our own sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import morfem
import pytest
from morfem.morpheus.architecture import Architecture
from morfem.morpheus.checkpoint import Checkpoint, write
from morfem.morpheus.labels import Analyser, Labels

if TYPE_CHECKING:
    from morfem.morpheus.network import Network

SMALL = Architecture(width=20, heads=2, character_width=6, case_width=2, encoder_blocks=1, detector_blocks=2, dropout=0.0)
TEXTS = [
    "Evlerimizin bahçelerinde çocuklar oynuyordu.",
    "Kitapçıdan aldığım kitapları okudum ve arkadaşıma verdim.",
    "Okula giden çocuklar kitaplarını evde unutmuş.",
    "Balıkçılar balıkları denizden topladılar.",
    "Bahçedeki ağaçların yaprakları sarardı, çiçekler soldu.",
    "Arkadaşlarımla okulun bahçesinde buluştuk.",
]


@pytest.fixture
def network() -> Network:
    import torch
    from morfem.morpheus.network import Network

    torch.manual_seed(1)
    return Network(SMALL).eval()


@pytest.fixture(scope="session")
def labels() -> Labels:
    return Labels.of(TEXTS, Analyser(morfem.load("tr-mft")), held_out_share=0.2, seed=3)


@pytest.fixture
def checkpoint(network: Network, tmp_path: Path) -> Path:
    from morfem.morpheus.torch_runtime import tensors_of

    path = tmp_path / "network.safetensors"
    write(path, Checkpoint(network.architecture, tensors_of(network), {"steps": 0}))
    return path
