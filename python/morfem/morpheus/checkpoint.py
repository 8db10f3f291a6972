"""Checkpoints: the weights of a network as 16-bit floats in one safetensors file, with its architecture and a card in the header.

A safetensors file is eight bytes that say how long the header is, the header in JSON (name, type, shape and place of every tensor), and the
tensors. Reading one needs NumPy alone, so that a network can run where PyTorch is not.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._core import ArtifactError
from .architecture import Architecture

FORMAT = "morfem-morpheus-1"
_TYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}


class Checkpoint(NamedTuple):
    """What a file holds."""

    architecture: Architecture
    tensors: Mapping[str, NDArray[np.float32]]
    card: dict[str, Any]


def write(path: str | os.PathLike[str], architecture: Architecture, tensors: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> None:
    """Writes a file, whole or not at all, with the tensors as 16-bit floats."""
    about = {"format": FORMAT, "architecture": json.dumps(asdict(architecture)), "card": json.dumps(card)}
    header: dict[str, Any] = {"__metadata__": about}
    parts, place = [], 0
    for name in sorted(tensors):
        part = np.ascontiguousarray(tensors[name], "<f2")
        header[name] = {"dtype": "F16", "shape": list(part.shape), "data_offsets": [place, place + part.nbytes]}
        parts.append(part.tobytes())
        place += part.nbytes
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    waiting = Path(f"{os.fspath(path)}.part")
    waiting.write_bytes(b"".join([len(text).to_bytes(8, "little"), text, *parts]))
    os.replace(waiting, path)


def read(path: str | os.PathLike[str]) -> Checkpoint:
    """Reads a file.

    Raises
    ------
    ArtifactError : if it is no Morpheus network, or damaged; the message names the tensor it ends in.
    OSError : if it cannot be read.
    """
    name = os.fspath(path)
    content = Path(path).read_bytes()
    length = int.from_bytes(content[:8], "little")
    try:
        header = json.loads(content[8 : 8 + length])
        about = header.pop("__metadata__", {})
        if is_ours := about.get("format") == FORMAT:
            form, card = json.loads(about["architecture"]), json.loads(about["card"])
            places = sorted((*each["data_offsets"], each["dtype"], tuple(each["shape"]), tensor) for tensor, each in header.items())
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ArtifactError(f"{name}: no readable safetensors header; get the file again") from None
    if not is_ours:
        raise ArtifactError(f"{name}: format {about.get('format')!r}, not {FORMAT!r}: no network of Morpheus")
    known = {field.name for field in fields(Architecture)}
    if form.keys() - known:
        raise ArtifactError(f"{name}: of a newer morfem: it has {', '.join(sorted(form.keys() - known))}")
    tensors = {}
    for first, last, kind, shape, tensor in places:
        part = content[8 + length + first : 8 + length + last]
        if kind not in _TYPES or last - first != prod(shape) * _TYPES[kind].itemsize:
            raise ArtifactError(f"{name}: tensor {tensor}: {last - first} bytes are no {kind} of shape {shape}")
        if len(part) < last - first:
            raise ArtifactError(f"{name}: ends in tensor {tensor}: {len(part)} of its {last - first} bytes; get the file again")
        tensors[tensor] = np.frombuffer(part, _TYPES[kind]).reshape(shape).astype(np.float32)
    return Checkpoint(Architecture(**{**form, "convolutions": tuple(form["convolutions"])}), tensors, card)


def check(name: str, tensors: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raises ArtifactError that names the first tensor that is missing, too many, or of another shape than `shapes` asks."""
    for tensor in sorted(shapes.keys() | tensors.keys()):
        if tensor not in tensors:
            raise ArtifactError(f"{name}: tensor {tensor} is missing")
        if tensor not in shapes:
            raise ArtifactError(f"{name}: tensor {tensor} belongs to another architecture")
        if tensors[tensor].shape != shapes[tensor]:
            raise ArtifactError(f"{name}: tensor {tensor} is of shape {tensors[tensor].shape}, not {shapes[tensor]}: another architecture")
