"""The shell offers commands and options, by the script of Typer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("typed", "offered"), [("enc", ["encode"]), ("encode --shard", ["--shard-tokens"]), ("train mor", ["morpheus"])])
def test_bash_completes_commands_and_options(tmp_path: Path, typed: str, offered: list[str]) -> None:
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
    (tmp_path / "morfem").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m morfem "$@"\n')
    (tmp_path / "morfem").chmod(0o755)
    asks = f'COMP_WORDS=(morfem {typed}); COMP_CWORD={len(typed.split())}; _morfem_completion morfem; echo "${{COMPREPLY[@]}}"'
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{folder}{os.pathsep}{os.environ['PATH']}"}
    shown = subprocess.run([bash, "--norc", "-c", f"{script}\n{asks}"], capture_output=True, text=True, env=environment, check=True)
    assert shown.stdout.split() == offered


def test_the_evaluation_suite_is_imported_only_when_it_is_used() -> None:
    program = "import morfem.cli, sys; print([name for name in sys.modules if name.startswith('morfem.evaluate')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
