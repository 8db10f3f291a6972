"""Buffers: y, s, n or ş stands between two vowels and belongs to the suffix (araba+yı, araba+sı); a vowel in parentheses stands between
two consonants."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    araba+ya    araba +(y)A    arabaa
    araba+yla   araba +(y)lA   arabala
    kapı+yı     kapı +(y)I     kapıı
    kapı+ya     kapı +(y)A     kapıa
    kedi+yi     kedi +(y)I     kedii
    köprü+ye    köprü +(y)A    köprüe
    ütü+yü      ütü +(y)I      ütüü
    hasta+yım   hasta +(y)Im   hastaım
    hasta+ydı   hasta +(y)DI   hastadı
    hasta+ymış  hasta +(y)mIş  hastamış
    hasta+yken  hasta +(y)ken  hastaken
""")
def test_y_before_cases_and_copulas(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    oku+yan       oku +(y)An          okuan
    oku+yacak     oku +(y)AcAK        okuacak
    oku+yabil+ir  oku +(y)Abil +(I)r  okuabilir
    söyle+yip     söyle +(y)Ip        söyleip
    bekle+yerek   bekle +(y)ArAk      bekleerek
    başla+yınca   başla +(y)IncA      başlaınca
""")
def test_y_in_verbs(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    araba+sı     araba +(s)I        arabaı
    kapı+sı      kapı +(s)I         kapıı
    anne+si      anne +(s)I         annei
    araba+sı+nı  araba +(s)I +(y)I
""")
def test_s_before_the_possessive_of_the_third_person(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    araba+nın  araba +(n)In  arabaın
    kedi+nin   kedi +(n)In   kediin
    kapı+nın   kapı +(n)In   kapıın
""")
def test_n_before_the_genitive(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    iki+şer   iki +(ş)Ar   ikier
    altı+şar  altı +(ş)Ar  altıar
    yedi+şer  yedi +(ş)Ar  yedier
    üç+er     üç +(ş)Ar    üçşer
""")
def test_ş_before_the_distributive(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    öğretmen+imiz  öğretmen +(I)mIz  öğretmenmiz
    kedi+m         kedi +(I)m        kediim
    anne+m         anne +(I)m        anneim
    baba+nız       baba +(I)nIz      babaınız
    baba+mız       baba +(I)mIz      babaımız
    ev+imiz        ev +(I)mIz        evmiz
""")
def test_a_vowel_between_consonants_alone(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+e    ev +(y)A    evye
    ev+in   ev +(n)In   evnin
    ev+le   ev +(y)lA   evyle
    gel+en  gel +(y)An  gelyen
    gel+ip  gel +(y)Ip  gelyip
""")
def test_none_after_a_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    suy+a     su +(y)A    sua
    suy+un    su +(n)In   sunun
    suy+um    su +(I)m    sum
    suy+umuz  su +(I)mIz  sumuz
    su+yla    su +(y)lA   suyyla
    su+lar    su +lAr     suylar
""")
def test_su_takes_y_where_others_take_s_or_n(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
