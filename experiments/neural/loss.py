"""Cross-entropy over a large vocabulary, in parts, so that no table of all logits is ever kept.

With 32,768 ids the logits of one step are 500 MB and their gradient as much again; writing and reading them costs more time on a CPU than
computing them. Here some positions are done at a time: logits, probabilities, and at once the gradients of the hidden states and of
the embedding matrix, `(p - 1[target]) / n` times the other factor. The loss and both gradients are those of
`torch.nn.functional.cross_entropy`, up to rounding.
"""

import torch
from torch import Tensor

LOGITS = 2**23  # of one part: 256 positions with 32,768 ids


class CrossEntropy(torch.autograd.Function):
    """`CrossEntropy.apply(hidden, embedding, targets)`: the mean over positions, in nats."""

    @staticmethod
    def forward(context: torch.autograd.function.FunctionCtx, hidden: Tensor, embedding: Tensor, targets: Tensor) -> Tensor:
        """(positions, width), (vocabulary, width), (positions,) -> a scalar."""
        hidden_gradient = torch.empty_like(hidden)
        embedding_gradient = torch.zeros(embedding.shape, dtype=torch.float32, device=embedding.device)
        factor, total = embedding.to(hidden.dtype), torch.zeros((), device=hidden.device)
        size = max(1, LOGITS // len(embedding))
        for start in range(0, len(hidden), size):
            part, wanted = hidden[start : start + size], targets[start : start + size, None]
            logits = (part @ factor.T).float()
            logits -= logits.amax(1, keepdim=True)
            total -= logits.gather(1, wanted).sum()
            sums = logits.exp_().sum(1, keepdim=True)
            total += sums.log().sum()
            logits /= sums
            logits.scatter_add_(1, wanted, torch.full_like(logits[:, :1], -1.0).expand(wanted.shape))
            gradient = (logits / len(hidden)).to(hidden.dtype)
            hidden_gradient[start : start + size] = gradient @ factor
            embedding_gradient += gradient.T @ part
        context.save_for_backward(hidden_gradient, embedding_gradient)
        return total / len(hidden)

    @staticmethod
    def backward(context: torch.autograd.function.FunctionCtx, gradient: Tensor) -> tuple[Tensor, Tensor, None]:
        """The gradients that `forward` has computed."""
        hidden, embedding = context.saved_tensors
        return hidden * gradient, embedding * gradient, None
