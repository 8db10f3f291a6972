"""Export of a network to ONNX.

`export` writes a file that other programs can run: inputs `ids` and `cases` (words, length), outputs `probabilities` (words, length - 1)
and `vectors` (words, width). `export_graph` writes a graph without weights beside a checkpoint, for `onnx_runtime`, and stores its hash in
the checkpoint.

The dynamic program of the segments is a loop over the gaps. A graph without loops must work for words of any length. So the loop is
unrolled to the number of gaps of the longest word; gaps of probability 0 after the end of a word do not change anything before them.
"""

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from ..require import require
from .alphabet import LONGEST
from .checkpoint import graph_hash, read, write
from .network import Network, memberships
from .torch_runtime import network_of


class _Unrolled(Network):
    """A network whose results are probabilities and vectors, with the loop over the gaps unrolled."""

    def forward(self, ids: Tensor, cases: Tensor, *, deep: bool = False) -> tuple[Tensor, Tensor]:
        logits, vectors = super().forward(ids, cases, deep=deep)
        return torch.sigmoid(logits[-1]), vectors

    def memberships(self, probabilities: Tensor) -> Tensor:
        gaps = probabilities.shape[1]
        return memberships(functional.pad(probabilities, (0, LONGEST + 1 - gaps)), self.architecture.segments)[:, : gaps + 1]


def export(checkpoint: str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Write the network of a checkpoint as one ONNX file."""
    _program(checkpoint).save(os.fspath(path), include_initializers=True)


def export_graph(checkpoint: str | os.PathLike[str]) -> None:
    """Write the graph of a checkpoint (.onnx) and the list of its weights (.json) beside it, and store their hash in it."""
    import onnx_ir

    program = _program(checkpoint)
    weights = {name: list(value.shape) for name, value in program.model.graph.initializers.items()}
    with TemporaryDirectory() as folder:
        onnx_ir.save(program.model, Path(folder) / "graph.onnx", external_data="weights", size_threshold_bytes=0)
        graph = Path(checkpoint).with_suffix(".onnx")
        graph.write_bytes(Path(folder, "graph.onnx").read_bytes())
    graph.with_suffix(".json").write_text(json.dumps(weights, indent=0) + "\n", "utf-8")
    write(checkpoint, read(checkpoint)._replace(graph=graph_hash(graph)))


def _program(path: str | os.PathLike[str]) -> Any:
    require("onnxscript", "morpheus-train", ">=0.5")
    trained = network_of(os.fspath(path), read(path))
    network = _Unrolled(trained.architecture).eval()
    network.load_state_dict(trained.state_dict())
    free = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}
    example = torch.full((3, 9), 5)
    program: Any = torch.onnx.export(
        network,
        (example, torch.zeros_like(example)),
        dynamo=True,
        input_names=["ids", "cases"],
        output_names=["probabilities", "vectors"],
        dynamic_shapes=(free, free),
        optimize=False,  # the weights keep their names
        verbose=False,
    )
    for node in program.model.graph:
        node.metadata_props.clear()  # source locations of the nodes
    return program
