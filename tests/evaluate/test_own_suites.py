"""The suites that bring their data: they run without a folder, and their words are those of their sentences."""

import re
from pathlib import Path

import pytest
from morfem.evaluate import evaluate, gold
from morfem.evaluate.suite import Suite, available
from morfem.output import sha256

LANGUAGES = ("ar", "fi", "he", "ko", "ms", "tr")


def words(language: str) -> list[str]:
    """The words of the sentences, without punctuation."""
    folder = Suite.read(f"own-{language}").folder
    assert folder is not None
    return re.findall(r"\w+", (folder / f"{language}.txt").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bundled_data_is_complete_and_valid(language: str) -> None:
    suite = Suite.read(f"own-{language}")
    assert suite.folder is not None
    for entry in suite.data:
        path = suite.folder / entry.path
        assert sha256(path) == entry.sha256
        if entry.format is not None:
            data = gold.read(path, entry.format, **entry.options)
            assert not data.dropped
            assert len(data) >= 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_words_are_those_of_the_sentences(language: str) -> None:
    suite = Suite.read(f"own-{language}")
    assert suite.folder is not None
    assert len((suite.folder / f"{language}.txt").read_text("utf-8").splitlines()) == (200 if language == "fi" else 250)
    running = words(language)
    for entry in suite.data:
        if entry.format is not None:
            rows = (suite.folder / entry.path).read_text("utf-8").splitlines()[1:]
            table = {row.split("\t")[0] for row in rows}
            assert table <= set(running)
            assert len(table) == len(rows)
            if entry.format == "segmentation" and language != "ko":  # contracted words of Korean have no cuts
                assert table == set(running)


def test_a_suite_with_its_data_needs_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = evaluate(["tr-mft"], "own-tr", baselines=False, resamples=20)
    assert not report.skipped
    assert not report.dropped
    figures = {score.metric: score.value for score in report.scores}
    assert figures["round_trip.lines"] == 1
    assert figures["boundaries.f1"] > 0.9


def test_every_language_has_a_suite_with_its_data() -> None:
    assert [name for name in available() if Suite.read(name).folder] == [f"own-{language}" for language in LANGUAGES]
