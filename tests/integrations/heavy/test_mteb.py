"""MTEB's own evaluation runs `morfem.search.mteb.Search` as a search model."""

from typing import Any

import pytest

mteb: Any = pytest.importorskip("mteb")
datasets: Any = pytest.importorskip("datasets")
pytest.importorskip("bm25s")

DOCUMENTS = {
    "tur-Latn": ["Kitaplarımızdan biri kayboldu.", "Evimizin bahçesinde ağaçlar var.", "Gözlerinin rengi yeşildi."],
    "heb-Hebr": ["הספרים שלנו אבדו אתמול.", "בגינה של הבית יש עצים.", "הילדים כתבו מכתבים ארוכים."],
    "kor-Hang": ["아이들은 학교에서 책을 읽었다.", "집 앞에는 큰 나무가 있다.", "어제 친구와 영화를 보았다."],
}
QUESTIONS = {
    "tur-Latn": ["kayıp kitabı", "bahçedeki ağaç", "gözün rengi"],
    "heb-Hebr": ["הספר שאבד", "עץ בגינה", "מכתב"],
    "kor-Hang": ["책은 어디에서", "나무", "친구의 영화"],
}


def task(language: str) -> Any:
    """A task of MTEB over our own sentences: question i asks for document i."""
    from mteb.abstasks.retrieval import AbsTaskRetrieval
    from mteb.abstasks.task_metadata import TaskMetadata

    class OwnSentences(AbsTaskRetrieval):
        metadata = TaskMetadata(
            name=f"OwnSentences-{language}",
            type="Retrieval",
            main_score="ndcg_at_10",
            description="Questions about sentences.",
            dataset={"path": "none", "revision": "1"},
            eval_splits=["test"],
            eval_langs=[language],
        )

        def load_data(self, num_proc: int | None = None, **options: Any) -> None:
            rows = enumerate(DOCUMENTS[language])
            split = {
                "corpus": datasets.Dataset.from_list([{"id": f"d{key}", "title": "", "text": text} for key, text in rows]),
                "queries": datasets.Dataset.from_list([{"id": f"q{key}", "text": text} for key, text in enumerate(QUESTIONS[language])]),
                "relevant_docs": {f"q{key}": {f"d{key}": 1} for key in range(len(QUESTIONS[language]))},
                "top_ranked": None,
            }
            self.dataset = {"default": {"test": split}}
            self.data_loaded = True

    return OwnSentences()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("language", DOCUMENTS)
def test_mteb_evaluates_the_search_model_on_a_task(language: str) -> None:
    from morfem.search.mteb import Search

    result = mteb.evaluate(Search(), [task(language)], cache=None, show_progress_bar=False)
    assert result.model_name == "morfem/bm25"
    (scores,) = result.task_results[0].scores["test"]
    assert scores["ndcg_at_10"] == 1
