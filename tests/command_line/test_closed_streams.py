"""Standard streams that the caller has closed, as `morfem encode tr-mft <&-` does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
CLOSED = "morfem: error: standard input or standard output is closed; open it, or name files\n"


def shell(arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command of the shell in which `M` is morfem and `T` a tokenizer."""
    command = f'M() {{ "{sys.executable}" -m morfem "$@"; }}; T="{folder}"; {arguments}'
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        "M encode $T <&-",
        "M encode $T --text ev >&-",
        "M encode $T <&- >&-",
        "M decode $T <&-",
        "M train bpe - --vocab-size 300 -o nowhere <&-",
        "M info $T >&-",
        "M encode --help >&-",
        "M --version >&-",
    ],
)
def test_a_closed_stream_that_is_needed_is_an_error_of_one_line(folder: Path, arguments: str) -> None:
    result = shell(arguments, folder)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", CLOSED)


def test_a_closed_standard_error_changes_neither_output_nor_status(folder: Path) -> None:
    assert shell("M encode $T --text ev 2>&-", folder).stdout == shell("M encode $T --text ev", folder).stdout != ""
    failed = shell("M encode nowhere --text ev 2>&-", folder)
    assert (failed.returncode, failed.stdout, failed.stderr) == (1, "", "")


def test_closed_streams_that_are_not_needed_are_no_error(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ev\n")
    assert shell(f"M encode $T '{tmp_path}/a.txt' -o '{tmp_path}/a.ids' <&- >&- 2>&-", folder).returncode == 0
    assert (tmp_path / "a.ids").read_text() == shell(f"M encode $T '{tmp_path}/a.txt'", folder).stdout
    assert sorted(os.listdir(tmp_path)) == ["a.ids", "a.txt"]
