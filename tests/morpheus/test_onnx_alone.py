"""The bundled network in ONNX Runtime alone, where PyTorch is not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from morfem import ArtifactError, MorfemError
from morfem.morpheus import load
from morfem.morpheus.model import BUNDLED

from .mutants import mutants

pytest.importorskip("onnxruntime", reason="the network needs ONNX Runtime: pip install 'morfem[morpheus]'")
pytest.importorskip("safetensors", reason="checkpoints need safetensors: pip install 'morfem[morpheus]'")

SERVED = """
import sys
for name in ("torch", "onnx", "onnxscript", "morfessor"):
    sys.modules[name] = None
import numpy as np
import morfem.morpheus
model = morfem.morpheus.load()
word = "kitaplarımızdan"
assert len(model.boundaries([word])[0]) == len(word) - 1
assert model.segment([word, "Ankara"]) == [["kitap", "lar", "ımız", "dan"], ["Ankara"]]
assert abs(np.linalg.norm(model.embed([word])) - 1) < 1e-5
assert {near for near, _ in model.nearest("kitap", 2, ["kitabımız", "göz", "kitaplar", "gözlük"])} == {"kitabımız", "kitaplar"}
print("served")
"""


def test_onnx_runtime_alone_serves_the_network() -> None:
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("served\n", 0), done.stderr


def test_a_graph_that_lies_beside_a_checkpoint_by_chance_is_left_alone(tmp_path: Path) -> None:
    copy = Path(shutil.copy(BUNDLED, tmp_path / "network.safetensors"))
    copy.with_suffix(".onnx").write_bytes(b"no graph")
    copy.with_suffix(".json").write_text("{}", "utf-8")
    assert load(copy, runtime="onnx").segment(["evlerde"]) == load(runtime="onnx").segment(["evlerde"])


def test_damaged_checkpoints_are_refused_with_their_name(tmp_path: Path) -> None:
    """Faults in the header, which has no hash here, as in all checkpoints of before; a fault in a weight cannot be known there."""
    whole = BUNDLED.read_bytes()
    copy = tmp_path / "network.safetensors"
    said = []
    for mutant in mutants(whole, 20, within=8 + int.from_bytes(whole[:8], "little")):
        copy.write_bytes(mutant)
        try:
            assert len(load(copy, runtime="onnx").boundaries(["evlerde"])[0]) == 6
        except ArtifactError as error:
            said.append(str(error))
    assert len(said) > 5
    assert all(str(copy) in each for each in said)


def test_without_a_runtime_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch_runtime", "onnx_runtime"):
        monkeypatch.setitem(sys.modules, f"morfem.morpheus.{name}", None)
    with pytest.raises(MorfemError, match=r"needs ONNX Runtime or PyTorch: pip install 'morfem\[morpheus\]'"):
        load()
    with pytest.raises(MorfemError, match=r"needs PyTorch: pip install 'morfem\[morpheus-train\]'"):
        load(runtime="torch")
