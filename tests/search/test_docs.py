"""The programs in docs/search.md run, and print what their comments say."""

import contextlib
import io
import re
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "search.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
LIBRARIES = {"morfem.search.index": "tantivy", "bm25s": "bm25s", "sklearn": "sklearn", "duckdb": "duckdb"}


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_programs_print_what_their_comments_say(program: str) -> None:
    for module, library in LIBRARIES.items():
        if f"import {module}" in program or f"from {module}" in program:
            pytest.importorskip(library)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, str(PAGE), "exec"), {"__name__": "program"})
    expected = [line.removeprefix("# ") for line in program.splitlines() if line.startswith("# ")]
    assert out.getvalue().splitlines() == expected


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) >= 7
    assert sys.version_info >= (3, 10)
