"""Pronouns: bana and sana, benim and bizim, onlar and bunlar, neyin; all with the ids of the plain pronoun and the plain case."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    ben+im     ben +(n)In         benin
    ban+a      ben +(y)A          bene
    ben+i      ben +(y)I          benı
    ben+de     ben +DA
    ben+den    ben +DAn
    sen+in     sen +(n)In         senim
    san+a      sen +(y)A          sene
    sen+i      sen +(y)I
    sen+den    sen +DAn
    biz+im     biz +(n)In         bizin
    biz+e      biz +(y)A
    biz+i      biz +(y)I
    biz+den    biz +DAn
    siz+in     siz +(n)In         sizim
    siz+e      siz +(y)A
    siz+i      siz +(y)I
    siz+den    siz +DAn
    ben+im+le  ben +(n)In +(y)lA  beninle
    sen+in+le  sen +(n)In +(y)lA
    biz+im+le  biz +(n)In +(y)lA  bizinle
    siz+in+le  siz +(n)In +(y)lA
""")
def test_first_and_second_person(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    o+nun       o +(n)In         oyun
    o+na        o +(y)A          oya
    o+nu        o +(y)I          oyu
    on+lar      o +lAr           olar
    on+lar+ın   o +lAr +(n)In    oların
    on+lar+a    o +lAr +(y)A
    on+lar+dan  o +lAr +DAn
    on+lar+la   o +lAr +(y)lA
    o+nun+la    o +(n)In +(y)lA  oyla
""")
def test_third_person(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    bu+nun       bu +(n)In         buyun
    bun+lar      bu +lAr           bular
    bun+lar+dan  bu +lAr +DAn
    bu+nun+la    bu +(n)In +(y)lA  buyla
    şun+lar      şu +lAr           şular
    şu+nun       şu +(n)In         şuyun
""")
def test_demonstratives(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    kim+e           kim +(y)A
    kim+in          kim +(n)In
    kim+den         kim +DAn
    kim+ler         kim +lAr
    ne+yi           ne +(y)I            nei
    ne+ye           ne +(y)A            nee
    ney+in          ne +(n)In           nenin
    ne+ler          ne +lAr
    kendi+m         kendi +(I)m         kendiim
    kendi+m+e       kendi +(I)m +(y)A
    kendi+si        kendi +(s)I
    kendi+miz       kendi +(I)mIz
    birbir+i+ne     birbir +(s)I +(y)A  birbirie
    hangi+si        hangi +(s)I         hangii
    hangi+miz       hangi +(I)mIz
    kimse+ye        kimse +(y)A         kimsee
    herkes+in       herkes +(n)In
    hep+imiz        hep +(I)mIz
    hep+imiz+e      hep +(I)mIz +(y)A
    birbir+ler+i+ni  birbir +lAr +(s)I +(y)I
""")
def test_questions_and_others(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
