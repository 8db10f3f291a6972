"""Batches: arrays for many texts, threads, and forks."""

import multiprocessing
import subprocess
import sys
from typing import Any

import morfem
import numpy as np
import pytest

from tests.laws.adversarial import SENTENCES


def test_arrays_of_a_batch(tokenizer: morfem.Tokenizer) -> None:
    ids, indptr = tokenizer.encode_ids_batch(SENTENCES)
    assert ids.dtype == np.uint32
    assert ids.ndim == 1
    assert ids.flags.c_contiguous
    assert indptr.dtype == np.int64
    assert indptr.shape == (len(SENTENCES) + 1,)
    assert indptr[0] == 0
    assert (np.diff(indptr) > 0).all()
    assert indptr[-1] == len(ids)
    assert tokenizer.decode_batch(np.split(ids, indptr[1:-1])) == SENTENCES
    assert np.diff(indptr).tolist() == [tokenizer.count(line) for line in SENTENCES]


def test_an_empty_batch(tokenizer: morfem.Tokenizer) -> None:
    ids, indptr = tokenizer.encode_ids_batch([])
    assert ids.shape == (0,)
    assert ids.dtype == np.uint32
    assert indptr.tolist() == [0]
    assert tokenizer.encode_batch([]) == []
    assert tokenizer.decode_batch([]) == []


def test_a_batch_of_empty_texts(tokenizer: morfem.Tokenizer) -> None:
    ids, indptr = tokenizer.encode_ids_batch(["", "", ""], threads=2)
    assert ids.shape == (0,)
    assert indptr.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("texts", [tuple(SENTENCES[:3]), np.array(SENTENCES[:3], dtype=object)], ids=["tuple", "array"])
def test_a_batch_is_any_sequence(bpe: morfem.Tokenizer, texts: Any) -> None:
    assert bpe.encode_batch(list(texts)) == bpe.encode_batch(tuple(texts))
    assert bpe.encode_batch(texts) == [bpe.encode(text) for text in SENTENCES[:3]]


@pytest.mark.parametrize("threads", [0, -1, 2**40, 2**70, 1.5, "2"])
def test_a_number_of_threads_that_cannot_be(bpe: morfem.Tokenizer, threads: Any) -> None:
    for call in (
        lambda: bpe.encode_batch(["a"], threads=threads),
        lambda: bpe.encode_ids_batch(["a"], threads=threads),
        lambda: bpe.decode_batch([[1]], threads=threads),
    ):
        with pytest.raises((morfem.MorfemError, TypeError)) as caught:
            call()
        assert isinstance(caught.value, TypeError) or "threads" in str(caught.value)


def test_a_batch_keeps_specials_as_asked(bpe: morfem.Tokenizer) -> None:
    texts = ["<s>ev", "ev</s>"]
    assert [encoding.kinds.count("special") for encoding in bpe.encode_batch(texts)] == [0, 0]
    assert [encoding.kinds.count("special") for encoding in bpe.encode_batch(texts, parse_special=True)] == [1, 1]
    ids, indptr = bpe.encode_ids_batch(texts, parse_special=True)
    assert [part.tolist() for part in np.split(ids, indptr[1:-1])] == [bpe.encode(text, parse_special=True).ids for text in texts]


def _encode_in_a_child(tokenizer: morfem.Tokenizer, results: Any) -> None:
    results.put([tokenizer.encode_ids_batch(SENTENCES, threads=threads)[0].tolist() for threads in (1, 2)])


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")
@pytest.mark.usefixtures("fork_is_wanted")
def test_a_fork_after_a_batch_works(program: morfem.Tokenizer) -> None:
    ids = program.encode_ids_batch(SENTENCES, threads=2)[0].tolist()
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    children = [context.Process(target=_encode_in_a_child, args=(program, results), daemon=True) for _ in range(3)]
    for child in children:
        child.start()
    try:
        for _ in children:
            assert results.get(timeout=30) == [ids, ids]
        for child in children:
            child.join(10)
            assert child.exitcode == 0
    finally:
        for child in children:
            if child.is_alive():
                child.kill()
    assert program.encode_ids_batch(SENTENCES, threads=2)[0].tolist() == ids


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_tokenizer_travels_to_a_new_process(bpe: morfem.Tokenizer, method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    with multiprocessing.get_context(method).Pool(1) as pool:
        counts = pool.map_async(bpe.count, SENTENCES[:5]).get(timeout=60)
    assert counts == [bpe.count(line) for line in SENTENCES[:5]]


def test_only_arrays_of_ids_need_numpy() -> None:
    program = """
import sys, morfem
tokenizer = morfem.load("tr-mft")
ids = tokenizer.encode("Kitaplar").ids
tokenizer.count("Kitaplar"), tokenizer.encode_batch(["Kitaplar"]), tokenizer.decode(ids), tokenizer.decode_batch([ids])
print("numpy" in sys.modules)
tokenizer.encode_ids("Kitaplar")
print("numpy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\nTrue\n"
