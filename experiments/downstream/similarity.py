"""Sentence similarity with vectors of tokens: skip-gram vectors, and a sentence as their weighted mean.

    pip install gensim
    python experiments/downstream/similarity.py     writes SIMILARITY.md

A sentence is the mean of its tokens' vectors (`vectors.py`) with the weights a / (a + p), without the first principal component (SIF,
Arora et al. 2017).
"""

import sys
from pathlib import Path

import numpy as np
from gensim.models import FastText

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "transplant")]

from sets import klue, pairs, spearman  # noqa: E402
from vectors import CONDITIONS, model, pieces, sources  # noqa: E402

SMOOTHING = 1e-3


def sentence_vectors(trained, texts: list[list[str]]) -> np.ndarray:
    """The SIF vectors of sentences."""
    vectors = trained.wv
    total = sum(vectors.get_vecattr(token, "count") for token in vectors.index_to_key)
    found = np.zeros((len(texts), vectors.vector_size))
    for index, text in enumerate(texts):
        known = [token for token in text if token in vectors or isinstance(trained, FastText)]
        for token in known:
            share = vectors.get_vecattr(token, "count") / total if token in vectors.key_to_index else 0
            found[index] += SMOOTHING / (SMOOTHING + share) * vectors[token] / len(known)
    first = np.linalg.svd(found, full_matrices=False)[2][0]
    found -= np.outer(found @ first, first)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def main() -> None:
    table = ["| language | tokens | seconds of training | data | Pearson | Spearman |", "|---|---|---|---|---|---|"]
    for language, sets in {"tr": {"STSb-TR": pairs("tr")}, "ko": {"KorSTS": pairs("ko"), "KLUE-STS": klue()}}.items():
        for name, source in sources(language).items():
            trained, cut = model(language, name), pieces(source)
            for label, rows in sets.items():
                vectors = [sentence_vectors(trained, [cut(row[side]) for row in rows]) for side in (0, 1)]
                similarity, gold = (vectors[0] * vectors[1]).sum(1), np.array([row[2] for row in rows])
                pearson = float(np.corrcoef(similarity, gold)[0, 1])
                table.append(
                    f"| {language} | {name} | {trained.seconds:.0f} | {label} | {pearson:.3f} | {spearman(similarity, gold):.3f} |"
                )
                print(table[-1], flush=True)
    head = f"""# Sentence similarity with vectors of tokens

`python experiments/downstream/similarity.py`. {CONDITIONS} Development data, all pairs. 1,500 pairs have a standard error of
about .02. The papers' figures (table 4 of MFT) are of trained encoders, not of token vectors.

"""
    (HERE / "SIMILARITY.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
