"""Bad input: what is refused names what is wrong, and what is not refused behaves."""

import functools
import time
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import MorfemError
from morfem.search import Analyzer, available

HEADER = "rule\ttext\tvalue\treason\n"


loaded = functools.cache(Analyzer)


@pytest.fixture(scope="module")
def turkish() -> Analyzer:
    return Analyzer("tr")


@pytest.mark.parametrize("language", available())
@pytest.mark.parametrize("text", ["", " \n\t", "...", "\u0301", "\u200d", "🙂", "'", '"', "@", "_", "ا" * 5000, "\u0000"])
def test_any_text_has_terms_or_none(language: str, text: str) -> None:
    analyzer = loaded(language)
    for term in analyzer.document(text) + analyzer.query(text):
        assert 0 <= term.start < term.end <= len(text)


def test_mixed_scripts_keep_the_words_of_every_script(turkish: Analyzer) -> None:
    words = ["Rust", "книга", "كتاب", "ספר", "学校", "책을"]
    found = {(term.start, term.end) for term in turkish.document(" ".join(words))}
    assert len(found) == len(words)


def test_a_document_of_10_megabytes_takes_seconds(turkish: Analyzer) -> None:
    text = "Gözlerinin rengini hatırlamıyorum. " * 280_000
    began = time.process_time()
    terms = turkish.texts([text])[0]
    assert len(terms) > 280_000 * 3
    assert time.process_time() - began < 60


def test_one_word_of_10_megabytes_has_terms_of_bounded_length(turkish: Analyzer) -> None:
    assert max(len(term) for term in turkish("a" * 10_000_000)) <= 100


def test_a_lone_surrogate_and_a_wrong_type_are_refused(turkish: Analyzer) -> None:
    with pytest.raises(UnicodeEncodeError):
        turkish.document("\ud800")
    with pytest.raises(TypeError, match="text"):
        turkish.document(b"kitap")  # type: ignore[arg-type]


def test_a_language_without_a_table_is_refused_by_name() -> None:
    unknown = morfem.train.bpe(["bir iki"] * 20, vocab_size=262, progress=False)
    with pytest.raises(MorfemError, match="no search table; there are tables for ar, fi, he, ko, ms, tr"):
        Analyzer(unknown)


def test_an_unknown_language_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(MorfemError, match=r"^no language 'xx'; there are search tables for ar, fi, he, ko, ms, tr; and no tokenizer 'xx'"):
        Analyzer("xx")
    with pytest.raises(MorfemError, match="did you mean 'tr-mft'"):
        Analyzer("tr-mf")
    with pytest.raises(TypeError, match=r"^language is of type int; give a str, or a tokenizer$"):
        Analyzer(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"foo": 1.0}, "^fields has 'foo'; known are root, stem, light, word, head:N and grams:N"),
        ({"grams:0": 1.0}, "^fields has 'grams:0'; known are"),
        ({"root": "a"}, r"^fields\['root'\] is 'a'; give a number of 0 or more$"),
        ({"root": -1.0}, r"^fields\['root'\] is -1\.0; give a number"),
        ({"root": float("nan")}, r"^fields\['root'\] is nan; give a number"),
        ({}, "^fields is empty; give one or more"),
        (["root"], "^fields is of type list; give a mapping of fields to weights"),
    ],
)
def test_fields_that_cannot_be_are_refused_by_name(fields: Any, message: str) -> None:
    with pytest.raises((MorfemError, TypeError), match=message):
        Analyzer("tr", fields=fields)


def test_a_field_to_keep_that_no_term_has_is_refused(turkish: Analyzer) -> None:
    for kept in (turkish.document, turkish.query):
        with pytest.raises(MorfemError, match=r"^fields has 'foo'; the fields of a term are root, stem, light, word, head, grams$"):
            kept("kitap", fields=["root", "foo"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("field\troot\tmuch\t\n", 'line 2: the value "much" is not a weight'),
        ("field\troots\t1\t\n", 'line 2: unknown field "roots"; known are root, stem'),
        ("field\tgrams:0\t1\t\n", 'line 2: unknown field "grams:0"'),
        ("feild\troot\t1\t\n", 'line 2: unknown rule "feild"; known are also, apart, clitic'),
        ("function\tve\tword\t\n", 'line 2: the function word "ve" has "word"; give noun, verb, or nothing'),
        ("suffix\tler\tx\t\n", 'line 2: the value "x" is not a whole number'),
        ("function\tve\t\t\n", "there is no row 'field'"),
        ("clitic\tس\t\t\n", 'line 2: no letters are given that the clitic "س" may stand before'),
        ("sense\tسفارة\t\t\n", 'line 2: the sense "سفارة" has no stems; give one or more'),
        ("weight\tanswer\t1\t\n", 'line 2: unknown kind of word "answer"; known are function, number, question'),
        ("field\troot\t1\n", "line 2"),
    ],
)
def test_a_faulty_table_is_refused_with_its_line(rows: str, message: str) -> None:
    with pytest.raises(MorfemError, match=message):
        Analyzer("tr", table=HEADER + rows)


def test_every_table_gives_a_reason_for_every_choice() -> None:
    for language in available():
        table = Path(morfem.__file__).parent / "languages" / language / "search.tsv"
        for line in table.read_text(encoding="utf-8").splitlines():
            cells = line.split("\t")
            if cells[0] in ("field", "unknown", "weight", "rounds"):
                assert cells[3], f"{table}: {line}"
