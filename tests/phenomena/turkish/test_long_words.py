"""Long words: many suffixes, each with its id, in an order that the grammar knows."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    çekoslovakya+lı+laş+tır+ama+dık+lar+ımız+dan+mış+sınız+casına  \
    <lower> Çekoslovakya +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    avrupa+lı+laş+tır+ama+dık+lar+ımız+dan+mış+sınız+casına        \
    <lower> Avrupa +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    Avrupa+lı+laş+tır+ama+dık+lar+ımız+dan                         Avrupa +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn
    anla+yabil+dik+ler+imiz+den                                    anla +(y)Abil +DIK +lAr +(I)mIz +DAn
    kitap+lık+lar+ımız+da+ki+ler+den                               kitap +lIK +lAr +(I)mIz +DA +ki +lAr +DAn
    ev+ler+imiz+de+ki+ler+in                                       ev +lAr +(I)mIz +DA +ki +lAr +(n)In
    anla+yama+dık+lar+ımız+dan+mış                                 anla +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş
    yap+tır+ama+ma+lar+ı+ndan                                      yap +DIr/CAUS +(y)AmA +mA/VN +lAr +(s)I +DAn
    güzel+leş+tir+il+me+si+nden                                    güzel +lAş +DIr/CAUS +(I)l +mA/VN +(s)I +DAn
    konuş+tur+ama+dık+lar+ımız+dan                                 konuş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn
    çalış+tır+ıl+ma+dık+ları+ndan                                  çalış +DIr/CAUS +(I)l +mA +DIK +lArI +DAn
    bekle+t+il+me+me+si+nin                                        bekle +(I)t +(I)l +mA +mA/VN +(s)I +(n)In
    arkadaş+lık+lar+ımız+ı                                         arkadaş +lIK +lAr +(I)mIz +(y)I
    öğretmen+lik+ler+i+nden                                        öğretmen +lIK +lAr +(s)I +DAn
    yap+tır+ıl+abil+ir                                             yap +DIr/CAUS +(I)l +(y)Abil +(I)r
    özel+leş+tir+il+me+si+ne                                       özel +lAş +DIr/CAUS +(I)l +mA/VN +(s)I +(y)A
    modern+leş+tir+me+ye                                           modern +lAş +DIr/CAUS +mA/VN +(y)A
    umut+suz+luğ+umuz+dan                                          umut +sIz +lIK +(I)mIz +DAn
    düşün+ül+me+diğ+i+nden                                         düşün +(I)l +mA +DIK +(s)I +DAn
    ölüm+süz+leş+tir+di+ler                                        ölüm +sIz +lAş +DIr/CAUS +DI +lAr/3PL
    güzel+leş+tir+me+dikçe                                         güzel +lAş +DIr/CAUS +mA +DIkçA
    kolay+laş+tır+ıl+malı+ydı                                      kolay +lAş +DIr/CAUS +(I)l +mAlI +(y)DI
    gel+eme+yecek+ler+imiz+den+di                                  gel +(y)AmA +(y)AcAK/PTCP.FUT +lAr +(I)mIz +DAn +(y)DI
    bil+in+me+yen+ler+den                                          bil +(I)n/PASS.N +mA +(y)An +lAr +DAn
""")
def test_each_suffix_is_a_token(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    çekoslovakya+lı+laş+tır+ama+dık+lar+ımız+dan+mış+sınız+casına  \
    <lower> Çekoslovakya +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    türk+leş+tir+eme+dik+ler+imiz+den+miş+siniz+cesine  <lower> Türk +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    köy+lü+leş+tir+eme+dik+ler+imiz+den+miş+siniz+cesine  köy +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    oyun+cu+laş+tır+ama+dık+lar+ımız+dan+mış+sınız+casına  oyun +CI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
""")
def test_all_of_them_are_spelled(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
