"""A text on which a tokenizer raises an error is named and counted, and the others go on."""

from collections.abc import Callable
from typing import Any

import morfem
import numpy as np
import pytest
import tiktoken
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.library import guarded
from morfem.evaluate import wrap

from tests.conftest import build
from tests.evaluate.peers import byte_level, segments, sentence_piece

Token = tuple[str, int, int]


def halves(text: str) -> list[Token]:
    """Two tokens a text; an error for a text with x."""
    if "x" in text:
        raise LookupError("no x\nplease")
    middle = len(text) // 2
    return [(text[:middle], 0, middle), (text[middle:], middle, len(text))]


def test_a_function_that_raises_on_one_text() -> None:
    batch = wrap(halves).encode(["evde", "x", "", "evim"])
    assert batch.failures == {1: "LookupError: no x please"}
    assert [segments(batch, index) for index in (0, 1, 3)] == [["ev", "de"], ["x"], ["ev", "im"]]
    assert batch.indptr.tolist() == [0, 2, 2, 4, 6]
    assert batch.owner.tolist() == [0, 0, 1, 1, -1, 4, 4, 5, 5]
    assert batch.unaligned.tolist() == [False, True, False]


def test_words_after_a_failing_one_are_cut_as_ever() -> None:
    words = wrap(halves).encode_words(["evde", "x", "evim"])
    assert words.failures.keys() == {1}
    assert words.owner.tolist() == wrap(halves).encode_words(["evde", "x", "evim"][:1]).owner.tolist() + [-1] + [
        owner + 2 if owner >= 0 else -1 for owner in wrap(halves).encode_words(["evim"]).owner.tolist()
    ]


class Panic(BaseException):
    """Stands for the panic of a library in Rust, which is no Exception."""


@pytest.mark.parametrize("error", [Panic, RecursionError, MemoryError])
def test_errors_of_any_kind(error: type[BaseException]) -> None:
    def raising(text: str) -> list[Token]:
        if text == "x":
            raise error
        return [(text, 0, len(text))]

    assert wrap(raising).encode(["a", "x"]).failures == {1: error.__name__}


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interruption_is_no_failure(error: type[BaseException]) -> None:
    def raising(text: str) -> list[Token]:
        raise error

    with pytest.raises(error):
        wrap(raising).encode(["a"])


def test_a_panic_of_tiktoken() -> None:
    """Ranks that lack a byte make its program panic."""
    ranks = {bytes([byte]): byte for byte in range(128)}
    encoding = tiktoken.Encoding("ascii", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={})
    batch = wrap(encoding).encode(["ev", "çay", "at"])
    assert batch.failures.keys() == {1}
    assert batch.owner.tolist() == [0, 1, -1, -1, -1, 2, 3]


@pytest.mark.parametrize(
    "make",
    [
        lambda: build("bpe"),
        lambda: morfem.load("ko-thunder"),
        byte_level,
        lambda: sentence_piece("identity"),
    ],
)
def test_half_a_surrogate_pair_is_a_failure(make: Callable[[], Any]) -> None:
    adapter: TokenizerAdapter = wrap(make())
    batch = adapter.encode(["ev", "e\ud800v", "at"])
    assert batch.failures.keys() == {1}
    alone = adapter.encode(["ev", "at"])
    assert batch.ids.tolist() == alone.ids.tolist()
    assert np.delete(batch.owner, [2, 3, 4]).tolist() == alone.owner.tolist()


@pytest.mark.parametrize("name", ["bpe", "ko-thunder", "tr-mft", "he-splinter", "tr-mft-64k"])
def test_both_halves_of_a_character_have_its_owner(name: str) -> None:
    """Python may hold a character as the two halves of a surrogate pair, which are two code points."""
    adapter = wrap(morfem.load(name))
    whole, halved = ["evler \U0001f600 ev", "מורה", "at"], ["evler \ud83d\ude00 ev", "מורה", "at"]
    expected, batch = adapter.encode(whole), adapter.encode(halved)
    assert not batch.failures
    assert batch.ids.tolist() == expected.ids.tolist()
    assert batch.owner.tolist() == np.insert(expected.owner, 6, expected.owner[6]).tolist()
    if expected.units is not None:
        assert batch.units is not None
        assert batch.units.tolist() == np.insert(expected.units, 6, expected.units[6]).tolist()


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([("evx", 0, 3)], "returned 'evx' with the span 0 to 3 in a text of 2 characters"),
        ([("e", 1, 0)], "returned 'e' with the span 1 to 0"),
        ([("e", -1, 1)], "returned 'e' with the span -1 to 1"),
        ([("e", 0, 1), "v"], "returned some tokens with positions and some without"),
        ([(b"e", 0, 1)], "returned a piece of type bytes, not str"),
        ([1], "not subscriptable"),
        (None, "not iterable"),
    ],
)
def test_a_function_that_gives_something_else(found: Any, message: str) -> None:
    batch = wrap(lambda text: found, name="wrong").encode(["ev"])
    assert message in batch.failures[0]
    assert (batch.owner < 0).all()


def test_all_texts_fail() -> None:
    batch = wrap(halves).encode(["x", "xx"])
    assert batch.failures.keys() == {0, 1}
    assert batch.cuts.tolist() == [False, False, False]


def test_a_batch_that_does_not_fail_is_asked_once() -> None:
    calls = []
    guarded(["a", "b"], lambda texts: calls.append(texts) or wrap("characters").encode(texts))  # type: ignore[func-returns-value]
    assert calls == [["a", "b"]]
