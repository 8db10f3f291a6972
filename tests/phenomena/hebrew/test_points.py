"""Vowel points: a pointed word is spelled, `explain` gives it the root of the word without points, and every point comes back."""

import unicodedata

from tests.phenomena.splinter import Language, cells, split_marks, texts


@cells(
    """
    שָׁלוֹם        שלם
    יֶלֶד          ילד
    סֵפֶר          ספר
    דָּבָר         דבר
    מֶלֶךְ         מלך
    כֶּלֶב         כלב
    שׁוֹמֵר        שמר
    כּוֹתֵב        כתב
    לוֹמֵד         למד
    לִכְתּוֹב      כתב
    לִלְמוֹד       למד
    לַעֲבוֹד       עבד
    הִכְתִּיב      כתב
    נִכְתַּב       כתב
    מִכְתָּב       כתב
    מִכְתָּבִים    כתב
    תַּלְמִיד      למד
    תַּלְמִידִים   למד
    עֲבוֹדָה       עבד
    חִשּׁוּב       חשב
    מַחְשֵׁב       חשב
    דְּבָרִים      דבר
    יְלָדִים       ילד
    סְפָרִים       ספר
""",
    "word",
    "root",
)
def test_the_root_is_that_of_the_bare_word(hebrew: Language, word: str, root: str) -> None:
    hebrew.check_marked(word, root)


@texts("""
    שָׁלוֹם
    וְהַיְלָדִים
    בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ
    אֲנִי הוֹלֵךְ הַבַּיְתָה
    הַכֹּל בְּסֵדֶר
    שׁשׂ
    שׁ
    ָ
    שָׁ לוֹם
    אָָָָ
    אֽ͏ָ
    לָֽמָּה
    וַיֹּ֥אמֶר
    יְרוּשָׁלִַם
    ָשלום
    שלוםָ
    ש֑ל֖ו֗ם֙
    אבגדהוזחטיכלמנסעפצקרשָתְ
    שָׁלוֹם-וּבְרָכָה
    (שָׁלוֹם)
    מִּלָּה, מִּלָּה
    צַהַ"ל
    כָּל־הַיּוֹם
""")
def test_pointed_texts_come_back_composed_and_decomposed(hebrew: Language, text: str) -> None:
    for form in (text, unicodedata.normalize("NFD", text), unicodedata.normalize("NFC", text)):
        assert hebrew.comes_back(form)
        assert hebrew.comes_back(hebrew.sentence.format(form))
        assert split_marks(hebrew.tokenizer.delinearize(hebrew.tokenizer.linearize(form)), hebrew.marks) == split_marks(form, hebrew.marks)


@cells(
    """
    שָׁלוֹם      שלום
    וְכָל        וכל
    הַיְּלָדִים  הילדים
    מֶלֶךְ       מלך
""",
    "word",
    "bare",
)
def test_a_pointed_word_is_spelled_in_order(hebrew: Language, word: str, bare: str) -> None:
    """Tokens do not interleave: each has a run of letters with their points, as a reader sees them."""
    assert split_marks(word, hebrew.marks) == bare
    encoding = hebrew.tokenizer.encode(word)
    assert encoding.positions is not None
    assert [place for positions in encoding.positions for place in positions] == list(range(len(word)))
    assert set(encoding.kinds) <= {"subword", "symbol"}
    assert set(encoding.word_ids) == {0}


def test_the_words_beside_a_pointed_word_keep_their_tokens(hebrew: Language) -> None:
    tokens = hebrew.tokenizer.encode("הספרים של הַיְּלָדִים בבית").tokens
    assert tokens[:2] == hebrew.tokenizer.encode("הספרים של").tokens
    assert tokens[-1] == hebrew.tokenizer.encode("הילד בבית").tokens[-1]
