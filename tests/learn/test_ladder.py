"""docs/learn: each rung, in plain Python, gives the ids of the core on a small corpus."""

import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.mft.conftest import FINNISH, SENTENCES
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


@pytest.mark.parametrize("size", [600, 700])
def test_splinter_learns_the_reductions_of_the_core_and_encodes_with_its_ids(rung: Callable[[str], Any], tmp_path: Path, size: int) -> None:
    texts = [line for line in lines("he") if not any(unicodedata.combining(character) for character in line)]
    words = sorted(set(re.findall("[א-ת]+", " ".join(texts))))
    affixes = [("ה", ""), ("וש", ""), ("ל", "ו"), ("", "ים"), ("מ", "ת")]
    texts += [" ".join(prefix + word + suffix for word in words) for prefix, suffix in affixes]
    rows = (ROOT / "python" / "morfem" / "languages" / "he" / "alphabet.tsv").read_text("utf-8").splitlines(keepends=True)
    alphabet = tmp_path / "alphabet.tsv"
    alphabet.write_text("".join(row for row in rows if "\tjoint\t" not in row and "\tacronym\t" not in row), "utf-8")
    core = morfem.train.splinter(texts, vocab_size=size, alphabet=alphabet, min_count=1, progress=False)
    core.save(tmp_path / "core")
    splinter = rung("splinter")
    ours = splinter.Splinter(tmp_path / "core")
    known = {ours.alphabet.turn(word) for word in re.findall("[א-ת]+", " ".join(texts))}
    assert splinter.learn(known, ours.alphabet.letters) == ours.shares
    assert sum(map(len, ours.shares.values())) > 100
    for text in [*texts, 'מילים חדשות: 12345 😀 "שלום"-(ילדים)  צה"ל,abc ', "ו" * 40, ""]:
        ids = ours.encode(text)
        assert ids == core.encode(text).ids
        assert ours.decode(ids) == text


def test_mft_analyses_the_words_of_its_grammar_as_the_core(rung: Callable[[str], Any], tmp_path: Path) -> None:
    pytest.importorskip("tomllib", reason="the standard library reads TOML from Python 3.11 on")
    core = morfem.train.mft(SENTENCES, pack=FINNISH, vocab_size=499, progress=False)
    core.save(tmp_path)
    ours = rung("mft").Mft(tmp_path)
    words = {word for text in SENTENCES for word in re.findall("[^\\W\\d_]+", text) if not word[1:].isupper()}
    known = [word for word in sorted(words) if ours.analyse(word.lower())]
    assert len(known) > 120
    text = " ".join(["ja", *known])
    ids = ours.encode(text)
    assert ids == core.encode(text).ids
    assert ours.decode(ids) == text
    for word in words.difference(known):
        with pytest.raises(ValueError, match="has no analysis"):
            ours.encode(word)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_a_rung_is_short_and_a_page_of_the_site(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 150
    assert f'"learn/{file.stem}.md"' in (ROOT / "zensical.toml").read_text("utf-8")
    guide = ROOT / "docs" / f"{file.stem.replace('_', '-')}.md"
    assert f"](learn/{file.name})" in "".join(guide.read_text("utf-8").splitlines()[2:3]), f"{guide.name} begins with its program"
