"""Splitters are written by hand for speed; each equals its regular expression under the `regex` package."""

import lzma
import random
import unicodedata
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args

import morfem
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from morfem.train.schema import SCHEMAS

from tests.laws.adversarial import SENTENCES, SHORT, plane, strings, variant

Splitter = Literal[
    "whole",
    "words",
    "space_runs",
    "gpt2",
    "thunder",
    "phrases",
    "inflected",
    "marked",
    "inflected_mixed",
    "inflected_colon",
    "inflected_hyphen",
    "marked_mixed",
    "code",
    "llama3",
    "cl100k",
    "qwen2",
    "qwen35",
    "o200k",
    "tekken",
    "gpt2_digits",
    "falcon",
    "bloom",
    "deepseek3",
]
SPLITTERS: tuple[Splitter, ...] = get_args(Splitter)
CORPORA = Path(__file__).parents[3] / "shared" / "data" / "corpora"
# One or two of everything a splitter tells apart: letters, marks, digits, white space of each sort, punctuation, contractions.
EDGES = (
    "a" * 6
    + "Z"
    + "ığİ"
    + "한ㅋ"
    + "אש"
    + "عا"
    + "中"
    + "1٣²½Ⅷ"
    + " " * 8
    + "\n\n\t\r\x0b\x0c\x1c\x1f\x85\u00a0\u2003\u2028\u3000\u200b\u180e\ufeff"
    + "...?!'''’-,_"
    + "stredvmlSTLL"
    + "\u0301\u05b8\u064b\u200d"
    + "が゠・$+।۔¼"
    + "😀\ue000\U0010ffff\0"
)


def assert_equals_its_pattern(splitter: Splitter, texts: Iterable[str]) -> None:
    """The splitter and its regular expression cut each text the same way, without a gap."""
    pattern = regex.compile(morfem._core.splitter_pattern(splitter), regex.DOTALL if splitter == "whole" else 0)
    for text in texts:
        chunks = morfem._core.split(splitter, text)
        assert "".join(chunks) == text
        assert "" not in chunks
        assert chunks == pattern.findall(text), ascii(text[:200])


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_hard_texts_and_sentences(splitter: Splitter) -> None:
    assert_equals_its_pattern(splitter, SHORT)
    assert_equals_its_pattern(splitter, (variant(line, form) for line in SENTENCES for form in range(10)))


@pytest.mark.parametrize("splitter", SPLITTERS)
@given(text=strings())
def test_random_texts(splitter: Splitter, text: str) -> None:
    assert_equals_its_pattern(splitter, [text])


@pytest.mark.parametrize("splitter", SPLITTERS)
@given(text=st.text(alphabet=EDGES, max_size=40))
def test_random_edges(splitter: Splitter, text: str) -> None:
    assert_equals_its_pattern(splitter, [text])


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_many_random_edges(splitter: Splitter) -> None:
    rng = random.Random(9)
    assert_equals_its_pattern(splitter, ("".join(rng.choices(EDGES, k=rng.randrange(1, 25))) for _ in range(20_000)))


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_every_code_point_between_letters_and_spaces(splitter: Splitter) -> None:
    """After a letter, a space, before a digit, and doubled, in texts of 256; of a block without assigned characters only the first."""
    for number in range(17):
        points = plane(number)
        for start in range(0, len(points), 256):
            block = points[start : start + 256]
            if number > 2 and all(unicodedata.category(c) in ("Cn", "Co") for c in block):
                block = block[:1]
            assert_equals_its_pattern(splitter, ["".join(f"a{c} {c}1{c}{c} " for c in block)])


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("language", ["tr", "he", "ar", "ms", "ko"])
def test_real_text(splitter: Splitter, language: str) -> None:
    path = CORPORA / f"{language}.txt.xz"
    if not path.exists():
        pytest.skip(f"the corpus {path.name} is not beside this repository")
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        assert_equals_its_pattern(splitter, islice(lines, 2000))


@pytest.mark.parametrize("splitter", SPLITTERS)
def test_an_empty_text_has_no_chunks(splitter: Splitter) -> None:
    assert morfem._core.split(splitter, "") == []


CUTS: dict[Splitter, dict[str, list[str]]] = {
    "gpt2": {
        "He'll say 'Tis": ["He", "'ll", " say", " '", "Tis"],
        "a  b": ["a", " ", " b"],
        "x\n\n y": ["x", "\n\n", " y"],
        "ev.. 12a ": ["ev", "..", " 12", "a", " "],
    },
    "qwen35": {"é\u0301v १२ १ि": ["é\u0301v", " ", "१", "२", " ", "१", "ि"], "a..b": ["a", "..", "b"]},
    "tekken": {"EvDe 12 he's": ["Ev", "De", " ", "1", "2", " he", "'s"]},
    "gpt2_digits": {"a 12  3b": ["a", " ", "1", "2", "  ", "3", "b"]},
    "falcon": {
        "abc 123456 def": ["abc", " ", "123", "456", " def"],
        "hello, world!! ...ok": ["hello", ",", " world", "!!", " ", "...", "ok"],
        "½6789 ٣12": ["½", "678", "9", " ٣", "12"],
    },
    "bloom": {"Ev (ve) yol. Son": ["Ev", " (", "ve", ")", " yol", ".", " Son"], "a\t b": ["a", "\t", " b"]},
    "deepseek3": {
        "東京タワー1234 .abcş": ["東京タワー", "123", "4", " .", "abcş"],
        "x.abcş": ["x", ".abc", "ş"],
        "\0\0a  1": ["\0", "\0a", "  ", "1"],
    },
    "words": {"Ev  geldi. ": ["Ev", " ", " geldi.", " "], "\ta b": ["\t", "a", " b"]},
    "space_runs": {"a  b ": ["a", "  b", " "], "a\tb\nc": ["a\tb\nc"], "   ": ["   "]},
    "thunder": {
        "영어 사전은 두껍다. 12 개!": ["영어 사전은 두껍다.", " 12", " 개!"],
        "abc..": ["abc.", "."],
        "a  b": ["a", " ", " b"],
        " .a?b": [" .", "a?", "b"],
    },
    "phrases": {"그래서, 나는 세 가지를: 1,000 개": ["그래서,", " 나는 세 가지를:", " 1", ",", "000", " 개"]},
    "whole": {"a b\nc": ["a b\nc"]},
    "inflected_mixed": {
        "if x:\n    y = 1908'den  z": ["if", " x", ":", "\n    ", "y", " =", " 1908'den", "  ", "z"],
    },
    "inflected_colon": {"EU:n  5:ttä a:B 2 §:n": ["EU:n", "  ", "5:ttä", " a", ":", "B", " 2", " §:n"]},
    "inflected_hyphen": {
        "TBMM-nin 1990–lar 3üncü Dr.'un": ["TBMM-nin", " 1990–lar", " 3üncü", " Dr.'un"],
        "ad-ın 1-a CD-ROM 4K a1bc. 'b": ["ad", "-", "ın", " 1", "-", "a", " CD", "-", "ROM", " 4", "K", " a", "1bc", ".", " '", "b"],
    },
    "marked_mixed": {
        "if x:\n\ty = 2024.5": ["if", " x", ":", "\n\t", "y", " =", " 2", "024", ".", "5"],
        '1234567 ה"תשפ': ["1", "234", "567", ' ה"תשפ'],
    },
    "code": {
        "if it's_x (y.z);\n\n    __a__": ["if", " it's", "_x", " (", "y", ".z", ");\n\n", "    ", "__", "a", "__"],
        'f("é\u0301", 2024)': ["f", '("', "é\u0301", '",', " 2", "024", ")"],
    },
}


@pytest.mark.parametrize("splitter", CUTS)
def test_cuts_one_can_read(splitter: Splitter) -> None:
    for text, chunks in CUTS[splitter].items():
        assert morfem._core.split(splitter, text) == chunks


def test_the_guide_lists_every_splitter() -> None:
    unknown: Any = "none"
    with pytest.raises(morfem.MorfemError) as error:
        morfem._core.splitter_pattern(unknown)
    known = str(error.value).rpartition(" are ")[2].split(", ")
    guide = (Path(__file__).parents[2] / "docs" / "unigram.md").read_text("utf-8").partition("## Splitters\n")[2].partition("\n## ")[0]
    assert sorted(regex.findall(r"^\| `(\w+)`", guide, regex.MULTILINE)) == sorted(known)


def test_every_pretokenizer_of_a_trainer_is_tested_here() -> None:
    (known,) = {tuple(option["names"]) for schema in SCHEMAS.values() for option in schema["options"] if option["name"] == "pretokenizer"}
    assert set(SPLITTERS) == set(known)
