"""The programs of the pages run as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
LIBRARIES = ("datatrove", "gensim", "nltk", "pyarrow", "sklearn", "spacy")
PROGRAMS = [
    pytest.param(program, id=f"{page}-{number}")
    for page in ("training-data", "nlp-libraries")
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text("utf-8"), re.DOTALL), 1)
]


def test_the_pages_have_programs() -> None:
    assert len(PROGRAMS) == 8


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_pages_runs(tmp_path: Path, program: str) -> None:
    for library in LIBRARIES:
        if re.search(rf"^\s*(import|from) {library}\b|morfem\.integrations\.{library}\b", program, re.MULTILINE):
            pytest.importorskip(library)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
