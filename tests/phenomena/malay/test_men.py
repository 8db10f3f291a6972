"""meN- and peN-: the nasal is that of the first sound of the stem, and a voiceless one gives way to it: tulis, men+ulis."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    me+lawan
    me+lihat
    me+rasa
    me+rancang
    me+minta
    me+masak
    me+nanti
    me+warna+kan
    me+yakin+kan
    mem+baca
    mem+beli
    mem+bawa
    mem+buka
    mem+bina
    mem+bantu
    mem+fitnah
    mem+proses
    men+cari
    men+cuba
    men+jual
    men+jadi
    men+dapat
    men+dengar
    men+daki
    men+ziarah+i
    meng+ambil
    meng+ajar
    meng+guna+kan
    meng+hantar
    meng+hias
    meng+ikut
    meng+ubah
    meng+ingat
    menge+cat
    menge+lap
""")
def test_the_nasal_follows_the_first_sound(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    mem+ukul
    mem+akai
    mem+ilih
    mem+andang
    mem+ikir+kan
    mem+otong
    men+ulis
    men+olong
    men+erima
    men+anam
    men+arik
    men+utup
    men+unggu
    meny+apu
    meny+impan
    meny+okong
    meny+ewa
    meny+entuh
    meng+irim
    meng+umpul+kan
    meng+enal
    meng+ejar
    meng+ira
""")
def test_p_t_s_k_give_way_to_it(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    pe+lari
    pe+laku
    pe+rosak
    pem+baca
    pem+bantu
    pem+beli
    pem+bantu+an
    pen+cari
    pen+jual
    pen+dengar
    pen+cinta
    peng+ajar
    peng+guna
    peng+hantar
    peng+ikut
    pem+ilih
    pen+ulis
    pen+ulis+an
    pen+erima
    peny+okong
    peny+impan
    peng+irim
    peng+umpul
    peng+umpul+an
""")
def test_those_who_do_it_and_what_is_done(malay: Language, cut: str) -> None:
    malay.check_cut(cut)
