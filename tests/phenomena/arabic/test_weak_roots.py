"""Weak roots: a weak letter that is written belongs to the root; where it has vanished, what is left comes back all the same."""

from tests.phenomena.splinter import Language, Word, texts, words


@words("""
    قول       قول
    يقول      قول ي___
    أقوال     قول أ__ا_
    القول     قول ال___
    يقولون    قول ي___ون
    صوم       صوم
    يصوم      صوم ي___
    نوم       نوم
    ينوم      نوم ي___
    يوم       يوم
    عود       عود
    يعود      عود ي___
    يعودون    عود ي___ون
    دور       دور
    يدور      دور ي___
    وصل       وصل
    يوصل      وصل ي___
    وصول      وصل __و_
    الوصول    وصل ال__و_
    موعد      وعد م___
    موضوع     وضع م__و_
    المواضيع  وضع الم_ا_ي_
    سير       سير
    يسير      سير ي___
    بيع       بيع
    يبيع      بيع ي___
    عيش       عيش
    يعيش      عيش ي___
    طيور      طير __و_
    عيون      عين __و_
    بيوت      بيت __و_
    يموت      موت ي___
    يفوز      فوز ي___
""")
def test_weak_letters_that_stand_are_of_the_root(arabic: Language, word: Word) -> None:
    arabic.check(word)


@texts("""
    قال
    قلت
    قيل
    باع
    بعت
    يبع
    نام
    نمت
    دعا
    دعوا
    يدعو
    ادع
    رمى
    رمت
    يرمي
    لم يرم
    قضى
    قضاة
    قاض
    القاضي
    يقي
    قِ
    يعد
    صلة
    ثقة
    عدة
    سعى
    مشى
    مشوا
    استقال
    استقالة
    ميزان
    اتصل
    اتفاق
""")
def test_forms_without_the_weak_letter_come_back(arabic: Language, text: str) -> None:
    assert arabic.comes_back(text)
    assert arabic.comes_back(arabic.sentence.format(text))


@words("""
    تعلمين    علم ت___ين
    تحاولين   حول ت_ا__ين
    تعتقدين   عقد ت_ت__ين
    تتحدثين   حدث تت___ين
    انتظري    نظر ا_ت__ي
    فعلتما    فعل ___تما
""")
def test_verbs_of_which_a_woman_or_two_are_the_subject_have_a_root(arabic: Language, word: Word) -> None:
    arabic.check_root(word)
