"""lm-eval runs a local task end to end, and cuts contexts and continuations right."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

lm_eval = pytest.importorskip("lm_eval")
pytest.importorskip("torch")

from tests.conftest import sentences_for  # noqa: E402
from tests.integrations.heavy.transformers.conftest import wrapped  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")

TASK = """
task: own_words
dataset_path: json
dataset_kwargs:
  data_files:
    test: DATA
output_type: multiple_choice
test_split: test
doc_to_text: "{{text}}"
doc_to_choice: "{{choices}}"
doc_to_target: 0
metric_list:
  - metric: acc
"""


def test_a_local_task_runs_end_to_end(name: str, tiny_llama: Callable[[Any], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    from lm_eval.tasks import TaskManager
    from morfem.integrations.lm_eval import MorfemLM

    tokenizer, texts = wrapped(name), sentences_for(name)
    rows = []
    for text, other in zip(texts[:8], texts[8:16], strict=True):
        start, _, end = text.rpartition(" ")
        rows.append({"text": start, "choices": [end, other.rpartition(" ")[2]]})
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "own_words.yaml").write_text(TASK.replace("DATA", str(data)), encoding="utf-8")
    model = MorfemLM(pretrained=tiny_llama(tokenizer), tokenizer=tokenizer, device="cpu", batch_size=4)
    manager = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    result = lm_eval.simple_evaluate(model=model, tasks=["own_words"], task_manager=manager, bootstrap_iters=0)
    assert 0 <= result["results"]["own_words"]["acc,none"] <= 1
    for sample, row in zip(result["samples"]["own_words"], rows, strict=True):
        assert sample["doc"] == row


@pytest.mark.parametrize("every", morfem.available())
def test_no_cut_between_context_and_continuation_is_wrong(every: str) -> None:
    tokenizer = wrapped(every)
    rng = random.Random(0)
    for text in sentences_for(every):
        places = range(1, len(text))
        for cut in [place for place in places if text[place] == " "] + rng.sample(places, 6):
            context, continuation = tokenizer.encode_apart(text[:cut], text[cut:])
            assert context == tokenizer(text[:cut])["input_ids"]
            assert tokenizer.decode(context + continuation) == text


def test_the_harness_alone_cuts_phrases_wrong() -> None:
    """The reason for `MorfemLM`: without boundaries a phrase token crosses some cuts at a space."""
    tokenizer = wrapped("ko-thunder")
    text = "나는 할 수 있는 일을 했다"
    wrong = 0
    for cut in [place for place, letter in enumerate(text) if letter == " "]:
        context = tokenizer(text[:cut])["input_ids"]
        wrong += tokenizer(text)["input_ids"][: len(context)] != context
    assert wrong > 0


def test_added_tokens_on_both_sides_of_a_cut() -> None:
    tokenizer = wrapped("ko-thunder", mask_token="<mask>")
    tokenizer.add_tokens(["<x>"])
    text = "책을<x> 할 수 있는<x><s> 일을"
    for cut in range(1, len(text)):
        context, continuation = tokenizer.encode_apart(text[:cut], text[cut:])
        if "<" not in text[:cut].replace("<x>", "").replace("<s>", ""):
            assert context == tokenizer(text[:cut])["input_ids"]
        assert tokenizer.decode(context + continuation) == text
