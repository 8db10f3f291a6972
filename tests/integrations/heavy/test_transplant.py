"""Transplant of a model of transformers: tied and untied embeddings, special tokens, configuration."""

from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from morfem.integrations.transplant import extend, transplant  # noqa: E402

TEXTS = ["Evlerde kitaplar vardı.", "Kitapları okuduk ve evlere gittik.", "Okullarda çocuklar oynuyordu."] * 20


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A small BPE tokenizer of transformers."""
    path: Path = tmp_path_factory.mktemp("old") / "tokenizer.json"
    morfem.train.bpe(TEXTS, vocab_size=300, progress=False).export("tokenizer.json", path)
    return transformers.PreTrainedTokenizerFast(tokenizer_file=str(path), bos_token="<s>", eos_token="</s>", pad_token="<pad>")


@pytest.fixture(scope="module")
def new() -> Any:
    """A small MFT-like vocabulary: Unigram trained on the same texts, with another order of ids."""
    return morfem.train.unigram(TEXTS, vocab_size=280, progress=False)


def model(old: Any, *, is_tied: bool) -> Any:
    """A tiny causal model with random weights; its vocabulary has four rows of padding."""
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(old) + 4,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        tie_word_embeddings=is_tied,
        bos_token_id=old.bos_token_id,
        eos_token_id=old.eos_token_id,
    )
    return transformers.LlamaForCausalLM(config)


@pytest.mark.parametrize("is_tied", [True, False])
def test_both_matrices_get_the_rows_of_morfem_transplant(old: Any, new: Any, is_tied: bool) -> None:
    changed = model(old, is_tied=is_tied)
    before = [part.weight.detach().numpy().copy() for part in (changed.get_input_embeddings(), changed.get_output_embeddings())]
    report = transplant(changed, old, new, TEXTS)
    specials = {"<s>": "<s>", "</s>": "</s>", "<pad>": "<pad>"}
    after = changed.get_input_embeddings().weight, changed.get_output_embeddings().weight
    for old_rows, new_rows in zip(before, after, strict=True):
        expected, _ = morfem.transplant(old_rows, old, new, corpus=TEXTS, specials=specials)
        assert np.allclose(new_rows.detach().numpy(), expected, atol=1e-6)
    assert (after[0] is after[1]) == is_tied
    assert changed.config.vocab_size == report.tokens == new.vocab_size
    assert changed.config.eos_token_id == changed.generation_config.eos_token_id == new.token_to_id("</s>")


def test_the_changed_model_runs_and_generates_ids_of_the_new_vocabulary(old: Any, new: Any) -> None:
    changed = model(old, is_tied=False)
    transplant(changed, old, new, TEXTS)
    ids = torch.tensor([new.encode("Evlerde").ids])
    assert changed(ids).logits.shape[-1] == new.vocab_size
    produced = changed.generate(ids, max_new_tokens=4, do_sample=False)
    assert produced.max() < new.vocab_size


def test_a_model_that_is_said_to_be_tied_and_is_not_is_refused(old: Any, new: Any) -> None:
    changed = model(old, is_tied=False)
    changed.config.tie_word_embeddings = True
    with pytest.raises(morfem.MorfemError, match="says that input and output embeddings are tied, but they are two matrices"):
        transplant(changed, old, new, TEXTS)


def test_a_model_of_another_tokenizer_is_refused_and_stays_as_it_was(old: Any, new: Any) -> None:
    changed = model(old, is_tied=True)
    changed.resize_token_embeddings(100)
    with pytest.raises(morfem.MorfemError, match=r"100 rows, but .* has 300 ids"):
        transplant(changed, old, new, TEXTS)
    assert changed.get_input_embeddings().weight.shape[0] == 100


def test_tokens_that_were_added_to_a_morfem_tokenizer_get_rows(old: Any) -> None:
    """The new tokenizer is one with added tokens, then the old one."""
    from morfem.integrations.transformers import MorfemTokenizer

    added = MorfemTokenizer.from_morfem("tr-mft")
    added.add_tokens(["kitaplar"])
    added.add_special_tokens({"extra_special_tokens": ["<|im_end|>"]})
    changed = model(old, is_tied=True)
    report = transplant(changed, old, added, TEXTS)
    rows = changed.get_input_embeddings().weight.detach().numpy()
    assert report.tokens == len(rows) == len(added) == added.morfem.vocab_size + 2
    assert changed.config.eos_token_id == added.eos_token_id
    assert np.abs(rows[-2:]).sum(1).min() > 0
    back = transplant(changed, added, old, TEXTS)
    assert back.tokens == len(old)


ENGLISH = ["The cat sat on the mat.", "She reads letters to the dog.", "They are in the garden."] * 10


@pytest.fixture(scope="module")
def extension() -> Any:
    base = morfem.train.bpe(ENGLISH, vocab_size=300, progress=False)
    return morfem.train.extend(base, TEXTS, add=30, unchanged=ENGLISH, progress=False)


def loss(model: Any, tokenizer: Any, texts: list[str]) -> Any:
    """Nats over all texts, so that tokenizers can be compared."""
    total = torch.zeros(())
    for text in sorted(set(texts)):
        ids = torch.tensor([tokenizer.encode(f"<s>{text}</s>", parse_special=True).ids])
        total = total + model(ids, labels=ids).loss * (ids.shape[1] - 1)
    return total


@pytest.mark.parametrize("is_tied", [True, False])
@pytest.mark.parametrize("method", ["spans", "text"])
def test_an_extension_changes_only_the_rows_of_new_ids(extension: Any, is_tied: bool, method: Any) -> None:
    changed = model_of(extension.base, is_tied=is_tied)
    parts = changed.get_input_embeddings, changed.get_output_embeddings
    before = [part().weight.detach().clone() for part in parts]
    english = loss(changed, extension.base, ENGLISH)
    extend(changed, extension, TEXTS, method=method)
    assert changed.config.vocab_size == extension.tokenizer.vocab_size
    for old_rows, part in zip(before, parts, strict=True):
        rows = part().weight.detach()
        kept = np.setdiff1d(np.arange(extension.base.vocab_size), extension.new_ids)
        assert torch.equal(rows[kept], old_rows[kept])
        assert (rows[extension.new_ids.astype(int)].norm(dim=1) > 0).all()
    assert (parts[0]().weight is parts[1]().weight) == is_tied
    # The softmax has more rows, so the loss moves a little; the ids and their vectors are the same.
    assert [extension.tokenizer.encode(text).ids for text in ENGLISH] == [extension.base.encode(text).ids for text in ENGLISH]
    assert abs(loss(changed, extension.tokenizer, ENGLISH) - english) < 0.05 * english


def test_a_model_with_rows_to_spare_keeps_its_size_and_its_loss_on_the_other_language(extension: Any) -> None:
    """With spare rows the softmax has its size already."""
    changed = model_of(extension.base, is_tied=False, spare=40)
    size = len(changed.get_input_embeddings().weight)
    inputs = changed.get_input_embeddings().weight.detach().clone()
    extend(changed, extension, TEXTS)
    assert len(changed.get_input_embeddings().weight) == size
    assert torch.equal(changed.get_input_embeddings().weight[extension.tokenizer.vocab_size :], inputs[extension.tokenizer.vocab_size :])
    optimizer = torch.optim.AdamW(changed.parameters(), lr=1e-3)
    first = loss(changed, extension.tokenizer, TEXTS).item()
    for _ in range(200):
        optimizer.zero_grad()
        loss(changed, extension.tokenizer, TEXTS).backward()
        optimizer.step()
    assert loss(changed, extension.tokenizer, TEXTS).item() < 0.5 * first


def test_a_model_with_fewer_rows_than_the_base_has_ids_is_refused(extension: Any) -> None:
    small = model_of(extension.base, is_tied=True, spare=-20)
    with pytest.raises(morfem.MorfemError, match="280 rows, but bpe has 300 ids"):
        extend(small, extension, TEXTS)


def model_of(base: Any, *, is_tied: bool, spare: int = 0) -> Any:
    """A tiny causal model for a morfem tokenizer."""
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=base.vocab_size + spare,
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        tie_word_embeddings=is_tied,
    )
    return transformers.LlamaForCausalLM(config)
