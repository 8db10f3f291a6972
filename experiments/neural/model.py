"""A decoder of today's kind: RMSNorm, rotary positions, SwiGLU, tied embeddings, no biases."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True)
class Shape:
    """The sizes of a decoder without its vocabulary."""

    width: int
    layers: int
    heads: int
    inner: int
    context: int
    key_heads: int | None = None  # grouped-query attention if fewer than `heads`


class Block(nn.Module):
    """Attention and the feed-forward network, each after a norm."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.key_heads = shape.heads, shape.key_heads or shape.heads
        head = shape.width // shape.heads
        self.first, self.second = nn.RMSNorm(shape.width), nn.RMSNorm(shape.width)
        self.queries = nn.Linear(shape.width, shape.width, bias=False)
        self.keys_values = nn.Linear(shape.width, 2 * self.key_heads * head, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.gate_up = nn.Linear(shape.width, 2 * shape.inner, bias=False)
        self.down = nn.Linear(shape.inner, shape.width, bias=False)

    def forward(self, x: Tensor, turns: Tensor) -> Tensor:
        """(batch, positions, width) -> the same."""
        batch, positions, width = x.shape
        y = self.first(x)
        queries = self.queries(y).view(batch, positions, self.heads, -1).transpose(1, 2)
        keys, values = self.keys_values(y).view(batch, positions, 2 * self.key_heads, -1).transpose(1, 2).chunk(2, 1)
        mixed = functional.scaled_dot_product_attention(
            _turned(queries, turns), _turned(keys, turns), values, is_causal=True, enable_gqa=self.key_heads != self.heads
        )
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, positions, width))
        gate, up = self.gate_up(self.second(x)).chunk(2, -1)
        return x + self.down(functional.silu(gate) * up)


class Decoder(nn.Module):
    """The whole model. Its output matrix is its embedding matrix."""

    def __init__(self, shape: Shape, vocab_size: int) -> None:
        super().__init__()
        self.shape = shape
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm = nn.RMSNorm(shape.width)
        head = shape.width // shape.heads
        frequencies = 10_000 ** (-torch.arange(0, head, 2) / head)
        angles = torch.arange(shape.context)[:, None] * frequencies
        self.register_buffer("turns", torch.stack([angles.cos(), angles.sin()]), persistent=False)
        for parameter in self.blocks.parameters():
            if parameter.ndim > 1:
                nn.init.normal_(parameter, std=0.02)
        for block in self.blocks:
            for layer in (block.out, block.down):
                nn.init.normal_(layer.weight, std=0.02 / math.sqrt(2 * shape.layers))
        # The last to be drawn, so that the blocks begin alike with every vocabulary.
        self.embedding = nn.Embedding(vocab_size, shape.width)
        nn.init.normal_(self.embedding.weight, std=0.02)

    def hidden(self, ids: Tensor) -> Tensor:
        """(batch, positions) ids -> (batch, positions, width), from which the next ids are predicted."""
        x = self.embedding(ids)
        for block in self.blocks:
            x = block(x, self.turns[:, : ids.shape[1]])
        return self.norm(x)

    def forward(self, ids: Tensor) -> Tensor:
        """(batch, positions) ids -> (batch, positions, vocabulary) logits of the next ids."""
        return functional.linear(self.hidden(ids), self.embedding.weight)

    @property
    def body(self) -> int:
        """Parameters without the embeddings."""
        return sum(parameter.numel() for parameter in self.blocks.parameters()) + self.norm.weight.numel()


def _turned(x: Tensor, turns: Tensor) -> Tensor:
    """Rotary positions: each pair of dimensions turned by an angle proportional to the position."""
    cosines, sines = turns.to(x.dtype)
    first, second = x.chunk(2, -1)
    return torch.cat([first * cosines - second * sines, second * cosines + first * sines], -1)
