"""Checkpoints: what is written comes back, and what is damaged is refused with the name of the file."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from morfem import ArtifactError, MorfemError
from morfem.morpheus.architecture import Architecture
from morfem.morpheus.checkpoint import Checkpoint, read, write
from morfem.morpheus.model import BUNDLED

from .mutants import mutants

pytest.importorskip("safetensors", reason="checkpoints need safetensors: pip install 'morfem[morpheus]'")

FORM = Architecture(characters="abc", width=20, heads=2, encoder_blocks=1, detector_blocks=1)
TENSORS = {"character.weight": np.arange(14).reshape(7, 2), "up.bias": np.array([0.5, -1])}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    write(tmp_path / "network.safetensors", FORM, TENSORS, {"steps": 3})
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
    write(tmp_path / "again.safetensors", form, tensors, card, graph)
    assert same(read(tmp_path / "again.safetensors"), read(checkpoint))


def test_a_checkpoint_without_a_hash_loads_as_before() -> None:
    found = read(BUNDLED)
    assert found.architecture == Architecture(dropout=0.0)
    assert found.card["steps"] == 3600
    assert found.graph is None


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
    write(checkpoint, FORM, TENSORS, {})
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
    with pytest.raises(MorfemError, match=r"need safetensors: pip install 'morfem\[morpheus\]'"):
        read(checkpoint)
