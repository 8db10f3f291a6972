"""Law: ids depend only on the text, not on the batch, the threads, earlier calls, or the process."""

import functools
import itertools
import json
import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import morfem
import pytest

from tests.laws.adversarial import SENTENCES, corpus

IN_ANOTHER_PROCESS = """
import json, sys, morfem
tokenizer = morfem.load(sys.argv[1])
print(json.dumps([tokenizer.encode_ids(text).tolist() for text in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def one_by_one(tokenizer: morfem.Tokenizer) -> list[list[int]]:
    """Ids of the corpus, text by text."""
    return [tokenizer.encode_ids(text).tolist() for text in corpus()]


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 5, 16])
def test_a_batch_is_its_texts(tokenizer: morfem.Tokenizer, one_by_one: list[list[int]], threads: int | None) -> None:
    texts = corpus()
    assert [encoding.ids for encoding in tokenizer.encode_batch(texts, threads=threads)] == one_by_one
    ids, indptr = tokenizer.encode_ids_batch(texts, threads=threads)
    assert len(indptr) == len(texts) + 1
    assert indptr[0] == 0
    assert indptr[-1] == len(ids)
    assert [ids[start:end].tolist() for start, end in itertools.pairwise(indptr)] == one_by_one
    assert tokenizer.decode_batch(one_by_one, threads=threads) == texts


def test_encodings_of_a_batch_are_encodings(tokenizer: morfem.Tokenizer) -> None:
    assert tokenizer.encode_batch(SENTENCES, threads=2) == [tokenizer.encode(text) for text in SENTENCES]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_batches_of_few_texts(tokenizer: morfem.Tokenizer, threads: int) -> None:
    for texts in ([], [""], ["", ""], ["a"], ["", "a", ""], ["a" * 5000, "b"], ["b", "", "a" * 5000]):
        ids, indptr = tokenizer.encode_ids_batch(texts, threads=threads)
        assert [ids[start:end].tolist() for start, end in itertools.pairwise(indptr)] == [tokenizer.encode(text).ids for text in texts]
        assert [encoding.ids for encoding in tokenizer.encode_batch(texts, threads=threads)] == [
            tokenizer.encode(text).ids for text in texts
        ]


def test_cold_equals_warm(saved: Path, one_by_one: list[list[int]]) -> None:
    texts = corpus()
    order = list(range(len(texts)))
    random.Random(2).shuffle(order)
    again = morfem.load(saved)
    for _ in range(2):
        assert {index: again.encode_ids(texts[index]).tolist() for index in order} == dict(enumerate(one_by_one))
    for index in order[:3]:
        assert morfem.load(saved).encode_ids(texts[index]).tolist() == one_by_one[index]


@functools.cache
def many_words() -> list[str]:
    """A hundred thousand words, more than a cache holds."""
    rng = random.Random(3)
    return [" ".join("".join(rng.choices("aeıkltmnr한שב", k=rng.randrange(2, 9))) for _ in range(1000)) for _ in range(100)]


def test_a_full_cache_changes_nothing(tokenizer: morfem.Tokenizer, one_by_one: list[list[int]]) -> None:
    for text in many_words():
        tokenizer.encode_ids(text)
    assert [tokenizer.encode_ids(text).tolist() for text in corpus()] == one_by_one


def test_one_tokenizer_serves_many_python_threads(tokenizer: morfem.Tokenizer, one_by_one: list[list[int]]) -> None:
    texts = corpus()

    def encode_all(seed: int) -> bool:
        order = list(range(len(texts)))
        random.Random(seed).shuffle(order)
        encoded = all(tokenizer.encode_ids(texts[index]).tolist() == one_by_one[index] for index in order)
        decoded = all(tokenizer.decode(one_by_one[index]) == texts[index] for index in order)
        return encoded and decoded

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(encode_all, range(8)))


def test_other_python_threads_run_meanwhile(tokenizer: morfem.Tokenizer) -> None:
    def turns_meanwhile(text: str) -> int:
        """How often this thread runs while another one encodes a text."""
        started, ended = threading.Event(), threading.Event()

        def encode() -> None:
            started.set()
            tokenizer.encode_ids(text)
            ended.set()

        worker = threading.Thread(target=encode)
        worker.start()
        started.wait()
        turns = 0
        while not ended.wait(0.001):
            turns += 1
        worker.join()
        return turns

    # The longer texts are for a fast tokenizer on a busy machine.
    assert any(turns_meanwhile("Evlerden 한국어 שלום " * repeats) > 2 for repeats in (200_000, 1_000_000, 5_000_000))


def test_another_process_agrees(saved: Path, one_by_one: list[list[int]]) -> None:
    # Almost certainly another seed of Python's hashes than in this process.
    result = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS, str(saved)],
        input=json.dumps(corpus()),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == one_by_one
