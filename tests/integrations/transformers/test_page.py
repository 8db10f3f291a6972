"""The first program of docs/transformers.md runs."""

import re
from pathlib import Path

import pytest

pytest.importorskip("transformers")

PAGE = Path(__file__).parents[3] / "docs" / "transformers.md"


def programs() -> list[str]:
    """The Python programs of the page."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_first_program_runs() -> None:
    exec(compile(programs()[0], str(PAGE), "exec"), {})
