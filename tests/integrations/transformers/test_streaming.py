"""Streamers print the text that is decoded at the end, and a plain streamer is warned of."""

import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("transformers")

import transformers
from morfem.integrations.transformers import MorfemIteratorStreamer, MorfemStreamer, streaming
from morfem.integrations.transformers.stopping import is_stopped

from tests.conftest import sentences
from tests.integrations.transformers.conftest import NAMES, wrapped

TURKISH = sentences("tr")


class Kept(MorfemStreamer):
    """Keeps what it would print."""

    text = ""

    def on_finalized_text(self, text: str, stream_end: bool = False) -> None:
        self.text += text


class PlainKept(transformers.TextStreamer):
    """The same with the library's streamer."""

    text = ""

    def on_finalized_text(self, text: str, stream_end: bool = False) -> None:
        self.text += text


def streamed(streamer: Any, prompt: list[int], ids: list[int]) -> str:
    """What a streamer prints when `generate` calls it."""
    streamer.put(np.array([prompt]))
    for id in ids:
        streamer.put(np.array([id]))
    streamer.end()
    return str(streamer.text)


@pytest.fixture
def unwarned(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    monkeypatch.setattr(streaming, "_HAS_WARNED", False)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_what_is_decoded(name: str) -> None:
    tokenizer = wrapped(name)
    for text in TURKISH[:40]:
        ids = tokenizer(text)["input_ids"]
        assert streamed(Kept(tokenizer), ids[:3], ids[3:]) == text


def test_behind_a_prompt_a_plain_streamer_prints_another_text(turkish: Any) -> None:
    """The reason for `MorfemStreamer`: the library's streamer decodes an answer as if nothing stood before it."""
    wrong = 0
    for text in TURKISH:
        cut = text.index(" ", len(text) // 2 - 10)
        prompt, answer = turkish.encode_apart(text[:cut], text[cut:])
        assert streamed(Kept(turkish, skip_prompt=True), prompt, answer) == text[cut:]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wrong += streamed(PlainKept(turkish, skip_prompt=True), prompt, answer) != text[cut:]
    assert wrong > len(TURKISH) / 2


def test_a_prompt_is_left_out_but_decides_how_the_answer_is_written(turkish: Any) -> None:
    ids = turkish("Bu kitabı okudum.")["input_ids"]
    place = turkish.convert_ids_to_tokens(ids).index("▁oku")
    assert streamed(Kept(turkish, skip_prompt=True), ids[:place], ids[place:]) == " okudum."
    assert streamed(Kept(turkish), ids[:place], ids[place:]) == "Bu kitabı okudum."


def test_added_and_special_tokens(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    tokenizer.add_tokens(["<x>"])
    tokenizer.add_special_tokens({"extra_special_tokens": ["<|son|>"]})
    ids = tokenizer("<s>Kitabı<x> ev<|son|>kitap</s>")["input_ids"]
    for skip in (False, True):
        streamer = Kept(tokenizer, skip_special_tokens=skip)
        assert streamed(streamer, ids[:2], ids[2:]) == tokenizer.decode(ids, skip_special_tokens=skip)
        streamer.text = ""
        assert streamed(streamer, ids[:2], ids[2:]) == tokenizer.decode(ids, skip_special_tokens=skip)  # once more


def test_the_text_as_an_iterator(turkish: Any) -> None:
    streamer = MorfemIteratorStreamer(turkish, skip_prompt=True, timeout=10)
    text = "Kitabı gözlerinden okudum."
    ids = turkish(text)["input_ids"]

    def generate() -> None:
        for part in ([], *ids):
            streamer.put(np.array([part]))
        streamer.end()

    thread = threading.Thread(target=generate)
    thread.start()
    parts = list(streamer)
    thread.join()
    assert "".join(parts) == text
    assert len(parts) > len(ids) / 2


@pytest.mark.usefixtures("unwarned")
def test_a_plain_streamer_is_warned_of_once(turkish: Any) -> None:
    ids = turkish("Kitabı okudum.")["input_ids"]
    with pytest.warns(UserWarning, match="TextStreamer prints letters .* use MorfemStreamer") as caught:
        [streamed(PlainKept(turkish), ids[:1], ids[1:]) for _ in range(2)]
    assert len(caught) == 1


@pytest.mark.usefixtures("unwarned")
def test_there_is_no_warning_where_none_is_due(turkish: Any) -> None:
    korean = wrapped("ko-thunder")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for tokenizer, kind in ((korean, PlainKept), (turkish, Kept)):
            ids = tokenizer("책을 읽었습니다.")["input_ids"]
            streamed(kind(tokenizer), ids[:1], ids[1:])
        turkish.batch_decode([ids[:1]])


def test_a_streamer_says_what_it_takes(turkish: Any) -> None:
    with pytest.raises(TypeError, match="give a MorfemTokenizer"):
        MorfemStreamer(turkish.backend_tokenizer)
    with pytest.raises(ValueError, match="batch of size 1"):
        MorfemStreamer(turkish).put(np.array([[1], [2]]))


@pytest.mark.parametrize(("text", "stop", "after"), [("Bu kitabı okudum", "kitab", "Bu kitabı"), ("Ev, evler", "ler", "Ev, evler")])
def test_a_stop_string_is_compared_with_the_text_that_tokens_write_together(turkish: Any, text: str, stop: str, after: str) -> None:
    ids = turkish(text)["input_ids"]
    size = next(size for size in range(1, len(ids) + 1) if is_stopped(turkish, ids[:size], [stop, "yok"]))
    assert turkish.decode(ids[:size]) == after
