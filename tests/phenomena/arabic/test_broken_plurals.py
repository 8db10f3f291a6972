"""Broken plurals: the plural is another pattern of the same root."""

import pytest

from tests.phenomena.splinter import Language, cells


@cells(
    """
    كتاب       كتب        كتب
    درس        دروس       درس
    مدرسة      مدارس      درس
    مكتب       مكاتب      كتب
    مكتبة      مكتبات     كتب
    مركز       مراكز      ركز
    كاتب       كتاب       كتب
    عامل       عمال       عمل
    علم        علوم       علم
    عالم       علماء      علم
    حاكم       حكام       حكم
    محكمة      محاكم      حكم
    شهر        أشهر       شهر
    شهر        شهور       شهر
    قلب        قلوب       قلب
    حرب        حروب       حرب
    فصل        فصول       فصل
    حرف        حروف       حرف
    ملك        ملوك       ملك
    مصدر       مصادر      صدر
    مشهد       مشاهد      شهد
    مسجد       مساجد      سجد
    منزل       منازل      نزل
    طريق       طرق        طرق
    صديق       أصدقاء     صدق
    قصر        قصور       قصر
    جبل        جبال       جبل
    رجل        رجال       رجل
    كبير       كبار       كبر
    صغير       صغار       صغر
    فكرة       أفكار      فكر
    خبر        أخبار      خبر
    عمل        أعمال      عمل
    قلم        أقلام      قلم
    طفل        أطفال      طفل
    شاعر       شعراء      شعر
    نجم        نجوم       نجم
    سطر        سطور       سطر
""",
    "one",
    "many",
    "root",
)
def test_one_and_many_have_one_root(arabic: Language, one: str, many: str, root: str) -> None:
    for word in (one, many):
        assert arabic.tokenizer.explain(word).root == root, word
        assert arabic.comes_back(word)
        assert arabic.comes_back(arabic.sentence.format(word))


@pytest.mark.parametrize("name", ["one", "many"])
def test_article_before_a_broken_plural(arabic: Language, name: str) -> None:
    for one, many, root in (("المدرسة", "المدارس", "درس"), ("الدرس", "الدروس", "درس"), ("المركز", "المراكز", "ركز")):
        assert arabic.tokenizer.explain(one if name == "one" else many).root == root
