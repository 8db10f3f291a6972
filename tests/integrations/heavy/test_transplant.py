"""Transplant of a model of transformers: tied and untied embeddings, special tokens, configuration."""

from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from morfem.integrations.transplant import transplant  # noqa: E402

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
