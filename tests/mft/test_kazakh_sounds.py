"""A few rows of Kazakh: archiphonemes that depend on more than two classes of sounds."""

from pathlib import Path

import morfem
import pytest
from morfem import languages

PHONOLOGY = """
[vowels]
"а" = "back"
"о" = "back"
"ұ" = "back"
"ы" = "back"
"е" = "front"
"і" = "front"
"ө" = "front"
"ү" = "front"

[sounds]
consonants = "бвгғджзйкқлмнңпрстфхцчшщу"
voiceless = "бвгдкқпстфхцчшщ"
nasal = "лмнңжз"

[harmony]
A = { back = "а", front = "е" }

[assimilation]
L = { voiceless = "т", nasal = "д", other = "л" }
D = { voiceless = "т", other = "д" }
"""
# A root and its plural: after vowels, р, й and у, after nasals and their like, after voiceless consonants.
PLURALS = """
    бала:балалар тау:таулар дала:далалар қала:қалалар терезе:терезелер бөлме:бөлмелер жер:жерлер көпір:көпірлер үй:үйлер қар:қарлар
    адам:адамдар гүл:гүлдер жол:жолдар көл:көлдер сөз:сөздер қыз:қыздар қаз:қаздар күн:күндер түн:түндер тіл:тілдер
    кітап:кітаптар мектеп:мектептер бет:беттер ат:аттар терек:теректер құс:құстар тас:тастар бас:бастар дос:достар есік:есіктер
"""
TABLES = {
    "affixes.tsv": "gloss\tform\tclass\tfeatures\nPL\tLAр\tnoun>plural\t\nLOC\tDA\tnoun>case\t\n",
    "morphotactics.tsv": "state\taccepts\tnext\nstart\t@noun\tnoun\nnoun\tPL\tplural\nnoun\t=\tplural\nplural\tLOC\tword\nplural\t=\tword\n"
    "word\t.\t\n",
    "readings.tsv": "written\tread\n",
    "lexicon.tsv": "lemma\tclass\tflags\tstems\treading\tcount\n"
    + "".join(f"{pair.partition(':')[0]}\tnoun\t\t\t\t1\n" for pair in PLURALS.split()),
}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The tables in a folder."""
    for name, content in {"phonology.toml": PHONOLOGY, **TABLES}.items():
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


@pytest.mark.parametrize("pair", PLURALS.split())
def test_an_affix_has_a_letter_for_each_class_of_sounds(pack: Path, pair: str) -> None:
    root, plural = pair.split(":")
    grammar = languages.pack(pack)
    assert grammar.inflect(root, ["PL"]) == plural
    assert grammar.inflect(root, ["PL", "LOC"]) == plural + ("да" if plural.endswith("ар") else "де")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('nasal = "д"', 'nazal = "д"', r'\[assimilation\] L: \[sounds\] has no class "nazal"; there are voiceless, nasal, other'),
        (', other = "л"', "", r"\[assimilation\] L: needs a letter for other"),
        ('nasal = "лмнңжз"', 'nasal = "лмнңжзп"', r"\[sounds\] nasal: 'п' is in another class too; leave it in one"),
        (
            'nasal = "лмнңжз"',
            'nasal = "лмнңжз"\nweak = "й"',
            r"\[sounds\] weak: no archiphoneme of \[assimilation\] has a letter for this class",
        ),
    ],
)
def test_a_class_of_sounds_that_does_not_fit_is_refused(pack: Path, old: str, new: str, message: str) -> None:
    (pack / "phonology.toml").write_text(PHONOLOGY.replace(old, new), "utf-8")
    with pytest.raises(morfem.TrainingError, match=message):
        languages.pack(pack)
