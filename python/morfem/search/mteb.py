"""MTEB: BM25 with an analyzer, as a search model for its retrieval tasks.

MTEB's own BM25 baseline cuts Korean into characters, and has neither stemmer nor function words for Hebrew. `Search` has the methods of
MTEB's `SearchProtocol`, so it can be given to ``mteb.evaluate``.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np

from .._core import MorfemError
from ..require import require
from .analyzer import Analyzer

# MTEB names languages after ISO 639-3.
LANGUAGES = {"ara": "ar", "arb": "ar", "fin": "fi", "heb": "he", "ind": "id", "kor": "ko", "msa": "ms", "zsm": "ms", "tur": "tr"}


class Search:
    """BM25 over the terms of the language of each task.

    Parameters
    ----------
    analyzer : what makes the terms of every task; by default the one of the task's language.
    """

    def __init__(self, analyzer: Analyzer | None = None) -> None:
        self.analyzer = analyzer
        self._analyzer: Analyzer
        self._model: Any = None
        self._keys: list[str] = []

    @property
    def mteb_model_meta(self) -> Any:
        """The description that MTEB keeps with the results."""
        from .. import __version__

        model_meta = require("mteb.models.model_meta", "mteb", ">=2.26,<3")
        return model_meta.ModelMeta.create_empty({"name": "morfem/bm25", "revision": __version__})

    def index(self, corpus: Iterable[Mapping[str, str]], *, task_metadata: Any, hf_subset: str = "default", **_: Any) -> None:
        """Index the documents of a task: title and text."""
        self._analyzer = self.analyzer or Analyzer(_language(task_metadata.eval_langs, hf_subset))
        rows = list(corpus)
        self._keys = [row["id"] for row in rows]
        self._model = require("bm25s", "mteb", ">=0.3,<1").BM25(k1=1.2, b=0.75)
        texts = [f"{row.get('title') or ''}\n{row['text']}".strip() for row in rows]
        self._model.index(self._analyzer.texts(texts), show_progress=False)

    def search(
        self, queries: Iterable[Mapping[str, str]], *, top_k: int, top_ranked: Mapping[str, Iterable[str]] | None = None, **_: Any
    ) -> dict[str, dict[str, float]]:
        """For each query, the scores of its best documents. With `top_ranked`, only those documents are ranked."""
        if self._model is None:
            raise MorfemError("nothing is indexed; call index first")
        results = {}
        for query in queries:
            allowed = None if top_ranked is None else set(top_ranked.get(query["id"], ()))
            found = self._scores(query["text"])
            best = (number for number in np.argsort(-found, kind="stable").tolist() if found[number] > 0)
            ranked = ((self._keys[number], float(found[number])) for number in best)
            results[query["id"]] = dict(islice((pair for pair in ranked if allowed is None or pair[0] in allowed), top_k))
        return results

    def _scores(self, query: str) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """The score of each document for a query, with the weights of its terms."""
        scores = np.zeros(len(self._keys), np.float32)
        by_weight: dict[float, list[str]] = {}
        for term in self._analyzer.query(query):
            if term.text in self._model.vocab_dict:
                by_weight.setdefault(term.weight, []).append(term.text)
        for weight, terms in by_weight.items():
            scores += weight * self._model.get_scores(terms)
        return scores


def _language(languages: Iterable[str] | Mapping[str, Iterable[str]], subset: str) -> str:
    """The code of the one language of a task."""
    names = languages.get(subset, ()) if isinstance(languages, Mapping) else languages
    codes = {name.split("-")[0] for name in names}
    known = {LANGUAGES[code] for code in codes if code in LANGUAGES}
    if len(codes) != 1 or not known:
        raise MorfemError(f"the task is in {', '.join(sorted(codes)) or 'no language'}; there are analyzers for {', '.join(LANGUAGES)}")
    return known.pop()
