"""The programs of docs/serving.md run as they stand there."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_the_programs_of_the_page_run(program: str) -> None:
    exec(compile(program, PAGE.name, "exec"), {})


def test_the_page_has_programs() -> None:
    assert len(PROGRAMS) == 4
