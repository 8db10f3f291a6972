"""Final letters: a root is one token whether its last letter ends the word or not, and every form comes back, the odd one too."""

from tests.phenomena.splinter import Language, cells, texts


@cells(
    """
    הולך      הולכים     הלך
    מלך       מלכים      מלך
    ברך       ברכים      ברך
    דרך       דרכים      דרך
    נסיך      נסיכים     נסך
    חכם       חכמים      חכם
    חלום      חלומות     חלם
    שלם       שלמים      שלם
    רושם      רושמים     רשם
    קדום      קדומים     קדם
    זמן       זמנים      זמן
    לבן       לבנים      לבן
    נאמן      נאמנים     אמן
    ישן       ישנים      ישן
    כסף       כספים      כסף
    רודף      רודפים     רדף
    מצורף     מצורפים    צרף
    שותף      שותפים     שתף
    קופץ      קופצים     קפץ
    קבוץ      קבוצים     קבץ
    נמרץ      נמרצים     מרץ
    חרוץ      חרוצים     חרץ
    אלוף      אלופים     אלף
""",
    "ending",
    "inside",
    "root",
)
def test_a_root_is_the_same_inside_and_at_the_end(hebrew: Language, ending: str, inside: str, root: str) -> None:
    at_end, before = hebrew.tokenizer.explain(ending), hebrew.tokenizer.explain(inside)
    assert at_end.root == before.root == root
    assert at_end.residue == before.residue
    assert hebrew.comes_back(f"{ending} {inside}")


@texts("""
    קטשופ
    קטשוף
    פיליפ
    ג'יפ
    מיקרוסקופ
    שלומ
    שלום
    םולש
    ןכ
    כן
    כנ
    םםם
    ךלמ
    מל ך
    ץ
    צ
    אףף
    אפף
    אפ
    אף
    סטארטאפ
    קליפ
    קליפים
    הולכ
    הולך
    מכתביםם
""")
def test_letters_in_any_form_come_back(hebrew: Language, text: str) -> None:
    assert hebrew.comes_back(text)
    assert hebrew.comes_back(hebrew.sentence.format(text))
    assert not [kind for kind in hebrew.tokenizer.encode(text.replace(" ", "").replace("'", "")).kinds if kind == "byte"]
