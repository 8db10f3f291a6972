"""-el-, -er-, -em-, -in- inside a stem are not productive any more: the word is a stem of its own, and takes affixes as any other."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    telunjuk
    telapak
    gelembung
    gerigi
    gemuruh
    gemetar
    gemilang
    gerodak
    seruling
    serabut
    kelengkeng
    jemari
    kemuning
    kemilau
    temali
    selerak
    gelegak
    semerbak
    gementar
    keruping
    telatah
    sinambung
""")
def test_the_stem_is_whole(malay: Language, cut: str) -> None:
    malay.check_cut(cut)
    assert len(malay.tokens_of(cut)) <= 2


@cuts("""
    telunjuk+nya
    gelembung+nya
    telapak+nya
    ke+gemilang+an
    ber+gelembung
    ber+gerigi
    meng+gelembung
    meng+gelegak
    ber+gemuruh
    meng+gemetar
    ke+sinambung+an
    ber+sinambung
    gemetar+an
    jemari+nya
    seruling+nya
    serabut+nya
    ber+serabut
    meny+elerak+kan
    ber+gementar
    gelembung+lah
""")
def test_affixes_around_it(malay: Language, cut: str) -> None:
    assert malay.comes_back(cut.replace("+", ""))
    assert malay.comes_back(malay.sentence.format(cut.replace("+", "")))
    stem = max(cut.split("+"), key=len)
    left = [step.left for step in malay.tokenizer.explain(cut.replace("+", "")).steps]
    assert not left or stem in left[-1]
