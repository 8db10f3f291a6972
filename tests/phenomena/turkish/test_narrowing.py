"""Narrowing: a verb that ends in a vowel loses it to the progressive Iyor (bekliyor); de- and ye- have di- and yi- before y. The root
keeps its id."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    bekl+iyor    bekle +Iyor             bekleyor
    başl+ıyor    başla +Iyor             başlayor
    oyn+uyor     oyna +Iyor              oynayor
    söyl+üyor    söyle +Iyor             söyleyor
    anl+ıyor+um  anla +Iyor +(y)Im       anlayorum
    yaş+ıyor+uz  yaşa/verb +Iyor +(y)Iz  yaşayoruz
    ağl+ıyor     ağla +Iyor              ağlayor
    ist+iyor+um  iste +Iyor +(y)Im       isteyorum
    öd+üyor+lar  öde +Iyor +lAr/3PL      ödeyorlar
    topl+uyor    topla +Iyor             toplayor
    ok+uyor      oku +Iyor               okuuyor
    yür+üyor     yürü +Iyor              yürüüyor
    tan+ıyor     tanı/verb +Iyor         tanııyor
""")
def test_the_last_vowel_gives_way_to_the_progressive(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    oyn+uyor+du   oyna +Iyor +(y)DI   oynıyordu
    söyl+üyor+du  söyle +Iyor +(y)DI  söyliyordu
""")
def test_the_vowel_of_the_tense_agrees_with_what_is_left(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    di+yor      de/verb +Iyor           deyor
    di+yor+lar  de/verb +Iyor +lAr/3PL  deyorlar
    di+yecek    de/verb +(y)AcAK        deyecek
    di+yerek    de/verb +(y)ArAk        deyerek
    yi+yor      ye +Iyor                yeyor
    yi+yecek+ti  ye +(y)AcAK +(y)DI     yeyecekti
    yi+yen      ye +(y)An               yeyen
    yi+yip      ye +(y)Ip               yeyip
    yi+yeme+di  ye +(y)AmA +DI          yeyemedi
""")
def test_de_and_ye_are_narrow_before_y(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    de+di     de/verb +DI      didi
    ye+di+k   ye +DI +k        yidik
    de+me+di  de/verb +mA +DI  dimedi
""")
def test_they_are_wide_before_other_sounds(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    bekle+miyor    bekle +mIyor
    ara+mıyor      ara/verb +mIyor        aramayor
    gel+miyor+um   gel +mIyor +(y)Im      gelmeyorum
    gel+emiyor     gel +(y)AmIyor         gelemeyor
    yap+amıyor+um  yap +(y)AmIyor +(y)Im  yapamayorum
""")
def test_a_negation_takes_the_vowel_and_the_stem_keeps_its_own(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    başla+dı     başla +DI       başlıdı
    bekle+yecek  bekle +(y)AcAK  bekliyecek
    iste+yen     iste +(y)An     istiyen
    söyle+yince  söyle +(y)IncA  söyliyince
    oyna+ma+dı   oyna +mA +DI    oynımadı
    koş+uyor     koş +Iyor       koşıyor
""")
def test_nothing_is_narrow_before_other_suffixes(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ist+i+yen       iste +E +(y)An
    söyl+i+yebil+ir  söyle +E +(y)Abil +(I)r
    başl+ı+yacak    başla +E +(y)AcAK
    ed+emi+yecek    et +(y)AmE +(y)AcAK
""")
def test_old_spellings_narrow_before_y_too(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
