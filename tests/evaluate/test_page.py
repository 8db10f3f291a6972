"""The HTML page, in a real browser."""

import re
import shutil
import subprocess
from html import escape
from pathlib import Path

import pytest
from morfem.evaluate.metrics import registered
from morfem.evaluate.report import Report, page, tables
from morfem.evaluate.report.definitions import definition

from tests.evaluate.example_report import LOSSY, TOKENIZERS, example_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no browser: neither chromium nor google-chrome is installed")


@pytest.fixture(scope="module")
def html() -> str:
    return page.render(example_report())


def opened(html: str, folder: Path, width: int = 1280) -> tuple[str, list[str]]:
    """The page as the browser has it when its scripts have run, and what it wrote on its console."""
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    assert BROWSER is not None
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--window-size={width},900")
    command = [BROWSER, *options, f"--user-data-dir={folder / 'profile'}", "--dump-dom", file.as_uri()]
    result = subprocess.run(command, capture_output=True, timeout=60, check=True)
    console = [line for line in result.stderr.decode(errors="replace").splitlines() if "CONSOLE" in line]
    return result.stdout.decode(), console


def with_script(html: str, script: str) -> str:
    """The page with one more script at its end."""
    return html.replace("</body>", f"<script>{script}</script></body>")


def rows(dom: str, table: str) -> list[str]:
    """The rows of the body of a table."""
    body = re.search(rf'<table class="{table}">.*?<tbody>(.*?)</tbody>', dom, re.DOTALL)
    assert body is not None
    return re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)


@needs_browser
def test_it_renders_without_an_error_on_the_console(html: str, tmp_path: Path) -> None:
    dom, console = opened(html, tmp_path)
    assert console == []
    assert len(rows(dom, "differences")) > 10
    assert len(rows(dom, "words")) > 10
    assert dom.count("<option") == 2 * len(TOKENIZERS) + 4


@needs_browser
def test_an_error_on_the_console_would_be_seen(html: str, tmp_path: Path) -> None:
    _, console = opened(with_script(html, "nothing.called.so();"), tmp_path)
    assert len(console) == 1
    assert "nothing is not defined" in console[0]


@needs_browser
def test_any_two_tokenizers_can_be_compared(html: str, tmp_path: Path) -> None:
    choose = """
        const form = document.querySelector("#comparison form");
        form.first.value = 5; form.second.value = 4; form.whole.checked = true; form.elements.data.value = "segmented words";
        form.dispatchEvent(new Event("change"));
    """
    dom, console = opened(with_script(html, choose), tmp_path)
    assert console == []
    assert len(rows(dom, "differences")) == 1 + 12  # the name of the data and its figures
    first = rows(dom, "words")[0]
    assert re.findall(r'data-name="(\w+)"', first) == ["words", "characters", "gold"]
    # Whole words against characters: the longest word differs most. It is one piece here and as many as it has letters there.
    one, two, _ = re.findall(r"<bdi.*?</bdi>", first)
    assert re.findall(r"<i>(.*?)</i>", one) == ["evlerindekiler"]
    assert re.findall(r"<i>(.*?)</i>", two) == list("evlerindekiler")


@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_no_wider_than_the_window(html: str, tmp_path: Path, width: int) -> None:
    measure = "document.title = document.documentElement.scrollWidth - innerWidth;"
    dom, _ = opened(with_script(html, measure), tmp_path, width)
    title = re.search(r"<title>(.*?)</title>", dom)
    assert title is not None
    assert int(title[1]) <= 0


@needs_browser
@pytest.mark.parametrize("report", [Report("empty", []), Report("one", ["characters"], ["characters"])], ids=["empty", "one floor"])
def test_a_report_without_scores_renders_too(report: Report, tmp_path: Path) -> None:
    dom, console = opened(page.render(report), tmp_path)
    assert console == []
    assert '<section id="comparison" hidden' in dom


def test_it_needs_nothing_from_elsewhere(html: str) -> None:
    assert not re.search(r"https?://", html)
    assert not re.search(r"\b(src|href)=\"(?!data:|#)", html)
    assert "default-src 'none'" in html


def test_names_and_errors_are_text_and_no_markup(html: str) -> None:
    assert "unigram 32k <&>" not in html
    assert "unigram 32k &lt;&amp;&gt;" in html
    assert html.count("</script>") == 2
    assert html.encode()  # the half of a surrogate pair is escaped


def test_it_has_every_signature_and_words_in_both_directions(html: str) -> None:
    report = example_report()
    for score in report.scores:
        assert f"<code>{score.signature.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</code>" in html
    assert "مكتبتهم" in html
    assert 'shape.dir = "auto"' in html


def test_every_row_has_the_size_of_its_vocabulary(html: str) -> None:
    report = example_report()
    for name, size in report.vocab_sizes.items():
        if size is not None:
            assert re.search(rf'<th scope="row">{re.escape(escape(name))}<small>{size:,} ids', html)
    assert "None ids" not in html


def test_every_column_leads_to_its_definition_in_words(html: str) -> None:
    columns = re.findall(r'<th scope="col">(.*?)</th>', html)
    assert columns
    for column in columns:
        link = re.match(r'<a href="#(.+?)" title="(.*?)">(.+?)</a>', column)
        assert link is not None
        figure, text, name = link.groups()
        assert f'id="{figure}"' in html
        assert "_" not in name
        assert "|v:" not in text
    assert not re.search(r'title="[^"]*\|v:1', html)


@pytest.mark.parametrize("figure", [f"{name}.{figure}" for name, metric in registered().items() for figure in metric.headlines])
def test_every_headline_figure_has_a_plain_name_and_a_definition(figure: str) -> None:
    for asked in (figure, figure.partition(".")[0]):
        name, text = definition(asked)
        assert name
        assert text.endswith("."), f"{asked} has no row in python/morfem/evaluate/report/definitions.tsv: figure, name, a sentence"


def test_figures_of_categories_variants_and_pairs_are_defined() -> None:
    assert definition("boundaries.recall_plural") == ("Recall of plural", definition("boundaries.recall_x").text)
    assert definition("purity.tr_merged").name == "%TR, merged tokens"
    assert definition("distribution.overlap_with_bpe").name == "Vocabulary shared with bpe"
    assert definition("round_trip.failures_case").name == "Failing lines: case"
    assert definition("own.new_figure") == ("new figure", "")


def test_what_loses_text_is_never_best_where_losing_saves() -> None:
    report = example_report()
    assert report.lossy == {LOSSY}
    (lines,) = [table for table in tables.tables(report, is_whole=True) if table.data == "development lines"]
    for (tokenizer, figure), cell in lines.cells.items():
        if tokenizer == LOSSY and figure.startswith(("compression.", "distribution.")):
            assert not cell.is_best
            assert not cell.is_tied
    fertility = {name: lines.cells[name, "compression.fertility"] for name in report.tokenizers}
    assert min(("tr-morphemes", "tr-morphemes-64k", LOSSY), key=lambda name: fertility[name].score.value) == LOSSY
    assert [name for name, cell in fertility.items() if cell.is_best] == ["unigram 32k <&>"]
    assert "loses text" in page.render(report)


@needs_browser
@pytest.mark.parametrize(("width", "is_wide"), [(500, True), (2400, False)])
def test_a_table_that_is_too_wide_says_that_it_can_be_scrolled(html: str, tmp_path: Path, width: int, is_wide: bool) -> None:
    dom, _ = opened(html, tmp_path, width)
    assert ('class="scroll wide"' in dom) is is_wide
