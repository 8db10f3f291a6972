"""Loans that end in a back vowel and take front suffixes all the same: saatler, harfi, rollerde. It is a property of the root, and holds
for the first suffix."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    saat+ler       saat +lAr        saatlar
    saat+te        saat +DA         saatta
    Rabb+in        <title> rab +(n)In  Rabbın
    Rab+den        <title> rab +DAn  Rabdan
    saat+imiz      saat +(I)mIz     saatımız
    rol+ler        rol +lAr         rollar
    rol+de         rol +DA          rolda
    harf+ler       harf +lAr        harflar
    harf+e         harf +(y)A       harfa
    kalp+ler       kalp +lAr        kalplar
    kalp+ten       kalp +DAn        kalptan
    kalb+im        kalp +(I)m       kalbım
    dikkat+le      dikkat +(y)lA    dikkatla
    dikkat+li      dikkat +lI       dikkatlı
    dikkat+siz     dikkat +sIz      dikkatsız
    hal+de         hal +DA          halda
    petrol+den     petrol +DAn      petroldan
    ihtimal+ler    ihtimal +lAr     ihtimallar
    sembol+ler     sembol +lAr      sembollar
    seyahat+ler    seyahat +lAr     seyahatlar
    şefkat+le      şefkat +(y)lA    şefkatla
    hayal+ler      hayal +lAr       hayallar
    hayal+im       hayal +(I)m      hayalım
    terminal+de    terminal +DA     terminalda
    festival+e     festival +(y)A   festivala
    general+ler    general +lAr     generallar
    sadakat+siz    sadakat +sIz     sadakatsız
    hakikat+ler    hakikat +lAr     hakikatlar
    cemaat+ler     cemaat +lAr      cemaatlar
    kanaat+im      kanaat +(I)m     kanaatım
    menfaat+ler    menfaat +lAr     menfaatlar
    itaat+siz+lik  itaat +sIz +lIK  itaatsizlık
""")
def test_they_take_front_suffixes(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    alkol+lü      alkol +lI        alkollu
    alkol+süz     alkol +sIz       alkolsuz
    gol+ümüz      gol +(I)mIz      golumuz
    kontrol+süz   kontrol +sIz     kontrolsuz
    kontrol+ümüz  kontrol +(I)mIz  kontrolumuz
    petrol+ün     petrol +(n)In    petrolun
    meşgul+sünüz  meşgul +sInIz    meşgulsunuz
""")
def test_after_o_and_u_the_suffix_is_front_and_round(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    okul+lar   okul +lAr   okuller
    hayat+lar  hayat +lAr  hayatler
    sanat+lar  sanat +lAr  sanatler
    futbol+cu  futbol +CI  futbolcü
    yol+lar    yol +lAr    yoller
    dal+lar    dal +lAr    daller
    kat+lar    kat +lAr    katler
""")
def test_other_words_in_al_ol_and_at_do_not(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    saat+i   saat +(y)I   saatı
    rol+ü    rol +(s)I    rolu
    harf+i   harf +(y)I   harfı
    kalb+i   kalp +(s)I   kalpi
    usul+ü   usul +(s)I   usulu
    kabul+ü  kabul +(s)I  kabulu
    misal+i  misal +(y)I  misalı
""")
def test_accusative_and_possessive(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
