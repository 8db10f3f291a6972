"""Gemination: the last consonant of some loans is double before a vowel: hak, hakkım. The root keeps its id."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    hakk+ım     hak +(I)m      hakım
    hakk+ımız   hak +(I)mIz    hakımız
    hakk+a      hak +(y)A      haka
    aff+a       af +(y)A       afa
    aff+ınız    af +(I)nIz     afınız
    hisse       hisse
    hiss+im     his +(I)m      hisim
    hiss+imiz   his +(I)mIz    hisimiz
    zann+ım     zan +(I)m      zanım
    sırr+ım     sır +(I)m      sırım
    sırr+a      sır +(y)A      sıra
    sırr+ımız   sır +(I)mIz    sırımız
    hadd+im     had +(I)m      hadim
    şıkk+a      şık +(y)A       şıka
    hatta       hatta
    hatt+ımız   hat +(I)mIz    hatımız
    hatt+ı+nda  hat +(s)I +DA  hatında
    hacc+a      hac +(y)A      haca
    üss+e       üs +(y)A       üse
    üss+ümüz    üs +(I)mIz     üsümüz
    üss+ü+nde   üs +(s)I +DA   üsünde
    fenn+e      fen +(y)A      fene
    Rabb+im     <title> rab +(I)m  Rabim
""")
def test_the_last_consonant_is_double_before_a_vowel(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    tıbb+a     tıp +(y)A        tıpa
    tıbb+ın    tıp +(n)In       tıpın
    zıdd+ı+na  zıt +(s)I +(y)A  zıtına
""")
def test_a_consonant_may_soften_besides(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    hak+lar  hak +lAr  hakklar
    hak+lı   hak +lI   hakklı
    hak+sız  hak +sIz  hakksız
    his+ler  his +lAr  hissler
    his+siz  his +sIz  hisssiz
    sır+lar  sır +lAr  sırrlar
    hat+lar  hat +lAr  hattlar
    tıp+ta   tıp +DA   tıbbta
    zıt+lar  zıt +lAr  zıddlar
    üs+ler   üs +lAr   üssler
    şık+lar  şık +lAr       şıkklar
    hac+dan  hac +DAn  haccdan
    af+tan   af +DAn   afftan
    fen+den  fen +DAn  fennden
""")
def test_it_is_single_before_a_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    halk+a    halk +(y)A    halkka
    bak+acak  bak +(y)AcAK  bakkacak
    cin+in    cin +(n)In
""")
def test_other_roots_do_not(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    hakk+ı  hak +(s)I  hakı
    hakk+ı  hak +(y)I  hakı
    hiss+i  his +(y)I  hisi
    sırr+ı  sır +(s)I  sırı
""")
def test_accusative_and_possessive(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
