"""Checkpoints: what is written comes back, and what is damaged is refused with the name of the file."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from morfem import ArtifactError, MorfemError
from morfem.morpheus.architecture import Architecture
from morfem.morpheus.checkpoint import Checkpoint, read, write, write_packed
from morfem.morpheus.model import BUNDLED

from .mutants import mutants

pytest.importorskip("safetensors", reason="checkpoints need safetensors: pip install 'morfem[morpheus]'")

FORM = Architecture(characters="abc", width=20, heads=2, encoder_blocks=1, detector_blocks=1)
TENSORS = {"character.weight": np.arange(14, dtype=np.float32).reshape(7, 2), "up.bias": np.array([0.5, -1], np.float32)}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    write(tmp_path / "network.safetensors", Checkpoint(FORM, TENSORS, {"steps": 3}))
    return tmp_path / "network.safetensors"


def same(one: Checkpoint, two: Checkpoint) -> bool:
    return (one.architecture, one.card, one.graph, one.tensors.keys()) == (
        two.architecture,
        two.card,
        two.graph,
        two.tensors.keys(),
    ) and all(np.array_equal(one.tensors[name], two.tensors[name]) for name in one.tensors)


def test_a_file_comes_back_as_it_was_written(checkpoint: Path, tmp_path: Path) -> None:
    form, tensors, card, graph = read(checkpoint)
    assert (form, card, graph) == (FORM, {"steps": 3}, None)
    assert {name: value.tolist() for name, value in tensors.items()} == {name: value.tolist() for name, value in TENSORS.items()}
    write(tmp_path / "again.safetensors", read(checkpoint))
    assert same(read(tmp_path / "again.safetensors"), read(checkpoint))


def test_the_bundled_network_has_its_card() -> None:
    found = read(BUNDLED)
    assert found.architecture == Architecture(dropout=0.0)
    assert found.card["steps"] == 3600
    assert found.graph is None


def test_a_checkpoint_without_a_hash_is_refused(checkpoint: Path) -> None:
    import safetensors.numpy

    with safetensors.safe_open(checkpoint, "numpy") as file:
        about = {name: value for name, value in file.metadata().items() if name != "sha256"}
    checkpoint.write_bytes(safetensors.numpy.save(safetensors.numpy.load_file(checkpoint), metadata=about))
    with pytest.raises(ArtifactError, match="its hash does not match"):
        read(checkpoint)


def test_a_packed_weight_is_within_half_a_step(tmp_path: Path) -> None:
    weights = np.random.default_rng(0).normal(size=(7, 3, 5)).astype(np.float32)
    weights[2] = 0
    tensors = {"character.weight": weights[:, 0], "up.weight": weights, "up.bias": np.array([0.5, -1], np.float32)}
    place = tmp_path / "packed.safetensors"
    write_packed(place, Checkpoint(FORM, tensors, {"steps": 3}, "graph"))
    found = read(place)
    assert (found.architecture, found.card, found.graph, found.tensors.keys()) == (FORM, {"steps": 3}, "graph", tensors.keys())
    assert np.array_equal(found.tensors["up.bias"], tensors["up.bias"])
    most = np.abs(weights).max((1, 2), keepdims=True)
    assert (np.abs(found.tensors["up.weight"] - weights) <= most / 511 / 2 * 1.0001).all()
    assert found.tensors["up.weight"].dtype == np.float32


def test_a_packed_network_lacks_what_only_training_uses_and_gives_the_same(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from morfem.morpheus.network import Network
    from morfem.morpheus.torch_runtime import TorchRuntime, tensors_of

    form = replace(FORM, detector_blocks=3)
    tensors = tensors_of(Network(form))
    for name, change in (("whole", {}), ("other", {"scorers.0.": 1.0})):
        changed = {key: value + sum(add for start, add in change.items() if key.startswith(start)) for key, value in tensors.items()}
        write_packed(tmp_path / name, Checkpoint(form, changed, {}, None))
    assert same(read(tmp_path / "whole"), read(tmp_path / "other"))
    found = read(tmp_path / "whole")
    assert {name.split(".")[1] for name in found.tensors if name.startswith("scorers.")} == {"2"}
    ids, cases = np.array([[1, 5, 6, 2]]), np.zeros((1, 4), np.int64)
    packed = TorchRuntime("packed", found)(ids, cases)
    whole = TorchRuntime("whole", found._replace(tensors={**tensors, **found.tensors}))(ids, cases)
    assert all(torch.equal(torch.from_numpy(one), torch.from_numpy(other)) for one, other in zip(packed, whole, strict=True))


def test_every_damaged_checkpoint_is_refused_with_its_name(checkpoint: Path) -> None:
    """Or holds what it held: a change of the white space of the header, for example."""
    whole, content = read(checkpoint), checkpoint.read_bytes()
    said = []
    for mutant in mutants(content, 1500):
        checkpoint.write_bytes(mutant)
        try:
            assert same(read(checkpoint), whole)
        except ArtifactError as error:
            said.append(str(error))
    assert len(said) > 1200
    assert all(str(checkpoint) in each for each in said)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 0}, "width 0"),
        ({"width": True}, "width True"),
        ({"width": 10**9}, "width 1000000000"),
        ({"heads": 7}, "do not fit together"),
        ({"convolutions": []}, r"convolutions \[\]"),
        ({"convolutions": 5}, "convolutions 5"),
        ({"dropout": 2.0}, "dropout 2.0"),
        ({"characters": "aab"}, "do not fit together"),
        ({"characters": "ab"}, "2 characters, but 3 have weights"),
        ({"encoder_blocks": 9}, "more blocks than the file has tensors"),
        ({"colour": 1}, "newer morfem: it has colour"),
    ],
)
def test_an_architecture_that_cannot_be_is_refused(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, object], message: str
) -> None:
    form = json.loads(json.dumps(vars(FORM))) | change
    monkeypatch.setattr("morfem.morpheus.checkpoint.asdict", lambda _: form)
    write(checkpoint, Checkpoint(FORM, TENSORS, {}))
    with pytest.raises(ArtifactError, match=message):
        read(checkpoint)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    header = json.dumps({"__metadata__": {"format": "pt"}}).encode()
    other = tmp_path / "other.safetensors"
    other.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(ArtifactError, match=r"other\.safetensors: format 'pt', not .*: not a network of Morpheus"):
        read(other)
    for content in (b"", b"abc", b"\xff" * 100):
        other.write_bytes(content)
        with pytest.raises(ArtifactError, match=r"other\.safetensors: is not a readable safetensors file"):
            read(other)
    with pytest.raises(ArtifactError, match="is not a file"):
        read(tmp_path)
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "missing.safetensors")


def test_without_safetensors_the_extra_is_named(checkpoint: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    with pytest.raises(MorfemError, match=r"needs safetensors>=0.5, .*: pip install 'morfem\[morpheus\]'"):
        read(checkpoint)
