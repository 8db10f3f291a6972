"""The programs of README and `docs` that need large libraries run."""

from pathlib import Path

import pytest

from tests.house.test_pages import check
from tests.pages import Program, programs

HEAVY = [program for program in programs() if program.is_heavy]


@pytest.mark.parametrize("program", HEAVY, ids=lambda program: f"{program.page}-{program.number}")
def test_a_program_of_the_pages_runs(program: Program, tmp_path: Path) -> None:
    check([program], tmp_path)


def test_the_pages_have_such_programs() -> None:
    expected = {"docs/scale.md", "docs/tutorials/language-model.md", "docs/comparison/kiwi.md"}
    assert expected <= {program.page for program in HEAVY}
