"""scikit-learn: an analyzer for its vectorizers, and a vectorizer that counts ids without a Python object per token.

>>> from sklearn.feature_extraction.text import TfidfVectorizer
>>> from morfem.integrations.sklearn import Analyzer, MorfemVectorizer
>>> sorted(TfidfVectorizer(analyzer=Analyzer("tr-mft")).fit(["evler"]).vocabulary_)
['+lAr', '▁ev']
>>> MorfemVectorizer("tr-mft").fit_transform(["ev evler", "evde"]).toarray().tolist()
[[1, 0, 2], [0, 1, 1]]
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import load
from .._core import Tokenizer, VocabularyError
from ..require import require

base = require("sklearn.base", "scikit-learn", ">=1.6,<2")
sparse = require("scipy.sparse", "scikit-learn", ">=1.10")
validation = require("sklearn.utils.validation", "scikit-learn", ">=1.6,<2")

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Analyzer:
    """The ``analyzer=`` of `CountVectorizer`, `TfidfVectorizer` and `HashingVectorizer`: a text's token strings.

    Parameters
    ----------
    tokenizer : the name of a bundled tokenizer, or the folder of a saved one. A pickle holds this name with a hash of the tokenizer. It
        is refused where the name means another tokenizer.
    """

    def __init__(self, tokenizer: str) -> None:
        self.tokenizer = tokenizer
        self._loaded = load(tokenizer)

    def __call__(self, text: str) -> list[str]:
        return self._loaded.encode(text).tokens

    def __reduce__(self) -> tuple[Any, ...]:
        return _analyzer, (self.tokenizer, _pin(self._loaded))


def _analyzer(name: str, pin: tuple[int | None, str]) -> Analyzer:
    """The analyzer of a pickle."""
    analyzer = Analyzer(name)
    _check(name, analyzer._loaded, pin)
    return analyzer


def _pin(tokenizer: Tokenizer) -> tuple[int | None, str]:
    """Version and hash, which a pickle holds beside the name."""
    return tokenizer.version, tokenizer.hash


def _check(name: str, tokenizer: Tokenizer, pin: tuple[int | None, str]) -> None:
    """Refuses a tokenizer that is not the one of a pickle."""
    if _pin(tokenizer) != pin:
        (version, sha256), (now, here) = pin, _pin(tokenizer)
        raise VocabularyError(
            f"{name!r} is another tokenizer here than where this was pickled: version {now}, hash {here[:16]}, instead of version "
            f"{version}, hash {sha256[:16]}; install the morfem or copy the folder that it was pickled with, or fit again"
        )


class MorfemVectorizer(base.TransformerMixin, base.BaseEstimator):  # type: ignore[name-defined, misc]
    """Counts the tokens of texts. A column is a token that at least `min_df` of the texts of `fit` have, in the order of ids.

    Follow it with `TfidfTransformer` for TF-IDF.

    Parameters
    ----------
    tokenizer : the name of a bundled tokenizer, or the folder of a saved one.
    min_df : the smallest number of texts that a token must occur in.
    binary : whether to write 1 for every count.
    threads : number of threads; None for one per processor. The result does not depend on it.

    Attributes
    ----------
    ids_ : the id of each column.
    """

    def __init__(self, tokenizer: str = "tr-mft", *, min_df: int = 1, binary: bool = False, threads: int | None = None) -> None:
        self.tokenizer = tokenizer
        self.min_df = min_df
        self.binary = binary
        self.threads = threads

    def fit(self, X: Iterable[str], y: object = None) -> MorfemVectorizer:  # noqa: N803
        """Choose the columns."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X: Iterable[str], y: object = None) -> Any:  # noqa: N803
        """Choose the columns, and count: a sparse matrix of shape (texts, columns), dtype int64."""
        if not isinstance(self.min_df, Integral) or self.min_df < 1:
            raise ValueError(f"min_df is {self.min_df!r}; give a whole number from 1")
        self._loaded: Tokenizer = load(self.tokenizer)
        self.tokenizer_ = self.tokenizer
        counts = self._counts(X)
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        self.ids_: NDArray[np.int64] = np.flatnonzero(frequency >= self.min_df)
        return counts[:, self.ids_]

    def transform(self, X: Iterable[str]) -> Any:  # noqa: N803
        """Count, as `fit_transform` does. Tokens without a column are left out."""
        validation.check_is_fitted(self, "ids_")
        return self._counts(X)[:, self.ids_]

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """The token string of each column."""
        validation.check_is_fitted(self, "ids_")
        return np.array([self._loaded.id_to_token(id) for id in self.ids_.tolist()], np.object_)

    def _counts(self, texts: Iterable[str]) -> Any:
        """The counts of all ids."""
        if isinstance(texts, str):
            raise ValueError("X is one string; give a list of texts")
        if getattr(texts, "ndim", 1) != 1:
            raise ValueError(f"X is a table ({type(texts).__name__}); give a list or one column of texts")
        texts = list(texts)
        ids, indptr = self._loaded.encode_ids_batch(texts, self.threads)
        shape = (len(texts), self._loaded.vocab_size)
        matrix = sparse.csr_matrix((np.ones(len(ids), np.int64), ids.astype(np.int64), indptr), shape=shape)
        matrix.sum_duplicates()
        if self.binary:
            matrix.data[:] = 1
        return matrix

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    def __getstate__(self) -> dict[str, Any]:
        """Without the loaded tokenizer: a pickle holds the name that it had in `fit`, its version and its hash."""
        state = {name: value for name, value in super().__getstate__().items() if name != "_loaded"}
        return {**state, "_pin": _pin(self._loaded)} if hasattr(self, "_loaded") else state

    def __setstate__(self, state: dict[str, Any]) -> None:
        pin = state.pop("_pin", None)
        super().__setstate__(state)
        if pin is not None:
            name = state["tokenizer_"]
            self._loaded = load(name)
            _check(name, self._loaded, pin)
