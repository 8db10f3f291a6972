"""Negation and ability: negation is a piece of its own but fused with a progressive or an aorist after it (gel+me+di, gel+miyor,
gel+mez); impossibility likewise (gel+eme+di, gel+emiyor)."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    gel+me+di         gel +mA +DI
    gel+me+di+m       gel +mA +DI +m
    gel+me+miş        gel +mA +mIş
    gel+me+yecek      gel +mA +(y)AcAK           gelmiyecek
    gel+me+meli       gel +mA +mAlI
    gel+me+se         gel +mA +sA
    oku+ma+dı         oku +mA +DI
    git+me+meli+yiz   git +mA +mAlI +(y)Iz
    anla+ma+dı+m      anla +mA +DI +m
    ye+me+di+m        ye +mA +DI +m
    söyle+me+yen      söyle +mA +(y)An
    bil+me+diğ+im     bil +mA +DIK +(I)m
    yap+ıl+ma+mış+tı  yap +(I)l +mA +mIş +(y)DI
    gel+me+sin        gel +mA +sIn/IMP.3SG
""")
def test_negation(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+miyor      gel +mIyor
    bil+miyor+um   bil +mIyor +(y)Im
    oku+muyor      oku +mIyor
    gel+mez+siniz  gel +mAz +sInIz
    gel+mez+ler    gel +mAz +lAr/3PL
    iste+mez+ler   iste +mAz +lAr/3PL
    bil+meden      bil +mAdAn
    yaz+madan      yaz +mAdAn
    gör+meksizin   gör +mAksIzIn
    gel+mez        gel +mAz
    bil+mez        bil +mAz
    oku+maz        oku +mAz
""")
def test_negation_fused_with_the_tense(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+ebil+ir      gel +(y)Abil +(I)r
    gel+ebil+iyor    gel +(y)Abil +Iyor
    gel+ebil+di      gel +(y)Abil +DI
    gel+ebil+ir+im   gel +(y)Abil +(I)r +(y)Im
    oku+yabil+ir     oku +(y)Abil +(I)r         okuabilir
    yap+abil+ir+sin  yap +(y)Abil +(I)r +sIn
    gel+ebil+ecek    gel +(y)Abil +(y)AcAK
""")
def test_ability(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+eme+di      gel +(y)AmA +DI
    gel+eme+di+k    gel +(y)AmA +DI +k
    gel+eme+miş     gel +(y)AmA +mIş
    gel+emiyor      gel +(y)AmIyor
    gel+eme+m       gel +(y)AmAz +(y)Im
    gel+emez+siniz  gel +(y)AmAz +sInIz
    oku+yama+dı     oku +(y)AmA +DI          okuamadı
    anla+yama+dı+k  anla +(y)AmA +DI +k
    söyle+yeme+m    söyle +(y)AmAz +(y)Im
    al+ama+dı+lar   al +(y)AmA +DI +lAr/3PL
    gör+emeden      gör +(y)AmAdAn
    gel+emez        gel +(y)AmAz
    gel+eme+yecek   gel +(y)AmA +(y)AcAK
""")
def test_impossibility(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    yap+ma+yabil+ir  yap +mA +(y)Abil +(I)r
    gel+me+yebil+ir  gel +mA +(y)Abil +(I)r
""")
def test_both(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
