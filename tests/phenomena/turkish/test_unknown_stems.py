"""Stems that no dictionary has keep the ids of their suffixes, and these agree with how the stem is spelled. In which pieces the stem is
cut is for training to decide."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    blorp+tan          [blorp] +DAn              blorpdan
    blorp+lar          [blorp] +lAr              blorpler
    zıpkınt+lar        [zıpkınt] +lAr            zıpkıntler
    pört+lük+ler+imiz  [pört] +lIK +lAr +(I)mIz
    müsdenk+ler        [müsdenk] +lAr            müsdenklar
    çorbul+lar+ınız    [çorbul] +lAr +(I)nIz
    kröp+ler+de        [kröp] +lAr +DA
    şarvan+lar         [şarvan] +lAr
    tembür+ler         [tembür] +lAr
    plonk+lar+dan      [plonk] +lAr +DAn
    zorfun+lar+ımız    [zorfun] +lAr +(I)mIz
    krilt+ler+e        [krilt] +lAr +(y)A
    fıstırak+lar       [fıstırak] +lAr
    lomak+lar          [lomak] +lAr
    bırmak+lar+dan     [bırmak] +lAr +DAn
    vurguntak+ta       [vurguntak] +DA
""")
def test_nonce_nouns(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    zok+la+dı+m    [zok] +lA +DI +m
    gugul+la+mak   [gugul] +lA +mAk
    tvit+le+di     [tvit] +lA +DI
    zırn+la+yacak  [zırn] +lA +(y)AcAK
    blorp+la+mış   [blorp] +lA +mIş
""")
def test_nonce_verbs(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Blorp+'+tan   <title> [blorp] ' +DAn      Blorp'dan
    Zorbo+'+ya    <title> [zorbo] ' +(y)A     Zorbo'ye
    Krindel+'+in  <title> [krindel] ' +(n)In  Krindel'ın
    Murtok+'+un   <title> [murtok] ' +(n)In   Murtok'ın
    Vandü+'+nün   <title> [vandü] ' +(n)In    Vandü'nun
    Şölpek+'+le   <title> [şölpek] ' +(y)lA   Şölpek'la
    Pırtan+'+da   <title> [pırtan] ' +DA      Pırtan'de
    Gündöl+'+den  <title> [gündöl] ' +DAn     Gündöl'dan
    Zarvuk+'+tan  <title> [zarvuk] ' +DAn
    Pelnit+'+e    <title> [pelnit] ' +(y)A
    Dorbu+'+ya    <title> [dorbu] ' +(y)A
    Brönk+'+ün    <title> [brönk] ' +(n)In
""")
def test_nonce_names(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    blog+lar   [blog] +lAr
    blog+cu    [blog] +CI
    trend+ler  [trend] +lAr
    selfi+ler  [selfi] +lAr
""")
def test_new_words(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    blorp+umuz+dan  [blorp] +(I)mIz +DAn      blorpumuzden
    vandü+lü        [vandü] +lI               vandülı
    gındır+ıyor+uz  [gındır] +Iyor +(y)Iz
    tirk+ecek+ler   [tirk] +(y)AcAK +lAr/3PL
    zorbo+ysa+m     [zorbo] +(y)sA +m         zorboysem
""")
def test_a_stem_letter_by_letter(turkish: Turkish, example: Example) -> None:
    turkish.spells(example)
