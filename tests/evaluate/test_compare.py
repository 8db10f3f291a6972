"""`morfem compare`: the same sentences, cut by several tokenizers."""

import io
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import morfem.evaluate
import numpy as np
import pytest
from morfem import cli
from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.adapters.trivial import Characters, Words
from morfem.cli.compare import Cut, show
from rich.console import Console


class Result(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


class Pairs(Characters):
    """Two code points a token, across words; `bad` in a text is an error, and the letter q is lost."""

    name = "pairs"

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Every two code points of a text are a token."""
        sizes = [0 if "bad" in text else (len(text) + 1) // 2 for text in texts]
        indptr = np.cumsum([0, *sizes])
        places = [(first, text, at) for first, text in zip(indptr, texts, strict=False) for at in range(len(text))]
        owner = np.array([-1 if text[at] == "q" or "bad" in text else first + at // 2 for first, text, at in places])
        failures = {index: "ValueError: bad" for index, text in enumerate(texts) if "bad" in text}
        return Segmentation(texts, np.arange(indptr[-1]), indptr, owner, failures)


ADAPTERS: dict[str, type[TokenizerAdapter]] = {"characters": Characters, "words": Words, "pairs": Pairs}


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `morfem compare` in this process, with tokenizers that are known by hand."""
    monkeypatch.setattr(morfem.evaluate, "wrap", lambda name: ADAPTERS[name]())
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        status = cli.run(["compare", *map(str, arguments)])
        out, err = capsysbinary.readouterr()
        return Result(status, out.decode(), err.decode())

    return run


def test_words_stand_below_each_other_and_differing_ones_are_marked(run: Callable[..., Result]) -> None:
    result = run("words", "pairs", stdin="ab evlerde\n")
    assert result.status == 0
    assert result.out.splitlines() == [
        "ab evlerde",
        "  words  2  ab evlerde",
        "  pairs  5  ab e|vl|er|de",
        "               ^^^^^^^^^^",
        "",
        "1 of 2 words are cut differently",
        "  words  2 tokens, 1.00 per word",
        "  pairs  5 tokens, 2.50 per word",
    ]


def test_a_token_of_two_words_a_space_of_its_own_and_lost_letters_are_shown(run: Callable[..., Result]) -> None:
    lines = run("characters", "pairs", stdin="a bqc\n").out.splitlines()
    assert lines[1] == "  characters  5  a▁b|q|c"
    assert lines[2] == "  pairs       3  a b|⟨q⟩|c"
    assert run("characters", "pairs", stdin="abc d\n").out.splitlines()[2] == "  pairs       3  ab|c  d"


def test_a_token_without_letters_is_marked_and_so_the_marks_add_up_to_the_count(run: Callable[..., Result]) -> None:
    cut = Cut("Ab", [5, 6, 7, 8], [1, 2], [(0, 2)], None)
    assert "one  4  °A|b°" in printed({"one": cut, "two": cut})
    assert "°" not in run("words", "pairs", stdin="ab\n").out


def test_a_token_that_goes_on_into_the_next_word_is_joined() -> None:
    cut = Cut("a b", [0], [0, 0, 0], [(0, 1), (2, 3)], None)
    assert "a‿b" in printed({"one": cut, "two": cut})


def test_a_text_that_a_tokenizer_refuses_does_not_stop_the_others(run: Callable[..., Result]) -> None:
    result = run("words", "pairs", stdin="bad\nab\n")
    assert result.status == 0
    assert "  pairs  error: ValueError: bad" in result.out
    assert "  words  1  bad" in result.out
    assert "pairs  1 tokens, 1.00 per word" in result.out
    assert "no text without an error" in run("words", "pairs", stdin="bad\n").out


def test_long_sentences_are_broken_between_words(run: Callable[..., Result]) -> None:
    lines = run("characters", "words", stdin="kitaplar " * 30 + "\n").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("k|i|t|a|p|l|a|r") == 30


def test_right_to_left_text_is_in_logical_order_within_isolates(run: Callable[..., Result]) -> None:
    lines = run("words", "characters", stdin="בית ab\n").out.splitlines()
    assert lines[0] == "\u2067בית ab\u2069"
    # As wide as the widest, so that both lines end in the same column.
    assert lines[1] == "  words       2 \u2067 \u2068בית\u2069   \u2068ab\u2069 \u2069"
    assert lines[2] == "  characters  6 \u2067 \u2068ב|י|ת\u2069▁\u2068a|b\u2069\u2069"
    assert not set("\u2067\u2068\u2069") & set(run("words", "characters", stdin="ev\n").out)


def printed(cuts: dict[str, Cut], **options: object) -> str:
    console = Console(width=80, file=io.StringIO(), **options)  # type: ignore[arg-type]
    with console.capture() as capture:
        show(console, cuts)
    return capture.get()


@pytest.mark.parametrize("colours", ["standard", "256", "truecolor"])
def test_in_colour_a_token_keeps_its_colour_through_the_word(colours: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    cut = Cut("kitab", [0, 1, 2], [0, 1, 0, 2, 0], [(0, 5)], None)
    line = printed({"a": cut, "b": cut}, force_terminal=True, color_system=colours).splitlines()[1]
    styles = [part.split("m")[0] for part in line.split("\x1b[")[1:] if not part.startswith("0m")]
    assert styles[0] == styles[2] == styles[4]
    assert len(set(styles)) == 3


@pytest.mark.parametrize("colours", [None, "standard", "truecolor"])
def test_cuts_are_marked_with_colour_and_without(colours: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    cut = Cut("ab cd e", [0, 1, 2], [0, 1, 1, 1, -1, 2, 2], [(0, 2), (3, 5), (6, 7)], None)
    line = printed({"a": cut, "b": cut}, force_terminal=colours is not None, color_system=colours).splitlines()[1]
    assert re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() == "  a  3  a|b‿c|⟨d⟩ e"


def test_json_has_ids_owners_and_pieces(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("aqb\n\nab\nbad\nlast\n")
    result = run("characters", "pairs", "--corpus", tmp_path / "a.txt", "--lines", 3, "--json", "-")
    record = json.loads(result.out)
    assert (record["schema"], record["morfem"]) == (1, morfem.__version__)
    assert [entry["text"] for entry in record["texts"]] == ["aqb", "ab", "bad"]
    first = record["texts"][0]
    assert first["differing_words"] == []
    assert first["tokenizers"]["pairs"] == {"ids": [0, 1], "owner": [0, -1, 1], "pieces": ["a", "q", "b"], "error": None}
    assert record["texts"][1]["differing_words"] == [0]
    assert record["texts"][1]["tokenizers"]["pairs"] == {"ids": [2], "owner": [0, 0], "pieces": ["ab"], "error": None}
    assert record["texts"][2]["tokenizers"]["pairs"]["error"] == "ValueError: bad"
    assert run("characters", "pairs", "--corpus", tmp_path / "a.txt", "--json", tmp_path / "out.json").out == ""
    assert len(json.loads((tmp_path / "out.json").read_text("utf-8"))["texts"]) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words"], "give two tokenizers or more"),
        (["words", "words"], "two tokenizers are called 'words'; name them: NAME=TOKENIZER"),
        (["words", "pairs"], "standard input: no text in it"),
        (["words", "pairs", "--corpus", "no-such-file.txt"], "no-such-file.txt: No such file or directory"),
    ],
)
def test_mistakes_are_one_line(run: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = run(*arguments, stdin="\n \n")
    assert result.status != 0
    assert message in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""
