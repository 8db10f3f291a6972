"""Runs the command line."""

import functools
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import morfem
import pytest
from morfem import cli

from tests.conftest import build


class Result(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: bytes
    err: str


Run = Callable[..., Result]


class Shared:
    """Loads a bundled tokenizer once in this process: a command runs hundreds of times here, and once in a process of its own."""

    load = staticmethod(functools.cache(morfem.Tokenizer.load))


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process."""

    def run(*arguments: object, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        with monkeypatch.context() as patch:
            patch.setattr(morfem, "Tokenizer", Shared)
            status = cli.run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Result(status, out, err.decode())

    return run


def start(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
    """Starts a command in a process of its own."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0, **options}
    command = [sys.executable, "-m", "morfem", *map(str, arguments)]
    return subprocess.Popen(command, env={**os.environ, "PYTHONWARNINGS": "error"}, **pipes)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small BPE tokenizer."""
    folder = tmp_path_factory.mktemp("tokenizers") / "small"
    build("bpe").save(folder)
    return folder


@pytest.fixture(scope="session")
def model(folder: Path) -> morfem.Tokenizer:
    """The tokenizer in `folder`."""
    return morfem.load(folder)
