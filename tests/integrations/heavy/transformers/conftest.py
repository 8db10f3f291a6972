"""Tokenizers and small models."""

import functools
from collections.abc import Callable
from typing import Any

import pytest

NAMES = ("tr-mft", "he-splinter", "ko-thunder")


@functools.cache
def wrapped(name: str, **options: Any) -> Any:
    """A bundled tokenizer for transformers."""
    from morfem.integrations.transformers import MorfemTokenizer

    return MorfemTokenizer.from_morfem(name, **options)


@pytest.fixture(scope="session", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of each tokenizer."""
    tokenizer: str = request.param
    return tokenizer


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    """Let PyTorch compute in one thread: for models of this size more threads cost more than they save."""
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)


@pytest.fixture
def tiny_llama() -> Callable[[Any], Any]:
    """Makes a language model like Llama with one small layer."""
    import transformers

    def make(tokenizer: Any) -> Any:
        transformers.set_seed(0)
        shape = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
        ids = {"pad_token_id": tokenizer.pad_token_id, "bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
        config = transformers.LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=256, tie_word_embeddings=True, **shape, **ids)
        return transformers.LlamaForCausalLM(config)

    return make


@pytest.fixture
def tiny_bert() -> Callable[..., Any]:
    """Makes a model like BERT with one small layer; `kind` is a class such as BertForMaskedLM."""
    import transformers

    def make(tokenizer: Any, kind: Any, **options: Any) -> Any:
        transformers.set_seed(0)
        shape = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
        config = transformers.BertConfig(vocab_size=len(tokenizer), pad_token_id=tokenizer.pad_token_id, **shape, **options)
        return kind(config)

    return make
