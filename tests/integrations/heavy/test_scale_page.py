"""The programs and commands of docs/scale.md run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import sentences, training_texts

PAGE = (Path(__file__).parents[3] / "docs" / "scale.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.S)
COMMANDS = re.findall(r"^\$ (morfem .*)$", PAGE, re.M)
LIBRARIES = ("ray", "pyspark", "dask")
PRINTS = {"ray": r"\d+ texts", "pyspark": r"\d+ texts", "dask": r"\d+ tokens", "morfem": r"\d+ distinct chunks\n.*bpe"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the folder `corpus` that the page speaks of."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "corpus").mkdir()
    texts = training_texts()
    for number in range(2):
        (tmp_path / "corpus" / f"{number}.txt").write_text("\n".join(texts[number::2]) + "\n", encoding="utf-8")
    parquet.write_table(pyarrow.table({"text": sentences("tr")}), tmp_path / "corpus" / "rows.parquet")
    return tmp_path


def library(program: str) -> str:
    """The library that a program of the page uses."""
    return next((name for name in LIBRARIES if re.search(rf"^(import|from) {name}\b", program, re.M)), "morfem")


@pytest.mark.parametrize("program", PROGRAMS, ids=library)
def test_a_program_of_the_page_runs(program: str, folder: Path) -> None:
    pytest.importorskip(library(program))
    (folder / "program.py").write_text(program, encoding="utf-8")
    ran = subprocess.run([sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert re.search(PRINTS[library(program)], ran.stdout), ran.stdout


def test_the_page_has_a_program_for_each_library() -> None:
    assert sorted(map(library, PROGRAMS)) == sorted(PRINTS)
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_runs(command: str, folder: Path) -> None:
    pytest.importorskip("ray")
    arguments = [name for word in shlex.split(command)[1:] for name in (sorted(_matching(folder, word)) or [word])]
    ran = subprocess.run([sys.executable, "-m", "morfem", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    output = folder / arguments[arguments.index("--output") + 1]
    assert len(os.listdir(output)) > 2


def _matching(folder: Path, pattern: str) -> list[str]:
    """What a shell makes of a pattern."""
    return [path.relative_to(folder).as_posix() for path in folder.glob(pattern)] if "*" in pattern else []
