"""The pronominal n: after a possessive of the third person, after -ki and after o, bu, şu the case has an n, which belongs to the case
(ev+i+nde)."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    ev+i+nde       ev +(s)I +DA        evide
    ev+i+nden      ev +(s)I +DAn       eviden
    ev+i+ne        ev +(s)I +(y)A      eviye
    ev+i+ni        ev +(s)I +(y)I      eviyi
    araba+sı+nda   araba +(s)I +DA     arabasıda
    araba+sı+nı    araba +(s)I +(y)I   arabasıyı
    araba+sı+na    araba +(s)I +(y)A   arabasıya
    araba+sı+ndan  araba +(s)I +DAn    arabasıdan
    anne+si+ne     anne +(s)I +(y)A    annesiye
    kardeş+i+ni    kardeş +(s)I +(y)I  kardeşiyi
    baş+ı+na       baş +(s)I +(y)A     başıya
    iç+i+nde       iç +(s)I +DA        içide
    üst+ü+nde      üst +(s)I +DA       üstüde
    ara+sı+nda     ara +(s)I +DA       arasıda
    taraf+ı+ndan   taraf +(s)I +DAn    tarafıdan
    yan+ı+na       yan +(s)I +(y)A     yanıya
""")
def test_after_the_possessive_of_the_third_person(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+ler+i+nde   ev +lAr +(s)I +DA     evleride
    ev+ler+i+nden  ev +lAr +(s)I +DAn    evleriden
    ev+ler+i+ne    ev +lAr +(s)I +(y)A   evleriye
    göz+ler+i+ni   göz +lAr +(s)I +(y)I  gözleriyi
""")
def test_after_a_possessed_plural(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    araba+sı+yla  araba +(s)I +(y)lA
    baba+sı+yla   baba +(s)I +(y)lA
    anne+si+yle   anne +(s)I +(y)lA
""")
def test_not_before_the_instrumental(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+de+ki+nden  ev +DA +ki +DAn   evdekiden
    ev+de+ki+ne    ev +DA +ki +(y)A  evdekiye
    ev+de+ki+ni    ev +DA +ki +(y)I  evdekiyi
    ev+de+ki+nde   ev +DA +ki +DA    evdekide
""")
def test_after_ki(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    bu+nda   bu +DA    buda
    bu+ndan  bu +DAn   budan
    bu+nu    bu +(y)I  buyu
    bu+na    bu +(y)A  buya
    o+ndan   o +DAn    odan
    o+nu     o +(y)I   oyu
    şu+na    şu +(y)A  şuya
    şu+nu    şu +(y)I  şuyu
""")
def test_after_demonstratives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kendi+ne     kendi +(y)A        kendiye
    kendi+nden   kendi +DAn         kendiden
    kendi+si+ni  kendi +(s)I +(y)I  kendisiyi
""")
def test_after_kendi(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+im+de    ev +(I)m +DA      evimnde
    ev+imiz+e   ev +(I)mIz +(y)A  evimizne
    araba+m+da  araba +(I)m +DA   arabamnda
""")
def test_not_after_other_possessives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
