"""A metric that exists only for the tests: this file, and one line of `morfem.evaluate.metrics.MODULES`, are all it needs."""

import numpy as np
from morfem.evaluate import Segmentation, TokenizerAdapter
from morfem.evaluate.metric import Measurement, TextMetric, register
from morfem.evaluate.statistics import Figure, Items, ratio


@register
class LongTokens(TextMetric):
    """The share of tokens with three characters or more."""

    name = "long_tokens"
    headlines = ("share",)

    def measure(self, adapter: TokenizerAdapter) -> "LongTokensMeasurement":
        """Starts to count."""
        return LongTokensMeasurement()


class LongTokensMeasurement(Measurement):
    """The counts of one tokenizer."""

    def __init__(self) -> None:
        self._lines = Items(2)

    def add(self, batch: Segmentation) -> None:
        """Counts the tokens of a batch, line by line."""
        sizes = np.bincount(batch.owner[batch.owner >= 0], minlength=len(batch.ids))
        counts = [np.bincount(batch.token_text[found], minlength=len(batch.texts)) for found in (sizes >= 3, sizes >= 0)]
        self._lines.add(np.stack(counts, 1).astype(float))

    def figures(self) -> list[Figure]:
        """share, and the number of tokens per line."""
        long, all_tokens = self._lines.rows.T
        n = self._lines.n
        return [ratio("share", long, all_tokens, n, "line", 1), ratio("tokens", all_tokens, all_tokens * 0 + 1, n, "line")]
