"""Acronyms in capitals take suffixes after an apostrophe as they are read: by letters where they have no vowel or are read so (TL'ye), as
words else (NATO'ya)."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    TL+'+ye     <upper> tl ' +(y)A     TL'a
    TL+'+nin    <upper> tl ' +(n)In    TL'ın
    CHP+'+den   <upper> chp ' +DAn     CHP'tan
    CHP+'+nin   <upper> chp ' +(n)In   CHP'ın
    CHP+'+li    <upper> chp ' +lI      CHP'lı
    TBMM+'+nin  <upper> tbmm ' +(n)In  TBMM'ın
    TRT+'+nin   <upper> trt ' +(n)In   TRT'in
    MHP+'+li    <upper> mhp ' +lI      MHP'lı
    BM+'+ye     <upper> bm ' +(y)A     BM'e
    BM+'+nin    <upper> bm ' +(n)In    BM'in
    THY+'+nin   <upper> thy ' +(n)In   THY'in
    THY+'+ye    <upper> thy ' +(y)A
    HDP+'+nin   <upper> hdp ' +(n)In
    PTT+'+ye    <upper> ptt ' +(y)A
    CD+'+ler    <upper> cd ' +lAr      CD'lar
    SMS+'+ler   <upper> sms ' +lAr
    PKK+'+nın   <upper> pkk ' +(n)In
    SSK+'+dan   <upper> ssk ' +DAn
""")
def test_those_without_a_vowel_are_read_letter_by_letter(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ABD+'+nin  <upper> abd ' +(n)In  ABD'ın
    ABD+'+ye   <upper> abd ' +(y)A   ABD'a
    AB+'+nin   <upper> ab ' +(n)In   AB'ın
    AB+'+ye    <upper> ab ' +(y)A    AB'a
""")
def test_those_with_a_reading_of_their_own(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    NATO+'+ya     <upper> nato ' +(y)A      NATO'ye
    NATO+'+nun    <upper> nato ' +(n)In     NATO'nin
    UNESCO+'+nun  <upper> unesco ' +(n)In   UNESCO'nün
    TÜBİTAK+'+ın  <upper> tübitak ' +(n)In  TÜBİTAK'in
    ODTÜ+'+ye     <upper> odtü ' +(y)A      ODTÜ'ya
    İTÜ+'+nün     <upper> itü ' +(n)In      İTÜ'nun
    MEB+'+in      <upper> meb ' +(n)In      MEB'ın
    YÖK+'+ün      <upper> yök ' +(n)In      YÖK'un
""")
def test_those_read_as_words(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ABD+'+de      <upper> abd ' +DA      ABD'da
    TBMM+'+de     <upper> tbmm ' +DA
    TÜBİTAK+'+ta  <upper> tübitak ' +DA
    ODTÜ+'+de     <upper> odtü ' +DA
    TRT+'+de      <upper> trt ' +DA
""")
def test_the_locative(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    TL+den     <upper> tl <join> +DAn    TLdan
    TBMM+nin   <upper> tbmm <join> +(n)In
    ABD+ye     <upper> abd <join> +(y)A
    CD+ler+de  <upper> cd <join> +lAr +DA
""")
def test_suffixes_written_on(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    PDF+'+e   <upper> pdf ' +(y)A
    PDF+'+ye  <upper> pdf ' <front> +(y)A
    PDF+-+ye  <upper> pdf - <front> +(y)A
    URL+'+in  <upper> url ' <front> +(n)In
""")
def test_a_second_reading(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
