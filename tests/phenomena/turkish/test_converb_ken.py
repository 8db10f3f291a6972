"""-(y)ken, while: the e does not follow harmony; it stands after tenses and nominals."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    çocuk+ken     çocuk +(y)ken     çocukkan
    küçük+ken     küçük +(y)ken
    genç+ken      genç +(y)ken
    hasta+yken    hasta +(y)ken     hastaykan
    öğrenci+yken  öğrenci +(y)ken
    öğretmen+ken  öğretmen +(y)ken
    ev+de+yken    ev +DA +(y)ken    evdeken
    okul+da+yken  okul +DA +(y)ken  okuldaykan
    yol+da+yken   yol +DA +(y)ken
    ora+da+yken   ora +DA +(y)ken
    var+ken       var +(y)ken       varkan
    yok+ken       yok +(y)ken       yokkan
    güzel+ken     güzel +(y)ken
    asker+ken     asker +(y)ken
""")
def test_after_nominals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+iyor+ken   gel +Iyor +(y)ken      geliyorkan
    yap+ıyor+ken   yap +Iyor +(y)ken
    ok+uyor+ken    oku +Iyor +(y)ken
    di+yor+ken     de/verb +Iyor +(y)ken
    gel+miş+ken    gel +mIş +(y)ken
    yap+mış+ken    yap +mIş +(y)ken       yapmışkan
    bil+mez+ken    bil +mAz +(y)ken
    iste+mez+ken   iste +mAz +(y)ken
    yap+maz+ken    yap +mAz +(y)ken       yapmazkan
    gel+miyor+ken  gel +mIyor +(y)ken
    gel+ir+ken     gel +(I)r +(y)ken      gelirkan
    gid+er+ken     git +(I)r +(y)ken
    yap+ar+ken     yap +(I)r +(y)ken      yaparkan
    ol+ur+ken      ol +(I)r +(y)ken
    otur+ur+ken    otur +(I)r +(y)ken     otururkan
    bekle+r+ken    bekle +(I)r +(y)ken
    gel+ecek+ken   gel +(y)AcAK +(y)ken
""")
def test_after_tenses(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
