"""The registry of metrics: a metric is one file and one line of the list; suites, the command line, reports and the document ask it."""

import json
from pathlib import Path

import pytest
from morfem import MorfemError, cli
from morfem.evaluate import evaluate, metrics
from morfem.evaluate.metric import TextMetric, WordMetric
from morfem.evaluate.report.tables import tables

DOCUMENT = Path(__file__).parents[2] / "docs" / "metrics.md"
SUITE = 'name = "toy"\n\n[[text]]\ndata = "lines"\npath = "lines.txt"\nmetrics = { long_tokens = {} }\n'


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a text and a suite that uses the toy metric, which is in the list."""
    monkeypatch.setattr(metrics, "MODULES", (*metrics.MODULES, "tests.evaluate.toy_metric"))
    (tmp_path / "lines.txt").write_text("ev de\nkitap ve ev\n", encoding="utf-8")
    (tmp_path / "toy.toml").write_text(SUITE, encoding="utf-8")
    return tmp_path


def test_a_new_metric_is_known_to_suites_and_reports(toy: Path) -> None:
    report = evaluate(["words"], toy / "toy.toml", data=toy, resamples=20)
    values = {(score.tokenizer, score.metric): score.value for score in report.scores}
    # The words are "ev", " de", "kitap", " ve", " ev": four of them have three characters or more.
    assert values["words", "long_tokens.share"] == 4 / 5
    assert values["characters", "long_tokens.share"] == 0
    (table,) = tables(report)
    assert table.figures == ["long_tokens.share"]
    assert table.hidden == 1


def test_a_new_metric_is_known_to_the_command_line(toy: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    given = ["eval", "--metric", "long_tokens", "--corpus", str(toy / "lines.txt"), "-t", "words", "--json", str(toy / "a.json")]
    assert cli.run([*given, "--resamples", "20"]) == 0
    assert "long_tokens.share" in {score["metric"] for score in json.loads((toy / "a.json").read_text("utf-8"))["scores"]}
    assert cli.run(["eval", "--metric", "lang_tokens", "--corpus", str(toy / "lines.txt"), "-t", "words"]) == 2
    assert "'lang_tokens' is not one of round_trip, boundaries" in capsysbinary.readouterr().err.decode()


def test_a_new_metric_has_a_row_in_the_documents_table(toy: Path) -> None:
    row = "| `long_tokens` | running text | `share` | The share of tokens with three characters or more. |"
    assert metrics.markdown_table().splitlines()[-1] == row


@pytest.mark.usefixtures("toy")
def test_a_metric_outside_the_list_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert metrics.find("long_tokens").name == "long_tokens"
    monkeypatch.setattr(metrics, "MODULES", metrics.MODULES[:-1])
    with pytest.raises(MorfemError, match="unknown metric 'long_tokens'; the metrics are round_trip, boundaries, "):
        metrics.find("long_tokens")


def test_the_documents_table_is_that_of_the_registry() -> None:
    assert metrics.markdown_table() in DOCUMENT.read_text("utf-8"), "put the output of morfem.evaluate.metrics.markdown_table() there"


def test_every_metric_has_headlines_a_summary_and_a_section_in_the_document() -> None:
    document = DOCUMENT.read_text("utf-8")
    for name, metric in metrics.registered().items():
        assert metric.headlines, name
        assert metric.__doc__, name
        assert f"{name}." in document, name
        assert issubclass(metric, TextMetric | WordMetric) or name in ("likelihood", "speed")


@pytest.mark.parametrize("name", ["speed", "likelihood"])
def test_a_metric_that_needs_more_than_data_is_refused_in_a_suite(toy: Path, name: str) -> None:
    (toy / "toy.toml").write_text(SUITE.replace("long_tokens", name), encoding="utf-8")
    with pytest.raises(MorfemError, match=f"lines: {name} is measured on running text, "):
        evaluate(["words"], toy / "toy.toml", data=toy)
