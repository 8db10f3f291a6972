"""The circumflex: a root with â î û is the root without and a mark, but kar and kâr are two words. For harmony it makes no difference."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    kâr+ımız     kâr +(I)mIz              karımız
    kâr+lı       kâr +lI                  karlı
    kâr+lar      kâr +lAr                 kârler
    kâğıt+lar    <accent> kağıt +lAr      kağıtlar
    kâğıd+a      <accent> kağıt +(y)A     kâğıta
    rüzgâr+lı    <accent> rüzgar +lI      rüzgarlı
    rüzgâr+lar   <accent> rüzgar +lAr
    dükkân+lar   <accent> dükkan +lAr     dükkanlar
    dükkân+da    <accent> dükkan +DA
    hikâye+si    <accent> hikaye +(s)I    hikayesi
    hikâye+ler   <accent> hikaye +lAr
    imkân+sız    <accent> imkan +sIz      imkansız
    imkân+lar    <accent> imkan +lAr
    mekân+da     <accent> mekan +DA
    mekân+lar    <accent> mekan +lAr
    bekâr+lar    <accent> bekar +lAr
    zekâ+sı      <accent> zeka +(s)I      zekası
    zekâ+nın     <accent> zeka +(n)In
    âlem+de      âlem +DA                 alemde
    âşık+lar     <accent> aşık +lAr       aşıklar
    şikâyet+ler  <accent> şikayet +lAr    şikayetler
    tezgâh+ta    <accent> tezgah +DA
    hâlâ         hâlâ                     hala
    lâzım        <accent> lazım           lazım
    inkâr        <accent> inkar
    millî        <accent> milli           milli
    resmî        <accent> resmi           resmi
    dinî         <accent> dini            dini
    padişah      padişah
    sükûnet      <accent> sükunet
    Kâzım+'+ın   Kâzım ' +(n)In
    İslâm+'+ın   <accent> İslam ' +(n)In
    mahkûm+lar   <accent> mahkum +lAr
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
