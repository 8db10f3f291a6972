"""Reduplication with a hyphen: both halves are cut alike, as the word that stands alone, and the hyphen is no space."""

import re

from tests.phenomena.splinter import Language, texts


@texts("""
    kanak-kanak
    buku-buku
    rumah-rumah
    anak-anak
    kawan-kawan
    orang-orang
    tiba-tiba
    masing-masing
    perlahan-lahan
    lama-kelamaan
    bersama-sama
    berjalan-jalan
    bermain-main
    tolong-menolong
    sayur-sayuran
    buah-buahan
    kuih-muih
    gunung-ganang
    bukit-bukau
    lauk-pauk
    Undang-undang
    UNDANG-UNDANG
    buku-bukunya
    anak-anaklah
    sekali-sekala
    kura-kura
    laki-laki
    rama-rama
""")
def test_the_halves_are_cut_as_words(malay: Language, text: str) -> None:
    assert malay.comes_back(text)
    assert malay.comes_back(malay.sentence.format(text))
    begin = 0
    for half in text.split("-"):
        inside = [token for token in malay.tokens_of(text) if min(token) >= begin and max(token) < begin + len(half)]
        assert [{at - begin for at in token} for token in inside] == malay.tokens_of(half)
        begin += len(half) + 1


@texts("""
    kanak2
    rumah2nya
    kanak -kanak
    kanak- kanak
    kanak--kanak
    -kanak
    kanak-
    -
    e-mel
    ke-3
    ke-20an
    anti-Amerika
    Kanak-Kanak
    KANAK-kanak
    pro-rakyat
    kanak‑kanak
    kanak–kanak
    mak-mak
    a-a
    buku-buku-buku
""")
def test_other_hyphens_come_back(malay: Language, text: str) -> None:
    assert malay.comes_back(text)
    assert malay.comes_back(malay.sentence.format(text))


@texts("""
    orang2nya
    temen2ku
    buku2mu
    kawan2lah
    lagu2nya
    LAGU2nya
    1990an
""")
def test_an_affix_behind_the_digit_is_an_affix(malay: Language, text: str) -> None:
    affix = re.split(r"\d+", text)[-1]
    assert malay.tokenizer.encode(text).tokens[-1] == f"+-{affix}"
    assert malay.comes_back(text)
    assert malay.comes_back(malay.sentence.format(text))
