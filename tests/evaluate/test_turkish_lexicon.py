"""The Turkish lexicon of the purity metric: what it has and what not."""

import csv

import pytest
from morfem import MorfemError
from morfem.evaluate import lexicon
from morfem.evaluate.lexicon import AFFIX, ROOT, WORD

from tests.pages import ROOT as REPOSITORY


def test_all_allomorphs_of_the_affix_table_are_affixes_of_the_lexicon() -> None:
    known = lexicon.read("tr")
    with open(REPOSITORY / "docs" / "mft-affixes.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    missing = {row["gloss"] for row in rows for each in row["allomorphs"].split(", ") if not known.of(each) & AFFIX}
    # Forms that stand before some affix alone (önem+s+iyor), spellings of speech and of before (vermeğe), and arası written on.
    spoken = {
        "FUT.SPOKEN",
        "NEG.FUT.SPOKEN",
        "FUT",
        "FUT.GLIDE",
        "IMPOSS.NARROW",
        "NEG.FUT.GLIDE",
        "IMPOSS.FUT.SPOKEN",
        "IMPOSS.PROG.SPOKEN",
        "OPT.1SG.SPOKEN",
    }
    assert missing == {"SOUND", "CONSIDER", "CONSIDER.IM", "INF", "AMONG", *spoken}


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
