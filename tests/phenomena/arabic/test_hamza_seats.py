"""Hamza and its seats أ إ آ ؤ ئ ء: one letter of a root on any seat; the seat that was written comes back."""

import pytest

from tests.phenomena.splinter import Language, cells, plain, texts


@cells(
    """
    سأل         سءل
    سؤال        سءل
    مسألة       سءل
    أسئلة       سءل
    مسؤول       سءل
    أكل         ءكل
    مأكول       ءكل
    يأكل        ءكل
    أمر         ءمر
    يأمر        ءمر
    قرأ         قرء
    يقرأ        قرء
    رأس         رءس
    رئيس        رءس
    بدأ         بدء
    يبدأ        بدء
    أخذ         ءخذ
    يأخذ        ءخذ
    مأخوذ       ءخذ
    أمل         ءمل
    أمن         ءمن
    نشأ         نشء
    ملأ         ملء
    ذئب         ذءب
    أدب         ءدب
    أسد         ءسد
""",
    "word",
    "root",
)
def test_the_hamza_of_a_root_has_any_seat(arabic: Language, word: str, root: str) -> None:
    found = arabic.tokenizer.explain(word).root
    assert found is not None
    assert plain(found) == root
    assert arabic.comes_back(word)


@texts("""
    ء
    أ
    إ
    آ
    ؤ
    ئ
    ءأإآؤئ
    سأل سءل سؤل سئل
    رأى
    رؤية
    مرئي
    قراءة
    قرآن
    القرآن
    شيء
    شيئا
    أشياء
    ماء
    مياه
    بناء
    بناؤه
    بنائه
    إسلام
    الإسلام
    الأول
    الآن
    مؤمن
    مئة
    مائة
    بيئة
    آباء
    أأنت
    إن أن ان آن
    سوء
    لؤلؤ
""")
def test_every_seat_comes_back(arabic: Language, text: str) -> None:
    assert arabic.comes_back(text)
    assert arabic.comes_back(arabic.sentence.format(text))


@pytest.mark.parametrize("seats", ["أا", "إا", "آا", "ؤو", "ئي", "ىي", "ةه"])
def test_letters_that_look_alike_are_no_one_letter(arabic: Language, seats: str) -> None:
    first, second = (arabic.tokenizer.encode(f"س{seat}ل").ids for seat in seats)
    assert first != second
