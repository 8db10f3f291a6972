"""The example words and sentences of Bayram et al. 2025 (sections 1, 3 and 4 of both papers). Where it cuts otherwise than our
conventions, ours are meant: birlikte is a word, atasözü a compound."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    Kitap oku+ma+yı sev+iyor+um+.              <title> kitap | oku +mA/VN +(y)I | sev +Iyor +(y)Im .
    Kalk+tığ+ımız+da hep birlikte yürü+dü+k+.  <title> kalk +DIK +(I)mIz +DA | hep | birlikte | yürü +DI +k .
    Çekoslovakya+lı+laş+tır+ama+dık+lar+ımız+dan mı+sınız+?  \
        Çekoslovakya +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn | mı +sInIz ?
    Atasöz+ler+i geçmiş+ten gün+ümüz+e kadar ulaş+an  <title> atasözü +lAr +(s)I | geçmiş +DAn | gün +(I)mIz +(y)A | kadar | ulaş +(y)An
    bakım+ı+ndan                               bakım +(s)I +DAn
    mecaz+lı bir mana                          [mecaz] +lI | bir | mana
    kalıp+laş+mış söz+ler+dir                  kalıp +lAş +mIş | söz +lAr +DIr
""")
def test_sentences(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kitap+lar+ımız+dan           kitap +lAr +(I)mIz +DAn
    anla+yabil+dik+ler+imiz+den  anla +(y)Abil +DIK +lAr +(I)mIz +DAn
    Avrupa+lı+laş+tır+ama+dık+lar+ımız+dan+mış+sınız+casına  \
        Avrupa +lI +lAş +DIr/CAUS +(y)AmA +DIK +lAr +(I)mIz +DAn +(y)mIş +sInIz +CAsInA
    gel+di+m                     gel +DI +m
    gel+di                       gel +DI
    ev+ler                       ev +lAr                               evlar
    çocuk+lar                    çocuk +lAr                            çocukler
    kitap+ta                     kitap +DA                             kitapda
    sokak+ta                     sokak +DA                             sokakda
    araba+lar                    araba +lAr
    di+yor                       de/verb +Iyor                         deyor
    başl+ıyor                    başla +Iyor                           başlayor
    oyn+uyor                     oyna +Iyor                            oynayor
    kapı+yı                      kapı +(y)I                            kapıı
    kedi+yi                      kedi +(y)I                            kedii
    oku+ma+yı                    oku +mA/VN +(y)I                      okumaı
    bilgisayar                   bilgisayar
    akarsu                       akarsu
    çamaşırhane                  çamaşırhane
    hanımeli                     hanımeli
""")
def test_words(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kitab+ı   kitap +(y)I   kitapı
    kitab+ı   kitap +(s)I   kitapı
    akl+ı     akıl +(s)I    akılı
    okul+u    okul +(y)I    okulı
    göl+ü     göl +(y)I     göli
    aln+ı     alın +(s)I    alını
    tetkik+i  tetkik +(s)I  tetkiği
""")
def test_decoding(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)


@examples("""
    You+Tube          <title> [you] <title> [tube]
    TBMM              <upper> tbmm
    i+Phone           [i] <title> [phone]
    camel+Case        [camel] <title> [case]
    XML+Http+Request  <upper> [xml] <title> [http] <title> [request]
    Mac+Book          <title> [mac] <title> [book]
""")
def test_camel_case_is_cut_where_the_case_changes(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Kitap  <title> kitap  kitap
    kitap  kitap          Kitap
    Ayşe   Ayşe
""")
def test_a_word_has_the_same_root_with_and_without_a_capital(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
