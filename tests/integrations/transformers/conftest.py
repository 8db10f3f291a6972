"""Tokenizers for transformers, made once."""

import functools
from collections.abc import Callable
from typing import Any

import morfem
import pytest

from tests.conftest import build

NAMES = ("tr-mft", "tr-morpheus", "he-splinter", "ko-thunder", "bpe", "unigram-any-bytes", "splinter-units", "bpe-without-specials")


@functools.cache
def wrapped(name: str) -> Any:
    """The tokenizer of `tests.conftest` with that name, for transformers. Tests that change one make their own."""
    pytest.importorskip("transformers")
    from morfem.integrations.transformers import MorfemTokenizer

    return MorfemTokenizer.from_morfem(build(name))


@pytest.fixture
def fresh() -> Callable[..., Any]:
    """Makes a tokenizer that a test may change."""
    pytest.importorskip("transformers")
    from morfem.integrations.transformers import MorfemTokenizer

    def make(name: str = "tr-mft", **options: Any) -> Any:
        return MorfemTokenizer.from_morfem(build(name) if name not in morfem.available() else name, **options)

    return make


@pytest.fixture(params=NAMES)
def tokenizer(request: pytest.FixtureRequest) -> Any:
    """Each tokenizer in turn."""
    return wrapped(request.param)


@pytest.fixture
def turkish() -> Any:
    """tr-mft."""
    return wrapped("tr-mft")


@pytest.fixture
def hebrew() -> Any:
    """he-splinter."""
    return wrapped("he-splinter")
