"""What a report says in the terminal, in JSON, CSV and LaTeX."""

import csv
import io
import json
import re

import numpy as np
import pytest
from morfem import __version__
from morfem.evaluate.metric import Score
from morfem.evaluate.report import Comparison, Report, csv_format, json_format, latex, tables, terminal
from morfem.evaluate.statistics import constant
from rich.console import Console

from tests.evaluate.example_report import FLOORS, TOKENIZERS, example_report

WIDTH = 100


@pytest.fixture(scope="module")
def report() -> Report:
    return example_report()


def score(metric: str, tokenizer: str, value: float, *, better: int = 1, data: str = "words", interval: bool = True) -> Score:
    low, high = (value - 0.01, value + 0.01) if interval else (None, None)
    return Score(
        metric, tokenizer, data, value, low, high, 50, "word", better, f"{metric}|tok:{tokenizer}", constant("f", value, 50, "word")
    )


def small(values: dict[str, float], p_holm: float = 0.5, better: int = 1) -> Report:
    """A report of one figure, with the floor `characters` and a comparison of every pair."""
    names = [*values, "characters"]
    report = Report("suite", names, ["characters"])
    report.scores = [score("boundaries.f1", name, value, better=better) for name, value in values.items()]
    report.scores.append(score("boundaries.f1", "characters", 0.99 if better > 0 else 0.01, better=better))
    pairs = [(a, b) for a in values for b in values if a < b]
    report.comparisons = [Comparison("boundaries.f1", "words", a, b, 0.1, 0.0, 0.2, 0.1, 0.1, p_holm) for a, b in pairs]
    return report


def shown(report: Report, width: int = WIDTH, is_whole: bool = False) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    with console.capture() as capture:
        terminal.show(report, console, is_whole=is_whole)
    return capture.get()


@pytest.mark.parametrize(("better", "best"), [(1, "a"), (-1, "b")])
def test_the_best_is_no_floor(better: int, best: str) -> None:
    (table,) = tables.tables(small({"a": 0.7, "b": 0.5}, better=better))
    assert [name for name in table.tokenizers if table.cells[name, "boundaries.f1"].is_best] == [best]


@pytest.mark.parametrize(("p_holm", "is_tied"), [(0.049, False), (0.05, True), (1.0, True)])
def test_a_value_is_tied_with_the_best_if_the_corrected_test_says_so(p_holm: float, is_tied: bool) -> None:
    (table,) = tables.tables(small({"a": 0.7, "b": 0.6}, p_holm))
    assert table.cells["b", "boundaries.f1"].is_tied == is_tied
    assert not table.cells["a", "boundaries.f1"].is_tied
    assert not table.cells["characters", "boundaries.f1"].is_tied


def test_nothing_is_best_where_neither_direction_is_better_or_one_is_alone() -> None:
    for report in (small({"a": 0.7, "b": 0.6}, better=0), small({"a": 0.7}), small({"a": float("nan"), "b": 0.6})):
        (table,) = tables.tables(report)
        assert not any(cell.is_best for cell in table.cells.values())


def test_numbers_of_a_column_have_the_same_digits() -> None:
    report = Report("suite", ["a", "b"], scores=[score("speed.cold", "a", 123.456), score("speed.cold", "b", 4.5)])
    (table,) = tables.tables(report)
    assert [cell.value for cell in table.column("speed.cold")] == ["123.5", "4.5"]


def test_the_terminal_shows_rows_of_tokenizers_and_fits_its_width(report: Report) -> None:
    for width in (100, 60, 200):
        for is_whole in (False, True):
            lines = shown(report, width, is_whole).splitlines()
            assert max(map(len, lines)) <= width
            names = [line.split("  ")[0].strip() for line in lines]
            rows = [name for name in names if name in TOKENIZERS]
            assert rows[:6] == list(TOKENIZERS)  # the floors come last


def test_the_terminal_names_what_went_wrong_and_what_is_hidden(report: Report) -> None:
    text = " ".join(shown(report).split())
    assert "skipped inflections: no file gold/tr/tur.dev" in text
    assert "segmented words: 2 rows dropped; line 17: its segments spell 'evlar', not 'evler'" in text
    assert "bpe_32k: raised an error on 1 text" in text
    assert re.search(r"\d+ more figures with --all", text)
    assert "with --all" not in shown(report, is_whole=True)
    assert "0.721" in text
    assert "0.692–0.749" in text


def test_marks_in_the_terminal_say_what_they_mean() -> None:
    assert "≈ not significantly worse" in shown(small({"a": 0.7, "b": 0.6}))
    assert "≈" not in shown(small({"a": 0.7, "b": 0.6}, 0.01))
    assert "0.700 *" in shown(small({"a": 0.7, "b": 0.6}))
    assert "best" not in shown(Report("suite", ["a"], scores=[score("boundaries.f1", "a", 0.5)]))


def test_an_empty_report_has_all_forms() -> None:
    report = Report("suite", [])
    assert shown(report) == ""
    assert json.loads(json_format.render(report))["scores"] == []
    assert csv_format.render(report).count("\n") == 1
    assert latex.render(report).startswith("% needs")


def test_json_keeps_the_schema(report: Report) -> None:
    record = json.loads(json_format.render(report))
    assert list(record) == [
        "schema", "morfem", "suite", "tokenizers", "floors", "vocab_sizes", "scores", "comparisons", "skipped", "failures", "dropped",
    ]  # fmt: skip
    assert (record["schema"], record["morfem"], record["suite"], record["floors"]) == (1, __version__, "tr-intrinsic", FLOORS)
    assert {tuple(entry) for entry in record["scores"]} == {
        ("metric", "tokenizer", "data", "value", "low", "high", "n", "unit", "better", "signature")
    }
    assert {tuple(entry) for entry in record["comparisons"]} == {
        ("metric", "data", "first", "second", "difference", "low", "high", "p_bootstrap", "p_randomisation", "p_holm")
    }
    assert record["dropped"]["segmented words"][0] == {"line": 17, "reason": "its segments spell 'evlar', not 'evler'"}
    assert record["failures"] == report.failures  # with the half of a surrogate pair in it
    assert len(record["scores"]) == len(report.scores)


def test_json_has_null_for_what_could_not_be_measured(report: Report) -> None:
    text = json_format.render(report)
    assert "NaN" not in text
    (entry,) = [entry for entry in json.loads(text)["scores"] if entry["metric"] == "plausibility.mean_absolute"]
    assert (entry["value"], entry["low"], entry["high"]) == (None, None, None)


def test_json_and_csv_can_be_written_as_utf_8_and_are_the_same_every_time(report: Report) -> None:
    again = example_report()
    for form in (json_format, csv_format, latex):
        assert form.render(report).encode() == form.render(again).encode()


def test_json_takes_numpy_numbers() -> None:
    report = Report("suite", ["a"], scores=[score("boundaries.f1", "a", np.float64(0.5))])
    assert json.loads(json_format.render(report))["scores"][0]["value"] == 0.5


def test_csv_has_a_line_a_score_in_full_precision(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_format.render(report))))
    assert len(rows) == len(report.scores)
    for row, found in zip(rows, report.scores, strict=True):
        assert (row["metric"], row["tokenizer"], row["data"], row["signature"]) == (
            found.metric,
            found.tokenizer,
            found.data,
            found.signature,
        )
        assert row["value"] == ("" if np.isnan(found.value) else repr(found.value))
        assert row["low"] == ("" if found.low is None else repr(found.low))
        assert row["is_floor"] == str(int(found.tokenizer in FLOORS))


def test_latex_is_escaped_and_has_the_rules_of_booktabs(report: Report) -> None:
    text = latex.render(report, is_whole=True)
    assert r"bpe\_32k & " in text
    assert r"unigram 32k \textless{}\&\textgreater{} & " in text
    assert r"words \& roots 50\%" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == text.count(r"\begin{table}") == text.count(r"\end{table}")
    assert text.isascii()
    for line in text.splitlines():
        if line.endswith(r"\\"):
            spans = [int(width) - 1 for width in re.findall(r"\\multicolumn\{(\d)\}", line)]
            cells = len(re.findall(r"(?<!\\)&", line)) + sum(spans)
            assert 1 <= cells <= latex.COLUMNS


def test_latex_sets_the_best_in_bold_and_marks_the_tied() -> None:
    text = latex.render(small({"a": 0.7, "b": 0.6}))
    assert r"a & \textbf{0.700} \\" in text
    assert r"b & 0.600\rlap{$^\approx$} \\" in text
    assert r" & {\scriptsize 0.690--0.710} \\" in text
