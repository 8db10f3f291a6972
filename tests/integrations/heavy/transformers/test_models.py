"""Small models are trained with `Trainer`, saved, loaded, and used in pipelines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

transformers = pytest.importorskip("transformers")
torch = pytest.importorskip("torch")
pytest.importorskip("accelerate")  # `Trainer` needs it.

from tests.conftest import sentences_for  # noqa: E402
from tests.integrations.heavy.transformers.conftest import wrapped  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")
STEPS = 50


def trained(model: Any, tokenizer: Any, collator: Any, texts: list[str], folder: Path) -> tuple[float, float]:
    """Trains a model, saves both, and returns the losses of the first and the last five steps."""
    rows = tokenizer(texts, truncation=True, max_length=24, return_special_tokens_mask=True)
    data = [{name: rows[name][index] for name in ("input_ids", "attention_mask", "special_tokens_mask")} for index in range(len(texts))]
    settings = transformers.TrainingArguments(
        output_dir=str(folder / "work"),
        max_steps=STEPS,
        per_device_train_batch_size=4,
        learning_rate=1e-2,
        logging_steps=5,
        save_strategy="no",
        report_to=[],
        use_cpu=True,
        disable_tqdm=True,
        seed=0,
    )
    trainer = transformers.Trainer(model=model, args=settings, train_dataset=data, data_collator=collator, processing_class=tokenizer)
    trainer.train()
    trainer.save_model(str(folder / "model"))
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    assert trainer.state.global_step == STEPS
    return float(losses[0]), float(losses[-1])


def test_a_language_model_like_llama(name: str, tiny_llama: Callable[[Any], Any], tmp_path: Path) -> None:
    tokenizer = wrapped(name, add_bos_token=True)
    collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=False)
    texts = sentences_for(name)[:16]
    first, last = trained(tiny_llama(tokenizer), tokenizer, collator, texts, tmp_path)
    assert last < first
    generate = transformers.pipeline("text-generation", model=str(tmp_path / "model"), device="cpu")
    assert type(generate.tokenizer).__name__ == "MorfemTokenizer"
    assert generate.tokenizer(texts)["input_ids"] == tokenizer(texts)["input_ids"]
    prompt = texts[0].split(" ")[0]
    (answer,) = generate(prompt, max_new_tokens=8, do_sample=False)
    assert answer["generated_text"].startswith(prompt[:1])
    ids = tokenizer(prompt, return_tensors="pt")
    with torch.no_grad():
        whole = generate.model.generate(**ids, max_new_tokens=8, do_sample=False)[0].tolist()
    assert answer["generated_text"] == tokenizer.decode(whole, skip_special_tokens=True)


def test_a_masked_model_like_bert(name: str, tiny_bert: Callable[..., Any], tmp_path: Path) -> None:
    tokenizer = wrapped(name)
    collator = transformers.DataCollatorForLanguageModeling(tokenizer, mlm=True, mlm_probability=0.3)
    texts = sentences_for(name)[:16]
    first, last = trained(tiny_bert(tokenizer, transformers.BertForMaskedLM), tokenizer, collator, texts, tmp_path)
    assert last < first
    fill = transformers.pipeline("fill-mask", model=str(tmp_path / "model"), device="cpu")
    words = texts[0].split(" ")
    guesses = fill(" ".join([words[0], "<mask>", *words[2:]]), top_k=3)
    assert len(guesses) == 3
    assert all(tokenizer.decode([guess["token"]]) is not None and 0 < guess["score"] <= 1 for guess in guesses)


SENTENCES = {
    "tr-mft": ("Dün Ankara'daki evimize döndük.", "Ankara'daki"),
    "he-splinter": ("אתמול הלכתי לירושלים עם אמא", "לירושלים"),
    "ko-thunder": ("어제 서울에서 책을 읽었습니다.", "서울에서"),
}


class Labels(torch.nn.Module if torch else object):  # type: ignore[misc]
    """Scores of labels by token: the first token of the entity is surely in it, its other tokens are probably outside."""

    def __init__(self, tokenizer: Any, text: str, entity: str) -> None:
        super().__init__()
        word = text.split(" ").index(entity)
        batch = tokenizer(text)
        tokens = [id for id, owner in zip(batch["input_ids"], batch.word_ids(), strict=True) if owner == word]
        self.scores = torch.zeros(len(tokenizer), 2)
        self.scores[:, 0] = 5.0
        self.scores[tokens] = torch.tensor([1.0, 0.5])
        self.scores[tokens[0]] = torch.tensor([0.0, 9.0])
        self.first = tokens[0]

    def __call__(self, input_ids: Any = None, **_: Any) -> Any:
        return transformers.modeling_outputs.TokenClassifierOutput(logits=self.scores[input_ids])


@pytest.mark.parametrize("strategy", ["none", "simple", "first", "average", "max"])
def test_token_classification(name: str, tiny_bert: Callable[..., Any], strategy: str) -> None:
    text, entity = SENTENCES[name]
    # The strategies over words read words off spans that tile them.
    over_words = strategy in ("first", "average", "max")
    tokenizer = wrapped(name, **({"offsets": "tiles"} if name == "he-splinter" and over_words else {}))
    labels = {"id2label": {0: "O", 1: "LOC"}, "label2id": {"O": 0, "LOC": 1}}
    model = tiny_bert(tokenizer, transformers.BertForTokenClassification, **labels)
    model.forward = Labels(tokenizer, text, entity).__call__
    find = transformers.pipeline(
        "token-classification", model=model, tokenizer=tokenizer, aggregation_strategy=strategy, device="cpu", ignore_labels=["O"]
    )
    (found,) = find(text)
    covered = text[found["start"] : found["end"]]
    if over_words or name == "he-splinter":
        assert covered == entity
    else:
        assert covered
        assert entity.startswith(covered)


def test_a_stride_cuts_long_texts_for_token_classification(tiny_bert: Callable[..., Any]) -> None:
    text, entity = SENTENCES["tr-mft"]
    tokenizer = wrapped("tr-mft", model_max_length=16)
    model = tiny_bert(tokenizer, transformers.BertForTokenClassification, id2label={0: "O", 1: "LOC"}, label2id={"O": 0, "LOC": 1})
    model.forward = Labels(tokenizer, text, entity).__call__
    find = transformers.pipeline(
        "token-classification", model=model, tokenizer=tokenizer, aggregation_strategy="first", stride=4, device="cpu"
    )
    found = find(" ".join([text] * 4))
    assert [item["entity_group"] for item in found] == ["LOC"] * 4


class Heard(transformers.TextStreamer):  # type: ignore[misc,name-defined]
    """Keeps what it prints."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__(tokenizer, skip_special_tokens=True)
        self.parts: list[str] = []

    def on_finalized_text(self, text: str, stream_end: bool = False) -> None:
        self.parts.append(text)


def test_a_streamer_prints_the_text(name: str) -> None:
    tokenizer = wrapped(name)
    for text in sentences_for(name)[:20]:
        heard = Heard(tokenizer)
        for id in tokenizer(text)["input_ids"]:
            heard.put(torch.tensor([id]))
        heard.end()
        assert "".join(heard.parts) == text
