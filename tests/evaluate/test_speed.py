"""Speed and memory: medians and ratios by hand; a run over small texts."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from morfem import MorfemError
from morfem.cli import bench as command
from morfem.evaluate import bench as running
from morfem.evaluate.bench import bench
from morfem.evaluate.metrics.speed import Speed, Times, median
from typer.testing import CliRunner

from tests.conftest import sentences

TEXTS = [line for language in ("tr", "ko") for line in sentences(language)]


def test_ratios_are_made_pass_by_pass() -> None:
    # In the second pass the machine was slow for both. Running text has 6 MB, rare words 2 MB.
    own = Times(load=[0.1, 0.2, 0.1], cold=[2.0, 8.0, 3.0], warm=[1.0, 2.0, 1.0], long_tail=[1.0, 4.0, 2.0], memory=50_000_000)
    peer = Times(load=[0.3, 0.8, 0.1], cold=[4.0, 16.0, 6.0], warm=[3.0, 6.0, 3.0], long_tail=[1.0, 2.0, 4.0], memory=200_000_000)
    figures = {figure.name: figure for figure in Speed(peer="peer", passes=3).figures(own, peer, 6_000_000, 2_000_000)}
    points = {name: pytest.approx(figure.point) for name, figure in figures.items()}
    assert points == {
        "cold": 2.0,  # of 3, .75, 2
        "cold_ratio": 2.0,
        "warm": 6.0,
        "warm_ratio": 3.0,
        "long_tail": 1.0,
        "long_tail_ratio": 1.0,  # of 1, .5, 2
        "load": 100.0,
        "load_ratio": 3.0,  # of 3, 4, 1
        "memory": 50.0,
        "memory_ratio": 4.0,
    }
    assert figures["cold_ratio"].interval() == pytest.approx((2, 2))
    assert figures["long_tail_ratio"].interval() == (0.5, 2)
    assert figures["memory"].interval() is None


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_a_resampled_median_is_that_of_the_passes_drawn(count: int) -> None:
    generator = np.random.default_rng(count)
    values = generator.random(count)
    figure = median("cold", values.tolist(), 1)
    assert figure.point == pytest.approx(np.median(values))
    for _ in range(20):
        drawn = generator.integers(0, count, count)
        weights = np.bincount(drawn, minlength=count).astype(float)
        assert figure.value(weights) == pytest.approx(np.median(values[drawn]))


def test_a_run_measures_every_tokenizer_beside_the_peer() -> None:
    report = bench(["ko-thunder", "characters"], TEXTS, peer="words", passes=2)
    assert report.tokenizers == ["ko-thunder", "characters", "words"]
    found = {(score.tokenizer, score.metric): score for score in report.scores}
    for tokenizer in report.tokenizers:
        for figure in ("cold", "warm", "long_tail", "load"):
            score, ratio = found[tokenizer, f"speed.{figure}"], found[tokenizer, f"speed.{figure}_ratio"]
            assert score.value > 0
            assert score.n == 2
            assert "|passes:2|peer:words|threads:1|" in score.signature
            assert tokenizer != "words" or ratio.value == 1
    if sys.platform == "linux":
        memory = found["ko-thunder", "speed.memory"].value
        assert 1 < memory < 500
    assert not report.failures
    assert not report.skipped


def test_the_environment_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's later work, and the processes that it starts, use all processors."""
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "true")
    monkeypatch.delenv("RAYON_NUM_THREADS", raising=False)
    before = dict(os.environ)
    bench(["words"], TEXTS, peer="characters", passes=1)
    assert dict(os.environ) == before
    with pytest.raises(KeyboardInterrupt):
        bench(["words"], TEXTS, peer="characters", passes=1, progress=interrupt)
    assert dict(os.environ) == before


def interrupt(stage: str, done: int, total: int) -> None:
    """Ends a run that measures."""
    if stage == "passes":
        raise KeyboardInterrupt


def test_rare_words_are_distinct_and_running_text_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("".join(f"ev ev {'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10]} ev4\n" for number in range(100)) * 2)
    lines, rare = running._texts(path, 0.0001, 5, 0, lambda stage, done, total: None)
    # 100 bytes of the lines 5, 10, ... with 12 bytes each.
    assert len(lines) == 9
    assert lines[0] == "ev ev ek ev4"
    words = [word for line in rare for word in line.split()]
    assert len(words) == len(set(words)) == 100
    assert {len(line.split()) for line in rare[:-1]} == {12}
    assert running._texts(path, 1, None, 1, lambda stage, done, total: None)[1] != rare


def test_a_tokenizer_that_raises_is_reported_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_tokenizers.py").write_text(
        "def refuses(text):\n    raise ValueError('no')\n\ndef splits(text):\n    return text.split()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    report = bench(["bad=own_tokenizers:refuses", "good=own_tokenizers:splits"], TEXTS, peer="words", passes=1)
    assert report.failures == {"bad": {TEXTS[0]: "ValueError: no"}}
    assert {score.tokenizer for score in report.scores} == {"good", "words"}
    with pytest.raises(MorfemError, match="peer bad raised an error on the text: ValueError: no"):
        bench(["words"], TEXTS, peer="bad=own_tokenizers:refuses", passes=1)


def test_what_cannot_be_measured_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    with pytest.raises(MorfemError, match=r"empty\.txt has no text"):
        bench(["words"], empty, peer="characters")
    with pytest.raises(MorfemError, match="two tokenizers are called 'words'"):
        bench(["words"], TEXTS, peer="words=characters")
    with pytest.raises(MorfemError, match="passes is 0; give 1 or more"):
        bench(["words"], TEXTS, peer="characters", passes=0)
    assert bench(["words"], ["12 12 12"], peer="characters", passes=1).skipped == ["long tail: text has no rare words"]


def test_the_command_prints_a_table_or_json(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("\n".join(TEXTS), encoding="utf-8")
    app = typer.Typer()
    app.command()(command.bench)
    arguments = ["--tokenizer", "words", "--corpus", str(path), "--peer", "letters=characters", "--passes", "2"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0
    assert "long tail" in shown.stdout
    assert "times better than letters" in shown.stdout
    written = CliRunner().invoke(app, [*arguments, "--json", str(tmp_path / "own.json")])
    assert written.exit_code == 0
    scores = json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))["scores"]
    assert {(score["tokenizer"], score["metric"]) for score in scores} >= {("words", "speed.cold"), ("letters", "speed.load_ratio")}
