"""Many Python threads share one tokenizer, also in a free-threaded Python, which leaves its GIL off."""

import contextlib
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from typing import Any

import morfem
import morfem.search
import pytest

from tests.conftest import sentences

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """What `work` gives for each number of a thread, all started at the same moment; the first error is raised."""
    start, results, errors = threading.Barrier(THREADS), [None] * THREADS, []

    def run(number: int) -> None:
        try:
            start.wait(60)
            results[number] = work(number)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python is not a free-threaded one")
def test_import_leaves_the_gil_off() -> None:
    code = "import sys, morfem; print(sys._is_gil_enabled(), morfem.load('he-splinter').count('שלום'))"
    result = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["False", "1"]


@pytest.mark.parametrize("name", ["tr-mft", "he-splinter", "ko-thunder"])
def test_threads_encode_decode_analyze_and_search_as_one_thread_does(name: str) -> None:
    language = name[:2]
    texts = sentences(language)[:30]
    fresh = morfem.load(name)  # cold: the threads fill its caches together
    analyzer = morfem.search.Analyzer(language)

    def work(tokenizer: morfem.Tokenizer) -> list[Any]:
        done: list[Any] = []
        for text in texts:
            encoding = tokenizer.encode(text)
            assert tokenizer.decode(encoding.ids) == text
            done.append((encoding.ids, encoding.tokens, encoding.offsets, encoding.glosses, analyzer.document(text)))
            if name == "tr-mft":
                done.append([analysis.glosses for word in text.split() for analysis in tokenizer.analyze(word, 2)])
        return done

    expected = work(morfem.load(name))
    assert all(done == expected for done in together(lambda _: work(fresh)))


def test_one_encoding_is_read_by_threads_that_all_ask_first() -> None:
    encoding = morfem.load("tr-mft").encode(" ".join(sentences("tr")))
    read = together(lambda _: (encoding.ids, encoding.tokens, encoding.offsets, encoding.kinds))
    assert all(lists == read[0] for lists in read)


def test_a_decoder_that_threads_share_loses_nothing(bpe: morfem.Tokenizer) -> None:
    ids = bpe.encode("a" * 400).ids
    decoder = bpe.decoder()
    pushed = together(lambda number: "".join(decoder.push(id) for id in ids[number::THREADS]))
    assert sum(map(len, pushed)) + len(decoder.finish()) == 400


def test_a_list_of_ids_may_change_while_it_is_decoded(bpe: morfem.Tokenizer) -> None:
    ids = bpe.encode("Evlerden geldik. " * 200).ids
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            ids.append(2**40)
            ids.pop()
            ids[:] = [10**6 + number for number in range(300)]
            ids[:] = bpe.encode("Evlerden geldik. " * 200).ids

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(200):
            with contextlib.suppress(IndexError, morfem.VocabularyError):
                bpe.decode(ids)
    finally:
        stop.set()
        changer.join()
    assert bpe.decode(bpe.encode("Evlerden").ids) == "Evlerden"


def test_counts_of_several_threads_are_those_of_one() -> None:
    texts = sentences("tr")
    shared, alone = morfem.train.ChunkCounts("gpt2"), morfem.train.ChunkCounts("gpt2")
    together(lambda number: shared.add(texts[number::THREADS]))
    alone.add(texts)
    train: dict[str, Any] = {"vocab_size": 500, "progress": False}
    assert morfem.train.bpe(shared, **train).hash == morfem.train.bpe(alone, **train).hash
