"""Each adapter, on the real library: a query in another form finds its document, and terms weigh what they should."""

import sqlite3
from types import SimpleNamespace

import pytest
from morfem import MorfemError
from morfem.search import Analyzer

TEXTS = [
    "Kitaplarımızdan biri kayboldu.",
    "Evimizin bahçesinde ağaçlar var.",
    "Bahçede kitap okuduk.",
    "...",
    "Kitap'ın \"adı\" * OR '; drop table",
]
ROWS = list(enumerate(TEXTS, 1))


@pytest.fixture(scope="module")
def turkish() -> Analyzer:
    return Analyzer("tr")


def test_scikit_learn(turkish: Analyzer) -> None:
    pytest.importorskip("sklearn")
    import pickle

    from sklearn.base import clone
    from sklearn.feature_extraction.text import TfidfVectorizer

    tfidf = TfidfVectorizer(analyzer=turkish)
    matrix = tfidf.fit_transform(TEXTS)
    similarity = (matrix @ tfidf.transform(["kitabı"]).T).toarray().ravel()
    assert [bool(value) for value in similarity] == [True, False, True, False, True]
    assert (pickle.loads(pickle.dumps(tfidf)).transform(TEXTS) != matrix).nnz == 0
    assert clone(tfidf).get_params()["analyzer"] is not None


def test_sqlite(turkish: Analyzer) -> None:
    from morfem.integrations.sqlite import Table

    table = Table(sqlite3.connect(":memory:"), turkish)
    table.add(ROWS)
    assert {key for key, _, _ in table.search("kitabı")} == {1, 3, 5}
    assert table.search("") == table.search("?") == []
    table.add([(1, "Kalem bulundu.")])
    assert {key for key, _, _ in table.search("kitabı")} == {3, 5}
    assert [body for _, _, body in table.search("kalemin")] == ["Kalem bulundu."]
    table.connection.execute("insert into documents_index (documents_index) values ('integrity-check')")


def test_sqlite_keeps_every_term_whole(turkish: Analyzer) -> None:
    from morfem.integrations.sqlite import Table

    table = Table(sqlite3.connect(":memory:"), turkish)
    table.add([(1, "ali.veli@posta.com.tr max_len 1.250,50 12:30")])
    for whole in ("ali.veli@posta.com.tr", "max_len", "1.250,50", "12:30"):
        assert len(table.search(whole)) == 1
    assert table.search("posta") == []


def test_mteb_tasks_are_ranked_in_their_language() -> None:
    pytest.importorskip("bm25s")
    from morfem.search.mteb import Search

    task = SimpleNamespace(eval_langs=["tur-Latn"])
    corpus = [{"id": f"d{key}", "title": "", "text": text} for key, text in ROWS]
    queries = [{"id": "q", "text": "kitabı"}]
    search = Search()
    with pytest.raises(MorfemError, match="call index first"):
        search.search(queries, top_k=3)
    search.index(corpus, task_metadata=task, hf_split="test", hf_subset="default", encode_kwargs={}, num_proc=None)
    assert set(search.search(queries, task_metadata=task, top_k=10)["q"]) == {"d1", "d3", "d5"}
    assert set(search.search(queries, top_k=10, top_ranked={"q": ["d2", "d3"]})["q"]) == {"d3"}
    with pytest.raises(MorfemError, match="the task is in eng"):
        search.index(corpus, task_metadata=SimpleNamespace(eval_langs=["eng-Latn"]))


def test_postgres_literals_quote_what_a_term_may_hold(turkish: Analyzer) -> None:
    from morfem.integrations.postgres import tsquery, tsvector

    terms = turkish.document("Kitap, kitaplar")
    assert tsvector(terms) == "'kitap':1,2"
    assert tsquery(terms) == "'kitap'"
    assert tsvector([]) == tsquery([]) == ""
    odd = [terms[0]._replace(text="a'b\\c", position=20_000)]
    assert tsvector(odd) == "'a''b\\\\c':16383"
