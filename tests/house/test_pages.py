"""The programs and commands of README and `docs` run, and print what the pages show."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import sentences, training_texts
from tests.pages import NOT_RUN, ROOT, Command, Program, all_pages, blocks, commands, programs

LIGHT = [program for program in programs() if not program.is_heavy]
PAGES = [page for page in all_pages() if commands(page)]


def run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, with the commands of this environment first."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def check(program: Program, folder: Path) -> None:
    """Runs a program in a folder that has the corpus that some pages speak of."""
    for library in program.libraries:
        pytest.importorskip(library)
    if "corpus/" in program.text or '"corpus"' in program.text:
        pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        (folder / "corpus").mkdir()
        for number in range(2):
            (folder / "corpus" / f"{number}.txt").write_text("\n".join(training_texts()[number::2]) + "\n", "utf-8")
        parquet.write_table(pyarrow.table({"text": sentences("tr")}), folder / "corpus" / "rows.parquet")
    (folder / "program.py").write_text(program.code, "utf-8")
    result = run(["program.py"], folder)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("program", LIGHT, ids=lambda program: f"{program.page}-{program.number}")
def test_a_program_of_the_pages_runs(program: Program, tmp_path: Path) -> None:
    check(program, tmp_path)


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
        check(Program("page", 1, "assert 2 == 3, '2 != 3'\n"), tmp_path)
    with pytest.raises(AssertionError, match="Expected"):
        check(Program("page", 1, ">>> 1 + 1\n3\n"), tmp_path)


def test_no_program_is_left_out_without_a_reason() -> None:
    texts = [text for page in all_pages() for text in blocks(page, "python")]
    left_out = [text for text in texts if text.startswith(tuple(NOT_RUN))]
    assert len(texts) - len(left_out) == len(programs())
    assert all(re.match("[a-z]", reason) for reason in NOT_RUN.values())
