"""The losses of Morpheus (Şakar 2026, section 3.4, equation 3), as pure functions of tensors.

The total loss is their weighted sum. All are computed in 32-bit floats. The constants are those of the published program.
"""

import torch
from torch import Tensor
from torch.nn import functional

POSITIVE_WEIGHT = 4.0  # in the paper a missed boundary costs four times as much as a false one
COUNT_WEIGHT = 0.2
TEMPERATURE = 0.1


def layer_weights(layers: int) -> list[float]:
    """The weight of the boundary loss of each detector block: 0.85 + 0.15 l / layers for l = 1 .. layers (.8875 .925 .9625 1 for four)."""
    return [0.85 + 0.15 * layer / layers for layer in range(1, layers + 1)]


def boundary_loss(logits: Tensor, labels: Tensor, real: Tensor, confidence: Tensor, positive_weight: float = POSITIVE_WEIGHT) -> Tensor:
    """Sum over blocks l of w_l times the mean over words of [c mean_i BCE(z_i, y_i) + 0.2 (sum_i sigma(z_i) - sum_i y_i)^2].

    Parameters
    ----------
    logits : (blocks, words, gaps).
    labels : (words, gaps), 0 or 1.
    real : (words, gaps), False at padding. A word without a gap (such as w in the paper's alphabet) has no loss.
    confidence : (words,), c: the confidence of the teacher in each word.
    positive_weight : factor of the cross-entropy where y = 1.
    """
    valid = real.to(logits.dtype)
    weight = torch.tensor(positive_weight, dtype=logits.dtype, device=logits.device)
    entropy = functional.binary_cross_entropy_with_logits(logits, labels.expand_as(logits), reduction="none", pos_weight=weight)
    mean = (entropy * valid).sum(-1) / valid.sum(-1).clamp_min(1)
    excess = ((torch.sigmoid(logits) - labels) * valid).sum(-1)
    layers = (confidence * mean + COUNT_WEIGHT * excess.square()).mean(-1)
    return layers @ torch.tensor(layer_weights(len(layers)), dtype=layers.dtype, device=layers.device)


def skip_gram_loss(centres: Tensor, contexts: Tensor, negatives: Tensor) -> Tensor:
    """Skip-gram with negative sampling: mean(-ln sigma(w c)) + mean(-ln sigma(-w n)), scores clipped to 30.

    Of (pairs, width) vectors of words, (pairs, width) context vectors of words near them, and (pairs, draws, width) of words drawn at
    random. The second mean is over all negatives, so that the sixteen negatives together weigh as much as the one context. The usual sum
    would weigh them sixteen times as much.
    """
    positive = (centres * contexts).sum(-1).clamp(-30, 30)
    negative = torch.einsum("pw,pnw->pn", centres, negatives).clamp(-30, 30)
    return functional.softplus(-positive).mean() + functional.softplus(negative).mean()


def contrastive_loss(vectors: Tensor, families: Tensor) -> Tensor:
    """Supervised InfoNCE: mean over anchors i of -1/|P(i)| sum_(p in P(i)) ln(exp(s_ip / t) / sum_(a != i) exp(s_ia / t)), s the cosine.

    P(i) are the other rows of the family of i. Each row is another word: the similarity of a word to itself says nothing. (In the
    published program it is a positive.) Rows without positives are not anchors. Without any anchor the loss is 0.

    Parameters
    ----------
    vectors : (rows, width).
    families : (rows,) numbers; below 0 means no family.
    """
    unit = functional.normalize(vectors, dim=-1)
    scores = unit @ unit.T / TEMPERATURE
    others = ~torch.eye(len(vectors), dtype=torch.bool, device=vectors.device)
    positives = (families[:, None] == families[None, :]) & (families >= 0)[:, None] & others
    count = positives.sum(-1)
    anchors = count > 0
    if not anchors.any():
        return vectors.sum() * 0
    norm = scores.masked_fill(~others, -torch.inf).logsumexp(-1)
    mean = (scores * positives).sum(-1)[anchors] / count[anchors]
    return (norm[anchors] - mean).mean()


def masked_word_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy of the characters of masked words, mean over the characters that are not padding (0).

    Of (words, length, alphabet) logits and (words, length) characters, END included.
    """
    return functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=0)


def affix_loss(logits: Tensor, affixes: Tensor) -> Tensor:
    """Binary cross-entropy of which affixes a word has, summed over affixes, mean over words. Not in the paper.

    Of (words, affixes) logits, linear in the vectors, and 0 or 1. The contrastive loss pulls the forms of a root together and so blurs
    number and case, as the paper reports (section 4.7). With this loss, a linear map must find every affix of the teacher's analysis in the
    vector.
    """
    return functional.binary_cross_entropy_with_logits(logits, affixes, reduction="none").sum(-1).mean()
