"""ke-...-an: both sides at once make a noun of a stem."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    ke+baik+an
    ke+adil+an
    ke+boleh+an
    ke+cantik+an
    ke+sihat+an
    ke+selamat+an
    ke+raja+an
    ke+jaya+an
    ke+hidup+an
    ke+mati+an
    ke+ada+an
    ke+kuat+an
    ke+lemah+an
    ke+marah+an
    ke+merdeka+an
    ke+perlu+an
    ke+putus+an
    ke+takut+an
    ke+turun+an
    ke+untung+an
    ke+mahu+an
    ke+datang+an
    ke+bangsa+an
    ke+budaya+an
    ke+kerap+an
    ke+lahir+an
    ke+rajin+an
    ke+sedih+an
    ke+sukar+an
    ke+tinggi+an
""")
def test_around_a_stem(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    ke+baik+an+nya
    ke+selamat+an+nya
    ke+jaya+an+nya
    ke+hidup+an+nya
    ke+ber+jaya+an
    ke+ter+batas+an
    ke+se+imbang+an
    ke+putus+an+nya
    ke+takut+an+nya
    ke+mahu+an+ku
    ke+hidup+an+mu
""")
def test_with_more_affixes(malay: Language, cut: str) -> None:
    malay.check_cut(cut)
