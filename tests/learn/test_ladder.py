"""docs/learn: each rung, in plain Python, gives the ids of the core on a small corpus."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.pages import ROOT

FOLDER = ROOT / "docs" / "learn"


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Imports a file of the ladder, as a reader who stands in its folder does."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for file in FOLDER.glob("*.py"):
        monkeypatch.delitem(sys.modules, file.stem, raising=False)
    return lambda name: __import__(name)


def lines(language: str) -> list[str]:
    return (ROOT / "tests" / "texts" / f"{language}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "kind", "language", "size"),
    [
        *(("bpe", "Bpe", language, size) for language, size in (("tr", 300), ("tr", 600), ("ko", 400))),
        *(("unigram", "Unigram", language, size) for language, size in (("tr", 500), ("tr", 700), ("ms", 500))),
        *(("thunder_tok", "ThunderTok", language, size) for language, size in (("ko", 600), ("tr", 500))),
    ],
)
def test_a_rung_trains_and_encodes_as_the_core(rung: Callable[[str], Any], name: str, kind: str, language: str, size: int) -> None:
    texts = lines(language)
    options: dict[str, Any] = {"pretokenizer": "words"} if name == "bpe" else {}
    core = getattr(morfem.train, name.partition("_")[0])(texts, vocab_size=size, progress=False, **options)
    ours = getattr(rung(name), kind).train(texts, size)
    for text in [*texts, "Bu satır yeni: görülmemiş kelimeler, 2 😀", ""]:
        ids = ours.encode(text)
        assert ids == core.encode(text).ids
        assert ours.decode(ids) == text


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_a_rung_is_short(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 150
