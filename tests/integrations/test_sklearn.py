"""Inside scikit-learn."""

import pickle
import shutil
import warnings
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

from tests.conftest import sentences

pytest.importorskip("sklearn")

from morfem.integrations.sklearn import Analyzer, MorfemVectorizer
from sklearn.base import clone
from sklearn.exceptions import NotFittedError, SkipTestWarning
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.utils.estimator_checks import check_estimator, check_get_params_invariance, check_no_attributes_set_in_init

TEXTS = sentences("tr")


def test_the_vectorizer_passes_the_checks_of_scikit_learn() -> None:
    # Of estimators whose input is texts, scikit-learn checks no more than parameters and tags; it says so in a warning.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SkipTestWarning)
        checks = check_estimator(MorfemVectorizer("tr-mft"), on_skip=None)
        theirs = check_estimator(CountVectorizer(), on_skip=None)
    assert {check["check_name"]: check["status"] for check in theirs if check["status"] == "passed"}.items() <= {
        check["check_name"]: check["status"] for check in checks
    }.items()
    assert {check["status"] for check in checks} <= {"passed", "skipped"}
    assert checks
    check_no_attributes_set_in_init("MorfemVectorizer", MorfemVectorizer("tr-mft"))
    check_get_params_invariance("MorfemVectorizer", MorfemVectorizer("tr-mft"))
    with pytest.raises(NotFittedError):
        MorfemVectorizer("tr-mft").transform(TEXTS)


@pytest.mark.parametrize("options", [{}, {"binary": True}, {"min_df": 3}])
def test_the_counts_are_those_of_count_vectorizer_with_the_analyzer(options: dict[str, Any]) -> None:
    ours, theirs = MorfemVectorizer("tr-mft", **options), CountVectorizer(analyzer=Analyzer("tr-mft"), **options)
    found, expected = ours.fit_transform(TEXTS), theirs.fit_transform(TEXTS)
    names = ours.get_feature_names_out()
    assert sorted(names) == sorted(theirs.vocabulary_)
    assert (found.toarray() == expected.toarray()[:, [theirs.vocabulary_[name] for name in names]]).all()
    others = ["Kitaplarımız evde.", "", "xyz 日本"]
    assert (ours.transform(others).toarray() == theirs.transform(others).toarray()[:, [theirs.vocabulary_[name] for name in names]]).all()


@pytest.mark.parametrize("kind", [Analyzer, MorfemVectorizer])
def test_a_pickle_is_refused_where_its_name_means_another_tokenizer(kind: Any, tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    morfem.load("tr-mft").save(folder)
    made = kind(folder)
    pickled = pickle.dumps(made.fit(TEXTS) if kind is MorfemVectorizer else made)
    pickle.loads(pickled)
    shutil.rmtree(folder)
    morfem.load("tr-morpheus").save(folder)
    with pytest.raises(morfem.VocabularyError, match=r"kept' is another tokenizer here than where this was pickled: .*; install"):
        pickle.loads(pickled)


def test_a_pickle_holds_the_name_and_not_the_tokenizer() -> None:
    vectorizer = MorfemVectorizer("tr-mft").fit(TEXTS)
    for original in (vectorizer, Analyzer("tr-mft")):
        pickled = pickle.dumps(original)
        assert len(pickled) < 50_000
        copy = pickle.loads(pickled)
        if isinstance(original, MorfemVectorizer):
            assert (copy.transform(TEXTS).toarray() == vectorizer.transform(TEXTS).toarray()).all()
            assert clone(vectorizer).get_params() == vectorizer.get_params()
        else:
            assert copy(TEXTS[0]) == original(TEXTS[0]) == morfem.load("tr-mft").encode(TEXTS[0]).tokens


def test_what_is_no_list_of_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="X is one string; give a list of texts"):
        MorfemVectorizer("tr-mft").fit("kitap")
    with pytest.raises(ValueError, match=r"X is a table \(DataFrame\); give a list or one column of texts"):
        MorfemVectorizer("tr-mft").fit(pytest.importorskip("pandas").DataFrame({"text": ["kitap"], "label": [1]}))
    with pytest.raises(ValueError, match="min_df is 0; give a whole number from 1"):
        MorfemVectorizer("tr-mft", min_df=0).fit(["kitap"])
    with pytest.raises(ValueError, match=r"X is a table \(ndarray\)"):
        MorfemVectorizer("tr-mft").fit(np.zeros((2, 2)))


def test_a_pickle_has_the_columns_of_its_fit() -> None:
    vectorizer = MorfemVectorizer("tr-mft").fit(["ev su"])
    vectorizer.set_params(tokenizer="ko-thunder")
    again = pickle.loads(pickle.dumps(vectorizer))
    assert again.get_feature_names_out().tolist() == vectorizer.get_feature_names_out().tolist()
    assert (again.transform(["ev su"]) != vectorizer.transform(["ev su"])).nnz == 0
