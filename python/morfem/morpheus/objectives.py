"""The parts of Morpheus that are only used in training: context vectors, masked words, and the map to affixes.

`MaskedWords` (Şakar 2026, section 3.4): the input is the words of a sentence as vectors of the network, some of them replaced by a learned
vector. An encoder has four pre-norm layers. A decoder of two layers writes each replaced word character by character, and sees only the
encoder's state at its position. So no vocabulary of words is needed.
"""

import torch
from torch import Tensor, nn

from . import losses

LONGEST_SENTENCE = 32  # words


class Contexts(nn.Module):
    """Context vectors of skip-gram; rows are sparse, because a batch touches few of them."""

    def __init__(self, size: int, width: int) -> None:
        super().__init__()
        self.table = nn.Embedding(size, width, sparse=True)
        nn.init.normal_(self.table.weight, std=0.02)

    def forward(self, centres: Tensor, contexts: Tensor, negatives: Tensor) -> Tensor:
        """The loss of pairs of a word vector and the number of a word near it, and of numbers of words drawn at random."""
        return losses.skip_gram_loss(centres, self.table(contexts), self.table(negatives))


class MaskedWords(nn.Module):
    """The loss of predicting masked words from their sentence."""

    def __init__(self, alphabet: int, width: int, heads: int, dropout: float, longest: int) -> None:
        super().__init__()
        self.mask = nn.Parameter(torch.randn(width) * 0.02)
        self.place = nn.Embedding(LONGEST_SENTENCE, width)
        self.character = nn.Embedding(alphabet, width, padding_idx=0)
        self.character_place = nn.Embedding(longest + 2, width)
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, dropout, "gelu", batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, 4, nn.LayerNorm(width), enable_nested_tensor=False)
        cell = nn.TransformerDecoderLayer(width, heads, 2 * width, dropout, "gelu", batch_first=True, norm_first=True)
        self.decoder = nn.TransformerDecoder(cell, 2, nn.LayerNorm(width))
        self.out = nn.Linear(width, alphabet)

    def forward(self, vectors: Tensor, real: Tensor, masked: Tensor, ids: Tensor) -> Tensor:
        """The loss.

        Parameters
        ----------
        vectors : (sentences, words, width).
        real, masked : (sentences, words): which are words, and which are masked.
        ids : (masked words, length) their characters, BEGIN to END, in the order of `masked`.
        """
        x = torch.where(masked.unsqueeze(-1), self.mask, vectors) + self.place.weight[: vectors.shape[1]]
        states = self.encoder(x, src_key_padding_mask=~real)[masked].unsqueeze(1)
        given, asked = ids[:, :-1], ids[:, 1:]
        length = given.shape[1]
        later = torch.ones(length, length, dtype=torch.bool, device=ids.device).triu(1)
        y = self.decoder(self.character(given) + self.character_place.weight[:length], states, tgt_mask=later)
        return losses.masked_word_loss(self.out(y), asked)
