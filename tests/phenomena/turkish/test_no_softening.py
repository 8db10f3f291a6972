"""No softening: many loans and most words of one syllable keep p ç t k before a vowel. It is a property of the root."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    hayat+ım       hayat +(I)m           hayadım
    hayat+a        hayat +(y)A           hayada
    hayat+ımız     hayat +(I)mIz         hayadımız
    hukuk+a        hukuk +(y)A           hukuğa
    hukuk+umuz     hukuk +(I)mIz         hukuğumuz
    saat+im        saat +(I)m            saadim
    sanat+a        sanat +(y)A           sanada
    devlet+e       devlet +(y)A          devlede
    millet+imiz+e  millet +(I)mIz +(y)A  milledimize
    sepet+e        sepet +(y)A           sepede
    bilet+im       bilet +(I)m           biledim
    paket+e        paket +(y)A           pakede
    ticaret+e      ticaret +(y)A         ticarede
    şirket+imiz    şirket +(I)mIz        şirkedimiz
    merak+ım       merak +(I)m           merağım
    ahlak+ımız     ahlak +(I)mIz         ahlağımız
""")
def test_loans_keep_their_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    süt+e      süt +(y)A     süde
    süt+ümüz   süt +(I)mIz   südümüz
    top+um     top +(I)m     tobum
    saç+ım     saç +(I)m     sacım
    maç+a      maç +(y)A     maca
    kök+e      kök +(y)A     köğe
    ek+imiz    ek +(I)mIz    eğimiz
    at+ım      at +(I)m      adım
    park+a     park +(y)A    parga
    fark+ımız  fark +(I)mIz  fargımız
    halk+ım    halk +(I)m    halgım
    halk+ımız  halk +(I)mIz  halğımız
    kırk+a     kırk +(y)A    kırga
""")
def test_words_of_one_syllable_keep_it(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    seç+iyor      seç +Iyor            seciyor
    yap+ıyor+um   yap +Iyor +(y)Im     yabıyorum
    bak+acak      bak +(y)AcAK         bağacak
    çık+ıyor      çık +Iyor            çığıyor
    kalk+acak     kalk +(y)AcAK        kalgacak
    tut+an        tut +(y)An           tudan
    yat+ıyor+lar  yat +Iyor +lAr/3PL   yadıyorlar
    iç+iyor+uz    iç +Iyor +(y)Iz      iciyoruz
    kaç+acağ+ız   kaç +(y)AcAK +(y)Iz  kacacağız
    bit+iyor      bit +Iyor            bidiyor
""")
def test_most_verbs_keep_it(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
