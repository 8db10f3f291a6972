"""Checkpoints: the weights of a network as 16-bit floats in one safetensors file, with the architecture and a model card in the header.

The bundled network is smaller (`write_packed`): it lacks the weights that only training uses (`is_idle`), and the weights of each row of a
matrix are multiples of one step, from -511 to 511. Of such a weight, `NAME` has the upper eight bits, `NAME.low` the lower two, four
weights in a byte, and `NAME.step` has the step of each row.

A network whose architecture differs from the bundled one has its own graph for ONNX Runtime. Then the header has the hash of the graph's
files, so that no other file beside the checkpoint is used instead.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core import ArtifactError
from ..output import whole
from ..require import require
from .architecture import Architecture

FORMAT = "morfem-morpheus-1"
SAFETENSORS = ("morpheus", ">=0.5")
MOST_STEPS = 511  # of a packed weight
LOW, STEP = ".low", ".step"
LOW_BITS = np.array([0, 2, 4, 6], np.uint8)  # where the lower bits of four weights are in a byte


class Checkpoint(NamedTuple):
    """The content of a checkpoint. `graph` is the hash of the files of its own graph, or None if it has none."""

    architecture: Architecture
    tensors: Mapping[str, NDArray[np.float32]]
    card: dict[str, Any]
    graph: str | None = None


def write(path: str | os.PathLike[str], checkpoint: Checkpoint) -> None:
    """Write a checkpoint, whole or not at all, with the tensors as 16-bit floats."""
    _write(path, checkpoint, {name: np.ascontiguousarray(tensor, "<f2") for name, tensor in checkpoint.tensors.items()})


def write_packed(path: str | os.PathLike[str], checkpoint: Checkpoint) -> None:
    """Write a checkpoint for inference, whole or not at all, with ten bits for each weight of a matrix."""
    parts: dict[str, NDArray[Any]] = {}
    for name, tensor in checkpoint.tensors.items():
        if is_idle(name, checkpoint.architecture):
            continue
        parts.update(_packed(name, tensor) if tensor.ndim > 1 else {name: np.ascontiguousarray(tensor, "<f2")})
    _write(path, checkpoint, parts)


def _write(path: str | os.PathLike[str], checkpoint: Checkpoint, parts: Mapping[str, NDArray[Any]]) -> None:
    form, card = json.dumps(asdict(checkpoint.architecture)), json.dumps(checkpoint.card)
    about = {"format": FORMAT, "architecture": form, "card": card}
    if checkpoint.graph is not None:
        about["graph"] = checkpoint.graph
    about["sha256"] = _digest(about, parts)
    with whole(Path(path)) as file:
        file.write(require("safetensors.numpy", *SAFETENSORS).save(parts, metadata=about))


def read(path: str | os.PathLike[str]) -> Checkpoint:
    """Read a checkpoint.

    Raises ArtifactError, which names the file and the problem, if it is not a Morpheus network, or damaged; OSError if it cannot be read.
    """
    name = os.fspath(path)
    if Path(path).exists() and not Path(path).is_file():
        raise ArtifactError(f"{name}: is not a file")
    with open(path, "rb"):
        pass  # if the file cannot be opened, this raises OSError with the reason
    safetensors = require("safetensors", *SAFETENSORS)
    try:
        with safetensors.safe_open(name, "numpy") as file:
            about = file.metadata() or {}
            tensors = {tensor: file.get_tensor(tensor) for tensor in file.keys()}  # noqa: SIM118
    except Exception as error:  # mostly SafetensorError, but NumPy raises other errors for unknown types
        raise ArtifactError(f"{name}: is not a readable safetensors file ({error}); get the file again") from None
    if about.get("format") != FORMAT:
        raise ArtifactError(f"{name}: format {about.get('format')!r}, not {FORMAT!r}: not a network of Morpheus")
    try:
        architecture, card = Architecture.of(json.loads(about["architecture"])), json.loads(about["card"])
    except KeyError as error:
        raise ArtifactError(f"{name}: the header has no {error}; get the file again") from None
    except (ValueError, RecursionError) as error:
        raise ArtifactError(f"{name}: the header cannot be read: {error}; get the file again") from None
    if not isinstance(card, dict):
        raise ArtifactError(f"{name}: the card is not a JSON object; get the file again")
    if about.get("sha256") != _digest(about, tensors):
        raise ArtifactError(f"{name}: is damaged: its hash does not match; get the file again")
    tensors = {tensor: _unpacked(tensor, tensors) for tensor in tensors if not tensor.endswith((LOW, STEP))}
    embedded = tensors.get("character.weight")
    if embedded is not None and len(embedded) != 4 + len(architecture.characters):
        raise ArtifactError(f"{name}: the alphabet has {len(architecture.characters)} characters, but {len(embedded) - 4} have weights")
    if architecture.encoder_blocks + architecture.detector_blocks > len(tensors):
        raise ArtifactError(f"{name}: the architecture has more blocks than the file has tensors; get the file again")
    return Checkpoint(architecture, {tensor: values.astype(np.float32) for tensor, values in tensors.items()}, card, about.get("graph"))


def is_idle(name: str, architecture: Architecture) -> bool:
    """Whether a weight is only used in training: the scorers of all detector blocks but the last."""
    return name.startswith("scorers.") and not name.startswith(f"scorers.{architecture.detector_blocks - 1}.")


def check(name: str, tensors: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ArtifactError for the first tensor that is missing, superfluous, or not of the shape given in `shapes`."""
    for tensor in sorted(shapes.keys() | tensors.keys()):
        if tensor not in tensors:
            raise ArtifactError(f"{name}: tensor {tensor} is missing")
        if tensor not in shapes:
            raise ArtifactError(f"{name}: tensor {tensor} belongs to another architecture")
        if tensors[tensor].shape != shapes[tensor]:
            raise ArtifactError(f"{name}: tensor {tensor} is of shape {tensors[tensor].shape}, not {shapes[tensor]}: another architecture")


def _packed(name: str, tensor: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """The parts of a matrix, or of a tensor of more dimensions as a matrix."""
    rows = tensor.reshape(len(tensor), -1)
    step = np.abs(rows).max(1).astype("<f4") / MOST_STEPS
    weights = np.rint(rows / np.where(step > 0, step, 1)[:, None]).astype(np.int16)
    low = np.pad((weights & 3).astype(np.uint8).ravel(), (0, -weights.size % 4)).reshape(-1, 4)
    return {
        name: (weights >> 2).astype(np.int8).reshape(tensor.shape),
        name + LOW: np.bitwise_or.reduce(low << LOW_BITS, 1),
        name + STEP: step,
    }


def _unpacked(name: str, parts: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """A tensor as floats."""
    high = parts[name]
    if high.dtype != np.int8:
        return high
    low = (parts[name + LOW][:, None] >> LOW_BITS & 3).ravel()[: high.size]
    weights = high.astype(np.float32) * 4 + low.reshape(high.shape)
    return weights * parts[name + STEP].astype(np.float32).reshape(len(high), *[1] * (high.ndim - 1))


def graph_hash(graph: Path) -> str:
    """The hash of a graph and of the list of its weights in the file beside it."""
    return hashlib.sha256(hashlib.sha256(graph.read_bytes()).digest() + graph.with_suffix(".json").read_bytes()).hexdigest()


def _digest(about: Mapping[str, str], tensors: Mapping[str, NDArray[Any]]) -> str:
    """The hash of the content of a checkpoint, except this hash."""
    found = hashlib.sha256(json.dumps({name: about[name] for name in sorted(about) if name != "sha256"}).encode())
    for name in sorted(tensors):
        found.update(json.dumps([name, tensors[name].shape, str(tensors[name].dtype)]).encode())
        found.update(tensors[name].tobytes())
    return found.hexdigest()
