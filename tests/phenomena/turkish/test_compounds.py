"""Compounds that are words are one root; those in -sı lose it before another possessive and the plural (buzdolabı, buzdolapları), and
have the pronominal n."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    bilgisayar+lar  bilgisayar +lAr
    bilgisayar+ım   bilgisayar +(I)m
    binbaşı         binbaşı
    denizaltı       denizaltı
    pazartesi       pazartesi
    cumartesi       cumartesi
    birkaç          birkaç
    hiçbir          hiçbir
    önsöz           önsöz
    hanımefendi     hanımefendi
    uluslararası    uluslararası
    olağanüstü      olağanüstü
    ikiyüzlü        ikiyüzlü
    akarsu+lar      akarsu +lAr
    akarsu+ya       akarsu +(y)A
    kahvaltı+da     kahvaltı +DA
    kahvaltı+ya     kahvaltı +(y)A
    ortaokul+da     ortaokul +DA
    ilkokul+a       ilkokul +(y)A
    gecekondu+lar   gecekondu +lAr
    kuzeydoğu+da    kuzeydoğu +DA
    yüzyıl+da       yüzyıl +DA
    yüzyıl+lar      yüzyıl +lAr
    başkent+e       başkent +(y)A
    bugün+kü        bugün +ki         bugünki
    ayakkabı+lar    ayakkabı +lAr
    ayakkabı+m      ayakkabı +(I)m
""")
def test_a_compound_is_one_root(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    soyad+ımız     soyadı +(I)mIz
    başbakan+ımız  başbakan +(I)mIz
    buzdolabı      buzdolabı
    cumhurbaşkanı  cumhurbaşkanı
    gökyüzü+nde    gökyüzü +DA       gökyüzüde
    gökyüzü+ne     gökyüzü +(y)A     gökyüzüye
    yeryüzü+nde    yeryüzü +DA       yeryüzüde
    havaalanı+na   havaalanı +(y)A   havaalanıya
    havaalanı+nda  havaalanı +DA     havaalanıda
    buzdolabı+nda  buzdolabı +DA     buzdolabıda
    atasözü        atasözü
    soyadı         soyadı
    yılbaşı+nda    yılbaşı +DA
    dışişleri      dışişleri
""")
def test_compounds_in_sı(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    buzdolap+ları  buzdolabı +lArI  buzdolabıları
    atasöz+leri    atasözü +lArI    atasözüleri
    gökyüzü+nde    gökyüzü +DA      gökyüzüde
    buzdolabı+nda  buzdolabı +DA    buzdolabıda
    havaalanı+na   havaalanı +(y)A  havaalanıya
    soyad+ım       soyadı +(I)m     soyadıım
""")
def test_the_plural_and_possessives_of_compounds_in_sı(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
