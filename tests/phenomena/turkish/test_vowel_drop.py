"""Vowel drop: the last vowel of some roots is lost before a suffix that begins with a vowel: akıl, aklım. The root keeps its id."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    akl+ım        akıl +(I)m         akılım
    akl+a         akıl +(y)A         akıla
    burn+um       burun +(I)m        burunum
    burn+u+nu     burun +(s)I +(y)I
    ağz+ım        ağız +(I)m         ağızım
    ağz+ımız      ağız +(I)mIz       ağızımız
    oğl+um        oğul +(I)m         oğulum
    oğl+umuz      oğul +(I)mIz       oğulumuz
    şehr+e        şehir +(y)A        şehire
    şehr+imiz     şehir +(I)mIz      şehirimiz
    ism+im        isim +(I)m         isimim
    ism+e         isim +(y)A         isime
    boyn+um       boyun +(I)m        boyunum
    gönl+üm       gönül +(I)m        gönülüm
    gönl+ümüz     gönül +(I)mIz      gönülümüz
    karn+ım       karın +(I)m        karınım
    nehr+e        nehir +(y)A        nehire
    fikr+im       fikir +(I)m        fikirim
    fikr+imiz+ce  fikir +(I)mIz +CA  fikirimizce
    resm+im       resim +(I)m        resimim
    vakt+im       vakit +(I)m        vakitim
    emr+e         emir +(y)A         emire
    ömr+üm        ömür +(I)m         ömürüm
    göğs+üm       göğüs +(I)m        göğüsüm
    omz+um        omuz +(I)m         omuzum
    aln+ım        alın +(I)m         alınım
    beyn+im       beyin +(I)m        beyinim
    zihn+im       zihin +(I)m        zihinim
    nesl+imiz     nesil +(I)mIz      nesilimiz
    metn+e        metin +(y)A        metine
    şekl+e        şekil +(y)A        şekile
""")
def test_the_last_vowel_is_lost_before_a_vowel(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    vakt+e      vakit +(y)A      vakta
    kısm+a      kısım +(y)A      kısme
    kısm+ı+nda  kısım +(s)I +DA
""")
def test_the_vowel_decides_harmony_even_where_it_is_lost(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kayb+ımız  kayıp +(I)mIz  kaypımız
""")
def test_a_consonant_may_soften_besides(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    akıl+lar   akıl +lAr   akllar
    akıl+lı    akıl +lI    akllı
    ağız+dan   ağız +DAn   ağzdan
    burun+da   burun +DA   burnda
    oğul+lar   oğul +lAr   oğllar
    şehir+ler  şehir +lAr  şehrler
    isim+ler   isim +lAr   ismler
    gönül+den  gönül +DAn  gönlden
    fikir+ler  fikir +lAr  fikrler
    omuz+lar   omuz +lAr   omzlar
    nehir+ler  nehir +lAr  nehrler
    vakit+siz  vakit +sIz  vaktsiz
""")
def test_it_stays_before_a_consonant(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    çağr+ıl+dı    çağır +(I)l +DI         çağırıldı
    çevr+il+di    çevir +(I)l +DI         çevirildi
    çağır+dı      çağır +DI               çağrdı
    çağır+ıyor    çağır +Iyor             çağrıyor
    çevir+iyor    çevir +Iyor             çevriyor
    ayır+dı       ayır +DI                ayrdı
    kıvr+ıl+ıyor  kıvır/verb +(I)l +Iyor  kıvırılıyor
""")
def test_some_verbs_lose_it_before_the_passive_alone(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    deniz+im   deniz +(I)m  denzim
    kahır+lar  kahır +lAr   kahrlar
    sabun+a    sabun +(y)A  sabna
""")
def test_other_roots_do_not(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
