"""`morfem eval`: what it prints and writes, and how it ends."""

import csv
import json
import re
from pathlib import Path

import pytest

from tests.command_line.conftest import Run

GOLD = """\
word\tsegmentations
evde\tev+de
kitaplar\tkitap+lar
yollarda\tyol+lar+da
gel\tgel
"""
TEXT = "Kitaplar evde.\nYollar uzun, evler uzak.\n"
SUITE = """\
name = "small"

[[text]]
data = "lines"
path = "lines.txt"
metrics = { compression = {} }

[[gold]]
data = "words"
path = "words.tsv"
format = "segmentation"
metrics = { boundaries = {} }
"""
FAST = ("--resamples", 20)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a text, gold data and a suite."""
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "lines.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "words.tsv").write_text(GOLD, encoding="utf-8")
    (tmp_path / "small.toml").write_text(SUITE, encoding="utf-8")
    return tmp_path


def test_a_single_metric_on_gold_data_gives_scores_as_json(run: Run, data: Path) -> None:
    result = run("eval", "--metric", "boundaries", "--gold", data / "words.tsv", "--tokenizer", "characters", "--json", "-", *FAST)
    assert (result.status, result.err) == (0, "")
    record = json.loads(result.out)
    scores = {score["metric"]: score for score in record["scores"] if score["tokenizer"] == "characters"}
    # 4 gold cuts; characters have 3 + 7 + 7 + 2 = 19.
    assert scores["boundaries.precision"]["value"] == pytest.approx(4 / 19)
    assert scores["boundaries.recall"]["value"] == 1
    f1 = scores["boundaries.f1"]
    assert f1["value"] == pytest.approx(8 / 23)
    assert f1["low"] <= f1["value"] <= f1["high"]
    assert f1["n"] == 4
    assert f1["signature"].startswith("boundaries.f1|v:1|data:words.tsv#")
    assert '|words:after ", "|bs:20|seed:0|' in f1["signature"]
    assert record["tokenizers"] == ["characters", "words"]


def test_a_single_metric_on_text(run: Run, data: Path) -> None:
    result = run(
        "eval", "--metric", "compression", "--corpus", data / "lines.txt", "-t", "characters", "--json", "-", "--no-baselines", *FAST
    )
    assert result.status == 0
    (fertility,) = [score for score in json.loads(result.out)["scores"] if score["metric"] == "compression.fertility"]
    assert fertility["value"] == pytest.approx((14 + 24) / 6)


def test_metrics_of_both_kinds_in_one_run(run: Run, data: Path) -> None:
    given = ("--metric", "compression", "--metric", "boundaries", "--corpus", data / "lines.txt", "--gold", data / "words.tsv")
    result = run("eval", *given, "-t", "ko-thunder", *FAST)
    assert result.status == 0
    out = result.out.decode()
    assert re.search(r"^lines.txt {2}2 lines$", out, re.MULTILINE)
    assert re.search(r"^words.tsv {2}4 words$", out, re.MULTILINE)
    for name in ("ko-thunder", "characters", "words"):
        assert re.search(rf"^ {name} ", out, re.MULTILINE)


def test_a_suite_is_written_in_every_form(run: Run, data: Path) -> None:
    forms = {form: data / f"report.{form}" for form in ("json", "csv", "latex", "html")}
    written = [argument for form, path in forms.items() for argument in (f"--{form}", path)]
    result = run("eval", "--suite", data / "small.toml", "--data", data, "-t", "ko-thunder", "-t", "own=characters", *written, *FAST)
    assert (result.status, result.err) == (0, "")
    assert "own" in result.out.decode()
    scores = json.loads(forms["json"].read_text("utf-8"))["scores"]
    rows = list(csv.DictReader(forms["csv"].read_text("utf-8").splitlines()))
    assert [row["signature"] for row in rows] == [score["signature"] for score in scores]
    assert r"\begin{table}" in forms["latex"].read_text("utf-8")
    assert forms["html"].read_text("utf-8").startswith("<!doctype html>")
    assert sorted(path.name for path in data.iterdir()) == sorted(
        ["lines.txt", "words.tsv", "small.toml", *(f"report.{form}" for form in forms)]
    )


def test_speed_beside_a_peer_is_in_the_same_report(run: Run, data: Path, folder: Path) -> None:
    own = ("-t", f"own={folder}", "--peer", "characters")
    result = run("eval", "--suite", data / "small.toml", "--data", data, *own, "--json", "-", *FAST)
    assert result.status == 0
    record = json.loads(result.out)
    assert record["tokenizers"] == ["own", "characters", "words"]
    assert {score["data"] for score in record["scores"] if score["metric"] == "speed.cold_ratio"} == {"lines"}


def test_strict_fails_for_what_is_missing_dropped_or_raises(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("eval", "--suite", data / "small.toml", "--data", data, "-t", "characters", "--json", data / "a.json", *FAST)
    assert run(*arguments, "--strict").status == 0
    (data / "words.tsv").write_text(GOLD + "evlar\tev+ler\n", encoding="utf-8")
    assert run(*arguments).status == 0
    result = run(*arguments, "--strict")
    assert result.status == 1
    assert result.err.startswith("morfem: error: --strict: words: 1 rows dropped, the first on line 6: ")
    assert (data / "a.json").exists()  # what could be measured is written all the same
    (data / "words.tsv").unlink()
    result = run(*arguments)
    assert (result.status, "skipped words: no file" in result.out.decode()) == (0, True)
    result = run(*arguments, "--strict")
    assert (result.status, "--strict: skipped words: no file" in result.err) == (1, True)
    (data / "fussy_tokenizer.py").write_text("def cut(text):\n    raise ValueError('no')\n")
    monkeypatch.syspath_prepend(str(data))
    result = run(*arguments, "-t", "fussy_tokenizer:cut", "--strict")
    assert result.status == 1
    assert "fussy_tokenizer:cut fails on " in result.err


def test_changed_data_is_refused_unless_allowed(run: Run, data: Path) -> None:
    suite = (data / "small.toml").read_text("utf-8").replace('path = "lines.txt"', f'path = "lines.txt"\nsha256 = "{"0" * 64}"')
    (data / "small.toml").write_text(suite, encoding="utf-8")
    arguments = ("eval", "--suite", data / "small.toml", "--data", data, "-t", "characters", *FAST)
    result = run(*arguments)
    assert result.status == 1
    assert "lines.txt: is not the file that small expects" in result.err
    assert run(*arguments, "--allow-changed-data").status == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("--suite small.toml", "Missing option '--tokenizer'"),
        ("-t words", "give --suite, or --metric with --corpus or --gold"),
        ("-t words --suite small.toml --metric boundaries", "give --suite, or --metric with --corpus or --gold"),
        ("-t words --metric boundaries", "boundaries is measured on --gold"),
        ("-t words --metric compression --gold words.tsv", "compression is measured on --corpus"),
        ("-t words --metric boundaries --gold words.tsv --corpus lines.txt", "no --metric is measured on --corpus"),
        (
            "-t words --metric boundaries --corpus lines.txt",
            "no --metric is measured on --corpus; boundaries is measured on gold data, which --gold gives",
        ),
        (
            "-t words --metric compression --corpus lines.txt --gold words.tsv",
            "no --metric is measured on --gold; compression is measured on running text, which --corpus gives",
        ),
        ("-t words --metric fluency --corpus lines.txt", "'fluency' is not one of"),
        ("-t words --metric boundaries --gold words.tsv --peer words", "--peer measures speed on running text"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, error: str) -> None:
    monkeypatch.chdir(data)
    result = run("eval", *arguments.split())
    assert (result.status, result.out) == (2, b"")
    assert error in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("-t wrods --suite small.toml", "no tokenizer 'wrods'; did you mean 'words'?"),
        ("-t words --suite none", "no suite 'none', neither bundled nor a file"),
        ("-t words --metric boundaries --gold none.tsv", "none.tsv: No such file or directory"),
        ("-t words --metric boundaries --gold lines.txt", "lines.txt: cannot recognise the format by the first line, 'Kitaplar evde.'"),
        ("-t words --metric morphscore --gold words.tsv", "words.tsv: MorphScore needs the stems of words"),
        ("-t words --metric roots --gold words.tsv", "words.tsv"),
        ("-t words --metric compression --corpus empty.txt", "empty.txt"),
    ],
)
def test_bad_input_is_one_line_and_status_1(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, error: str) -> None:
    monkeypatch.chdir(data)
    (data / "empty.txt").write_text("")
    result = run("eval", *arguments.split())
    assert (result.status, result.out) == (1, b"")
    assert error in result.err
    assert result.err.count("\n") == 1


def test_bench_and_compare_take_the_same_tokenizers(run: Run, data: Path) -> None:
    result = run("bench", "-t", "ko-thunder", "-t", "characters", "--corpus", data / "lines.txt", "--passes", 1)
    assert result.status == 0
    assert "ko-thunder" in result.out.decode()
    result = run("compare", "ko-thunder", "characters", "--corpus", data / "lines.txt")
    assert result.status == 0
    assert "Kitaplar evde." in result.out.decode()
