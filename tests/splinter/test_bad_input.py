"""Faulty tables, counts, corpora and artefacts end in an error that says what is wrong, and where."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

from tests.conftest import build
from tests.interface.test_artifact import refusal, rewrite
from tests.splinter.conftest import LANGUAGES

ALPHABET = (LANGUAGES / "he" / "alphabet.tsv").read_text(encoding="utf-8")
CLITICS = (LANGUAGES / "he" / "clitics.tsv").read_text(encoding="utf-8")
TEXTS = ["הילד הלך לבית הספר", "הילדים הולכים לבתי הספר", "הספרים בבית"] * 5
FAULTY_ALPHABETS = {
    "a letter that is listed twice": (ALPHABET + "ג\tletter\t\t\t\n", "line 90: 'ג' is listed twice"),
    "a final form that is a letter of its own": (ALPHABET.replace("ג\tletter\t\t", "ג\tletter\tך\t"), "line 12: 'ך' is listed twice"),
    "a mark that is listed twice": (ALPHABET + "U+05B8\tmark\t\t\t\n", "line 90: '\\u{5b8}' is listed twice"),
    "a digit": (ALPHABET.replace("ג\tletter", "3\tletter"), "line 4: '3' is not a letter"),
    "punctuation": (ALPHABET.replace("ג\tletter", "!\tletter"), "line 4: '!' is not a letter"),
    "a vowel point": (ALPHABET.replace("ג\tletter", "U+05B0\tletter"), "line 4: '\\u{5b0}' is not a letter"),
    "white space": (ALPHABET.replace("ג\tletter", "U+0020\tletter"), "line 4: ' ' is not a letter"),
    "two letters in one row": (ALPHABET.replace("ג\tletter", "גג\tletter"), 'line 4: "גג" is neither a character nor a code point'),
    "half a surrogate pair": (ALPHABET.replace("ג\tletter", "U+D800\tletter"), 'line 4: "U+D800" is neither a character nor a code point'),
    "an unknown class": (
        ALPHABET.replace("ג\tletter", "ג\tlettre"),
        'line 4: class "lettre" is not one of letter, servile, formative, mark, joint, acronym, point',
    ),
    "a base that is not a letter of it": (
        ALPHABET.replace("ג\tletter\t\t\t", "ג\tletter\t\t\tx"),
        'line 4: "x" is not a letter of the table',
    ),
    "a mark with a capital": (ALPHABET.replace("U+05B0\tpoint\t\t", "U+05B0\tpoint\t\tX"), "line 36: only a letter has a final form"),
    "too few columns": (ALPHABET.replace("ג\tletter\t\t\t", "ג\tletter"), "line 4: 2 cells where there are 5 columns"),
    "a letter that is typed for itself": (ALPHABET + "א\ttyped\t\t\tא\n", "write into base or final what"),
    "a letter that is typed for nothing": (ALPHABET + "א\ttyped\t\t\t\n", "write into base or final what"),
    "a sign that is typed and no letter": (ALPHABET + "x\ttyped\t\t\tא\n", "is not a letter of the alphabet; give it a row"),
    "a letter that is typed in two rows": (ALPHABET + "א\ttyped\t\t\tב\nא\ttyped\tב\t\t\n", "has a row of class typed already"),
    "a range of shapes without an end": (ALPHABET + "U+FE80-\tshape\t\t\t\n", 'line 90: "" is neither a character nor a code point'),
    "other columns": (ALPHABET.replace("character", "letter"), "line 1: the columns are character, class, final, capital, base, not"),
    "no letter": (ALPHABET.splitlines()[0] + "\n", "has no letter"),
    "nothing": ("", "line 1: empty; its first row names the columns: character"),
    "two scripts": (ALPHABET + "\U00020000\tletter\t\t\t\n", "too far apart in Unicode"),
}
AFTER = len(CLITICS.splitlines()) + 1
FAULTY_CLITICS = {
    "a letter of another alphabet": (CLITICS + "prefix\tx\tx\t\t\n", f"line {AFTER}: 'x' is not a letter of the alphabet"),
    "an unknown side": (CLITICS + "infix\tב\tב\t\t\n", f'line {AFTER}: side "infix" is neither prefix nor suffix'),
    "parts that do not spell the form": (CLITICS + "prefix\tבה\tב+ג\t\t\n", f'line {AFTER}: the parts of "בה" do not spell it'),
    "a missing column": (CLITICS + "prefix\tבה\tב+ה\n", f"line {AFTER}: 3 cells where there are 5 columns"),
    "an empty form": (CLITICS + "prefix\t\t\t\t\n", f'line {AFTER}: the parts of "" do not spell it'),
    "a form that is listed twice": (CLITICS + "prefix\tו\tו\t\t\n", f"line {AFTER}: the form is listed twice"),
    "a suffix that restores a letter beside any": (CLITICS + "suffix\tה\tה\t\tב\n", f'line {AFTER}: "ה" is a suffix; give it one letter'),
    "a suffix that restores two letters": (CLITICS + "suffix\tה\tה\tת\tבג\n", f'line {AFTER}: "ה" is a suffix; give it one letter'),
    "a prefix that takes a letter of a stem with a root": (
        CLITICS + "prefix\tל\tל[א]\t\tא\n",
        f'line {AFTER}: "ל[א]" takes a letter of a stem that',
    ),
    "other columns": ("prefix\tform\tparts\n", 'line 1: the columns are side, form, parts, beside, restores, not "prefix'),
}
FAULTY_COUNTS = {
    "a word": ("ספר\t3\nספרים\tviele\n", "line 2: 'viele' is not a count"),
    "nothing": ("ספר\t3\nספרים\n", "line 2: not word<TAB>count"),
    "a negative number": ("ספר\t3\nספרים\t-2\n", "line 2: '-2' is not a count"),
    "a fraction": ("ספר\t3\nספרים\t2.5\n", "line 2: '2.5' is not a count"),
}


def refused(corpus: Any, error: type[morfem.MorfemError] = morfem.TrainingError, **options: Any) -> str:
    """What training says against its input."""
    options = {"alphabet": LANGUAGES / "he" / "alphabet.tsv", "vocab_size": 600, "min_count": 1, "progress": False, **options}
    with pytest.raises(error) as raised:
        morfem.train.splinter(corpus, **options)
    return str(raised.value)


@pytest.mark.parametrize(("table", "message"), FAULTY_ALPHABETS.values(), ids=FAULTY_ALPHABETS)
def test_a_faulty_alphabet_is_refused_with_the_line(tmp_path: Path, table: str, message: str) -> None:
    (tmp_path / "alphabet.tsv").write_text(table, encoding="utf-8")
    said = refused(TEXTS, alphabet=tmp_path / "alphabet.tsv")
    assert message in said
    assert "alphabet" in said


@pytest.mark.parametrize(("table", "message"), FAULTY_CLITICS.values(), ids=FAULTY_CLITICS)
def test_faulty_clitics_are_refused_with_the_line(tmp_path: Path, table: str, message: str) -> None:
    (tmp_path / "clitics.tsv").write_text(table, encoding="utf-8")
    said = refused(TEXTS, clitics=tmp_path / "clitics.tsv")
    assert message in said
    assert "clitics" in said


@pytest.mark.parametrize("what", ["alphabet", "clitics"])
def test_a_table_that_is_not_there_is_an_os_error(tmp_path: Path, what: str) -> None:
    tables: dict[str, Any] = {"alphabet": LANGUAGES / "he" / "alphabet.tsv", what: tmp_path / "none.tsv"}
    with pytest.raises(FileNotFoundError):
        morfem.train.splinter(TEXTS, **tables)


@pytest.mark.parametrize(("rows", "message"), FAULTY_COUNTS.values(), ids=FAULTY_COUNTS)
def test_a_faulty_row_of_counts_is_refused_with_the_line(tmp_path: Path, rows: str, message: str) -> None:
    (tmp_path / "counts.tsv").write_text(rows, encoding="utf-8")
    said = refused(tmp_path / "counts.tsv", morfem.MorfemError)
    assert message in said
    assert "counts.tsv" in said


@pytest.mark.parametrize("clitics", [None, LANGUAGES / "he" / "clitics.tsv"], ids=["reductions", "units"])
def test_a_corpus_of_another_language_is_refused_with_the_letters_it_has(clitics: Path | None) -> None:
    said = refused(["Merhaba dünya", "привет"], clitics=clitics)
    assert said.startswith("the corpus is of another language than the tables: 0.0 % of its letters are letters of the tables")
    assert "its most frequent letters are a M b d e h n r y ü в е;" in said


@pytest.mark.parametrize("corpus", [["1948", "3.5 %"], ["", ""]], ids=["digits", "nothing"])
def test_a_corpus_without_letters_is_refused(corpus: list[str]) -> None:
    assert "corpus" in refused(corpus)


def test_an_unknown_weight_is_refused() -> None:
    assert 'weight "tokens" is not known; choose types or frequency' in refused(TEXTS, morfem.MorfemError, weight="tokens")


@pytest.mark.parametrize("vocab_size", [10, 1_000_000])
def test_a_size_that_cannot_be_is_refused(vocab_size: int) -> None:
    assert "ask for" in refused(TEXTS, vocab_size=vocab_size)


def in_file(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Writes `new` in the place of the first `old` of a file."""

    def change(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def row(name: str, number: int, new: str) -> Callable[[Path], None]:
    """Writes `new` in the place of a line of a file, counted from 1; a line too many is appended."""

    def change(folder: Path) -> None:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        lines[number - 1 : number] = [new]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    return change


def again(name: str, number: int) -> Callable[[Path], None]:
    """Repeats a line of a file."""

    def change(folder: Path) -> None:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        (folder / name).write_text("\n".join([*lines[:number], lines[number - 1], *lines[number:]]) + "\n", encoding="utf-8")

    return change


REDUCTIONS = {
    "a place that the word does not have": (row("reductions.tsv", 2, "4\t7:ا\t0.5"), "a word of 4 letters has no reduction 7:"),
    "a place counted from the wrong end": (row("reductions.tsv", 2, "4\t3:ا\t0.5"), "a word of 4 letters has no reduction 3:"),
    "a residue of two letters": (row("reductions.tsv", 2, "3\t0:ا\t0.5"), "a word of 3 letters has no reduction 0:"),
    "a reduction that is listed twice": (again("reductions.tsv", 2), "is listed twice"),
    "a share above one": (row("reductions.tsv", 2, "4\t0:ا\t1.5"), "no share"),
    "a share that is none": (row("reductions.tsv", 2, "4\t0:ا\tNaN"), "no share"),
    "a letter of another alphabet": (row("reductions.tsv", 2, "4\t0:x\t0.5"), "line 2: a row is a length"),
    "a word too long": (row("reductions.tsv", 2, "99\t0:ا\t0.5"), "line 2: a row is a length"),
    "too few columns": (row("reductions.tsv", 2, "4\t0:ا"), "line 2: 2 cells where there are 3 columns"),
    "a letter that the alphabet has no more": (in_file("alphabet.tsv", "ا\tformative\t\t\t\n", ""), "is not a letter of the table"),
}
UNITS = {
    "a stem of other letters": (row("stems.tsv", 2, "stem\t5"), "stems.tsv, line 2: not a form and a count"),
    "a root with a place for a root": (row("roots.tsv", 2, "ס_פ\t5"), "roots.tsv, line 2: not a form and a count"),
    "a pattern without a place for a root": (row("patterns.tsv", 2, "ספר\t5"), "patterns.tsv, line 2: not a form and a count"),
    "a count below zero": (row("roots.tsv", 2, "ספר\t-5"), "roots.tsv, line 2: not a form and a count"),
    "a form too many": (again("edges.tsv", 2), 'edges.tsv, line 3: prefix "" is not the next form of clitics.tsv'),
    "a form of the other side": (
        in_file("edges.tsv", "\nprefix\tה\t", "\nsuffix\tה\t"),
        'edges.tsv, line 4: suffix "ה" is not the next form',
    ),
    "a side that is none": (in_file("edges.tsv", "\nprefix\t", "\nbefore\t"), 'edges.tsv, line 2: before "" is not the next form'),
    "an id that is not there": (row("words.tsv", 2, "word\t999999 5"), "words.tsv, line 2"),
    "a kind that is none": (row("words.tsv", 2, "wort\t300 301"), "words.tsv, line 2: not a kind and ids"),
}


@pytest.mark.parametrize(("change", "message"), REDUCTIONS.values(), ids=REDUCTIONS)
def test_reductions_that_do_not_invert_are_refused(tmp_path: Path, change: Callable[[Path], None], message: str) -> None:
    assert message in damaged("splinter-ar", tmp_path, change)


@pytest.mark.parametrize(("change", "message"), UNITS.values(), ids=UNITS)
def test_units_that_do_not_fit_are_refused(tmp_path: Path, change: Callable[[Path], None], message: str) -> None:
    assert message in damaged("splinter-units", tmp_path, change)


@pytest.mark.parametrize("name", ["splinter-ar", "splinter-units"])
def test_an_artefact_without_one_of_its_files_is_refused(tmp_path: Path, name: str) -> None:
    build(name).save(tmp_path / "whole")
    for file in sorted((tmp_path / "whole").iterdir()):
        if file.suffix != ".tsv":
            continue
        shutil.copytree(tmp_path / "whole", tmp_path / file.name)
        (tmp_path / file.name / file.name).unlink()
        with pytest.raises((morfem.ArtifactError, FileNotFoundError)):
            morfem.load(tmp_path / file.name)


def damaged(name: str, folder: Path, change: Callable[[Path], None]) -> str:
    """What is said against an artefact of which a file was changed, with good hashes."""
    build(name).save(folder / "artefact")
    change(folder / "artefact")
    rewrite(folder / "artefact", lambda record: None)
    return refusal(folder / "artefact")


def test_tables_may_have_comments_empty_lines_and_other_line_ends(tmp_path: Path) -> None:
    def trained(alphabet: str, clitics: str) -> list[str]:
        (tmp_path / "alphabet.tsv").write_bytes(alphabet.encode())
        (tmp_path / "clitics.tsv").write_bytes(clitics.encode())
        tokenizer = morfem.train.splinter(
            TEXTS, alphabet=tmp_path / "alphabet.tsv", clitics=tmp_path / "clitics.tsv", vocab_size=551, min_count=1, progress=False
        )
        return tokenizer.encode(TEXTS[0]).tokens

    edited = ("\ufeff# letters\n\n" + ALPHABET, "# clitics\n" + CLITICS + "\n")
    assert trained(*(table.replace("\n", "\r\n") for table in edited)) == trained(ALPHABET, CLITICS)
