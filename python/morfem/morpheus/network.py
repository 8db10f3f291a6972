"""The network of Morpheus: from the characters of a word to a probability for every gap and a vector for the word.

Şakar 2026, section 3.3, with the sizes of the published program; docs/morpheus.md has the equations. Three stages share the width 320:
characters (convolutions, and attention with rotary positions, so that a head sees distances), boundaries (a scorer after each of four
blocks; the logits of the last are the result, the others are trained too), and segments. Padding is masked everywhere, so the result for a
word does not depend on its batch. Errors of the published program are corrected by default; `Architecture` can restore its form.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from .architecture import SEGMENTS, Architecture

VALID = 0.01  # in the paper's program, a segment counts if its mass is greater


class Block(nn.Module):
    """x to y = LN(x + attention(x)), then y + FFN(LN(y)): norm after attention, before the feed-forward network."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.joint = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.attended = nn.LayerNorm(width)
        self.normed = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, rotation: tuple[Tensor, Tensor], mask: Tensor | None) -> Tensor:
        """`x` is (words, length, width); `mask`, (words, 1, 1, length), is 0 at characters and -inf at padding, None without padding."""
        words, length, width = x.shape
        query, key, value = self.joint(x).view(words, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(rotated(query, rotation), rotated(key, rotation), value, attn_mask=mask)
        y: Tensor = self.attended(x + self.dropout(self.out(mixed.transpose(1, 2).reshape(words, length, width))))
        return y + self.dropout(self.down(functional.gelu(self.up(self.normed(y)))))


class Convolutions(nn.Module):
    """LN(x + GELU of convolutions of several widths side by side), each seeing its window around a character."""

    def __init__(self, width: int, sizes: tuple[int, ...]) -> None:
        super().__init__()
        self.sizes = sizes
        self.layers = nn.ModuleList(nn.Conv1d(width, width // len(sizes), size) for size in sizes)
        self.normed = nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        columns = x.transpose(1, 2)
        padded = [functional.pad(columns, ((size - 1) // 2, size // 2)) for size in self.sizes]
        found = torch.cat([layer(each) for layer, each in zip(self.layers, padded, strict=True)], 1).transpose(1, 2)
        return self.normed(x + functional.gelu(found))


class Scorer(nn.Module):
    """The logit of the gap between two neighbours: an MLP on both, 2d to d to 1."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(2 * width, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x: Tensor) -> Tensor:
        left, right = self.hidden.weight.chunk(2, 1)  # W [a; b] = W1 a + W2 b, so every character is multiplied once
        hidden = functional.linear(x, left, self.hidden.bias)[:, :-1] + functional.linear(x, right)[:, 1:]
        return self.out(functional.gelu(hidden)).squeeze(-1)


class Network(nn.Module):
    """The whole network; 7.44 million parameters at the default sizes."""

    def __init__(self, architecture: Architecture | None = None) -> None:
        super().__init__()
        form = self.architecture = architecture or Architecture()
        self.character = nn.Embedding(4 + len(form.characters), form.character_width, padding_idx=0)
        self.case = nn.Embedding(2, form.case_width)
        self.joined = nn.Linear(form.character_width + form.case_width, form.width)
        self.convolutions = Convolutions(form.width, form.convolutions)
        self.encoder = nn.ModuleList(Block(form.width, form.heads, form.dropout) for _ in range(form.encoder_blocks))
        self.encoded = nn.LayerNorm(form.width)
        self.detector = nn.ModuleList(Block(form.width, form.heads, form.dropout) for _ in range(form.detector_blocks))
        self.scorers = nn.ModuleList(Scorer(form.width) for _ in range(form.detector_blocks))
        self.attention = nn.Linear(form.width, 1)
        self.up = nn.Linear(form.width, 2 * form.width)
        self.down = nn.Linear(2 * form.width, form.width)
        self.normed = nn.LayerNorm(form.width)
        self.dropout = nn.Dropout(form.dropout)
        self.depth = form.detector_blocks  # detector blocks in use; fewer while a training grows

    def forward(self, ids: Tensor, cases: Tensor, *, deep: bool = False) -> tuple[Tensor, Tensor]:
        """Logits of the gaps and vectors of words.

        Parameters
        ----------
        ids, cases : (words, length) integers, from `Alphabet.encoded`.
        deep : return the logits of every detector block, not only of the last one.

        Returns
        -------
        logits : (blocks, words, length - 1); gap i lies between ids i and i + 1, so the first and the last are next to BEGIN and END.
        vectors : (words, width).
        """
        real = ids != 0
        states = self.characters(ids, cases, real)
        logits = self.boundaries(states, real, deep)
        return logits, self.vectors(states, logits[-1], real)

    def characters(self, ids: Tensor, cases: Tensor, real: Tensor) -> Tensor:
        """Stage 1: (words, length, width), 0 at padding."""
        x = self.joined(torch.cat([self.character(ids), self.case(cases)], -1)) * real.unsqueeze(-1)
        x = self.convolutions(x)
        rotation, mask = self._places(x, real)
        for block in self.encoder:
            x = block(x, rotation, mask)
        return self.encoded(x) * real.unsqueeze(-1)

    def boundaries(self, states: Tensor, real: Tensor, deep: bool = False) -> Tensor:
        """Stage 2: logits (blocks, words, length - 1)."""
        rotation, mask = self._places(states, real)
        logits = []
        for number, (block, scorer) in enumerate(zip(self.detector[: self.depth], self.scorers[: self.depth], strict=True), 1):
            states = block(states, rotation, mask)
            if deep or number == self.depth:
                logits.append(scorer(states))
        return torch.stack(logits)

    def vectors(self, states: Tensor, logits: Tensor, real: Tensor) -> Tensor:
        """Stage 3: (words, width), from character states and the logits of the gaps."""
        gaps = real[:, :-1] & real[:, 1:]
        member = self.memberships(torch.sigmoid(logits) * gaps) * real.unsqueeze(-1)
        energy = self.attention(states).masked_fill(~real.unsqueeze(-1), -1e4)
        weight = member * torch.exp(energy - energy.amax(1, keepdim=True))  # (words, length, segments)
        weight = weight / weight.sum(1, keepdim=True).clamp_min(1e-9)
        pooled = weight.transpose(1, 2) @ states
        mass = member.sum(1)  # (words, segments): expected characters of a segment
        share = mass if self.architecture.weighted_pooling else (mass > VALID).to(mass.dtype)
        share = share / share.sum(1, keepdim=True).clamp_min(1e-9)
        mean = self.dropout((share.unsqueeze(1) @ pooled).squeeze(1))
        fed = self.down(functional.gelu(self.up(mean)))
        return self.normed(mean + fed if self.architecture.residual else fed)

    def memberships(self, probabilities: Tensor) -> Tensor:
        """`memberships` with as many segments as the architecture has."""
        return memberships(probabilities, self.architecture.segments)

    def _places(self, x: Tensor, real: Tensor) -> tuple[tuple[Tensor, Tensor], Tensor]:
        width = self.architecture.width // self.architecture.heads
        frequency = 10000.0 ** (-torch.arange(0, width, 2, device=x.device, dtype=x.dtype) / width)
        angle = torch.arange(x.shape[1], device=x.device, dtype=x.dtype).unsqueeze(1) * frequency
        mask = torch.zeros(real.shape, device=x.device, dtype=x.dtype).masked_fill(~real, -torch.inf)
        return (torch.cos(angle), torch.sin(angle)), mask[:, None, None, :]


def rotated(x: Tensor, rotation: tuple[Tensor, Tensor]) -> Tensor:
    """`x`, (words, heads, length, width), its two halves rotated as pairs by the angle of their position (RoPE)."""
    cosine, sine = rotation
    first, second = x.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, second * cosine + first * sine], -1)


def memberships(probabilities: Tensor, segments: int = SEGMENTS) -> Tensor:
    """The distribution of the number of boundaries before each character (equation 2): Poisson-binomial, by dynamic programming.

    With independent boundaries of probability p_i at gap i and f_1 = (1, 0, ..), f_j[k] = f_(j-1)[k] (1 - p_(j-1)) + f_(j-1)[k-1] p_(j-1):
    either there was no boundary at the last gap, or there was one, and one fewer before it. The last column also counts all larger numbers,
    so every row sums to 1.

    Parameters
    ----------
    probabilities : (words, characters - 1).

    Returns
    -------
    (words, characters, segments).
    """
    row = torch.zeros(probabilities.shape[0], segments, dtype=probabilities.dtype, device=probabilities.device)
    row = torch.cat([torch.ones_like(row[:, :1]), row[:, 1:]], 1)
    rows = [row]
    for gap in range(probabilities.shape[1]):
        moved = row * probabilities[:, gap : gap + 1]
        stays = row - moved
        row = torch.cat([stays[:, :1], stays[:, 1:-1] + moved[:, :-2], row[:, -1:] + moved[:, -2:-1]], 1)
        rows.append(row)
    return torch.stack(rows, 1)
