"""Figures on the pages are those of the tables that experiments and benchmarks write."""

import re
from pathlib import Path

import pytest

from tests.pages import ROOT

RESULTS = ROOT / "experiments" / "language_model" / "RESULTS.md"
TABLE = "| tokenizer | ids | tokens per word | bits per character |"
COMPARED = re.compile(r"[−+-]\d+\.\d %(?: \[[^\]]+\])")


def cells(line: str) -> list[str]:
    return [cell.strip(" *`").replace("−", "-") for cell in line.strip().strip("|").split("|")]


def measured() -> dict[str, list[str]]:
    """The row of each of our tokenizers: its cells, after 40,000 lines of training text."""
    tables = re.split(r"^## ", RESULTS.read_text("utf-8"), flags=re.MULTILINE)
    lines = [line for table in tables if ", 40,000 lines" in table.partition("\n")[0] for line in table.splitlines()]
    return {row[0]: row for row in map(cells, lines) if row[0].count("-") >= 1 and row[0][0].isalpha()}


def rows() -> list[list[str]]:
    text = (ROOT / "docs/evidence.md").read_text("utf-8")
    table = text[text.index(TABLE) :].partition("\n\n")[0]
    return [cells(line) for line in table.splitlines()[2:]]


def test_differences_in_bits_are_those_of_the_experiment() -> None:
    found = measured()
    for row in rows():
        told = [figure for cell in row[1:] for figure in COMPARED.findall(cell)]
        assert told, row
        known = COMPARED.findall(" ".join(found[row[0].partition(",")[0].strip("`")]))
        assert [figure for figure in told if figure not in known] == [], row[0]


def test_tokens_and_bits_of_the_evidence_are_those_of_the_experiment() -> None:
    found = measured()
    for name, ids, tokens, bits, *_ in rows():
        row = found[name.partition(",")[0]]
        assert [ids, tokens, bits] == [row[1], row[2], f"{float(row[3]):.3f}"], name


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "comparison.md", *sorted((ROOT / "docs" / "comparison").glob("*.md"))], ids=lambda page: page.stem
)
def test_speeds_and_ratios_of_the_comparisons_are_those_of_the_benchmarks(page: Path) -> None:
    measured = (ROOT / "benchmarks" / "RESULTS.md").read_text("utf-8")
    found = re.findall(r"^\|.*\| ([\d.]+ (?:MB/s|ms|s)) \| (\d+\.\d\d) \|$", page.read_text("utf-8"), re.MULTILINE)
    assert found or page.stem == "kiwi"
    rows = measured.splitlines()
    assert [pair for pair in found if not any(all(re.search(rf"(?<![\d.]){re.escape(each)}", row) for each in pair) for row in rows)] == []
