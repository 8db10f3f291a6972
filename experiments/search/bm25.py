"""BM25 retrieval over lists of weighted terms, with the measures and the test that the tables use.

A question finds its paragraph if the paragraph is among the first ten. Score of a paragraph for a question, with N paragraphs of average
length L, n of which hold the term t, tf times in a paragraph of length l (Robertson and Zaragoza 2009; the idf is Lucene's):

    sum over terms t of the question: w(t) ln(1 + (N - n + .5) / (n + .5)) tf (k1 + 1) / (tf + k1 (1 - b + b l / L))

Ties are broken against the right paragraph, so a system cannot gain from scores that are all equal.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import scipy.sparse

K1, B = 1.2, 0.75

Weighted = list[tuple[str, float]]


@dataclass
class Result:
    """Ranks of the right paragraphs (0 if it has no term of the question), and the size of the index."""

    ranks: np.ndarray
    postings: int

    @property
    def reciprocal(self) -> np.ndarray:
        """Reciprocal ranks, 0 below the tenth."""
        found = (self.ranks > 0) & (self.ranks <= 10)
        return np.where(found, 1 / np.maximum(self.ranks, 1), 0.0)

    @property
    def mrr(self) -> float:
        return float(self.reciprocal.mean())

    def recall(self, depth: int = 5) -> float:
        """Share of the questions whose paragraph is among the first `depth`."""
        return float(((self.ranks > 0) & (self.ranks <= depth)).mean())


def retrieve(documents: list[Weighted], queries: list[Weighted], relevant: list[int]) -> Result:
    """Rank all documents for each query."""
    vocabulary: dict[str, int] = {}
    frequencies = _matrix(documents, vocabulary, grows=True)
    asked = _matrix(queries, vocabulary, grows=False)
    lengths = np.asarray(frequencies.sum(axis=1)).ravel()
    holders = np.bincount(frequencies.indices, minlength=len(vocabulary))
    count = len(documents)
    idf = np.log1p((count - holders + 0.5) / (holders + 0.5))
    norms = K1 * (1 - B + B * lengths / lengths.mean())
    rows = np.repeat(np.arange(count), np.diff(frequencies.indptr))
    data = frequencies.data * (K1 + 1) / (frequencies.data + norms[rows]) * idf[frequencies.indices]
    index = scipy.sparse.csr_matrix((data, frequencies.indices, frequencies.indptr), shape=frequencies.shape).T.tocsr()
    ranks = np.zeros(len(queries), int)
    for start in range(0, len(queries), 500):
        scores = (asked[start : start + 500] @ index).toarray()
        right = np.asarray(relevant[start : start + 500])
        own = scores[np.arange(len(right)), right]
        ranks[start : start + 500] = np.where(own > 0, (scores >= own[:, None]).sum(axis=1), 0)
    return Result(ranks, frequencies.nnz)


def _matrix(texts: list[Weighted], vocabulary: dict[str, int], *, grows: bool) -> scipy.sparse.csr_matrix:
    indptr, indices, data = [0], [], []
    for terms in texts:
        total: Counter[str] = Counter()
        for term, weight in terms:
            total[term] += weight
        for term, weight in total.items():
            index = vocabulary.setdefault(term, len(vocabulary)) if grows else vocabulary.get(term)
            if index is not None:
                indices.append(index)
                data.append(weight)
        indptr.append(len(indices))
    shape = (len(texts), len(vocabulary))
    return scipy.sparse.csr_matrix((np.array(data, float), np.array(indices, np.int32), np.array(indptr, np.int32)), shape=shape)


def randomisation_test(ours: np.ndarray, theirs: np.ndarray, rounds: int = 10_000, seed: int = 0) -> float:
    """Two-sided p of a paired randomisation test on the mean difference (Smucker et al. 2007)."""
    differences = ours - theirs
    differences = differences[differences != 0]
    observed = abs(differences.sum())
    generator = np.random.default_rng(seed)
    beyond = 0
    for _ in range(0, rounds, 500):
        signs = generator.integers(0, 2, (500, len(differences)), dtype=np.int8) * 2.0 - 1
        beyond += int((np.abs(signs @ differences) >= observed - 1e-12).sum())
    return (beyond + 1) / (rounds + 1)


def interval(differences: np.ndarray, samples: int = 1_000, seed: int = 0) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean."""
    generator = np.random.default_rng(seed)
    means = [generator.choice(differences, len(differences)).mean() for _ in range(samples)]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)
