"""Softening: a final p ç t k of many roots, and of suffixes in K, is b c d ğ before a vowel; after n, k is g. The root keeps its id."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    kitab+a       kitap +(y)A      kitapa
    kitab+ımız    kitap +(I)mIz    kitapımız
    ağac+a        ağaç +(y)A       ağaça
    ağac+ım       ağaç +(I)m       ağaçım
    köpeğ+im      köpek +(I)m      köpekim
    köpeğ+e       köpek +(y)A      köpeke
    çocuğ+umuz    çocuk +(I)mIz    çocukumuz
    çocuğ+a       çocuk +(y)A      çocuka
    ekmeğ+e       ekmek +(y)A      ekmeke
    kulağ+ım      kulak +(I)m      kulakım
    ayağ+ımız     ayak +(I)mIz     ayakımız
    dolab+a       dolap +(y)A      dolapa
    sonuc+a       sonuç +(y)A      sonuça
    borc+um       borç +(I)m       borçum
    kanad+ımız    kanat +(I)mIz    kanatımız
    yurd+umuz     yurt +(I)mIz     yurtumuz
    kağıd+a       kağıt +(y)A      kağıta
    cevab+a       cevap +(y)A      cevapa
    hesab+ım      hesap +(I)m      hesapım
    mektub+um     mektup +(I)m     mektupum
    ihtiyac+ımız  ihtiyaç +(I)mIz  ihtiyaçımız
    amac+ımız     amaç +(I)mIz     amaçımız
    bıçağ+ım      bıçak +(I)m      bıçakım
    sokağ+a       sokak +(y)A      sokaka
    diyaloğ+a     diyalog +(y)A    diyaloga
""")
def test_a_root_softens_before_a_vowel(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    reng+e     renk +(y)A    renke
    reng+imiz  renk +(I)mIz  renğimiz
""")
def test_after_n_k_is_g(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kitap         kitap             kitab
    kitap+lar     kitap +lAr        kitablar
    ağaç+lar      ağaç +lAr         ağaclar
    köpek+ten     köpek +DAn        köpeğden
    renk+ler      renk +lAr         rengler
    kulak+lar+ım  kulak +lAr +(I)m  kulağlarım
    kağıt+ta      kağıt +DA         kağıdta
    dolap+tan     dolap +DAn        dolabtan
    yurt+lar      yurt +lAr         yurdlar
""")
def test_before_a_consonant_and_at_the_end_nothing_softens(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gid+iyor    git +Iyor             gitiyor
    gid+ecek    git +(y)AcAK          gitecek
    git+me+di   git +mA +DI           gidmedi
    ed+iyor+um  et/verb +Iyor +(y)Im  etiyorum
    ed+en       et/verb +(y)An        eten
    ed+en+ler   et/verb +(y)An +lAr   etenler
    et+ti+ler   et/verb +DI +lAr/3PL  eddiler
    güd+üyor    güt +Iyor             gütüyor
    tad+ıyor    tat +Iyor             tatıyor
""")
def test_some_verbs_soften_too(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+eceğ+im       gel +(y)AcAK +(y)Im            gelecekim
    gör+ecek+ler      gör +(y)AcAK +lAr/3PL          göreceğler
    gel+diğ+imiz      gel +DIK +(I)mIz               geldikimiz
    gel+dik+ten       gel +DIK +DAn                  geldiğten
    iyi+liğ+e         iyi +lIK +(y)A                 iyilike
    kitap+lığ+ımız+a  kitap +lIK +(I)mIz +(y)A       kitaplıkımıza
    yap+acağ+ız       yap +(y)AcAK +(y)Iz            yapacakız
    bul+acağ+ınız     bul +(y)AcAK/PTCP.FUT +(I)nIz
    gör+düğ+üm+e      gör +DIK +(I)m +(y)A           gördüküme
""")
def test_suffixes_in_k_soften(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
