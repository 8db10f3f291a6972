"""Maqaf: the words on both sides are cut as words that stand alone, and it is no space."""

from tests.phenomena.splinter import Language, texts


@texts("""
    בית־ספר
    בית־הספר
    בבית־הספר
    בתי־ספר
    בן־אדם
    בני־אדם
    בית־משפט
    אי־אפשר
    רב־סרן
    דו־קיום
    על־פי
    על־ידי
    כל־כך
    אף־על־פי
    תל־אביב
    בתל־אביב
    ראש־הממשלה
    יושב־ראש
    עורך־דין
    חוסר־אונים
    אחר־כך
    יום־הולדת
    דרום־אמריקה
    צפון־מזרח
    בלתי־אפשרי
    בין־לאומי
""")
def test_words_beside_a_maqaf_are_words(hebrew: Language, text: str) -> None:
    for sign in ("־", "-"):
        joined = text.replace("־", sign)
        assert hebrew.comes_back(joined)
        assert hebrew.comes_back(hebrew.sentence.format(joined))
        begin = 0
        for part in joined.split(sign):
            inside = [token for token in hebrew.tokens_of(joined) if min(token) >= begin and max(token) < begin + len(part)]
            assert [{at - begin for at in token} for token in inside] == hebrew.tokens_of(part)
            begin += len(part) + 1


@texts("""
    ־
    ־־
    א־
    ־א
    א־־ב
    בית ־ספר
    בית־ ספר
    בית ־ ספר
    ב־1948
    מ־2010 עד ־2020
    ה־NBA
    ל־Windows
""")
def test_other_uses_come_back(hebrew: Language, text: str) -> None:
    assert hebrew.comes_back(text)
    assert hebrew.comes_back(hebrew.sentence.format(text))
