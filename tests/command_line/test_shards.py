"""A folder of shards is continued after an interruption, and ends as if there had been none."""

import errno
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import corpus as corpora
from morfem.formats import FORMATS
from morfem.formats import manifest as manifests
from morfem.formats.manifest import described
from morfem.output import lock, part_of, remove_parts, whole_files

from tests.command_line.conftest import Run, start
from tests.command_line.readers import read_folder, shards
from tests.conftest import sentences

TEXTS = [f"{text}\n" for text in sentences("tr") + sentences("ko")]
SIZE = 1_000
CASES = pytest.mark.parametrize("form", FORMATS)
MODES = pytest.mark.parametrize("mode", [[], ["--shuffle", "--seed", 7]], ids=["in order", "shuffled"])


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The texts in a file, which is read in several batches."""
    monkeypatch.setattr(corpora, "BATCH", 1 << 12)
    monkeypatch.setattr(corpora, "READ", 1 << 10)
    path = tmp_path / "corpus.txt"
    path.write_text("".join(TEXTS), encoding="utf-8")
    return path


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@CASES
def test_shards_hold_all_texts_and_no_more_tokens_than_asked(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, model: morfem.Tokenizer, form: str
) -> None:
    assert run("encode", folder, corpus, "--format", form, "--shard-tokens", SIZE, "--output", tmp_path / "out").status == 0
    assert read_folder(tmp_path / "out", form, "<u2") == [model.encode(text).ids for text in TEXTS]
    sizes = [shard["tokens"] for shard in shards(tmp_path / "out")]
    assert len(sizes) > 3
    assert max(sizes) <= SIZE


def test_a_text_with_more_tokens_than_a_shard_is_a_shard_of_its_own(run: Run, folder: Path, tmp_path: Path) -> None:
    lines = b"a\nb\n" + b"kitap " * 50 + b"\nc\n"
    run("encode", folder, "--format", "bin", "--shard-tokens", 10, "--output", tmp_path / "out", stdin=lines)
    assert [shard["texts"] for shard in shards(tmp_path / "out")] == [2, 1, 1]


def test_a_file_that_changed_in_the_moment_of_the_last_line_is_read(tmp_path: Path) -> None:
    """Clocks of file systems have steps, so a change may bear the time of the manifest."""
    with manifests.Manifest(tmp_path, {}) as manifest:
        (tmp_path / "a.bin").write_bytes(b"ab")
        manifest.finish("a", [described(tmp_path / "a.bin", tmp_path)], {})
        at = manifest.path.stat().st_mtime_ns
    (tmp_path / "a.bin").write_bytes(b"ba")
    os.utime(tmp_path / "a.bin", ns=(at, at))
    with manifests.Manifest(tmp_path, {}) as manifest:
        assert not manifest.has("a")


def test_no_new_file_stands_beside_an_old_one_of_the_same_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids, index = tmp_path / "a.bin", tmp_path / "a.idx"
    for path in (ids, index):
        path.write_bytes(b"old")
    replace = os.replace

    def fail_at_the_second(source: Path, target: Path) -> None:
        if target.name == index.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    def write() -> None:
        with whole_files([ids, index]) as files:
            for file in files:
                file.write(b"new")

    monkeypatch.setattr(os, "replace", fail_at_the_second)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        write()
    assert content(tmp_path) == {"a.bin": b"new"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_where_there_are_no_locks_no_temporary_file_is_taken_for_that_of_a_dead_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def none(file: object, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    part = part_of(tmp_path / "a.bin")
    part.touch()
    with monkeypatch.context() as patched:
        patched.setattr(fcntl, "flock", none)
        remove_parts(tmp_path)
        assert part.exists()
    remove_parts(tmp_path)
    assert not part.exists()


def test_a_shard_is_filled_to_its_limit(run: Run, folder: Path, tmp_path: Path, model: morfem.Tokenizer) -> None:
    size = len(model.encode("a\n").ids)
    for limit, texts in ((2 * size, [2, 2, 1]), (2 * size + 1, [2, 2, 1]), (3 * size - 1, [2, 2, 1]), (3 * size, [3, 2])):
        out = tmp_path / str(limit)
        run("encode", folder, "--format", "bin", "--shard-tokens", limit, "--output", out, stdin=b"a\n" * 5)
        assert [shard["texts"] for shard in shards(out)] == texts


@CASES
@MODES
def test_a_run_that_is_continued_gives_the_bytes_of_one_run(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch, form: str, mode: list[object]
) -> None:
    command = ["encode", folder, corpus, "--format", form, "--shard-tokens", SIZE, "--eos", "</s>", *mode, "--output"]
    assert run(*command, tmp_path / "one").status == 0
    replace = os.replace
    for finished in (2, 1):  # the disk is full when so many shards have been completed
        renames = finished * len(FORMATS[form].suffixes)
        left = iter(range(renames))

        def fail(source: str, target: str, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))
            replace(source, target)

        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", fail)
            result = run(*command, tmp_path / "two")
        assert result.status == 1
        assert os.strerror(errno.ENOSPC) in result.err
        assert b"complete" not in (tmp_path / "two" / "manifest.jsonl").read_bytes()
        assert not list((tmp_path / "two").glob(".*.part"))
    assert run(*command, tmp_path / "two").status == 0
    assert content(tmp_path / "two") == content(tmp_path / "one")
    assert not (tmp_path / ".two.unshuffled").exists()


@MODES
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_run_is_continued(folder: Path, run: Run, tmp_path: Path, mode: list[object]) -> None:
    lines = "".join(TEXTS).encode() * 200  # more than a batch
    command = ["encode", folder, "--format", "megatron", "--shard-tokens", 20_000, *mode, "--output"]
    with start(*command, tmp_path / "two") as process:
        assert process.stdin is not None
        process.stdin.write(lines)
        deadline = time.monotonic() + 30
        waiting = tmp_path / (".two.unshuffled" if mode else "two")
        while not list(waiting.glob(".shard-*.part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)  # until it waits for more texts, with a shard begun
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert list(waiting.glob(".shard-*.part"))
    assert run(*command, tmp_path / "two", stdin=lines).status == 0
    assert run(*command, tmp_path / "one", stdin=lines).status == 0
    assert content(tmp_path / "two") == content(tmp_path / "one")


def test_a_disk_that_fills_up_is_an_error_and_the_next_run_continues(folder: Path, run: Run, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    command = ["encode", folder, "--format", "datatrove", "--shard-tokens", 1_000, "--output"]
    lines = "".join(TEXTS).encode() + b"kitap " * 20_000 + b"\n"
    process = start(*command, tmp_path / "two", preexec_fn=limit)
    _, err = process.communicate(lines)
    assert process.returncode == 1
    assert os.strerror(errno.EFBIG) in err.decode()
    finished = [json.loads(line) for line in (tmp_path / "two" / "manifest.jsonl").read_bytes().splitlines()[1:]]
    names = {file["name"] for shard in finished for file in shard["files"]}
    assert names
    assert set(os.listdir(tmp_path / "two")) == {"manifest.jsonl", *names}
    assert run(*command, tmp_path / "two", stdin=lines).status == 0
    assert run(*command, tmp_path / "one", stdin=lines).status == 0
    assert content(tmp_path / "two") == content(tmp_path / "one")


@pytest.mark.parametrize("damage", ["changed", "removed"])
def test_a_damaged_shard_is_written_again(run: Run, folder: Path, tmp_path: Path, corpus: Path, damage: str) -> None:
    command = ["encode", folder, corpus, "--format", "mds", "--shard-tokens", SIZE, "--output", tmp_path / "out"]
    run(*command)
    before = content(tmp_path / "out")
    path = tmp_path / "out" / "shard-00002.mds"
    if damage == "changed":
        path.write_bytes(path.read_bytes()[:-1] + b"\1")
    else:
        path.unlink()
    assert run(*command).status == 0
    assert content(tmp_path / "out") == before


def test_a_finished_folder_stays_as_it_is(run: Run, folder: Path, tmp_path: Path, corpus: Path) -> None:
    command = ["encode", folder, corpus, "--format", "olmo", "--shard-tokens", SIZE, "--output", tmp_path / "out"]
    first = run(*command)
    before = content(tmp_path / "out")
    again = run(*command)
    assert again.status == 0
    assert again.err.split(" in ")[0] == first.err.split(" in ")[0]
    assert content(tmp_path / "out") == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--eos", "</s>"], "was begun with another eos"),
        (["--shard-tokens", 1_001], "was begun with another shard_tokens"),
        (["--shuffle"], "was begun with another shuffle_seed"),
        (["--format", "olmo"], "was begun with another format"),
    ],
)
def test_a_folder_of_another_job_is_refused(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, options: list[object], message: str
) -> None:
    command = ["encode", folder, corpus, "--format", "bin", "--shard-tokens", SIZE]
    run(*command, "--output", tmp_path / "out")
    result = run(*command, *options, "--output", tmp_path / "out")
    assert (result.status, message in result.err) == (1, True), result.err


def test_texts_that_have_changed_are_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    command = ["encode", folder, "--format", "bin", "--shard-tokens", 5, "--output"]
    lines = "".join(TEXTS[:50]).encode()
    run(*command, tmp_path / "out", stdin=lines)
    for changed, message in [
        (lines.replace(b"a", b"e", 1), "holds other texts than those that are read now"),
        ("".join(TEXTS[:40]).encode(), "holds more texts than are read now"),
        (lines + b"kitap\n", "is complete, but there are more texts now"),
    ]:
        shutil.copytree(tmp_path / "out", tmp_path / "copy")
        result = run(*command, tmp_path / "copy", stdin=changed)
        assert (result.status, message in result.err) == (1, True), result.err
        shutil.rmtree(tmp_path / "copy")


def test_a_folder_with_other_files_is_refused(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    command = ["encode", folder, "--format", "bin", "--shard-tokens", 5, "--output", tmp_path]
    assert "is not empty and has no manifest.jsonl" in run(*command, stdin=b"a\n").err
    (tmp_path / "manifest.jsonl").write_text("{}\n")
    assert "manifest.jsonl, line 1: not a line of a manifest" in run(*command, stdin=b"a\n").err
    assert sorted(os.listdir(tmp_path)) == ["manifest.jsonl", "notes.txt"]
    result = run(*command[:-1], tmp_path / "notes.txt", stdin=b"a\n")
    assert "notes.txt: is a file, and shards need a folder; choose another name" in result.err


@MODES
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_folder_that_a_stopped_run_writes_is_refused_and_that_run_can_wake(
    folder: Path, run: Run, tmp_path: Path, mode: list[object]
) -> None:
    lines = "".join(TEXTS).encode() * 200
    command = ["encode", folder, "--format", "megatron", "--shard-tokens", 20_000, *mode, "--output"]
    with start(*command, tmp_path / "two") as process:
        assert process.stdin is not None
        process.stdin.write(lines)
        waiting = tmp_path / (".two.unshuffled" if mode else "two")
        deadline = time.monotonic() + 30
        while not list(waiting.glob(".shard-*.part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        other = run(*command, tmp_path / "two", stdin=lines)
        assert (other.status, "two: another run is writing it; wait until that is done, or give another folder" in other.err) == (1, True)
        process.send_signal(signal.SIGCONT)
        process.stdin.close()
        assert process.wait() == 0
    assert run(*command, tmp_path / "one", stdin=lines).status == 0
    assert content(tmp_path / "two") == content(tmp_path / "one")


def test_a_finished_shard_is_hashed_again_only_if_it_has_changed(
    run: Run, folder: Path, tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["encode", folder, corpus, "--format", "bin", "--shard-tokens", SIZE, "--output", tmp_path / "out"]
    run(*command)
    old, new = (time.time_ns() - seconds * 10**9 for seconds in (60, 30))
    for path in (tmp_path / "out").iterdir():
        os.utime(path, ns=(old, new if path.suffix == ".jsonl" else old))
    changed = tmp_path / "out" / "shard-00001.bin"
    changed.touch()
    hashed: list[Path] = []

    def noted(path: Path, folder: Path) -> Any:
        hashed.append(path)
        return described(path, folder)

    monkeypatch.setattr(manifests, "described", noted)
    assert run(*command).status == 0
    assert hashed == [changed]


def test_the_first_run_after_a_killed_one_removes_what_that_left(run: Run, folder: Path, tmp_path: Path) -> None:
    dead, living = (tmp_path / f".{name}.bin.node1-77-0a1b2c3d.part" for name in ("dead", "living"))
    dead.write_bytes(b"x")
    with open(living, "wb") as file:
        assert lock(file)
        for output in (["o.bin"], ["o.txt"], ["o.bin", "--shuffle"]):
            dead.write_bytes(b"x")
            assert run("encode", folder, "--output", tmp_path / output[0], *output[1:], stdin=b"a\n").status == 0
            assert sorted(path.name for path in tmp_path.glob(".*")) == [living.name]
