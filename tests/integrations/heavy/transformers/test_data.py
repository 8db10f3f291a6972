"""Data: `datasets` with processes, `DataLoader` with workers, and whole-word masking."""

from typing import Any

import pytest

transformers = pytest.importorskip("transformers")
torch = pytest.importorskip("torch")
datasets = pytest.importorskip("datasets")

from tests.conftest import sentences_for  # noqa: E402
from tests.integrations.heavy.transformers.conftest import wrapped  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")


def test_datasets_map_with_two_processes(name: str) -> None:
    tokenizer, texts = wrapped(name), sentences_for(name)
    data = datasets.Dataset.from_dict({"text": texts})
    mapped = data.map(lambda rows: tokenizer(rows["text"]), batched=True, batch_size=16, num_proc=2, load_from_cache_file=False)
    assert list(mapped["input_ids"]) == tokenizer(texts)["input_ids"]


def test_the_fingerprint_of_a_map_does_not_change_with_use(name: str) -> None:
    """Otherwise no `map` would find its cached result."""
    tokenizer = wrapped(name)
    before = datasets.fingerprint.Hasher.hash(tokenizer)
    tokenizer(sentences_for(name), padding=True, truncation=True, max_length=9, return_overflowing_tokens=True).tokens()
    assert datasets.fingerprint.Hasher.hash(tokenizer) == before


@pytest.mark.parametrize("workers", [0, 2])
def test_data_loader(name: str, workers: int) -> None:
    tokenizer, texts = wrapped(name), sentences_for(name)
    collate = Collate(tokenizer)
    loader = torch.utils.data.DataLoader(texts, batch_size=8, num_workers=workers, collate_fn=collate)
    rows = [row[mask.bool()].tolist() for batch in loader for row, mask in zip(batch["input_ids"], batch["attention_mask"], strict=True)]
    assert rows == tokenizer(texts)["input_ids"]


class Collate:
    """Makes a batch of tensors from texts."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer

    def __call__(self, texts: list[str]) -> Any:
        return self.tokenizer(texts, padding=True, return_tensors="pt")


@pytest.mark.parametrize("kind", ["np", "pt"])
def test_whole_words_are_masked_or_not(name: str, kind: str) -> None:
    # Words are read off the gaps between spans: Splinter's tokens need spans that tile the words.
    tokenizer = wrapped(name, **({"offsets": "tiles"} if name == "he-splinter" else {}))
    collator = transformers.DataCollatorForLanguageModeling(
        tokenizer, mlm=True, whole_word_mask=True, mlm_probability=0.4, return_tensors=kind, seed=1
    )
    texts = sentences_for(name)
    batch = tokenizer(texts, padding=True, return_offsets_mapping=True, return_special_tokens_mask=True)
    names = ("input_ids", "attention_mask", "special_tokens_mask", "offset_mapping")
    collated = collator([{name: batch[name][index] for name in names} for index in range(len(texts))])
    chosen = {True: 0, False: 0}
    split = 0
    for index in range(len(texts)):
        masked = [label != -100 for label in collated["labels"].tolist()[index]]
        words: dict[int, set[bool]] = {}
        for word, is_masked in zip(batch.word_ids(index), masked, strict=False):
            if word is not None:
                words.setdefault(word, set()).add(is_masked)
        split += sum(len(answers) > 1 for answers in words.values())
        for answers in words.values():
            chosen[answers == {True}] += 1
    assert split == 0
    assert chosen[True] > 0
    assert chosen[False] > chosen[True]
