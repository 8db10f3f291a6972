"""Foreign words in Turkish text: their suffixes agree with how they are written, with a mark where they are read otherwise; letters that
Turkish lacks come back."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples, texts


@examples("""
    Obama+'+nın       <title> [obama] ' +(n)In    Obama'nin
    Washington+'+da   <title> [washington] ' +DA  Washington'de
    Microsoft+'+un    <title> [microsoft] ' +(n)In
    Müller+'+in       <title> [müller] ' +(n)In   Müller'ın
    Merkel+'+in       <title> [merkel] ' +(n)In
    Facebook+'+ta     <title> [facebook] ' +DA    Facebook'te
    Twitter+'+da      Twitter ' +DA
    Chopin+'+in       <title> [chopin] ' +(n)In
    München+'+de      <title> [münchen] ' +DA
    Berlin+'+de       <title> [berlin] ' +DA
    Madrid+'+e        <title> [madrid] ' +(y)A
    Oslo+'+ya         <title> [oslo] ' +(y)A
    Einstein+'+ın     Einstein ' +(n)In
    Windows+'+u       <title> [windows] ' +(y)I
    Google+'+da       Google ' +DA
    Shakespeare+'+in  Shakespeare ' +(n)In
    Linux+'+ta        Linux ' +DA
    You+Tube+'+da     <title> [you] <title> [tube] ' <back> +DA
    i+Phone+'+un      [i] <join> Phone ' +(n)In
""")
def test_names_take_suffixes_as_they_are_read(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    show+lar    [show] +lAr
    website+si  [website] +(s)I
    laptop+um   [laptop] +(I)m
    link+ler    [link] +lAr
    bug+lar     [bug] +lAr
""")
def test_nouns(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    machine learning  [machine] | [learning]
    window            [window]
    weekend           [weekend]
    New York Times    <title> [new] | <title> [york] | <title> [times]
    Hello world       <title> [hello] | [world]
    e+-+mail          [e] - [mail]
""")
def test_words_without_suffixes(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Jacques+'+ı    <title> [jacques] ' <back> +(y)I         Jacques'i
    Jacques+'+i    <title> [jacques] ' +(y)I                Jacques'ı
    Sarkozy+'+ü    <title> [sarkozy] ' <front_round> +(y)I  Sarkozy'u
    Waterloo+'+da  <title> [waterloo] ' <back> +DA          Waterloo'de
""")
def test_the_mark_of_harmony_rules(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)


@texts(r"""
    naïve café
    Straße in Zürich
    señor Muñoz
    Привет, мир
    日本の本
    Москва'da kaldık.
    Αθήνα'ya gittik.
    القاهرة'den geldi.
    Ștefan'ın kitabı
    Łódź'da yağmur
""")
def test_letters_that_turkish_lacks(turkish: Turkish, text: str) -> None:
    assert turkish.comes_back(text)
    assert turkish.comes_back(f"Evde {text} yazdı.")
