"""The question particle mı mi mu mü is a word of its own; it agrees with the word before it only in the spelling, so that each of the
four is a root, and takes persons and copulas."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    gel+di mi       gel +DI | mi
    gel+di+n mi     gel +DI +n | mi
    al+dı+n mı      al +DI +n | mı
    oku+du+n mu     oku +DI +n | mu
    gör+dü+n mü     gör +DI +n | mü
    anla+dı+nız mı  anla +DI +nIz | mı
    gel+iyor mu     gel +Iyor | mu
    gid+ecek mi     git +(y)AcAK | mi
""")
def test_after_verbs(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    var+mı     var +mI    varmi
    yok+mu     yok +mI
    değil+mi   değil +mI
    var+mı+ydı  var +mI +(y)DI
""")
def test_written_on_to_var_yok_and_değil(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    var mı    var | mı
    yok mu    yok | mu
    değil mi  değil | mi
    biz mi    biz | mi
    kim mi    kim | mi
""")
def test_after_nominals(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    iyi mi+sin           iyi | mi +sIn
    iyi mi+siniz         iyi | mi +sInIz
    hasta mı+sın         hasta | mı +sIn
    gel+iyor mu+sun      gel +Iyor | mu +sIn
    gid+ecek mi+yiz      git +(y)AcAK | mi +(y)Iz
    al+ır mı+sınız       al +(I)r | mı +sInIz
    öğretmen mi+yim      öğretmen | mi +(y)Im
    yorgun mu+sunuz      yorgun | mu +sInIz
    Türk mü+sün          Türk | mü +sIn
    ev+de mi+siniz       ev +DA | mi +sInIz
    otur+abil+ir mi+yim  otur +(y)Abil +(I)r | mi +(y)Im
    al+abil+ir mi+yiz    al +(y)Abil +(I)r | mi +(y)Iz
    sen mi+sin           sen | mi +sIn
""")
def test_with_persons(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+iyor mu+ydu   gel +Iyor | mu +(y)DI
    gel+miş mi+ydi    gel +mIş | mi +(y)DI
    güzel mi+ydi      güzel | mi +(y)DI
    öğretmen mi+ymiş  öğretmen | mi +(y)mIş
    bu mu+dur         bu | mu +DIr
    doğru mu+dur      doğru | mu +DIr
    öyle mi+ydi       öyle | mi +(y)DI
    ev+de mi+ydi+k    ev +DA | mi +(y)DI +k
""")
def test_with_copulas(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    gel+se+de      gel +sA +DA/ALSO
    ol+arak+da     ol +(y)ArAk +dA
    gid+ip+de      git +(y)Ip +dA
    neyse+ki       neyse +ki/THAT     neysekü
    ev+i+nde+mi    ev +(s)I +DA +mI
""")
def test_other_particles_written_on(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
