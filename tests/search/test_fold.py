"""Spellings that search takes for the same (fold.tsv), by phenomenon."""

from pathlib import Path

import morfem
import pytest
from morfem.search import Analyzer, available
from morfem.search import analyzer as module

LANGUAGES = Path(morfem.__file__).parent / "languages"


@pytest.fixture(scope="module", params=available())
def analyzer(request: pytest.FixtureRequest) -> Analyzer:
    return Analyzer(request.param)


def texts(analyzer: Analyzer, text: str) -> set[str]:
    return {term.text for term in analyzer.document(text)}


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\u200f", "\ufeff"])
def test_characters_that_nobody_sees_are_no_part_of_a_word(analyzer: Analyzer, sign: str) -> None:
    word = {"ar": "مدرسة", "fi": "tietokone", "he": "תמונה", "ko": "고양이", "ms": "rumah", "tr": "bilgisayar"}[analyzer.language or ""]
    assert texts(analyzer, word[:2] + sign + word[2:]) == texts(analyzer, word)


def test_the_span_of_a_folded_word_is_the_word_as_it_stands_in_the_text(analyzer: Analyzer) -> None:
    word = {"ar": "مدر\u00adسة", "fi": "oﬃsi", "he": "תמו\u200bנה", "ko": "고\u2060양이", "ms": "ｒｕｍａｈ", "tr": "oﬁsler"}[
        analyzer.language or ""
    ]
    text = f"\ufeff12 🙂🙂 {word}, ١٢"
    assert {text[term.start : term.end] for term in analyzer.document(text)} == {"12", word, "١٢"}


@pytest.mark.parametrize("digits", ["٢٠٢٣", "۲۰۲۳", "２０２３", "𝟐𝟎𝟐𝟑", "२०२३"])
def test_digits_of_all_scripts_are_the_same(analyzer: Analyzer, digits: str) -> None:
    assert texts(analyzer, digits) == {"2023"}


def test_thousands_are_written_with_the_sign_of_the_language() -> None:
    assert texts(Analyzer("tr"), "1.000 1.250,50 3,5") == {"1000", "1250.50", "3.5"}
    for language in ("ar", "he", "ko", "ms"):
        assert texts(Analyzer(language), "1,000 1,250.50 3.5") == {"1000", "1250.50", "3.5"}


def test_a_date_is_found_by_its_year_and_however_it_is_written(analyzer: Analyzer) -> None:
    for date in ("12.05.2023", "12/5/2023", "2023-05-12"):
        assert texts(analyzer, date) == {"2023-05-12", "2023"}


def test_a_footnote_is_no_part_of_a_word_and_a_unit_has_its_number() -> None:
    turkish, malay = Analyzer("tr"), Analyzer("ms")
    assert texts(turkish, "kitap¹") == texts(turkish, "kitap")
    assert texts(turkish, "km²") == {"km2"}
    assert texts(malay, "buku²") == texts(malay, "buku2") == texts(malay, "buku")
    assert texts(malay, "bukunya") == texts(malay, "buku2nya")
    assert texts(malay, "web2app") != texts(malay, "webapp")


def test_an_identifier_is_one_term_in_any_case(analyzer: Analyzer) -> None:
    assert texts(analyzer, "AIF02614X01") == texts(analyzer, "aif02614x01") == {"aif02614x01"}


def test_a_word_that_is_not_turkish_is_read_with_both_letters_i_and_a_turkish_word_with_its_own() -> None:
    turkish = Analyzer("tr")
    for one, other in (("INSTALL", "install"), ("Istanbul", "İstanbul"), ("LINKEDIN", "linkedin"), ("IP", "ip"), ("WIFI", "wifi")):
        assert texts(turkish, one) & texts(turkish, other), one
    for one, other in (("SINIR", "sinir"), ("ASIL", "asil")):
        assert not texts(turkish, one) & texts(turkish, other), one


def test_a_text_of_words_without_content_has_these_as_its_terms() -> None:
    for language, words in (("he", "של"), ("ar", "من"), ("ko", "그것은 무엇인가?"), ("ms", "yang"), ("fi", "ja")):
        assert {term.text for term in Analyzer(language).query(words)} <= texts(Analyzer(language), words) != set()


def test_the_tables_say_why(analyzer: Analyzer) -> None:
    for path in (LANGUAGES / "fold.tsv", LANGUAGES / (analyzer.language or "") / "fold.tsv"):
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        assert all(len(row) == 4 and row[3] for row in rows)


def test_the_signature_depends_on_the_tables_and_their_version_of_unicode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = (LANGUAGES / "fold.tsv").read_text(encoding="utf-8")
    assert "unicode\t17.0.0\t" in table
    signature = Analyzer("ms").signature
    (tmp_path / "fold.tsv").write_text(table.replace("17.0.0", "16.0.0"), encoding="utf-8")
    monkeypatch.setattr(module, "FOLDS", str(tmp_path / "fold.tsv"))
    assert Analyzer("ms").signature != signature
