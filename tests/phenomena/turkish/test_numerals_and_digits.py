"""Numerals and digits: ordinals and distributives, and suffixes after digits as these are read (5'te, 1908'den, %50'si). Their pieces are
for training to decide."""

import pytest

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    iki+nci    iki +(I)ncI   ikiinci
    üç+üncü    üç +(I)ncI    üçinci
    beş+inci   beş +(I)ncI   beşıncı
    bir+inci   bir +(I)ncI   birüncü
    on+uncu    on +(I)ncI    onıncı
    altı+ncı   altı +(I)ncI  altıinci
    kırk+ıncı  kırk +(I)ncI  kırkuncu
    bin+inci   bin +(I)ncI
""")
def test_ordinals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    iki+şer   iki +(ş)Ar   ikier
    üç+er     üç +(ş)Ar    üçşer
    altı+şar  altı +(ş)Ar  altıar
""")
def test_distributives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    iki+si         iki +(s)I
    iki+miz        iki +(I)mIz
    üç+ümüz        üç +(I)mIz
    bir+i+nden     bir +(s)I +DAn
    yüz+ler+ce     yüz +lAr +CA     yüzlarce
    bin+ler+ce     bin +lAr +CA
    milyon+lar+ca  milyon +lAr +CA
""")
def test_possession_and_number(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    5+'+te         [5] ' +DA            5'de
    1908+'+den     [1908] ' +DAn        1908'dan
    1923+'+te      [1923] ' +DA         1923'da
    2000+'+de      [2000] ' +DA         2000'te
    1990+'+lar     [1990] ' +lAr        1990'ler
    100+'+e        [100] ' +(y)A        100'a
    10+'+a         [10] ' +(y)A         10'ya
    6+'+ya         [6] ' +(y)A          6'a
    4+'+ten        [4] ' +DAn           4'den
    7+'+ye         [7] ' +(y)A          7'e
    2+'+nin        [2] ' +(n)In         2'in
    9+'+un         [9] ' +(n)In         9'ın
    40+'+ın        [40] ' +(n)In        40'un
    1000+'+e       [1000] ' +(y)A       1000'a
    1000000+'+a    [1000000] ' +(y)A    1000000'e
    70+'+ler+in    [70] ' +lAr +(n)In
    1980+'+ler+de  [1980] ' +lAr +DA
    12+'+si+nde    [12] ' +(s)I +DA
    3+'+üncü       [3] ' +(I)ncI        3'inci
    2+'+nci        [2] ' +(I)ncI        2'ıncı
    20+'+nci       [20] ' +(I)ncI
    8+.+30+'+da    [8] . [30] ' +DA
    1+.+500+'+e    [1] . [500] ' +(y)A
    %+50+'+si      % [50] ' +(s)I      %50'i
    %+20+'+lik     % [20] ' +lIK       %20'lık
    15+:+30+'+da   [15] : [30] ' +DA
    15:00+'+te     [15:00] ' +DA        15:00'de
    10:00+'+da     [10:00] ' +DA        10:00'de
    20.00+'+ye     [20.00] ' +(y)A      20.00'e
    09.00+'+a      [09.00] ' +(y)A      09.00'e
    13.00+'+ten    [13.00] ' +DAn       13.00'den
    5+'+0+'+ın     [5] ' [0] ' +(n)In   5'0'nin
""")
def test_suffixes_agree_with_the_reading_of_the_digits(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    3+,+5+'+luk  [3] , [5] ' <back_round> +lIK
""")
def test_where_the_reading_is_another_a_mark_says_so(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    yirmi+de  yirmi +DA
    üç+te     üç +DA
""")
def test_numerals_before_cases(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@pytest.mark.parametrize("ordinal", ["inci", "üncü", "uncu", "ıncı", "nci", "ncı"])
def test_an_ordinal_apart_from_its_digits_is_a_root_of_that_class(turkish: Turkish, ordinal: str) -> None:
    [token] = turkish.tokenizer.encode(ordinal).tokens
    assert (token, turkish.tokenizer.analyze(ordinal)[0].part_of_speech) == (f"▁{ordinal}", "ordinal")


@pytest.mark.parametrize("text", ["23:00da", "15:00ün", "3.00-te", "0:00'da", "12:00de,"])
def test_a_full_hour_without_an_apostrophe_comes_back(turkish: Turkish, text: str) -> None:
    assert turkish.tokenizer.decode(turkish.tokenizer.encode(text).ids) == text
