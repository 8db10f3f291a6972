"""Harakat: a word with vowel signs has the root of the bare word, and every sign comes back in its order."""

import unicodedata

from tests.phenomena.splinter import Language, cells, texts


@cells(
    """
    كَتَبَ         كتب
    كِتَابٌ        كتب
    كَاتِبٌ        كتب
    مَكْتُوبٌ      كتب
    الْكِتَابُ     كتب
    يَكْتُبُ       كتب
    مَكْتَبَةٌ     كتب
    دَرَسَ         درس
    دَرْسٌ         درس
    مَدْرَسَةٌ     درس
    دِرَاسَةٌ      درس
    مُدَرِّسٌ      درس
    عِلْمٌ         علم
    عَالِمٌ        علم
    مُعَلِّمٌ      علم
    تَعْلِيمٌ      علم
    عَمِلَ         عمل
    عَمَلٌ         عمل
    عَامِلٌ        عمل
    حُكُومَةٌ      حكم
    شَهْرٌ         شهر
    مَشْهُورٌ      شهر
    قَلْبٌ         قلب
    خُرُوجٌ        خرج
""",
    "word",
    "root",
)
def test_the_root_is_that_of_the_bare_word(arabic: Language, word: str, root: str) -> None:
    arabic.check_marked(word, root)


@texts("""
    كَتَبَ
    السَّلَامُ عَلَيْكُمْ
    شُكْرًا
    جِدًّا
    أهلاً وسهلاً
    مُحَمَّدٌ
    اللّٰه
    هٰذَا
    رَحْمٰن
    بِسْمِ اللهِ الرَّحْمٰنِ الرَّحِيمِ
    دٌّ
    دٌّ
    َ
    ّ
    َكتب
    كتبَ َ
    كَََتب
    كّّّ
    إِنَّ
    لأَنَّ
    مَدْرَسَتُهُمْ
    وَبِالْكِتَابِ
    «قَالَ»
    (كَلِمَةٌ)
    أبجدهوزحطيكلمنَ
""")
def test_texts_with_signs_come_back_composed_and_decomposed(arabic: Language, text: str) -> None:
    for form in (text, unicodedata.normalize("NFD", text), unicodedata.normalize("NFC", text)):
        assert arabic.comes_back(form)
        assert arabic.comes_back(arabic.sentence.format(form))
