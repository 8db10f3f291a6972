"""Sentence similarity with vectors of tokens: skip-gram vectors, and a sentence as their weighted mean.

    pip install gensim
    python experiments/downstream/similarity.py     writes SIMILARITY.md

For each tokenizer, skip-gram vectors (Mikolov et al. 2013; gensim) with the same dimensions, window, negatives and passes are trained on
the same lines. A sentence is the mean of its tokens' vectors with the weights a / (a + p), without the first principal component (SIF,
Arora et al. 2017). Baselines: white-space words, byte-level BPE, Unigram, and fastText, which adds vectors of n-grams to those of words.
"""

import sys
from pathlib import Path
from time import process_time

import morfem
import numpy as np
from gensim.models import FastText, Word2Vec

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "language_model"), str(HERE.parent / "transplant")]

from models import BUNDLED, folder  # noqa: E402
from run import training_sample  # noqa: E402
from sets import klue, pairs, spearman  # noqa: E402

LINES = 10_000
OPTIONS = {"vector_size": 100, "window": 5, "negative": 5, "epochs": 2, "min_count": 2, "sg": 1, "seed": 0, "workers": 1}
SMOOTHING = 1e-3


def pieces(name: str, source: str | None):
    """What cuts a text into strings."""
    if source is None:
        return str.split
    tokenizer = morfem.load(source)
    return lambda text: [str(id) for id in tokenizer.encode_ids(text).tolist()]


def sentence_vectors(model, texts: list[list[str]]) -> np.ndarray:
    """The SIF vectors of sentences."""
    vectors = model.wv
    total = sum(vectors.get_vecattr(token, "count") for token in vectors.index_to_key)
    found = np.zeros((len(texts), vectors.vector_size))
    for index, text in enumerate(texts):
        known = [token for token in text if token in vectors or isinstance(model, FastText)]
        for token in known:
            share = vectors.get_vecattr(token, "count") / total if token in vectors.key_to_index else 0
            found[index] += SMOOTHING / (SMOOTHING + share) * vectors[token] / len(known)
    first = np.linalg.svd(found, full_matrices=False)[2][0]
    found -= np.outer(found @ first, first)
    return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)


def main() -> None:
    table = ["| language | tokens | seconds of training | data | Pearson | Spearman |", "|---|---|---|---|---|---|"]
    for language, sets in {"tr": {"STSb-TR": pairs("tr")}, "ko": {"KorSTS": pairs("ko"), "KLUE-STS": klue()}}.items():
        texts = training_sample(language)[:LINES]
        sources: dict[str, str | None] = {"words": None, "fastText": None}
        sizes = (4_096, 32_768, 65_536) if language == "tr" else (131_072,)
        sources |= {f"{system} {size:,}": str(folder(language, system, size)) for system in ("bpe", "unigram") for size in sizes}
        # A tokenizer that models.py has not trained is left out.
        sources = {name: source for name, source in sources.items() if source is None or Path(source).exists()}
        sources |= {name: name for name in BUNDLED[language]}
        for name, source in sources.items():
            cut = pieces(name, source)
            start = process_time()
            model = (FastText if name == "fastText" else Word2Vec)([cut(text) for text in texts], **OPTIONS)
            seconds = process_time() - start
            for label, rows in sets.items():
                vectors = [sentence_vectors(model, [cut(row[side]) for row in rows]) for side in (0, 1)]
                similarity, gold = (vectors[0] * vectors[1]).sum(1), np.array([row[2] for row in rows])
                pearson = np.corrcoef(similarity, gold)[0, 1]
                table.append(f"| {language} | {name} | {seconds:.0f} | {label} | {pearson:.3f} | {spearman(similarity, gold):.3f} |")
                print(table[-1], flush=True)
    head = f"""# Sentence similarity with vectors of tokens

`python experiments/downstream/similarity.py`. Skip-gram, {OPTIONS["vector_size"]} dimensions, window {OPTIONS["window"]},
{OPTIONS["epochs"]} passes over {LINES:,} lines, seed 0, one thread. Development data, all pairs. 1,500 pairs have a standard error of
about .02. The papers' figures (table 4 of MFT) are of trained encoders, not of token vectors.

"""
    (HERE / "SIMILARITY.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
