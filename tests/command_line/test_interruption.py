"""Ctrl-C, SIGTERM, and a closed pipe."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line.conftest import start

# On Windows `send_signal` ends a process at once, or refuses the signal.
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals between processes")
LINE = "bir numaralı satır\n".encode()


def interrupt(process: subprocess.Popen[bytes], number: signal.Signals) -> tuple[bytes, float]:
    """Sends a signal; returns what is written on standard error after it, and the seconds until the end."""
    begin = time.monotonic()
    process.send_signal(number)
    process.wait(timeout=30)
    assert process.stderr is not None
    return process.stderr.read(), time.monotonic() - begin


@needs_signals
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("output", ["a.ids", "a.jsonl", "a.bin"])
def test_an_interrupted_encode_leaves_no_file(folder: Path, tmp_path: Path, output: str, number: signal.Signals, status: int) -> None:
    with start("encode", folder, "--output", tmp_path / output) as process:
        assert process.stdin is not None
        process.stdin.write(LINE * 1000)
        deadline = time.monotonic() + 30
        while not os.listdir(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)  # until it waits for more: Python may lose a signal that comes just before a system call
        assert [name for name in os.listdir(tmp_path) if not name.endswith(".part")] == []
        err, seconds = interrupt(process, number)
    assert process.returncode == status
    assert os.listdir(tmp_path) == []
    assert seconds < 3
    assert err == (b"morfem: interrupted\n" if number == signal.SIGINT else b"")


@needs_signals
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_shuffle_into_one_file_leaves_nothing(folder: Path, tmp_path: Path, number: signal.Signals, status: int) -> None:
    with start("encode", folder, "--shuffle", "--output", tmp_path / "a.bin") as process:
        assert process.stdin is not None
        process.stdin.write(LINE * 100_000)  # more than a batch
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob(".a.bin.unshuffled/.shard-*.part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)  # until it waits for more
        interrupt(process, number)
    assert process.returncode == status
    assert os.listdir(tmp_path) == []


@needs_signals
@pytest.mark.parametrize("system", ["bpe", "thunder"])
def test_an_interrupted_training_stops_soon_and_leaves_no_folder(tmp_path: Path, system: str) -> None:
    rng = random.Random(0)
    # Every word once: training takes seconds, wherever it runs.
    words = ["".join(rng.choices("abcçdefgğhıijklmnoöprsştuüvyz", k=rng.randrange(3, 15))) for _ in range(400_000)]
    lines = (" ".join(words[start : start + 12]) for start in range(0, len(words), 12))
    (tmp_path / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    with start("train", system, tmp_path / "a.txt", "--vocab-size", 100_000, "--output", tmp_path / "out", "--threads", 2) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"reading a.txt: ")
        time.sleep(0.2)
        err, seconds = interrupt(process, signal.SIGINT)
    assert process.returncode == 130
    assert err.endswith(
        f"morfem: interrupted; {tmp_path / 'out'} is not written, and the same command starts from the beginning\n".encode()
    )
    assert b"Traceback" not in err
    assert os.listdir(tmp_path) == ["a.txt"]
    assert seconds < 3


@needs_signals
def test_an_interrupted_run_into_shards_says_what_is_kept_and_the_next_run_what_it_had(folder: Path, tmp_path: Path) -> None:
    arguments = ("encode", folder, "--format", "bin", "--shard-tokens", 50_000, "--output", tmp_path / "out")
    with start(*arguments) as process:
        assert process.stdin is not None
        process.stdin.write(LINE * 100_000)  # more than a batch
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob("out/shard-00001*.npy")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)  # until it waits for more
        err, _ = interrupt(process, signal.SIGINT)
    kept = len(list(tmp_path.glob("out/shard-*.bin")))
    assert kept > 1
    assert err.decode() == f"morfem: interrupted; {tmp_path / 'out'} keeps {kept} finished parts; the same command continues\n"
    result = start(*arguments).communicate(LINE * 100_000)[1].decode()
    assert result.startswith(f"morfem: {tmp_path / 'out'} has {kept} finished parts of this job; it goes on after them\n")


@needs_signals
def test_a_second_interrupt_shows_no_traceback() -> None:
    script = """
import os, signal, sys
from morfem import cli
class Output:
    def flush(self): os.kill(os.getpid(), signal.SIGINT)
cli.run = lambda arguments: 130
sys.stdout = Output()
cli.main()
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (-signal.SIGINT, b"")


def test_a_reader_that_has_enough_is_no_error(folder: Path) -> None:
    with start("encode", folder) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            for _ in range(10_000):
                process.stdin.write(LINE * 1000)
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""
