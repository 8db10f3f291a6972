"""Names and loans are not cut down to three letters: each is one token, with proclitics before it or without."""

from tests.phenomena.splinter import Language, texts

PROCLITICS = ("", "ב", "ל", "מ", "ו", "ש")


@texts("""
    ירושלים
    ישראל
    אברהם
    משה
    דוד
    שלמה
    יעקב
    יצחק
    נתניהו
    אמריקה
    גרמניה
    אנגליה
    צרפת
    רוסיה
    לונדון
    ניו יורק
    פריז
    ברלין
    מצרים
    איראן
    סוריה
    חיפה
    עזה
    אירופה
    יפן
    סין
""")
def test_names_are_one_token(hebrew: Language, text: str) -> None:
    whole(hebrew, text)


@texts("""
    טלוויזיה
    אוניברסיטה
    אינטרנט
    טלפון
    אוטובוס
    פוליטיקה
    דמוקרטיה
    רדיו
    מוזיקה
    קפה
    שוקולד
    בנק
    אקדמיה
    תיאטרון
    היסטוריה
    פרויקט
    מיליון
    פסיכולוגיה
    טכנולוגיה
    סטודנטים
    פילוסופיה
    אנרגיה
    קולנוע
""")
def test_loans_are_one_token(hebrew: Language, text: str) -> None:
    whole(hebrew, text)


def test_a_name_that_is_one_stem_has_no_root(hebrew: Language) -> None:
    for name in ("ירושלים", "וושינגטון", "אוניברסיטה", "כדורגל", "טלוויזיה", "פסיכולוגיה"):
        assert hebrew.tokenizer.explain(name).root is None, name
    assert hebrew.tokenizer.explain("לעבוד").root == "עבד"


def whole(hebrew: Language, text: str) -> None:
    """No word of the text is cut, and with a proclitic before it only behind that."""
    for proclitic in PROCLITICS:
        word = proclitic + text
        begin = len(proclitic)
        for part in text.split(" "):
            places = set(range(begin, begin + len(part)))
            assert all(not places & token or places <= token for token in hebrew.tokens_of(word)), (word, hebrew.tokens_of(word))
            begin += len(part) + 1
        assert hebrew.comes_back(word)
        assert hebrew.comes_back(hebrew.sentence.format(word))
