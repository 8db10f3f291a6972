"""The shell offers names: tokenizers, suites, metrics, language packs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import morfem
import pytest
from morfem.cli import app

Offered = Callable[..., list[str]]


@pytest.fixture
def offered(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Offered:
    """What Bash is given after some words, the last of which may be unfinished."""

    def offered(*words: str) -> list[str]:
        monkeypatch.setenv("_MORFEM_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["morfem", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        with pytest.raises(SystemExit):
            app(prog_name="morfem")
        out, err = capsys.readouterr()
        assert err == ""
        return out.split()

    return offered


@pytest.mark.parametrize(
    "command",
    [
        ["encode"],
        ["decode"],
        ["info"],
        ["export"],
        ["analyze"],
        ["inflect"],
        ["explain"],
        ["compare", "tr-mft"],
        ["eval", "--tokenizer"],
        ["eval", "--peer"],
        ["bench", "-t"],
        ["serve", "-t"],
        ["train", "union"],
        ["train", "splinter", "--learned"],
        ["train", "morpheus", "--analyser"],
    ],
    ids=" ".join,
)
def test_tokenizers_are_offered_by_name(offered: Offered, command: list[str]) -> None:
    assert offered(*command, "tr-mf") == ["tr-mft", "tr-mft-64k"]


def test_every_offered_tokenizer_loads_and_every_bundled_one_is_offered(offered: Offered) -> None:
    names = offered("info", "")
    assert names == morfem.available()
    for name in names:
        assert morfem.load(name).name == name


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["eval", "--suite", "own-"], ["own-ar", "own-fi", "own-he", "own-ko", "own-ms", "own-tr"]),
        (["eval", "--metric", "c"], ["compression"]),
        (["train", "mft", "--pack", ""], ["fi", "tr"]),
        (["train", "splinter", "--alphabet", ""], ["ar", "he", "ms"]),
        (["train", "thunder", "--endings", ""], ["ko"]),
        (["info", "no-such-name"], []),
    ],
    ids=lambda each: " ".join(each),
)
def test_suites_metrics_and_packs_are_offered(offered: Offered, words: list[str], names: list[str]) -> None:
    assert offered(*words) == names


def test_names_are_looked_up_only_when_the_shell_asks() -> None:
    program = "import morfem.cli, sys; print([name for name in sys.modules if name.startswith('morfem.evaluate')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_bash_completes_the_name_of_a_tokenizer(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    folder = Path(sys.executable).parent
    script = subprocess.run(
        [sys.executable, "-m", "morfem"],
        capture_output=True,
        text=True,
        env={**os.environ, "_MORFEM_COMPLETE": "source_bash"},
        check=True,
    ).stdout
    asks = 'COMP_WORDS=(morfem info ko-t); COMP_CWORD=2; _morfem_completion morfem; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    shown = subprocess.run(
        [bash, "--norc", "-c", f"{script}\n{asks}"], capture_output=True, text=True, env=environment, check=True, cwd=tmp_path
    )
    assert shown.stdout.split() == ["ko-thunder"]
