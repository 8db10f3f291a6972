"""Tatweel stretches a word and is no letter: the word keeps its root, and every stroke comes back. So do presentation forms."""

from tests.phenomena.splinter import Language, cells, texts


@cells(
    """
    كتـاب         كتب
    كتــــاب      كتب
    كـتـب         كتب
    مكتـــوب      كتب
    الكتـاب       كتب
    كاتـب         كتب
    درـس          درس
    مدرســة       درس
    المدرســـة    درس
    علـــم        علم
    معلـم         علم
    تعليـــم      علم
    عمــل         عمل
    عامـــل       عمل
    حكومــة       حكم
    محكمـة        حكم
    شهـر          شهر
    مشهــور       شهر
    قلـب          قلب
    قلـوب         قلب
    خــروج        خرج
    دخــول        دخل
""",
    "word",
    "root",
)
def test_the_root_is_that_of_the_word_without_it(arabic: Language, word: str, root: str) -> None:
    arabic.check_marked(word, root)


@texts("""
    ـ
    ــ
    ـكتاب
    كتابـ
    هـ
    1440هـ
    ١٤٤٠ هـ
    كـــــــــــــــــــــــــــــــــــــــــــتاب
    كـَتـَبـَ
    كتاب ـ كتاب
    ﻛﺘﺎﺏ
    ﷲ
    ﷺ
    ﻻ
    ﻷﻥ
    پاكستان
    چاي
    گاز
    فيلم ڤيديو
    ٣٫٥٪
    ١٬٠٠٠
    كتاب؟
    نعم،
    لا؛
    «كتاب»
    كتاب.كتاب
""")
def test_other_signs_come_back(arabic: Language, text: str) -> None:
    assert arabic.comes_back(text)
    assert arabic.comes_back(arabic.sentence.format(text))
