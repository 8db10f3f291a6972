"""Hebrew and Arabic words as a linguist takes them apart: weak roots, function words, clitics, acronyms; one analysis for everything."""

import functools
import lzma
import os
import re
import unicodedata
from pathlib import Path
from typing import Any

import morfem
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import PACKS, sentences
from tests.splinter.conftest import numbers_said

INNER = str.maketrans("ךםןףץ", "כמנפצ")
WORDS = {"he": "[א-ת]+", "ar": "[ء-غف-ي]+"}
CORPORA = PACKS.parents[3] / "shared" / "data" / "corpora"


@functools.cache
def tokenizer(language: str) -> morfem.Tokenizer:
    return morfem.load(f"{language}-splinter")


def units(language: str, word: str) -> list[str]:
    tok = tokenizer(language)
    named = [tok.id_to_token(unit) for id in tok.encode(word).ids for unit in tok.units(id)]
    return [name for name in named if not re.fullmatch(r"<\w+>", name)]


def assert_one_analysis(language: str, word: str) -> None:
    """Affixes, pattern and root of `explain` are units of the ids, and the other way round."""
    given, explained = units(language, word), tokenizer(language).explain(word)
    assert sorted(unit for unit in given if unit.startswith("+")) == sorted(step.token for step in explained.steps), word
    if any("_" in unit for unit in given):
        stems = [unit[1:].translate(INNER) for unit in given if unit.startswith("▁")]
        assert stems == [(explained.root or "").translate(INNER)], word


def corpus_words(language: str, count: int) -> list[str]:
    """Words of the corpus where it lies beside the repository, else of our own sentences."""
    file = CORPORA / f"{language}.txt.xz"
    if not file.exists() or "MORFEM_ALL_WORDS" not in os.environ:
        return sorted({word for line in sentences(language) for word in re.findall(WORDS[language], line)})
    words: list[str] = []
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if number % 50 == 0:
                words += re.findall(WORDS[language], line)
            if len(words) >= count:
                break
    return words[:count]


@pytest.mark.parametrize("language", ["he", "ar"])
def test_words_of_running_text_have_one_analysis(language: str) -> None:
    for word in corpus_words(language, 50_000):
        assert_one_analysis(language, word)


@given(word=st.text("אבהויכלמנשתעקרגםן", min_size=1, max_size=14))
def test_random_hebrew_words_have_one_analysis(word: str) -> None:
    assert_one_analysis("he", word)


@given(word=st.text("أإآءائؤبتةسلمنهويىقرفكدط", min_size=1, max_size=14))
def test_random_arabic_words_have_one_analysis(word: str) -> None:
    assert_one_analysis("ar", word)


def root_of(language: str, word: str) -> str | None:
    root = tokenizer(language).explain(word).root
    return None if root is None else root.translate(INNER)


HEBREW = {
    "בכה": "בכה בוכים בכיתי לבכות",
    "פנה": "פנה פונים פניתי לפנות",
    "קום": "קמתי לקום יקום",
    "נפל": "נפלו לנפול נפילה",
    "נגע": "הגיע להגיע מגיעים",
    "ירד": "ירד יורדת הוריד",
    # Counts would read ש + חזרה, נבא and צות.
    "שחזר": "שחזרה שחזרו לשחזר",
    "בוא": "הביא הובא מובא",
    "יצת": "הצית הציתה מציתים",
    # The last letter is written twice; counts would read עפפ and בננ.
    "עוף": "מעופף התעופף תעופה",
    "בין": "התבונן מתבונן הבין",
    # Counts would read ידה, שית and קהל with an article of its own.
    "מדד": "מידה במידה מידות",
    "איש": "אישית אישיים אישי",
}
ARABIC = {
    "قول": "قال يقول قول",
    "عود": "عاد يعود عودة",
    "بني": "بنى يبني بناء",
    "مرر": "مر يمر مرور",
    "وصل": "وصل يصل وصول",
    "ءكل": "أكل يأكل مأكول",
    # Counts would read نفع, تسع, بدد, هرر and نوي, with د and ط as letters of a pattern.
    "دفع": "اندفع يندفع تندفع",
    "وسع": "يتسع متسع توسع",
    "بدو": "بدت يبدي أبدت",
    "هدر": "هدر يهدر إهدار",
    "طوي": "ينطوي انطوت طوى",
    "فءل": "تفاءل متفائل متفائلة",
    # The participle without its ي, plurals, and ت before a pronoun; counts would read قيض, ندد, مود and ثقت.
    "قضي": "قضى قاض قضاة",
    "ندو": "نادي أندية ندوة",
    "مدد": "مواد مادة امتد",
    "وثق": "ثقة ثقته ثقتهم",
}


@pytest.mark.parametrize(("root", "forms"), HEBREW.items())
def test_all_forms_of_a_weak_hebrew_root_have_one_root(root: str, forms: str) -> None:
    assert {form: root_of("he", form) for form in forms.split()} == dict.fromkeys(forms.split(), root.translate(INNER))


@pytest.mark.parametrize(("root", "forms"), ARABIC.items())
def test_all_forms_of_a_weak_arabic_root_have_one_root(root: str, forms: str) -> None:
    assert {form: root_of("ar", form) for form in forms.split()} == dict.fromkeys(forms.split(), root)


@pytest.mark.parametrize(
    ("language", "words"), [("he", "אנחנו מאוד פתאום איפה משהו שלנו אולם מדוע"), ("ar", "التي الذي الذين أمام إنما لولا أنتم مهما")]
)
def test_function_words_are_whole_and_have_no_root(language: str, words: str) -> None:
    for word in words.split():
        assert len(units(language, word)) == 1, word
        assert tokenizer(language).explain(word).root is None, word
        assert tokenizer(language).explain(word).steps == [], word


GIVEN = {
    "he": "שירות:שרת בשירות:שרת הצעה:יצע לומר:אמר גישה:נגש שנת:שנה קולות:קול רוצים:רצה ייקח:לקח העידו:עוד שולחן:- ביתם:בית",
    "ar": "أحد:ءحد المرضى:مرض يجد:وجد سياسي:سوس الحاليين:حول أساسية:ءسس العدو:عدو يوليو:- سيكون:كون",
}


@pytest.mark.parametrize(("language", "row"), [(language, row) for language, rows in GIVEN.items() for row in rows.split()])
def test_a_word_has_the_root_that_the_table_gives(language: str, row: str) -> None:
    word, root = row.split(":")
    assert (root_of(language, word) or "-") == root
    assert_one_analysis(language, word)


SIGNS = ['"', "״", "“", "”", "„", "ʺ", "″", "＂", "''", "׳׳", "'", "׳", "‘", "’", "′"]


@pytest.mark.parametrize("sign", SIGNS)
def test_an_acronym_is_one_stem_behind_its_clitics_in_every_spelling(sign: str) -> None:
    word = f"בצה{sign}ל"
    assert units("he", word)[:2] == ["+ב-", "▁צהל"]
    assert tokenizer("he").decode(tokenizer("he").encode(word).ids) == word
    assert tokenizer("he").explain(word).root is None


@pytest.mark.parametrize("sign", SIGNS[:10])
@pytest.mark.parametrize(("stem", "ending"), [("מנכל", "ים"), ("דוח", "ות"), ("רמטכל", "ית"), ("חכ", "יות")])
def test_the_ending_of_an_acronym_stands_behind_its_stem(stem: str, ending: str, sign: str) -> None:
    word = f"ה{stem[:-1]}{sign}{stem[-1]}{ending}"
    assert units("he", word)[:2] == ["+ה-", f"▁{stem}"]
    assert tokenizer("he").decode(tokenizer("he").encode(word).ids) == word
    assert tokenizer("he").explain(word).root is None


def test_quotation_marks_behind_a_prefix_are_no_acronym() -> None:
    assert units("he", 'ב"הארץ"')[0] == "+ב-"
    assert root_of("he", 'ב"הארץ"') == "ארצ"


@pytest.mark.parametrize(("word", "root"), [("בארץ", "ארצ"), ("ארצות", "ארצ"), ("השוהים", "שהה"), ("קמים", "קומ"), ("גבוהים", "גבה")])
def test_a_letter_of_an_ending_is_of_no_hebrew_root(word: str, root: str) -> None:
    assert root_of("he", word) == root


@pytest.mark.parametrize(
    ("language", "word"), [("he", "ליצמן"), ("he", "ריבלין"), ("he", "בנימין"), ("ar", "اللبناني"), ("ar", "الإيرانية")]
)
def test_names_keep_all_of_their_letters(language: str, word: str) -> None:
    assert len(units(language, word)) == 1
    assert root_of(language, word) is None


@pytest.mark.parametrize("word", ["علی", "الطریق", "کتاب", "ڤيديو", "ٱلكتاب", "كتـــاب"])
def test_letters_of_other_spellings_do_not_tear_an_arabic_word(word: str) -> None:
    assert not any(unit.startswith("<0x") for unit in units("ar", word))
    tokenizer("ar").explain(word)


@pytest.mark.parametrize(("typed", "meant"), [("کتاب", "كتاب"), ("الطریق", "الطريق"), ("علی", "على"), ("تاریخ", "تاريخ")])
def test_persian_letters_in_an_arabic_word_are_a_mark(typed: str, meant: str) -> None:
    assert units("ar", typed) == units("ar", meant)
    assert tokenizer("ar").decode(tokenizer("ar").encode(typed).ids) == typed


PLAIN = {"ﺍﻟﺴﻼﻡ": "السلام", "ﺍﻟﻜﺘﺎﺏ": "الكتاب", "ﻭﻛﺘﺒﻬﺎ": "وكتبها", "ﻣﺪﺭﺳﺔ": "مدرسة"}


@pytest.mark.parametrize(("shaped", "meant"), PLAIN.items())
def test_a_word_in_presentation_forms_has_the_units_of_the_plain_word(shaped: str, meant: str) -> None:
    encoding = tokenizer("ar").encode(shaped)
    assert encoding.tokens[0].startswith("<shaped>")
    assert units("ar", shaped) == units("ar", meant)
    assert tokenizer("ar").decode(encoding.ids) == shaped
    assert root_of("ar", shaped) == root_of("ar", meant)
    assert encoding.positions is not None
    assert sorted(place for places in encoding.positions for place in places) == list(range(len(shaped)))


FORMS = {
    "he": [0xFB1D, 0xFB1E, *range(0xFB20, 0xFB50)],
    "ar": [
        *range(0xFB50, 0xFB52),
        *range(0xFB56, 0xFB5A),
        *range(0xFB8A, 0xFB8C),
        *range(0xFB8E, 0xFB96),
        *range(0xFBEA, 0xFE00),
        *range(0xFE70, 0xFEFD),
    ],
}


@pytest.mark.parametrize("language", FORMS)
def test_presentation_forms_are_no_bytes_in_any_order(language: str) -> None:
    known = [chr(point) for point in FORMS[language] if unicodedata.category(chr(point)) != "Cn"]
    for text in [*known, *("".join(known[at : at + 7][::-1]) for at in range(0, len(known), 7))]:
        encoding = tokenizer(language).encode(text)
        assert not any(token.startswith("<0x") for token in encoding.tokens), (text, encoding.tokens)
        assert tokenizer(language).decode(encoding.ids) == text
        tokenizer(language).explain(text)


TABLES = {"alphabet": "alphabet", "clitics": "clitics", "conditions": "conditions", "patterns": "known_patterns", "roots": "known_roots"}


def of_words(language: str, words: str, **options: Any) -> morfem.Tokenizer:
    """A tokenizer trained on a few words with the tables of a language."""
    options |= {name: PACKS / language / f"{file}.tsv" for name, file in TABLES.items()} | {"min_count": 1, "progress": False}
    counts = dict.fromkeys(words.split(), 50)
    _, most = numbers_said(r"supports (\d+) to (\d+) ids", counts, vocab_size=1_000_000, **options)
    return morfem.train.splinter(counts, vocab_size=most, **options)


@pytest.mark.parametrize(
    ("words", "word", "root"),
    [
        # Of an ending that is no letter of a root, a root of the table keeps the letter that it has there.
        ("לקום יקום קמתי הקימו מקים", "מקים", "קומ"),
        # A letter that ends a root only at the edge of a stem is not written once for two.
        ("שוהים שהה לשהות תשה", "תשה", None),
        # A verb has no article.
        ("הגענו הגיעו מגיעים גענו להגיע", "הגענו", "נגע"),
    ],
)
def test_a_hebrew_word_has_the_root_of_its_family(words: str, word: str, root: str | None) -> None:
    found = of_words("he", words).explain(word).root
    assert (found and found.translate(INNER)) == root


def test_a_word_is_no_evidence_for_a_stem_that_no_other_affix_shows() -> None:
    words = "מיצה ומיצה שמיצה מיצו מיצינו ממצה למצות גדול גדולה הגדול"
    assert [step.token for step in of_words("he", words).explain("מיצה").steps if step.token.endswith("-")] == []


def test_the_article_behind_a_preposition_is_no_letter_of_an_arabic_root() -> None:
    assert of_words("ar", "الحق حقوق حق للحق لحق").explain("للحق").root == "حقق"


def test_a_pattern_that_a_linguist_wrote_has_an_id() -> None:
    tokenizer = of_words("he", "כתב כתבו כותב כתבתי כתיבה להקים הוקמתי", pattern_share=0.001, whole_share=0.001, root_share=0.3)
    assert [step.token for step in tokenizer.explain("הוקמתי").steps] == ["+הו_._תי"]


BAD = {
    "a letter that the alphabet lacks": ("known_patterns.tsv", "__.\tx\t", "'x' is not a letter of the alphabet"),
    "two letters that are not written": ("known_patterns.tsv", "_..\tה\t", "restores two letters"),
    "nothing to restore": ("known_patterns.tsv", "__.\t\t", "does not say what its . restores"),
    "one pattern twice": ("known_patterns.tsv", "__.\tה\t\n__.\tה\t", "stands in line 2 too; keep one of the two"),
    "an affix with a place for a letter": ("known_patterns.tsv", "_+_\t\t", "one side of + has letters"),
    "one row of runs twice": ("known_patterns.tsv", "_*\tו\t\n_*\tי\t", "has a row already; write all runs into one"),
    "a row of runs without any": ("known_patterns.tsv", "_*\t\t", "write what stands beside or between letters of a root"),
    "a letter of a pattern without letters of a root": ("known_patterns.tsv", "[]ט\t\t", "write letters of a root in square brackets"),
    "an ending without letters": ("known_patterns.tsv", "__:\t\t", "write _ for each letter of the stem, a colon"),
    "a root of two letters": ("known_roots.tsv", "קמ\t", "has 2 letters; a root has three or four"),
    "one root twice": ("known_roots.tsv", "קומ\t\nקומ\t", "is listed twice; remove one of the two rows"),
    "a rule for two edges": ("known_roots.tsv", "__י\tה__", "a rule is two places and a letter at the same edge"),
    "a middle letter that is written in another way": ("known_roots.tsv", "_א_\t_ה_", "leave as empty, in one row"),
    "a closed word with a space": ("closed.tsv", "על פי\tfunction", "holds white space; a row is one word"),
    "brackets inside each other": ("closed.tsv", "לבנ(ון|(י|ית))\tname", "brackets hold spellings"),
    "a closed word twice by brackets": ("closed.tsv", "לבנוני\tname\nלבנונ(י|ית)\tname", "stands in line 2 too"),
    "a root that is not in the word": ("closed.tsv", "שלום\tקטל", "the root is in no pattern of this word"),
    "affixes that are none": ("closed.tsv", "ק+טל\tstem", "no row of clitics.tsv is what stands before or behind the stem"),
    "a kind of closed word that is none": ("closed.tsv", "על\tverb", "kind 'verb' is none of function, name and stem"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_faulty_row_is_refused_with_its_line_and_the_fix(tmp_path: Path, case: str) -> None:
    file, rows, said = BAD[case]
    header = (PACKS / "he" / file).read_text("utf-8").splitlines()[0]
    (tmp_path / file).write_text(f"{header}\n{rows}\n", encoding="utf-8")
    tables = {"known_patterns.tsv": "patterns", "known_roots.tsv": "roots", "closed.tsv": "closed"}
    faulty: dict[str, Any] = {tables[file]: tmp_path / file}
    with pytest.raises(morfem.MorfemError) as error:
        morfem.train.splinter(
            sentences("he"),
            alphabet=PACKS / "he" / "alphabet.tsv",
            clitics=PACKS / "he" / "clitics.tsv",
            vocab_size=700,
            min_count=1,
            progress=False,
            **faulty,
        )
    assert f"{file}, line " in str(error.value)
    assert said in str(error.value).replace('"', "'")
