"""scikit-learn: counts and TF-IDF of terms.

An `Analyzer` is callable, so it is the `analyzer` of any vectorizer. `vectorizer` makes one with settings that fit.
"""

from typing import Any

from .._core import MorfemError
from .analyzer import Analyzer


def vectorizer(analyzer: Analyzer, **options: Any) -> Any:
    """A `sklearn.feature_extraction.text.TfidfVectorizer` over the terms of an analyzer.

    Parameters
    ----------
    analyzer : what makes the terms.
    options : other arguments of TfidfVectorizer.

    Raises
    ------
    MorfemError : if scikit-learn is not installed.

    >>> tfidf = vectorizer(Analyzer("tr", fields={"root": 1.0}))
    >>> tfidf.fit(["Kitaplar kayboldu."]).get_feature_names_out().tolist()
    ['kaybol', 'kitap']
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError:
        raise MorfemError("this adapter needs scikit-learn; install it with: pip install scikit-learn") from None
    return TfidfVectorizer(analyzer=analyzer, **options)
