"""Every page of results says with which command, seed, time and machine it was made."""

import re
from pathlib import Path

import pytest

from tests.pages import ROOT

PAGES = sorted((ROOT / "experiments").glob("*/*.md"))
SEED, TIME, MACHINE = (
    r"(.*seed.*|no random numbers)",
    r"(.*(?: s |minutes|seconds|time|recorded).*)",
    r"((?:AMD EPYC|Intel\(R\) Xeon\(R\) Processor), 2 cores.*no GPU.*|any machine.*)",
)
LINE = re.compile(rf"^Conditions: {SEED}; {TIME}; {MACHINE}\.$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "experiments").as_posix())
def test_a_page_of_results_has_command_seed_time_and_machine(page: Path) -> None:
    text = page.read_text("utf-8")
    assert len(re.findall("^Conditions: ", text, re.MULTILINE)) == 1
    assert LINE.search(text) is not None
    assert re.search(r"python (-m experiments\.|experiments/)|morfem (eval|train)", text) is not None


def test_there_are_pages_of_results() -> None:
    assert len(PAGES) > 8
