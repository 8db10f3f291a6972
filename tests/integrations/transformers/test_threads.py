"""Threads: calls of one tokenizer with different options do not disturb each other."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread
from typing import Any

import pytest

pytest.importorskip("transformers")

THREADS, ROUNDS = 4, 30
TEXTS = ["Kitapları okudum.", "Evden <x> çarşıya geldik<s>", "Dün parka gittik ve akşama kadar orada kaldık."]
CHAT = [{"role": "user", "content": TEXTS[0]}, {"role": "assistant", "content": TEXTS[2]}]
CALLS: dict[str, Callable[[Any], Any]] = {
    "windows of six": lambda tokenizer: tokenizer(TEXTS, max_length=6, stride=1, truncation=True, return_overflowing_tokens=True),
    "windows of nine": lambda tokenizer: tokenizer(TEXTS, max_length=9, stride=2, truncation=True, return_overflowing_tokens=True),
    "pairs": lambda tokenizer: tokenizer(TEXTS, TEXTS, max_length=30, truncation="only_second"),
    "padded pairs": lambda tokenizer: tokenizer(TEXTS, TEXTS[::-1], padding="max_length", max_length=40),
    "words": lambda tokenizer: tokenizer([text.split() for text in TEXTS], is_split_into_words=True, padding=True),
    "specials as text": lambda tokenizer: tokenizer(TEXTS, split_special_tokens=True, return_offsets_mapping=True),
    "tokens": lambda tokenizer: tokenizer(TEXTS[1], max_length=7, truncation=True).tokens(),
    "spans": lambda tokenizer: tokenizer(TEXTS, return_offsets_mapping=True)["offset_mapping"],
    "chat": lambda tokenizer: tokenizer.apply_chat_template(CHAT, return_dict=True, return_assistant_tokens_mask=True),
}
TEMPLATE = "{% for message in messages %}{% generation %}{{ message['content'] }}{% endgeneration %}<x>{% endfor %}"


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that change places as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def called(call: Callable[[Any], Any], tokenizer: Any) -> Any:
    result = call(tokenizer)
    return result if isinstance(result, list) else dict(result)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("first", CALLS)
def test_threads_may_call_with_different_options(fresh: Callable[..., Any], first: str) -> None:
    tokenizer = fresh("he-splinter")
    tokenizer.add_tokens(["<x>"])
    tokenizer.chat_template = TEMPLATE
    expected = {name: called(call, tokenizer) for name, call in CALLS.items()}
    names = [first, *(name for name in CALLS if name != first)]
    barrier = Barrier(THREADS)

    def work(thread: int) -> list[str]:
        # Half of the threads make one call again and again, the others all calls in turn.
        mine = [names[0]] if thread % 2 == 0 else names
        barrier.wait()
        return [name for turn in range(ROUNDS) if called(CALLS[name := mine[turn % len(mine)]], tokenizer) != expected[name]]

    with ThreadPoolExecutor(THREADS) as pool:
        assert [wrong for wrongs in pool.map(work, range(THREADS)) for wrong in wrongs] == []


@pytest.mark.usefixtures("fork_is_wanted")
def test_a_process_that_is_forked_during_a_call_can_call(fresh: Callable[..., Any]) -> None:
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system cannot fork")
    tokenizer = fresh("he-splinter")
    is_inside, is_over = Event(), Event()

    def stay() -> None:
        with tokenizer._encoder.lock:
            is_inside.set()
            is_over.wait()

    thread = Thread(target=stay)
    thread.start()
    is_inside.wait()
    # A forked process has the tokenizer itself, not a copy.
    child = multiprocessing.get_context("fork").Process(target=CALLS["windows of six"], args=(tokenizer,))
    child.start()
    child.join(60)
    is_over.set()
    thread.join()
    if child.is_alive():
        child.kill()
    assert child.exitcode == 0
