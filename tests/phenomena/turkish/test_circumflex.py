"""The circumflex: â î û are letters of their own, so that kar and kâr are two roots; for harmony they are the vowels without it."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    kâr+ımız     kâr +(I)mIz   karımız
    kâr+lı       kâr +lI       karlı
    kâr+lar      kâr +lAr      kârler
    kâğıt+lar    kâğıt +lAr    kağıtlar
    kâğıd+a      kâğıt +(y)A   kâğıta
    rüzgâr+lı    rüzgâr +lI    rüzgarlı
    rüzgâr+lar   rüzgâr +lAr
    dükkân+lar   dükkân +lAr   dükkanlar
    dükkân+da    dükkân +DA
    hikâye+si    hikâye +(s)I  hikayesi
    hikâye+ler   hikâye +lAr
    imkân+sız    imkân +sIz    imkansız
    imkân+lar    imkân +lAr
    mekân+da     mekân +DA
    mekân+lar    mekân +lAr
    bekâr+lar    bekâr +lAr
    zekâ+sı      zekâ +(s)I    zekası
    zekâ+nın     zekâ +(n)In
    âlem+de      âlem +DA      alemde
    âşık+lar     âşık +lAr     aşıklar
    şikâyet+ler  şikâyet +lAr  şikayetler
    tezgâh+ta    tezgâh +DA
    hâlâ         hâlâ          hala
    lâzım        lâzım         lazım
    inkâr        inkâr
    millî        millî         milli
    resmî        resmî         resmi
    dinî         dinî          dini
    padişah      padişah
    sükûnet      sükûnet
    Kâzım+'+ın   Kâzım ' +(n)In
    İslâm+'+ın   İslâm ' +(n)In
    mahkûm+lar   mahkûm +lAr
""")
def test_words_with_a_circumflex(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kar+lı   kar +lI
    kar+lar  kar +lAr
    hala+m   hala +(I)m
""")
def test_words_without(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
