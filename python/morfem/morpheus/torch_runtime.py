"""Inference in PyTorch."""

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray

from .checkpoint import Checkpoint, check, is_idle
from .network import Network


def network_of(path: str, checkpoint: Checkpoint) -> Network:
    """The network of a checkpoint, for inference. `path` is for errors."""
    with torch.device("meta"):  # no memory: a damaged header may contain any size
        shapes = {name: tuple(value.shape) for name, value in Network(checkpoint.architecture).state_dict().items()}
    may_miss = {name for name in shapes if is_idle(name, checkpoint.architecture)} - checkpoint.tensors.keys()
    check(path, checkpoint.tensors, {name: shape for name, shape in shapes.items() if name not in may_miss})
    network = Network(checkpoint.architecture)
    network.load_state_dict({name: torch.from_numpy(value) for name, value in checkpoint.tensors.items()}, strict=not may_miss)
    return network.eval()


def tensors_of(network: Network) -> Mapping[str, NDArray[np.float32]]:
    """The weights of a network, for a checkpoint."""
    return {name: value.detach().to("cpu", torch.float32).numpy() for name, value in network.state_dict().items()}


class TorchRuntime:
    """From numbers and flags of words to probabilities of all gaps (also next to BEGIN and END) and vectors."""

    def __init__(self, path: str, checkpoint: Checkpoint) -> None:
        self._network = network_of(path, checkpoint)

    def __call__(self, ids: NDArray[np.int64], cases: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        with torch.inference_mode():
            logits, vectors = self._network(torch.from_numpy(ids), torch.from_numpy(cases))
            return torch.sigmoid(logits[-1]).numpy(), vectors.numpy()
