"""Persons: one set after -DI and -sA (geldim, geldik), another after the other tenses and nominals (geliyorum, geliyoruz), that of the
optative and the imperative."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    gel+iyor+um     gel +Iyor +(y)Im
    gel+iyor+sun    gel +Iyor +sIn
    gel+iyor+uz     gel +Iyor +(y)Iz
    gel+iyor+sunuz  gel +Iyor +sInIz
    gel+iyor+lar    gel +Iyor +lAr/3PL
    gel+miş+im      gel +mIş +(y)Im
    gel+miş+sin     gel +mIş +sIn
    gel+miş+iz      gel +mIş +(y)Iz
    gel+miş+ler     gel +mIş +lAr/3PL
    gel+eceğ+im     gel +(y)AcAK +(y)Im
    gel+ecek+sin    gel +(y)AcAK +sIn
    gel+eceğ+iz     gel +(y)AcAK +(y)Iz
    gel+ecek+siniz  gel +(y)AcAK +sInIz
    gel+meli+yim    gel +mAlI +(y)Im
    gel+meli+siniz  gel +mAlI +sInIz
    yap+makta+yım   yap +mAktA +(y)Im
    gel+ir+siniz    gel +(I)r +sInIz
""")
def test_after_most_tenses(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+ir+im   gel +(I)r +(y)Im
    gel+ir+sin  gel +(I)r +sIn
    gel+ir+iz   gel +(I)r +(y)Iz
    gör+ür+ler  gör +(I)r +lAr/3PL
""")
def test_after_the_aorist(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+mez+sin  gel +mAz +sIn
    gel+me+yiz   gel +mAz +(y)Iz
    bil+me+yiz   bil +mAz +(y)Iz
""")
def test_after_the_negated_aorist(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+me+m  gel +mAz +(y)Im
    bil+me+m  bil +mAz +(y)Im
    gel+me+m  gel +mA/VN +(I)m
""")
def test_i_do_not_come_is_spelled_as_my_coming(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)


@examples("""
    gel+di+m    gel +DI +m
    gel+di+n    gel +DI +n
    gel+di+k    gel +DI +k
    gel+di+niz  gel +DI +nIz
    gel+di+ler  gel +DI +lAr/3PL
    gel+se+m    gel +sA +m
    gel+se+n    gel +sA +n
    gel+se+k    gel +sA +k
    gel+se+niz  gel +sA +nIz
    gel+se+ler  gel +sA +lAr/3PL
""")
def test_after_past_and_condition(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+e+yim   gel +(y)A/OPT +(y)Im
    gel+e+lim   gel +(y)A/OPT +lIm
    gel+e+sin   gel +(y)A/OPT +sIn
    gel+sin     gel +sIn/IMP.3SG
    gel+sinler  gel +sInlAr
    gel+iniz    gel +(y)InIz
    oku+sun     oku +sIn/IMP.3SG      okusın
    oku+sunlar  oku +sInlAr
    oku+ya+lım  oku +(y)A/OPT +lIm    okualım
    oku+ya+yım  oku +(y)A/OPT +(y)Im
    gör+sün     gör +sIn/IMP.3SG      görsin
    oku+yun     oku +(y)In            okuun
    oku+yunuz   oku +(y)InIz
    otur+sana   otur +sAnA
    bak+sanıza  bak +sAnIzA
""")
def test_optative_and_imperative(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    doktor+sun    doktor +sIn
    doktor+uz     doktor +(y)Iz
    doktor+sunuz  doktor +sInIz
    iyi+yim       iyi +(y)Im
    iyi+sin       iyi +sIn
    iyi+yiz       iyi +(y)Iz
    iyi+siniz     iyi +sInIz
    yorgun+uz     yorgun +(y)Iz
    ev+de+yiz     ev +DA +(y)Iz
""")
def test_after_nominals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
