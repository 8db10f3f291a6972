"""Counts of chunks: any division of a corpus, any order of merging, and any limit of memory train the same tokenizer."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import numpy as np
import pytest
from morfem import train
from morfem.train import ChunkCounts

from tests.conftest import training_texts

PACK = Path(__file__).parents[1] / "packs" / "finnish"
TRAININGS: dict[str, tuple[Any, Callable[[Any], morfem.Tokenizer]]] = {
    "bpe": ("gpt2", lambda corpus: train.bpe(corpus, vocab_size=600, progress=False)),
    "unigram": ("gpt2", lambda corpus: train.unigram(corpus, vocab_size=700, pretokenizer="gpt2", progress=False)),
    "thunder": ("thunder", lambda corpus: train.thunder(corpus, vocab_size=700, progress=False)),
    "splinter": ("marked_mixed", lambda corpus: train.splinter(corpus, vocab_size=800, alphabet="ms", progress=False)),
    "mft": ("inflected_mixed", lambda corpus: train.mft(corpus, pack=PACK, vocab_size=900, roots=300, progress=False)),
}


def counted(splitter: Any, texts: list[str], **settings: Any) -> ChunkCounts:
    counts = ChunkCounts(splitter, **settings)
    counts.add(texts)
    return counts


def content(tokenizer: morfem.Tokenizer) -> dict[str, bytes]:
    """The files of a tokenizer, with a record that does not name the corpus."""
    files = tokenizer.files()
    record = tokenizer.record["training"]
    assert record["distinct_chunks"] > 0
    return {name: file for name, file in files.items() if name != "morfem.json"}


@pytest.mark.parametrize("kind", TRAININGS)
def test_merged_counts_train_what_one_process_trains(tmp_path: Path, kind: str) -> None:
    splitter, trained = TRAININGS[kind]
    texts = training_texts()
    whole = content(trained(texts))
    parts = [texts[start::3] for start in range(3)]
    for order in [(0, 1, 2), (2, 0, 1)]:
        merged = ChunkCounts(splitter, memory=10_000)
        for number in order:
            part = counted(splitter, parts[number], memory=20_000, folder=tmp_path)
            part.save(tmp_path / f"{number}.counts")
            merged.merge(ChunkCounts.load(tmp_path / f"{number}.counts"))
        assert content(trained(merged)) == whole
        assert len(merged) == 0  # the training has consumed them


def test_counts_of_words_may_be_numbers_of_numpy() -> None:
    plain = morfem.train.bpe({"evler": 3, "evde": 4}, vocab_size=264, progress=False)
    assert morfem.train.bpe({"evler": np.int64(3), "evde": np.uint8(4)}, vocab_size=264, progress=False) == plain
    with pytest.raises(morfem.MorfemError, match=r"'evler': 3\.0 is not a count"):
        morfem.train.bpe({"evler": 3.0}, vocab_size=264, progress=False)


def test_a_saved_file_does_not_depend_on_memory_and_order(tmp_path: Path) -> None:
    texts = training_texts()
    counted("words", texts).save(tmp_path / "a")
    small = counted("words", texts[::-1], memory=5_000)
    small.save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert len(small) == len(counted("words", texts)) == len(ChunkCounts.load(tmp_path / "a"))
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}


def test_a_merge_moves_the_counts() -> None:
    one, other = counted("words", ["bir iki"]), counted("words", ["iki üç"])
    one.merge(other)
    assert (len(one), len(other)) == (4, 0)  # "iki" begins a text in one of them
    other.add(["dört"])
    one.merge(other)
    assert len(one) == 5


def test_counts_that_do_not_fit_together_are_refused_and_kept() -> None:
    words, gpt2 = counted("words", ["bir"]), counted("gpt2", ["bir"])
    with pytest.raises(morfem.MorfemError, match=r'"gpt2" cannot be added to chunks cut by "words"; count with one splitter'):
        words.merge(gpt2)
    with pytest.raises(morfem.MorfemError, match="cannot be merged with themselves"):
        words.merge(words)
    with pytest.raises(morfem.MorfemError, match=r"cut by the splitter 'words'; this training needs ChunkCounts\('gpt2'\)"):
        train.bpe(words, vocab_size=600, progress=False)
    with pytest.raises(morfem.MorfemError, match="already: leave out hold_out, or give the texts"):
        train.bpe(gpt2, vocab_size=600, hold_out=2, progress=False)
    with pytest.raises(morfem.MorfemError, match="ray needs counts"):
        train.bpe("texts.txt", vocab_size=600, ray="local", progress=False)
    assert (words.splitter, len(words), len(gpt2)) == ("words", 1, 1)


def test_a_damaged_file_is_an_error_that_names_file_and_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.counts"
    counted("words", ["bir iki üç", "dört beş"]).save(path)
    whole = path.read_bytes()
    for damaged in [
        b"",
        b"kitap",
        whole[:-1],
        whole + b"\0",
        *(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in range(len(whole))),
    ]:
        path.write_bytes(damaged)
        with pytest.raises(morfem.ArtifactError) as error:
            ChunkCounts.load(path)
        assert str(error.value).startswith(str(path))
        assert "byte" in str(error.value) or "is not a file of counts" in str(error.value) or "version" in str(error.value)
    with pytest.raises(FileNotFoundError, match=r"no\.counts"):
        ChunkCounts.load(tmp_path / "no.counts")


def test_a_full_disk_leaves_no_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    counts = counted("whole", [f"{number} kitap " * 20 for number in range(3000)])
    (tmp_path / "old.counts").write_bytes(b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, hard))
    try:
        with pytest.raises(OSError, match=r"old\.counts"):
            counts.save(tmp_path / "old.counts")
        with pytest.raises(OSError, match="a temporary file in"):
            counted("whole", [f"{number} ev " * 20 for number in range(9000)], memory=300_000, folder=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [path.name for path in tmp_path.iterdir()] == ["old.counts"]
    assert (tmp_path / "old.counts").read_bytes() == b"old"
    counts.save(tmp_path / "old.counts")
    assert len(ChunkCounts.load(tmp_path / "old.counts")) == 3000


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_leaves_no_temporary_file(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from morfem.train import ChunkCounts
counts = ChunkCounts("words", memory=1000, folder=sys.argv[1])
counts.add([f"kitap{number}" for number in range(5000)])
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False).returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []
