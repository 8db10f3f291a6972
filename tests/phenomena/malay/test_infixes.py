"""-el-, -er-, -em-, -in- inside a stem are not productive any more: the word is a stem of its own, and takes affixes as any other."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    gelembung
    gemuruh
    gemetar
    gemilang
    serabut
    selerak
    gementar
    cemerlang
    gelombang
    jelajah
    semangat
    keliling
    gelanggang
""")
def test_the_stem_is_whole(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    gelembung+nya
    ke+gemilang+an
    ke+cemerlang+an
    ber+gelembung
    ber+gelombang
    ber+gemuruh
    ber+semangat
    men+jelajah
    gelombang+nya
    gelombang+lah
    serabut+nya
    ber+serabut
    ber+selerak
    semangat+nya
""")
def test_affixes_around_it(malay: Language, cut: str) -> None:
    malay.check_cut(cut)
