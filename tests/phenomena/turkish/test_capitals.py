"""Capitals: a mark says that a word is a title or all capitals, the units are those of small letters. A name has a capital unless a mark
says otherwise. i has İ and ı has I."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    Kitap        <title> kitap             kitap
    Kitap+lar    <title> kitap +lAr        kitaplar
    Kitab+ım     <title> kitap +(I)m
    Ev+de        <title> ev +DA
    Gel+iyor+um  <title> gel +Iyor +(y)Im
    Şeker        <title> şeker
    Çocuk        <title> çocuk
    Öğretmen     <title> öğretmen
    Ülke         <title> ülke
    Akl+ı+nda    <title> akıl +(s)I +DA
    O            <title> o
""")
def test_a_capital_and_small_letters(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    KİTAP               <upper> kitap          KITAP
    KİTAP+LAR+IMIZ+DAN  <upper> kitap +lAr +(I)mIz +DAn
    KİTAB+IM            <upper> kitap +(I)m
    EV+DE               <upper> ev +DA
    ŞEKER+LER           <upper> şeker +lAr
    ÇOCUK+LAR+A         <upper> çocuk +lAr +(y)A
    ÖĞRETMEN+LER        <upper> öğretmen +lAr
    ÜLKE+MİZ            <upper> ülke +(I)mIz
    BİR                 <upper> bir            BIR
    Dİ+YOR              <upper> de/verb +Iyor  DIYOR
    GEL+İYOR            <upper> gel +Iyor
    TÜRKİYE             <upper> Türkiye        TÜRKIYE
""")
def test_all_capitals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    İyi       <title> iyi        Iyi
    Işık      <title> ışık       İşık
    IŞIK+LAR  <upper> ışık +lAr  İŞİKLAR
    Ilık      <title> ılık       İlık
    ILIK      <upper> ılık       İLİK
    IRMAK     <upper> ırmak      İRMAK
    ISLAK     <upper> ıslak      İSLAK
    İstanbul  İstanbul           Istanbul
    İSTANBUL  <upper> İstanbul   ISTANBUL
    İzmir     İzmir              Izmir
""")
def test_dotted_and_dotless(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Ankara      Ankara
    ankara      <lower> Ankara
    ANKARA      <upper> Ankara
    Ayşe+ler    Ayşe +lAr
    ayşe+ler    <lower> Ayşe +lAr
    izmir+'+de  <lower> İzmir ' +DA  Izmir'de
    ISPARTA     <upper> Isparta      İSPARTA
""")
def test_a_name_has_a_capital_of_its_own(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    TÜRKİYE+'+DE  <upper> Türkiye ' <upper> +DA
    TÜRKİYE+'+de  <upper> Türkiye ' +DA
    Ankara+'+DA   Ankara ' <upper> +DA
""")
def test_capitals_after_an_apostrophe(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    i+STANBUL  [i] <upper> [stanbul]
    kita+P     [kita] <title> [p]
""")
def test_mixed_case_is_pieces_with_marks(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
