"""Capitals: a mark says that a word is a title or all capitals, the units are those of small letters; i has İ and ı has I."""

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
    KİTAP               <upper> kitap                    KITAP
    KİTAP+LAR+IMIZ+DAN  <upper> kitap +lAr +(I)mIz +DAn
    KİTAB+IM            <upper> kitap +(I)m
    EV+DE               <upper> ev +DA
    ŞEKER+LER           <upper> şeker +lAr
    ÇOCUK+LAR+A         <upper> çocuk +lAr +(y)A
    ÖĞRETMEN+LER        <upper> öğretmen +lAr
    ÜLKE+MİZ            <upper> ülke +(I)mIz
    BİR                 <upper> bir                      BIR
    Dİ+YOR              <upper> de/verb +Iyor            DIYOR
    GEL+İYOR            <upper> gel +Iyor
    TÜRKİYE             <upper> türkiye                  TÜRKIYE
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
    İstanbul  <title> istanbul   Istanbul
    İSTANBUL  <upper> istanbul   ISTANBUL
    İzmir     <title> izmir      Izmir
""")
def test_dotted_and_dotless(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    TÜRKİYE+'+DE  <upper> türkiye ' <upper> +DA
    TÜRKİYE+'+de  <upper> türkiye ' +DA
    Ankara+'+DA   <title> ankara ' <upper> +DA
""")
def test_capitals_after_an_apostrophe(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    i+STANBUL  [i] <upper> [stanbul]
    kita+P     [kita] <title> [p]
""")
def test_mixed_case_is_pieces_with_marks(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
