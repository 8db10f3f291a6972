"""Sentence similarity with vectors of tokens: skip-gram vectors, and a sentence as their weighted mean.

    pip install gensim "morfem[morpheus]"
    python experiments/downstream/similarity.py     writes SIMILARITY.md

A sentence is the mean of its tokens' vectors (`vectors.py`) with the weights a / (a + p), without the first principal component (SIF,
Arora et al. 2017). Morpheus's network reads a word's letters and gives it a vector, so it has one for any word (Morpheus, section 3).
"""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import morfem.morpheus
import numpy as np
from gensim.models import FastText, Word2Vec

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "transplant"), str(HERE.parent)]

from conditions import conditions  # noqa: E402
from sets import klue, pairs, spearman  # noqa: E402
from vectors import CONDITIONS, model, pieces, sources  # noqa: E402

SMOOTHING = 1e-3
NETWORK = "Morpheus's network"


def sentence_vectors(vectors: Mapping[str, np.ndarray], shares: Mapping[str, float], texts: list[list[str]]) -> np.ndarray:
    """The SIF vectors of sentences, from the vector of each known token and its share of the training text."""
    found = np.zeros((len(texts), len(next(iter(vectors.values())))))
    for index, text in enumerate(texts):
        known = [token for token in text if token in vectors]
        for token in known:
            found[index] += SMOOTHING / (SMOOTHING + shares.get(token, 0)) * vectors[token] / len(known)
    first = np.linalg.svd(found, full_matrices=False)[2][0]
    found -= np.outer(found @ first, first)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def shares(trained: Word2Vec) -> dict[str, float]:
    """What part of the training text each token is."""
    counts = {token: trained.wv.get_vecattr(token, "count") for token in trained.wv.index_to_key}
    total = sum(counts.values())
    return {token: count / total for token, count in counts.items()}


def known_vectors(trained: Word2Vec, tokens: Iterable[str]) -> dict[str, np.ndarray]:
    """The vectors of those tokens that have one. fastText has one for any word."""
    return {token: trained.wv[token] for token in tokens if token in trained.wv or isinstance(trained, FastText)}


def network_vectors(words: Iterable[str]) -> dict[str, np.ndarray]:
    """The vectors that Morpheus's network gives to words, from their letters alone."""
    words = list(words)
    return dict(zip(words, morfem.morpheus.load().embed(words), strict=True))


def main() -> None:
    table = ["| language | tokens | seconds of training | data | Pearson | Spearman |", "|---|---|---|---|---|---|"]
    for language, sets in {"tr": {"STSb-TR": pairs("tr")}, "ko": {"KorSTS": pairs("ko"), "KLUE-STS": klue()}}.items():
        named = [(name, source, model(language, name)) for name, source in sources(language).items()]
        if language == "tr":
            named.append((NETWORK, None, model(language, "words")))
        for name, source, trained in named:
            cut, share = pieces(source), shares(trained)
            for label, rows in sets.items():
                sides = [[cut(row[side]) for row in rows] for side in (0, 1)]
                tokens = sorted({token for texts in sides for text in texts for token in text})
                vectors = network_vectors(tokens) if name == NETWORK else known_vectors(trained, tokens)
                found = [sentence_vectors(vectors, share, texts) for texts in sides]
                similarity, gold = (found[0] * found[1]).sum(1), np.array([row[2] for row in rows])
                pearson = float(np.corrcoef(similarity, gold)[0, 1])
                seconds = "" if name == NETWORK else f"{trained.seconds:.0f}"
                table.append(f"| {language} | {name} | {seconds} | {label} | {pearson:.3f} | {spearman(similarity, gold):.3f} |")
                print(table[-1], flush=True)
    head = f"""# Sentence similarity with vectors of tokens

`python experiments/downstream/similarity.py`. {CONDITIONS} Development data, all pairs. 1,500 pairs have a standard error of
about .02. {NETWORK}: its vectors of white-space words, weighted in the same way;
it was trained on the whole corpus. The papers' figures (table 4 of MFT) are of trained encoders, not of token vectors.

{conditions(time="seconds of training are CPU time, the rest was not recorded")}
"""
    (HERE / "SIMILARITY.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
