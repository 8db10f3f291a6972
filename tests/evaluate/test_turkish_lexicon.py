"""The Turkish lexicon of the purity metric: allomorphs of archiphonemic forms, stems of lemmas, and what ships."""

import hashlib
from pathlib import Path

import pytest
from morfem import MorfemError
from morfem.evaluate import lexicon
from morfem.evaluate.lexicon import AFFIX, ROOT, WORD

from tools import turkish_lexicon as tool
from tools.zemberek import Entry

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
TABLE = tool.read_affixes(tool.AFFIXES)


def entry(lemma: str, *attributes: str, speech: str = "", parts: str = "", is_name: bool = False) -> Entry:
    return Entry(lemma, speech, frozenset(attributes), parts, is_name)


@pytest.mark.parametrize(
    ("form", "surfaces"),
    [
        ("lAr", "lar ler"),
        ("DIr", "dır dir dur dür tır tir tur tür"),
        ("(y)I", "ı i u ü yı yi yu yü"),
        ("(s)I~nI", "ı i u ü sı si su sü nı ni nu nü"),
        ("(I)m", "m ım im um üm"),
        ("DIK", "dık dik duk dük tık tik tuk tük dığ diğ duğ düğ tığ tiğ tuğ tüğ"),
        ("(y)AcAK", "acak ecek acağ eceğ yacak yecek yacağ yeceğ"),
        ("(ş)Ar", "ar er şar şer"),
        ("ki~kü", "ki kü"),
        ("(y)ken", "ken yken"),
        ("Iyor", "ıyor iyor uyor üyor"),
    ],
)
def test_a_form_has_all_its_allomorphs_and_no_others(form: str, surfaces: str) -> None:
    assert tool.allomorphs(form) == set(surfaces.split())


def test_vowels_of_one_affix_agree_and_a_consonant_agrees_with_the_sound_before_it() -> None:
    assert tool.allomorphs("(y)DI") == {"dı", "di", "du", "dü", "tı", "ti", "tu", "tü", "ydı", "ydi", "ydu", "ydü"}  # never ytı
    assert tool.allomorphs("sInIz") == {"sınız", "siniz", "sunuz", "sünüz"}
    assert tool.allomorphs("CAsInA") == {"casına", "cesine", "çasına", "çesine"}


@pytest.mark.parametrize(
    ("lemma", "attributes", "stems"),
    [
        ("kitap", "", "kitap kitab"),
        ("ağaç", "", "ağaç ağac"),
        ("renk", "", "renk reng"),
        ("ev", "", "ev"),
        ("top", "", "top"),  # of one syllable: no softening
        ("hukuk", "NoVoicing", "hukuk"),
        ("dikkat", "InverseHarmony", "dikkat"),
        ("akıl", "LastVowelDrop", "akıl akl"),
        ("kayıp", "LastVowelDrop Voicing", "kayıp kayb"),
        ("hak", "Doubling", "hak hakk"),
        ("ret", "Doubling Voicing", "ret redd"),
        ("gitmek", "Voicing", "git gid"),
        ("çağırmak", "LastVowelDrop", "çağır çağr"),
        ("atmak", "", "at"),
        ("oynamak", "", "oyna oyn oynu"),
        ("söylemek", "", "söyle söyl söylü"),
        ("okumak", "", "oku ok"),
        ("demek", "", "de d di"),
    ],
)
def test_sound_changes_give_a_lemma_other_stems(lemma: str, attributes: str, stems: str) -> None:
    assert tool.stems(entry(lemma, *attributes.split())) == set(stems.split())


def test_a_possessive_compound_has_stems_without_its_possessive() -> None:
    assert tool.stems(entry("buzdolabı", "CompoundP3sg", parts="buz-dolap")) == {"buzdolabı", "buzdolab", "buzdolap"}
    assert tool.stems(entry("ağrıkarası", "CompoundP3sg", parts="ağrı-kara")) == {"ağrıkarası", "ağrıkara"}


def test_a_name_does_not_soften_and_is_no_verb() -> None:
    assert tool.stems(entry("gümrük", is_name=True)) == {"gümrük"}
    assert tool.stems(entry("irmak", is_name=True)) == {"irmak"}


def test_the_affix_table_has_one_row_a_function_with_known_symbols() -> None:
    assert len({affix.gloss for affix in TABLE}) == len(TABLE)
    known = set(tool.ALPHABET) | set(tool.ARCHIPHONEMES) | set("()~")
    for affix in TABLE:
        assert set(affix.form) <= known, affix
        assert affix.kind.count(">") == 1, affix


def test_all_allomorphs_of_the_table_are_affixes_of_the_lexicon_and_nothing_else_is() -> None:
    surfaces = {surface for affix in TABLE for surface in tool.allomorphs(affix.form)}
    assert {surface for surface, classes in lexicon.read("tr").classes.items() if classes & AFFIX} == surfaces


@pytest.mark.parametrize(
    ("surface", "classes"),
    [
        ("ev", ROOT | WORD | AFFIX),  # the noun, and -(A)v
        ("gel", ROOT | WORD),
        ("kitap", ROOT | WORD),
        ("akl", ROOT),
        ("bekl", ROOT),
        ("evlerde", WORD),
        ("ların", WORD),  # what stands after the apostrophe of names
        ("yıver", AFFIX),
        ("mı", ROOT | WORD | AFFIX),  # written apart, and on by some
        ("idi", ROOT | WORD),
        ("gördüm", WORD),  # the name of a film, but inflected
        ("o", ROOT | WORD),
        ("a", AFFIX),
        ("b", 0),
        ("kttp", 0),
    ],
)
def test_the_lexicon_knows(surface: str, classes: int) -> None:
    assert lexicon.read("tr").of(surface) == classes


def test_only_o_is_a_root_or_word_of_one_letter() -> None:
    short = {surface: classes for surface, classes in lexicon.read("tr").classes.items() if len(surface) == 1}
    assert {surface for surface, classes in short.items() if classes & (ROOT | WORD)} == {"o"}
    assert {surface for surface, classes in short.items() if classes & AFFIX} == set("aeğıiuüklmnrştz")


def test_surfaces_are_turkish_lower_case() -> None:
    assert lexicon.lower("IŞIK İÇİN I\u0307ki") == "ışık için iki"
    surfaces = lexicon.read("tr").classes
    assert all(surface == lexicon.lower(surface) for surface in surfaces)


def test_a_language_without_lexicon_is_refused() -> None:
    with pytest.raises(MorfemError, match=r"no lexicon for language 'fi'.* tr$"):
        lexicon.read("fi")


@pytest.mark.skipif(not DATA.is_dir(), reason="the dictionaries and the corpus counts are not here")
def test_the_lexicon_that_ships_is_what_the_tool_writes() -> None:
    assert hashlib.sha256(tool.build(DATA).encode()).hexdigest() == lexicon.read("tr").sha256
