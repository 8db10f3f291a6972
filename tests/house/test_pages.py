"""The programs and commands of README and `docs` run, and print what the pages show."""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from tests.conftest import sentences, training_texts
from tests.pages import NOT_RUN, ROOT, Command, Program, all_pages, blocks, commands, programs

LIGHT = {page: [*of_page] for page, of_page in groupby((p for p in programs() if not p.is_heavy), lambda program: program.page)}
PAGES = [page for page in all_pages() if commands(page)]


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, with the commands of this environment first."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)


RUN_ALL = """
import os, runpy, sys
for program in sys.argv[1:]:
    folder, name = os.path.split(program)
    os.chdir(folder)
    runpy.run_path(name, run_name="__main__")
print("every program ran to its end")
"""


def has_libraries(program: Program) -> bool:
    """Whether all libraries that a program needs are installed."""
    return all(importlib.util.find_spec(library) for library in program.libraries)


def check(programs: Sequence[Program], folder: Path) -> None:
    """Runs programs, each in a folder of its own, one after the other in one process, which imports a library once.

    Programs whose libraries are missing are left out; where none remains, the test is skipped.
    """
    paths = []
    for program in filter(has_libraries, programs):
        own = folder / str(program.number)
        own.mkdir()
        if "corpus/" in program.text or '"corpus"' in program.text:
            write_corpus(own)
        paths.append(own / f"program_{program.number}.py")
        paths[-1].write_text(program.code, "utf-8")
    if not paths:
        pytest.skip(f"needs {', '.join(sorted({library for program in programs for library in program.libraries}))}")
    result = run(["-c", RUN_ALL, *map(str, paths)], folder)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("every program ran to its end\n"), "a program ended the process"


def write_corpus(folder: Path) -> None:
    """Writes the corpus that some pages speak of."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    (folder / "corpus").mkdir()
    for number in range(2):
        (folder / "corpus" / f"{number}.txt").write_text("\n".join(training_texts()[number::2]) + "\n", "utf-8")
    parquet.write_table(pyarrow.table({"text": sentences("tr")}), folder / "corpus" / "rows.parquet")


@pytest.mark.parametrize("page", LIGHT)
def test_the_programs_of_a_page_run(page: str, tmp_path: Path) -> None:
    check(LIGHT[page], tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_a_page_run_one_after_the_other(page: Path, tmp_path: Path) -> None:
    for name in ("tests", "docs", "python", "README.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    written: set[str] = set()
    for command in commands(page):
        if command.can_run(written):
            result = run(["-m", "morfem", *command.arguments], tmp_path)
            assert result.returncode == 0, f"{command.text}: {result.stderr}"
            written |= command.outputs
            if page.name != "README.md":
                assert missing(command, result.stdout) == [], result.stdout


def missing(command: Command, output: str) -> list[str]:
    """The lines that a page shows below a command and that the command does not print. Spaces at both ends do not count."""
    printed = {line.strip() for line in output.splitlines()}
    return [line for line in command.shown if line.strip() and line.strip() != "..." and line.strip() not in printed]


def test_the_tutorials_have_programs_and_commands_that_run() -> None:
    tutorials = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
    assert len(tutorials) >= 6
    pages = {program.page for program in programs()}
    assert all(page.relative_to(ROOT).as_posix() in pages for page in tutorials)
    written = {output for page in tutorials for command in commands(page) for output in command.outputs} | {"my-tokenizer"}
    assert all(command.can_run(written) for page in tutorials for command in commands(page))


def test_a_changed_program_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="2 != 3"):
        check([Program("page", 1, "assert 2 == 3, '2 != 3'\n")], tmp_path)
    with pytest.raises(AssertionError, match="Expected"):
        check([Program("page", 2, ">>> 1 + 1\n3\n")], tmp_path)
    with pytest.raises(AssertionError, match="2 != 3"):
        check([Program("page", 3, ">>> 1 + 1\n2\n"), Program("page", 4, "assert 2 == 3, '2 != 3'\n")], tmp_path)
    with pytest.raises(AssertionError, match="a program ended the process"):
        check([Program("page", 5, "raise SystemExit(0)\n"), Program("page", 6, "assert False\n")], tmp_path)


def test_no_program_is_left_out_without_a_reason() -> None:
    texts = [text for page in all_pages() for text in blocks(page, "python")]
    left_out = [text for text in texts if text.startswith(tuple(NOT_RUN))]
    assert len(texts) - len(left_out) == len(programs())
    assert all(re.match("[a-z]", reason) for reason in NOT_RUN.values())
    assert [start for start in NOT_RUN if not any(text.startswith(start) for text in left_out)] == []


@pytest.mark.parametrize("page", all_pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_until_the_release_a_page_says_how_an_extra_is_installed(page: Path) -> None:
    lines = [line for line in page.read_text("utf-8").splitlines() if re.search(r"pip install .*morfem\[", line)]
    assert [line for line in lines if "make .venv/with-" not in line] == []
