"""Skip-gram vectors of tokens (Mikolov et al. 2013; gensim), for each tokenizer with the same settings on the same lines.

Trained vectors are kept in `target/language_model/vectors`, so `similarity.py` and `tagging.py` share them. Baselines: white-space words,
byte-level BPE, Unigram, and fastText, which adds vectors of n-grams to those of words.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import morfem
from gensim.models import FastText, Word2Vec

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "language_model"), str(HERE.parent / "transplant")]

from models import BUNDLED, CACHE, folder  # noqa: E402
from run import training_sample  # noqa: E402

LINES = 50_000
OPTIONS = {"vector_size": 100, "window": 5, "negative": 5, "epochs": 3, "min_count": 2, "sg": 1, "seed": 0, "workers": 1}
CONDITIONS = f"""Skip-gram, {OPTIONS["vector_size"]} dimensions, window {OPTIONS["window"]}, {OPTIONS["negative"]} negatives,
{OPTIONS["epochs"]} passes over {LINES:,} lines of the training corpus, seed 0, one thread (`vectors.py`)."""


def sources(language: str) -> dict[str, str | None]:
    """Names and what `morfem.load` takes; None for words. A baseline that `models.py` has not trained is left out."""
    sizes = {"tr": (4_096, 32_768, 65_536), "ko": (32_768, 131_072)}.get(language, (4_096, 32_768))
    trained = {f"{system} {size:,}": str(folder(language, system, size)) for system in ("bpe", "unigram") for size in sizes}
    found: dict[str, str | None] = {"words": None, "fastText": None}
    return found | {name: path for name, path in trained.items() if Path(path).exists()} | {name: name for name in BUNDLED[language]}


def pieces(source: str | None) -> Callable[[str], list[str]]:
    """What cuts a text into the strings that have vectors."""
    if source is None:
        return str.split
    tokenizer = morfem.load(source)
    return lambda text: [str(id) for id in tokenizer.encode_ids(text).tolist()]


def model(language: str, name: str) -> Word2Vec:
    """The trained vectors of a tokenizer. A model is trained once and keeps its seconds of processor time as `seconds`."""
    path = CACHE / "vectors" / f"{language}-{name.replace(' ', '-').replace(',', '')}.model"
    kind = FastText if name == "fastText" else Word2Vec
    if path.exists():
        return kind.load(str(path))
    start = process_time()
    cut = pieces(sources(language)[name])
    trained = kind([cut(text) for text in training_sample(language)[:LINES]], **OPTIONS)
    trained.seconds = process_time() - start
    path.parent.mkdir(parents=True, exist_ok=True)
    trained.save(str(path))
    return trained
