"""Voice: causative (-DIr, -t, -Ar), passive (-Il, -In), reflexive (-In), reciprocal (-Iş). Which of them a verb takes is lexical;
several may follow each other."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    oku+t+tu      oku +(I)t +DI
    bekle+t+ti    bekle +(I)t +DI
    otur+t+tu     otur +(I)t +DI
    yap+tır+dı    yap +DIr/CAUS +DI
    yaz+dır+dı    yaz +DIr/CAUS +DI
    bil+dir+di    bil +DIr/CAUS +DI
    gül+dür+dü    gül +DIr/CAUS +DI
    ye+dir+di     ye +DIr/CAUS +DI
    aç+tır+dı     aç +DIr/CAUS +DI
    yap+tır+t+tı  yap +DIr/CAUS +(I)t +DI
    temiz+let+ti  temiz +lAt +DI
""")
def test_causatives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    pişir+di      pişir +DI                 pişerdi
    düşür+dü      düşür +DI
    içir+di       içir +DI
    duyur+du      duyur +DI                 duyırdı
    geçir+il+di   geçir +(I)l +DI
""")
def test_the_causative_of_few_verbs_belongs_to_the_root(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    yap+ıl+dı    yap +(I)l +DI
    yaz+ıl+dı    yaz +(I)l +DI
    gör+ül+dü    gör +(I)l +DI
    sev+il+di    sev +(I)l +DI
    aç+ıl+dı     aç +(I)l +DI
    kır+ıl+dı    kır +(I)l +DI
    konuş+ul+du  konuş +(I)l +DI
    yap+ıl+ıyor  yap +(I)l +Iyor
    yaz+ıl+acak  yaz +(I)l +(y)AcAK
    yap+ıl+mış   yap +(I)l +mIş
    oku+n+du     oku +(I)n/PASS.N +DI
    iste+n+di    iste +(I)n/PASS.N +DI
    bil+in+di    bil +(I)n/PASS.N +DI
    gel+in+di    gel +(I)n/PASS.N +DI
    söyle+n+di   söyle +(I)n/PASS.N +DI
    al+ın+dı     al +(I)n/PASS.N +DI
    kapa+n+dı    kapa +(I)n/PASS.N +DI
""")
def test_passives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    tanım+lan+dı    tanım +lAn +DI
    hesap+lan+an    hesap +lAn +(y)An
    plan+lan+dı     plan +lAn +DI
    hasta+lan+dı    hasta +lAn/ACQUIRE +DI
    bilgi+len+dir+di  bilgi +lAn/ACQUIRE +DIr/CAUS +DI
    sonuç+lan+dı    sonuç +lAn/ACQUIRE +DI
""")
def test_the_passive_of_a_verb_in_la_is_told_from_what_one_becomes(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    konuş+tur+ul+du    konuş +DIr/CAUS +(I)l +DI
    yap+tır+ıl+dı      yap +DIr/CAUS +(I)l +DI
    seç+tir+il+di      seç +DIr/CAUS +(I)l +DI
    bil+dir+il+di      bil +DIr/CAUS +(I)l +DI
    yaz+dır+ıl+dı      yaz +DIr/CAUS +(I)l +DI
    oku+t+ul+du        oku +(I)t +(I)l +DI
    yap+tır+ıl+an+lar  yap +DIr/CAUS +(I)l +(y)An +lAr
    seç+il+iyor        seç +(I)l +Iyor
""")
def test_passives_of_causatives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    giy+in+di    giy +(I)n/REFL +DI
    giy+in+iyor  giy +(I)n/REFL +Iyor
    ört+ün+dü    ört +(I)n/REFL +DI
    soy+un+muş   soy +(I)n/REFL +mIş
    kaç+ın+dı    kaç +(I)n/REFL +DI
    gör+ün+üyor  gör +(I)n/REFL +Iyor
""")
def test_a_passive_in_n_follows_l_and_vowels_so_these_are_reflexives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    anla+ş+tı     anla +(I)ş +DI
    tanı+ş+tı+k   tanı/verb +(I)ş +DI +k
    yaz+ış+ıyor   yaz +(I)ş +Iyor
    çarp+ış+acak  çarp +(I)ş +(y)AcAK
    bak+ış+tı+lar  bak +(I)ş +DI +lAr/3PL
""")
def test_reciprocals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    görüş+tü      görüş +DI
    konuş+tu      konuş +DI
    bulun+du      bulun +DI
    dinlen+di     dinlen/verb +DI
""")
def test_verbs_of_their_own(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    anla+t+tı   anla +(I)t +DI        anlattu
    kork+ut+tu  kork +(I)t +DI
    bul+un+du   bul +(I)n/PASS.N +DI
    öl+dür+dü   öl +DIr/CAUS +DI      öldirdi
    tara+n+dı   tara +(I)n/REFL +DI
    tara+n+dı   tara +(I)n/PASS.N +DI
    çık+ar+dı   çık +Ar +DI           çıkerdi
    kop+ar+dı   kop +Ar +DI
""")
def test_every_class_of_voice_is_spelled(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
