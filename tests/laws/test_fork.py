"""A forked child works like any process, whatever its parent was doing.

A fork copies the memory of a process but only the thread that calls it: a lock that another thread holds stays locked in the child, and a
pool has no threads there. Each child has a time limit, because the fault these tests look for is a process that waits for ever.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

import morfem
import pytest

from tests.conftest import build, training_texts
from tests.laws.adversarial import SENTENCES

METHODS = [
    pytest.param(
        method, marks=pytest.mark.skipif(method not in multiprocessing.get_all_start_methods(), reason=f"this system has no {method}")
    )
    for method in ("fork", "spawn", "forkserver")
]
NAMES = (*morfem.available(), "bpe", "unigram")
LIMIT = 60

pytestmark = pytest.mark.usefixtures("fork_is_wanted")
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def every_call(tokenizer: morfem.Tokenizer) -> list[Any]:
    """What encoding and decoding give, on this thread and on pools."""
    texts = SENTENCES[::10]
    ids = [tokenizer.encode_ids(text).tolist() for text in texts]
    batches = [tokenizer.encode_ids_batch(texts, threads)[0].tolist() for threads in (1, 2)]
    found = [tokenizer.encode(texts[0]).tokens, tokenizer.decode_batch(ids, 2), tokenizer.token_to_id(tokenizer.id_to_token(300))]
    if tokenizer.kind == "splinter":
        found.append(tokenizer.delinearize(tokenizer.linearize(texts[0])))
    return [ids, batches, found, [encoding.ids for encoding in tokenizer.encode_batch(texts, 2)]]


def load_and_encode(folders: dict[str, str]) -> dict[str, list[Any]]:
    """Loads tokenizers and has each do everything."""
    return {name: every_call(morfem.load(folder)) for name, folder in folders.items()}


def encode_with(tokenizer: morfem.Tokenizer) -> list[Any]:
    """The same with a tokenizer that was handed over, and a copy of it."""
    assert every_call(pickle.loads(pickle.dumps(tokenizer))) == every_call(tokenizer)
    return every_call(tokenizer)


def train_small() -> list[list[int]]:
    """Ids of tokenizers that are trained here, each trainer once."""
    names = ("bpe", "unigram", "mft-finnish", "splinter-ms", "morpheus-merged")
    return [build.__wrapped__(name).encode_ids(SENTENCES[0]).tolist() for name in names]


def in_a_child(work: Callable[[], bool], limit: float = LIMIT) -> bool:
    """Whether `work` is true in a forked child, in time."""
    child = os.fork()
    if child == 0:
        is_well = False
        try:
            is_well = work()
        finally:
            os._exit(0 if is_well else 1)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


@contextmanager
def while_running(*works: Callable[[], object]) -> Iterator[None]:
    """Runs each of `works` again and again in a thread of its own."""
    is_over = threading.Event()

    def run(work: Callable[[], object]) -> None:
        while not is_over.is_set():
            work()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The tokenizers of these tests, saved."""
    folder = tmp_path_factory.mktemp("tokenizers")
    for name in NAMES:
        build(name).save(folder / name)
    return {name: str(folder / name) for name in NAMES}


@pytest.mark.parametrize("method", METHODS)
def test_every_tokenizer_loads_and_encodes_in_a_child(folders: dict[str, str], method: str) -> None:
    wanted = load_and_encode(folders)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map_async(load_and_encode, [folders]).get(timeout=LIMIT) == [wanted]


@pytest.mark.parametrize("method", METHODS)
def test_tokenizers_are_arguments_of_a_pool(method: str) -> None:
    tokenizers = [build(name) for name in NAMES]
    wanted = [every_call(tokenizer) for tokenizer in tokenizers]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(encode_with, tokenizers).get(timeout=LIMIT) == wanted


@needs_fork
def test_tokenizers_are_arguments_of_an_executor() -> None:
    tokenizers = [build(name) for name in NAMES]
    wanted = [every_call(tokenizer) for tokenizer in tokenizers]
    executor = ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork"))
    with executor:
        futures = [executor.submit(encode_with, tokenizer) for tokenizer in tokenizers]
        try:
            assert [future.result(timeout=LIMIT) for future in futures] == wanted
        except TimeoutError:
            for process in list(executor._processes.values()):
                process.kill()
            raise


@needs_fork
def test_every_trainer_works_after_a_fork() -> None:
    wanted = train_small()
    assert in_a_child(lambda: train_small() == wanted)


@needs_fork
@pytest.mark.parametrize("name", ["he-splinter", "bpe"])
def test_a_fork_while_other_threads_encode(folders: dict[str, str], name: str) -> None:
    wanted = every_call(build(name))
    lines = training_texts()
    for _ in range(2):
        tokenizer = morfem.load(folders[name])
        first = tokenizer.encode_ids
        with while_running(lambda first=first: first("x"), lambda tokenizer=tokenizer: tokenizer.encode_ids_batch(lines[:300], 2)):  # type: ignore[misc]
            for _ in range(3):
                assert in_a_child(lambda tokenizer=tokenizer: every_call(tokenizer) == wanted)  # type: ignore[misc]


@needs_fork
def test_a_fork_while_the_pool_is_made_and_tokenizers_are_copied() -> None:
    tokenizer = build("bpe")
    data = pickle.dumps(tokenizer)
    sizes = iter(range(3, 40))
    with while_running(lambda: pickle.loads(data), lambda: tokenizer.encode_ids_batch(SENTENCES[:5], next(sizes, 2))):
        for _ in range(10):
            assert in_a_child(lambda: pickle.loads(data).encode_ids_batch(SENTENCES[:5], 2)[0].size > 0)


@needs_fork
def test_a_child_of_a_child_works_too(folders: dict[str, str]) -> None:
    wanted = every_call(build("bpe"))

    def generations(more: int) -> bool:
        is_well = every_call(morfem.load(folders["bpe"])) == wanted
        return is_well and (more == 0 or in_a_child(lambda: generations(more - 1)))

    assert generations(3)
