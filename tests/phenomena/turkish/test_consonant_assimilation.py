"""D is t and C is ç after a voiceless consonant (f s t k ç ş h p), else d and c. The last sound produced decides, be it of the root or of
a suffix."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    kitap+ta   kitap +DA   kitapda
    sokak+ta   sokak +DA   sokakda
    ağaç+tan   ağaç +DAn   ağaçdan
    sınıf+ta   sınıf +DA   sınıfda
    ders+ten   ders +DAn   dersden
    tabak+tan  tabak +DAn  tabakdan
    baş+tan    baş +DAn    başdan
    sabah+tan  sabah +DAn  sabahdan
    hukuk+ta   hukuk +DA   hukukda
""")
def test_d_is_t_after_a_voiceless_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+de      ev +DA      evte
    okul+da    okul +DA    okulta
    yol+dan    yol +DAn    yoltan
    kız+dan    kız +DAn    kıztan
    deniz+de   deniz +DA   denizte
    araba+dan  araba +DAn  arabatan
    gün+de     gün +DA     günte
    yer+den    yer +DAn    yerten
    köy+de     köy +DA     köyte
""")
def test_d_stays_after_a_voiced_consonant_and_a_vowel(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    git+ti      git +DI           gitdi
    yap+tı      yap +DI           yapdı
    aç+tı       aç +DI            açdı
    sev+di      sev +DI           sevti
    koş+tu      koş +DI           koşdu
    kal+dı      kal +DI           kaltı
    bak+tı+m    bak +DI +m        bakdım
    iç+ti+k     iç +DI +k         içdik
    düş+tü+ler  düş +DI +lAr/3PL  düşdüler
    bas+tı+nız  bas +DI +nIz      basdınız
""")
def test_the_past_of_verbs(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    balık+çı  balık +CI  balıkcı
    kitap+çı  kitap +CI  kitapcı
    ekmek+çi  ekmek +CI  ekmekci
    süt+çü    süt +CI    sütcü
    hukuk+çu  hukuk +CI  hukukcu
    oyun+cu   oyun +CI   oyunçu
""")
def test_c_is_ç_after_a_voiceless_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kitap+lık+ta     kitap +lIK +DA         kitaplıkda
    gel+mek+ten      gel +mAk +DAn          gelmekden
    çalış+mak+tan    çalış +mAk +DAn        çalışmakdan
    iş+siz+di        iş +sIz +(y)DI         işsizti
    gel+diğ+i+nde    gel +DIK +(s)I +DA     geldiğinte
    gel+miş+ti+n     gel +mIş +(y)DI +n     gelmişdin
    söyle+yecek+ti   söyle +(y)AcAK +(y)DI  söyleyecekdi
    otur+t+tu        otur +(I)t +DI         oturtdu
    yap+tır+dı       yap +DIr/CAUS +DI      yapdırdı
    seç+tir+di       seç +DIr/CAUS +DI      seçdirdi
    çalış+makta+ydı  çalış +mAktA +(y)DI    çalışmakdaydı
    kitap+tır        kitap +DIr             kitapdır
    güzel+dir        güzel +DIr             güzeltir
    ağaç+tır         ağaç +DIr              ağaçdır
""")
def test_a_suffix_decides_for_the_next(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
