"""The command that follows from what a trainer says of itself, shown by the system that only the tests have."""

from pathlib import Path

import morfem
import pytest
from morfem.train.schema import SCHEMAS

from tests.command_line.conftest import Run
from tests.conftest import training_texts

needs_toy = pytest.mark.skipif("toy" not in SCHEMAS, reason="the extension was built without the feature `toy`; make builds it with it")


@needs_toy
def test_it_is_trained_by_the_function_and_the_command_alike(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n".join(training_texts()) + "\n", encoding="utf-8")
    options = ("--vocab-size", 400, "--vowels", "english", "--min-count", 3, "--language", "tr")
    done = run("train", "toy", tmp_path / "a.txt", *options, "--output", tmp_path / "out")
    assert done.status == 0, done.err
    trained = morfem.load(tmp_path / "out")
    toy = vars(morfem.train)["toy"]
    same = toy(tmp_path / "a.txt", vocab_size=400, vowels="english", min_count=3, language="tr", progress=False)
    assert trained.files() == same.files()
    assert (trained.name, trained.kind, trained.vocab_size) == ("tr-toy", "toy", 400)
    assert trained.record["options"] == {"pretokenizer": "words", "vowels": "english", "min_count": 3}


@needs_toy
def test_its_command_has_the_help_texts_of_its_options(run: Run) -> None:
    shown = " ".join(run("train", "toy", "--help").out.decode().split())
    for text in ("Runs of vowels and of consonants, for tests.", "Which letters are vowels.", "<english|turkish>", "[default: turkish]"):
        assert text in shown
    assert "toy" not in run("train", "--help").out.decode().split()
