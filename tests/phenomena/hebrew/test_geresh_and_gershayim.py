"""Geresh and gershayim, as ASCII quotes or as signs of their own: acronyms, abbreviations, foreign sounds, numbers in letters."""

from tests.phenomena.splinter import Language, texts


@texts("""
    צה"ל
    בצה"ל
    וצה"ל
    שצה"ל
    ארה"ב
    בארה"ב
    מארה"ב
    חז"ל
    ח"כ
    ד"ר
    עו"ד
    מנכ"ל
    המנכ"ל
    יו"ר
    דו"ח
    דו"חות
    או"ם
    האו"ם
    תנ"ך
    בתנ"ך
    ש"ח
    ק"מ
    רס"ן
    רמטכ"ל
    הרמטכ"ל
    בע"מ
    ע"י
    ע"פ
    צה״ל
    בצה״ל
    ארה״ב
    דו״ח
    תשפ״ד
    ד״ר
    תש"ח
    י"ד
""")
def test_acronyms_come_back_and_are_no_bytes(hebrew: Language, text: str) -> None:
    verbatim(hebrew, text)


@texts("""
    ג'ירפה
    צ'ק
    ז'קט
    צ'יפס
    ג'ינס
    ג'ורג'
    ז'אן
    בייג'ינג
    מיץ ת'כל
    רח'
    עמ'
    מס'
    גב'
    פרופ'
    וכו'
    ה'
    ב'
    כיתה א'
    אח'
    ג׳ירפה
    צ׳ק
    רח׳
    פרופ׳
    ה׳תש"ח
""")
def test_geresh_comes_back(hebrew: Language, text: str) -> None:
    verbatim(hebrew, text)


@texts("""
    "שלום"
    "שלום", אמר.
    ה"שלום" הזה
    אמר: "בוא הנה!"
    "צה"ל"
    'מה'?
    "ו"
    ""שלום""
""")
def test_quotation_marks_come_back(hebrew: Language, text: str) -> None:
    assert hebrew.comes_back(text)
    assert hebrew.comes_back(hebrew.sentence.format(text))


def verbatim(hebrew: Language, text: str) -> None:
    """The text comes back, and no letter of it is written in bytes."""
    for line in (text, hebrew.sentence.format(text)):
        assert hebrew.comes_back(line)
        encoding = hebrew.tokenizer.encode(line)
        bytes_of = [surface for surface, kind in zip(encoding.surfaces, encoding.kinds, strict=True) if kind == "byte"]
        assert not [surface for surface in bytes_of if surface.strip().isalpha()]
