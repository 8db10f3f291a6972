"""Conjunctions, prepositions and the future before the stem, pronouns behind it; several at once, each a unit."""

from tests.phenomena.splinter import Language, Word, words


@words("""
    و+الكتاب       كتب ال__ا_
    ب+الكتاب       كتب ال__ا_
    و+ب+الكتاب     كتب ال__ا_
    ك+الكتاب       كتب ال__ا_
    ف+الكتاب       كتب ال__ا_
    و+المدرسة      درس الم___ة
    ب+المدرسة      درس الم___ة
    و+ب+المدرسة    درس الم___ة
    ف+المدرسة      درس الم___ة
    و+المعلم       علم الم___
    ب+العمل        عمل ال___
    و+العمل        عمل ال___
    و+ب+العمل      عمل ال___
    و+العلم        علم ال___
    ب+العلم        علم ال___
    و+كتب          كتب
    ف+كتب          كتب
    و+درس          درس
    س+يكتب         كتب ي___
    و+س+يكتب       كتب ي___
    س+يعمل         عمل ي___
    و+يعمل         عمل ي___
""")
def test_before_the_stem(arabic: Language, word: Word) -> None:
    arabic.check(word)


def test_a_hollow_verb_behind_a_conjunction_has_the_root_of_the_verb_alone(arabic: Language) -> None:
    assert [arabic.tokenizer.explain(text).root for text in ("قال", "وقال", "فقال")] == ["قول"] * 3


@words("""
    كتاب+ه         كتب __ا_
    كتاب+ها        كتب __ا_
    كتاب+هم        كتب __ا_
    كتاب+نا        كتب __ا_
    عمل+ه          عمل
    عمل+ها         عمل
    عمل+هم         عمل
    مدارس+هم       درس م_ا__
    حكومت+نا       حكم __و_ت
    و+كتاب+ه       كتب __ا_
    ب+كتاب+ه       كتب __ا_
    و+ب+كتاب+هم    كتب __ا_
    و+عمل+هم       عمل
    ب+عمل+ه        عمل
    ل+عمل+ها       عمل
    كتب+هم         كتب
    درس+ها         درس
    علم+هم         علم
    يعرف+ه         عرف ي___
    يعرف+ها        عرف ي___
    يعرف+هم        عرف ي___
    ضرب+ه          ضرب
    شكر+هم         شكر
""")
def test_behind_the_stem(arabic: Language, word: Word) -> None:
    arabic.check(word)
