"""Wrong arguments end in a Python error that says what was wrong, and never in a panic."""

from collections.abc import Callable
from typing import Any

import morfem
import numpy as np
import pytest

WRONG_TEXTS: list[Any] = [None, 3, b"ev", ["ev"], pytest.param(object(), id="object")]
WRONG_IDS: list[Any] = [
    "abc",
    None,
    3,
    [1.5],
    ["1"],
    [None],
    [[1]],
    np.array([1.0]),
    np.array([[1, 2]]),
    pytest.param(object(), id="object"),
]


def test_the_errors_and_their_families() -> None:
    for error in (morfem.ArtifactError, morfem.VocabularyError, morfem.TrainingError, morfem.InexactExportError):
        assert issubclass(error, morfem.MorfemError)
        assert error is not morfem.MorfemError
        assert error.__module__ == "morfem"
        assert error.__doc__
    assert issubclass(morfem.MorfemError, ValueError)


@pytest.mark.parametrize("text", WRONG_TEXTS, ids=repr)
def test_what_is_no_text_is_a_type_error(tokenizer: morfem.Tokenizer, text: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: tokenizer.encode(text),
        lambda: tokenizer.encode_ids(text),
        lambda: tokenizer.count(text),
        lambda: tokenizer.token_to_id(text),
        lambda: tokenizer.encode_batch([text]),
        lambda: tokenizer.encode_ids_batch(["ev", text]),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("texts", ["ev", None, 3, {"ev": 1}, b"ev"], ids=repr)
def test_what_is_no_batch_is_a_type_error(bpe: morfem.Tokenizer, texts: Any) -> None:
    for call in (bpe.encode_batch, bpe.encode_ids_batch):
        with pytest.raises(TypeError):
            call(texts)


@pytest.mark.parametrize("ids", WRONG_IDS, ids=repr)
def test_what_are_no_ids_is_a_type_error(tokenizer: morfem.Tokenizer, ids: Any) -> None:
    for call in (tokenizer.decode, tokenizer.decode_bytes, lambda ids: tokenizer.decode_batch([ids])):
        with pytest.raises(TypeError):
            call(ids)


@pytest.mark.parametrize("id", ["1", None, 1.0, [1], b"1"], ids=repr)
def test_what_is_no_id_is_a_type_error(tokenizer: morfem.Tokenizer, id: Any) -> None:
    for call in (tokenizer.id_to_token, tokenizer.units, tokenizer.decoder().push):
        with pytest.raises(TypeError):
            call(id)


def test_options_are_named(bpe: morfem.Tokenizer) -> None:
    loose: Any = bpe
    calls: list[Callable[[], Any]] = [
        lambda: loose.encode("ev", True),
        lambda: loose.decode([1], True),
        lambda: loose.encode("ev", special=True),
        lambda: loose.encode(),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        loose.encode("ev", parse_special="no")


def test_classes_of_the_core_are_not_made_by_hand() -> None:
    loose: Any = morfem.Tokenizer
    with pytest.raises(TypeError):
        loose()
    with pytest.raises(TypeError):
        type("Mine", (loose,), {})


def test_an_error_in_a_batch_says_where(bpe: morfem.Tokenizer) -> None:
    with pytest.raises(morfem.VocabularyError, match=r"position 2\b.*5000"):
        bpe.decode([0, 1, 5000])
    with pytest.raises(morfem.VocabularyError, match="5000"):
        bpe.decode_batch([[1]] * 50 + [[5000]])


def test_an_unknown_splitter_is_named() -> None:
    loose: Any = morfem._core
    with pytest.raises(morfem.MorfemError, match="no such splitter"):
        loose.split("no such splitter", "ev")
    with pytest.raises(morfem.MorfemError, match="no such splitter"):
        loose.splitter_pattern("no such splitter")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    for name in morfem.available():
        with pytest.raises(morfem.MorfemError, match=name):
            morfem.load(name[:-1])
    with pytest.raises(morfem.MorfemError, match="no such tokenizer at all"):
        morfem.load("no such tokenizer at all")
