"""The sets of `run.py` as retrieval tasks inside MTEB: its own BM25 baseline, and `morfem.search.mteb.Search`.

pip install mteb==2.26.24 PyStemmer==3.1.0
python experiments/search/in_mteb.py ../shared/data/retrieval tr ar he ko
"""

import argparse
from pathlib import Path

import datasets
import mteb
from morfem.search.mteb import Search
from mteb.abstasks.retrieval import AbsTaskRetrieval
from mteb.abstasks.task_metadata import TaskMetadata
from run import NAMES, SETS, read

CODES = {"tr": "tur-Latn", "ar": "ara-Arab", "he": "heb-Hebr", "ko": "kor-Hang"}


def task(folder: Path, language: str) -> AbsTaskRetrieval:
    """A set as a task."""
    passages, questions, relevant = read(folder / f"{SETS[language]}.jsonl")

    class Set(AbsTaskRetrieval):
        metadata = TaskMetadata(
            name=SETS[language],
            type="Retrieval",
            main_score="mrr_at_10",
            description="Questions and paragraphs.",
            dataset={"path": "none", "revision": "1"},
            eval_splits=["test"],
            eval_langs=[CODES[language]],
        )

        def load_data(self, num_proc=None, **options) -> None:
            split = {
                "corpus": datasets.Dataset.from_list([{"id": f"d{key}", "title": "", "text": text} for key, text in enumerate(passages)]),
                "queries": datasets.Dataset.from_list([{"id": f"q{key}", "text": text} for key, text in enumerate(questions)]),
                "relevant_docs": {f"q{key}": {f"d{right}": 1} for key, right in enumerate(relevant)},
                "top_ranked": None,
            }
            self.dataset = {"default": {"test": split}}
            self.data_loaded = True

    return Set()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", default=list(SETS), choices=list(SETS))
    arguments = parser.parse_args()
    print("| language | model | MRR@10 | nDCG@10 | recall@5 |\n|---|---|---|---|---|")
    for language in arguments.languages:
        for name, model in {"MTEB's BM25": mteb.get_model("mteb/baseline-bm25s"), "morfem": Search()}.items():
            result = mteb.evaluate(model, [task(arguments.folder, language)], cache=None, show_progress_bar=False)
            (scores,) = result.task_results[0].scores["test"]
            figures = " | ".join(f"{scores[measure]:.4f}" for measure in ("mrr_at_10", "ndcg_at_10", "recall_at_5"))
            print(f"| {NAMES[language]} | {name} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
