"""The construct plural: -ei is written י and belongs to the pattern, and so do the possessives that stand on it."""

from tests.phenomena.splinter import Language, Word, words


@words("""
    ספרי       ספר ___י
    ילדי       ילד ___י
    דברי       דבר ___י
    דרכי       דרך ___י
    מלכי       מלך ___י
    עבדי       עבד ___י
    בגדי       בגד ___י
    צבעי       צבע ___י
    תלמידי     למד ת__י_י
    מכתבי      כתב מ___י
    משפטי      שפט מ___י
    מנהגי      נהג מ___י
    מחקרי      חקר מ___י
    סיפורי     ספר _י_ו_י
    לימודי     למד _י_ו_י
    חיבורי     חבר _י_ו_י
    עובדי      עבד _ו__י
    שומרי      שמר _ו__י
    כותבי      כתב _ו__י
    ספריהם     ספר ___יהם
    ילדיהם     ילד ___יהם
    תלמידיהם   למד ת__י_יהם
    דבריו      דבר ___יו
    ילדיו      ילד ___יו
    ספריו      ספר ___יו
    מכתביו     כתב מ___יו
""")
def test_the_ending_is_the_patterns(hebrew: Language, word: Word) -> None:
    hebrew.check(word)
