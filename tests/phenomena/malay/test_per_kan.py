"""per- after mem- and di-, alone or with -kan or -i."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    mem+per+kenal+kan
    di+per+kenal+kan
    mem+per+oleh
    mem+per+baik+i
    di+per+baik+i
    mem+per+hati+kan
    di+per+hati+kan
    mem+per+tahan+kan
    di+per+tahan+kan
    mem+per+luas
    mem+per+luas+kan
    di+per+luas+kan
    mem+per+banyak+kan
    mem+per+kuat+kan
    di+per+kuat+kan
    mem+per+juang+kan
    mem+per+soal+kan
    di+per+soal+kan
    mem+per+kata+kan
    mem+per+cepat+kan
    di+per+cepat+kan
    mem+per+panjang
    mem+per+tingkat+kan
    di+per+tingkat+kan
    mem+per+hebat
    mem+per+kecil+kan
""")
def test_both_sides(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    mem+baca+kan
    mem+beli+kan
    men+jadi+kan
    meng+guna+kan
    me+laku+kan
    di+laku+kan
    di+guna+kan
    di+jadi+kan
    meng+ajar+kan
    di+ajar+kan
    me+masuk+kan
    meng+atas+i
    men+datang+i
    me+lawat+i
    di+lawat+i
    meng+hormat+i
    mem+bantu
    di+bantu
    di+baca
    ter+baca
    ter+jual
    ter+tutup
    ber+jalan
    ber+main
""")
def test_the_other_voices(malay: Language, cut: str) -> None:
    malay.check_cut(cut)
