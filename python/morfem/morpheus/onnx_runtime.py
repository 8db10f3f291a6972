"""Inference in ONNX Runtime, without PyTorch.

The graph of a network depends only on its architecture and has no weights, so the bundled graph serves every checkpoint of the bundled
architecture. The weights are filled in from the checkpoint on loading; a file beside the graph lists them. For another architecture,
`onnx_export` writes a graph beside the checkpoint and stores its hash in the checkpoint. Other files there are not used.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from .._core import ArtifactError
from .alphabet import FULL
from .architecture import Architecture
from .checkpoint import Checkpoint, check, graph_hash, is_idle

BUNDLED = Path(__file__).parent / "bundled" / "network.onnx"


class OnnxRuntime:
    """From numbers and flags of words to probabilities of all gaps (also next to BEGIN and END) and vectors."""

    def __init__(self, path: str, checkpoint: Checkpoint) -> None:
        graph = BUNDLED
        if checkpoint.graph is not None:
            graph = Path(path).with_suffix(".onnx")
            if not (graph.exists() and graph.with_suffix(".json").exists()):
                raise ArtifactError(f"{graph}: the graph of {path} is missing, or its .json; write it again with onnx_export.export_graph")
            if graph_hash(graph) != checkpoint.graph:
                raise ArtifactError(f"{graph}: is not the graph of {path}; write it again with onnx_export.export_graph")
        elif replace(checkpoint.architecture, characters=FULL, unknown_pads=False, dropout=0.0) != Architecture(dropout=0.0):
            raise ArtifactError(f"{path}: the bundled graph has another architecture; write one with onnx_export.export_graph")
        wanted = {name: tuple(shape) for name, shape in json.loads(graph.with_suffix(".json").read_text("utf-8")).items()}
        used = (name for name in checkpoint.tensors if name in wanted or not is_idle(name, checkpoint.architecture))
        check(path, {name: checkpoint.tensors[name] for name in used}, wanted)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._weights = {name: onnxruntime.OrtValue.ortvalue_from_numpy(checkpoint.tensors[name]) for name in wanted}
        options.add_external_initializers(list(self._weights), list(self._weights.values()))
        self._session = onnxruntime.InferenceSession(os.fspath(graph), options, providers=["CPUExecutionProvider"])

    def __call__(self, ids: NDArray[np.int64], cases: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        probabilities, vectors = self._session.run(["probabilities", "vectors"], {"ids": ids, "cases": cases})
        return probabilities, vectors
