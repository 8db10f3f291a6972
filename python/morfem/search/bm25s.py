"""bm25s: BM25 over sparse matrices, in memory or saved as NumPy files."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..integrations import require
from .analyzer import Analyzer

bm25s: Any = require("bm25s", "bm25s", ">=0.3,<1")


class Retriever:
    """A bm25s index whose terms an analyzer makes.

    Parameters
    ----------
    analyzer : what makes the terms.
    options : arguments of `bm25s.BM25`, such as ``k1`` and ``b``.

    >>> retriever = Retriever(Analyzer("tr"))
    >>> retriever.index(["Kitaplar kayboldu.", "Evin bahçesi var."])
    >>> [number for number, score in retriever.search("kitabı", limit=1)]
    [0]
    """

    def __init__(self, analyzer: Analyzer, **options: Any) -> None:
        self.analyzer = analyzer
        self.model = bm25s.BM25(**({"k1": 1.2, "b": 0.75} | options))
        self._size = 0

    def index(self, texts: Sequence[str]) -> None:
        """Index documents, in place of those indexed before."""
        self.model.index(self.analyzer.texts(texts), show_progress=False)
        self._size = len(texts)

    def scores(self, query: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The score of each document for a query, with the weights of its terms."""
        scores = np.zeros(self._size, np.float32)
        known = self.model.vocab_dict
        by_weight: dict[float, list[str]] = {}
        for term in self.analyzer.query(query):
            if term.text in known:
                by_weight.setdefault(term.weight, []).append(term.text)
        for weight, terms in by_weight.items():
            scores += weight * self.model.get_scores(terms)
        return scores

    def search(self, query: str, limit: int = 10) -> list[tuple[int, float]]:
        """Numbers and scores of the best documents, best first. Documents without a term of the query are not among them."""
        scores = self.scores(query)
        best = np.argsort(-scores, kind="stable")[:limit]
        return [(int(number), float(scores[number])) for number in best if scores[number] > 0]
