"""-ki makes of a place, a time or an owner what is there, then or theirs: evdeki, dünkü, onunki. It does not follow harmony but in dünkü,
bugünkü, öbürkü."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    ev+de+ki       ev +DA +ki          evdekı
    okul+da+ki     okul +DA +ki        okuldakı
    şehir+de+ki    şehir +DA +ki
    masa+da+ki     masa +DA +ki        masadakı
    dolap+ta+ki    dolap +DA +ki
    dünya+da+ki    dünya +DA +ki
    orta+da+ki     orta +DA +ki
    ora+da+ki      ora +DA +ki
    bura+da+ki     bura +DA +ki
    şura+da+ki     şura +DA +ki
    ara+sı+nda+ki  ara +(s)I +DA +ki
    iç+i+nde+ki    iç +(s)I +DA +ki
    alt+ı+nda+ki   alt +(s)I +DA +ki
    ön+ü+nde+ki    ön +(s)I +DA +ki
    baş+ı+nda+ki   baş +(s)I +DA +ki
    hakk+ı+nda+ki  hak +(s)I +DA +ki
    ev+ler+de+ki   ev +lAr +DA +ki
    el+imiz+de+ki  el +(I)mIz +DA +ki
""")
def test_after_places(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    dün+kü    dün +ki    dünki
    bugün+kü  bugün +ki  bugünki
    yarın+ki  yarın +ki  yarınkı
    şimdi+ki  şimdi +ki
    sonra+ki  sonra +ki  sonrakı
    önce+ki   önce +ki
    sabah+ki  sabah +ki  sabahkı
    akşam+ki  akşam +ki
    gece+ki   gece +ki
""")
def test_after_times(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    sen+in+ki     sen +(n)In +ki
    siz+in+ki     siz +(n)In +ki
    o+nun+ki      o +(n)In +ki
    on+lar+ın+ki  o +lAr +(n)In +ki
    baba+m+ın+ki  baba +(I)m +(n)In +ki
    Ali+'+nin+ki  <title> ali ' +(n)In +ki
    ben+im+ki     ben +(n)In +ki
    biz+im+ki     biz +(n)In +ki
    öbür+kü       öbür +ki
""")
def test_after_owners(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    ev+de+ki+nden     ev +DA +ki +DAn
    ev+de+ki+ler      ev +DA +ki +lAr
    ora+da+ki+ler     ora +DA +ki +lAr
    ev+de+ki+ler+den  ev +DA +ki +lAr +DAn
""")
def test_what_it_makes_is_a_nominal(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
