"""The copula: -(y)DI, -(y)mIş, -(y)sA after nominals and as second tense, -DIr; written apart, idi, imiş, ise, iken are words of their
own."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    güzel+di          güzel +(y)DI
    güzel+miş         güzel +(y)mIş
    güzel+di+m        güzel +(y)DI +m
    güzel+siniz       güzel +sInIz
    hasta+ydı+m       hasta +(y)DI +m
    hasta+ymış        hasta +(y)mIş
    hasta+ysa+k       hasta +(y)sA +k
    öğretmen+di       öğretmen +(y)DI
    öğretmen+miş+sin  öğretmen +(y)mIş +sIn
    ev+de+ydi         ev +DA +(y)DI
    ev+de+ydi+k       ev +DA +(y)DI +k         evdeydık
    ev+de+yim         ev +DA +(y)Im
    ev+de+siniz       ev +DA +sInIz
    ev+de+ymiş+ler    ev +DA +(y)mIş +lAr/3PL
    yok+tu            yok +(y)DI
    yok+muş           yok +(y)mIş
    değil+di          değil +(y)DI
    değil+im          değil +(y)Im
    değil+se          değil +(y)sA
    kim+di            kim +(y)DI
    nasıl+dı          nasıl +(y)DI
    iyi+ydi           iyi +(y)DI               iyidi
    iyi+yim           iyi +(y)Im               iyiim
    iyi+yiz           iyi +(y)Iz
    genç+ti           genç +(y)DI              gençdi
    genç+sin          genç +sIn
    güzel+se          güzel +(y)sA
    değil+miş         değil +(y)mIş
    ben+im+di         ben +(n)In +(y)DI
    güzel+dir         güzel +DIr
    ev+de+dir         ev +DA +DIr
    iş+siz+dir        iş +sIz +DIr
""")
def test_after_nominals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+iyor+du    gel +Iyor +(y)DI       geliyordi
    gel+iyor+du+m  gel +Iyor +(y)DI +m
    gel+iyor+muş   gel +Iyor +(y)mIş
    gel+iyor+sa    gel +Iyor +(y)sA
    gel+miş+ti     gel +mIş +(y)DI
    gel+miş+ti+k   gel +mIş +(y)DI +k
    gel+ecek+ti    gel +(y)AcAK +(y)DI
    gel+ecek+miş   gel +(y)AcAK +(y)mIş
    gel+meli+ydi   gel +mAlI +(y)DI
    gel+meli+ymiş  gel +mAlI +(y)mIş
    gel+se+ydi     gel +sA +(y)DI
    gel+se+ydi+k   gel +sA +(y)DI +k
    gel+di+yse     gel +DI +(y)sA
    gel+di+yse+m   gel +DI +(y)sA +m
    gel+mez+di     gel +mAz +(y)DI
    gel+mez+se+n   gel +mAz +(y)sA +n
    gel+ir+di      gel +(I)r +(y)DI
    gel+ir+se      gel +(I)r +(y)sA
    gel+ir+se+niz  gel +(I)r +(y)sA +nIz
""")
def test_as_second_tense(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    idi         idi
    idi+m       idi +m
    imiş        imiş
    ise         ise
    ise+k       ise +k
    iken        iken
    güzel idi   güzel | idi
    hasta imiş  hasta | imiş
    genç iken   genç | iken
""")
def test_written_apart(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
