"""Vowel harmony: A is a after a back vowel and e after a front one; I is spread or round besides. The last vowel produced decides, suffix
by suffix."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    ev+ler     ev +lAr     evlar
    kız+lar    kız +lAr    kızler
    okul+lar   okul +lAr   okuller
    göz+ler    göz +lAr    gözlar
    köpek+ler  köpek +lAr  köpeklar
    çocuk+lar  çocuk +lAr  çocukler
    elma+lar   elma +lAr   elmaler
    anne+ler   anne +lAr   annelar
""")
def test_the_plural_is_back_or_front(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    araba+da            araba +DA                arabade
    deniz+de            deniz +DA                denizda
    göl+de              göl +DA                  gölda
    kapı+dan            kapı +DAn                kapıden
    köprü+den           köprü +DAn               köprüdan
    yol+dan             yol +DAn                 yolden
    çocuk+lar+ınız+dan  çocuk +lAr +(I)nIz +DAn
""")
def test_cases_are_back_or_front(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+di     gel +DI       geldı
    al+dı      al +DI        aldi
    oku+du     oku +DI       okudı
    gör+dü     gör +DI       gördi
    otur+muş   otur +mIş     oturmış
    ev+imiz    ev +(I)mIz    evımız
    okul+umuz  okul +(I)mIz  okulımız
    göz+ümüz   göz +(I)mIz   gözimiz
    kız+ınız   kız +(I)nIz   kızinız
    kitap+sız  kitap +sIz    kitapsiz
    umut+suz   umut +sIz     umutsız
    ümit+siz   ümit +sIz     ümitsız
    süt+süz    süt +sIz      sütsiz
    tuz+lu     tuz +lI       tuzlı
    köy+lü     köy +lI       köyli
    balık+çı   balık +CI     balıkçi
    oyun+cu    oyun +CI      oyuncı
""")
def test_i_is_back_or_front_and_spread_or_round(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gül+üyor      gül +Iyor           güliyor
    tut+uyor      tut +Iyor           tutıyor
    bil+iyor      bil +Iyor           biluyor
    çalış+ıyor    çalış +Iyor         çalışuyor
    gel+iyor+um   gel +Iyor +(y)Im    geliyorım
    gel+meli      gel +mAlI           gelmalı
    al+malı       al +mAlI            almeli
    yaz+acak      yaz +(y)AcAK        yazecek
    gör+ecek      gör +(y)AcAK        göracak
    gör+müş+tü+k  gör +mIş +(y)DI +k  görmüştık
    gül+ünce      gül +(y)IncA        gülınca
""")
def test_tense_agrees_with_the_stem_and_the_o_of_iyor_stays(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    okul+u  okul +(y)I  okulı
    okul+u  okul +(s)I  okulı
    göl+ü   göl +(y)I   göli
    göl+ü   göl +(s)I   göli
    kız+ı   kız +(y)I   kızi
    kız+ı   kız +(s)I   kızi
    ev+i    ev +(y)I    evı
    ev+i    ev +(s)I    evı
""")
def test_accusative_and_possessive_are_spelled_alike(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
