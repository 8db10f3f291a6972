"""-nya, -ku, -mu, -lah, -kah: pronouns and particles behind the word, after its own suffixes."""

from tests.phenomena.splinter import Language, cuts


@cuts("""
    buku+nya
    rumah+nya
    kereta+nya
    nama+nya
    anak+nya
    ibu+nya
    bapa+nya
    kawan+nya
    suara+nya
    hati+nya
    wajah+nya
    rumah+ku
    rumah+mu
    nama+ku
    nama+mu
    hati+ku
    hati+mu
    tulis+an+nya
    pandang+an+nya
    tuju+an+nya
    pem+baca+an+nya
""")
def test_pronouns(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    baca+lah
    ambil+lah
    itu+lah
    dia+lah
    lihat+lah
    dengar+lah
    buat+lah
    jangan+lah
    siapa+kah
    apa+kah
    bila+kah
    boleh+kah
    itu+kah
    benar+kah
    mampu+kah
    guna+kan+lah
    laku+kan+lah
    biar+lah
    biar+kan+lah
""")
def test_particles(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    pergi+lah
    ini+lah
    ini+kah
    bukan+lah
    beri+lah
    lagi+kah
""")
def test_what_is_left_is_no_stem_of_two_letters(malay: Language, cut: str) -> None:
    malay.check_cut(cut)


@cuts("""
    kepala
    kereta
    kerana
    bapa
    mereka
    kepada
    daripada
    negara
    masalah
    sekolah
    sebelah
    salah
    bukan
    makan
    jalan
    bulan
    hujan
    tangan
    ikan
    kawan
    hati
    pagi
    lagi
    tinggi
    bunga
    telur
    peta
    pesawat
    besar
    beras
    diri
    dinding
    sudah
    setia
""")
def test_words_that_only_look_so_are_one_token(malay: Language, cut: str) -> None:
    assert len(malay.tokens_of(cut)) == 1
    assert malay.comes_back(cut)
    assert malay.comes_back(malay.sentence.format(cut))
