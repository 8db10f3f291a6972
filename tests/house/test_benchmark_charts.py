"""docs/benchmarks.md and its charts show the rows of the tables of measurements."""

import re
from xml.etree import ElementTree

import pytest

from tools import benchmark_charts as tool


def test_the_page_and_its_charts_are_up_to_date() -> None:
    stale = [path.name for path, content in tool.files().items() if not path.exists() or path.read_text("utf-8") != content]
    assert stale == [], "run python -m tools.benchmark_charts"
    known = {path.name for path in tool.files()}
    assert [path.name for path in tool.IMAGES.glob("chart-*.svg") if path.name not in known] == []


@pytest.mark.parametrize("chart", tool.charts(), ids=lambda chart: chart.name)
def test_a_chart_has_title_unit_and_a_bar_for_each_row(chart: tool.Chart) -> None:
    picture = ElementTree.fromstring(tool.svg(chart))
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:2] == [chart.title, chart.unit]
    bars = [box.get("class") for box in picture.iter("{http://www.w3.org/2000/svg}rect") if box.get("class") != "ground"]
    assert bars == ["better" if bar.ratio >= 1 else "worse" for bar in chart.bars]
    assert len(bars) >= 2
    assert picture.get("aria-label") == tool.alt(chart)
    assert "http" not in tool.svg(chart).replace("http://www.w3.org/2000/svg", "")


def test_a_row_is_the_row_of_the_table() -> None:
    """One row of each table, read here in another way."""
    speed, coverage = tool.SPEED.read_text("utf-8"), tool.COVERAGE.read_text("utf-8")
    ratio = re.search(r"^\| tr-morpheus \| sentencepiece \|(?:[^|]*\|){2} ([\d.]+) \((.*?)\)", speed, re.MULTILINE)
    assert ratio is not None
    assert [(bar.ratio, bar.figure) for bar in tool.column("new words") if bar.name == "tr-morpheus"] == [(float(ratio[1]), ratio[2])]
    pair = re.search(r"^\| \*\*`he-splinter`\*\* \|[^|]*\| ([\d.]+) .*\n\| BPE on the mixture \|[^|]*\| ([\d.]+) ", coverage, re.MULTILINE)
    assert pair is not None
    assert [bar.ratio for bar in tool.coverage("English") if bar.name == "he-splinter"] == [float(pair[1]) / float(pair[2])]


def test_the_page_says_where_morfem_is_behind() -> None:
    chart = next(chart for chart in tool.charts() if chart.name == "new-words")
    behind = [bar for bar in chart.bars if bar.ratio < 1]
    assert behind
    assert all(f"{bar.name} ({bar.ratio:.2f})" in tool.worse(chart) for bar in behind)
