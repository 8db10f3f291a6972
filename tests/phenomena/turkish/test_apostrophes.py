"""Apostrophes: a name takes its suffixes after one and stays unchanged before it, but for what is only pronounced; ’ and ' serve alike."""

import morfem
import pytest

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    İstanbul+'+da   İstanbul ' +DA          İstanbul'de
    İstanbul+'+dan  İstanbul ' +DAn
    Ankara+'+ya     Ankara ' +(y)A          Ankara'a
    Ankara+'+nın    Ankara ' +(n)In         Ankara'ın
    Ankara+'+dan    Ankara ' +DAn
    Türkiye+'+nin   Türkiye ' +(n)In        Türkiye'in
    Türkiye+'+de    Türkiye ' +DA
    Türkiye+'+ye    Türkiye ' +(y)A
    Atatürk+'+ün    Atatürk ' +(n)In
    Ahmet+'+in      Ahmet ' +(n)In
    Ahmet+'+e       Ahmet ' +(y)A           Ahmet'a
    Ayşe+'+yi       Ayşe ' +(y)I
    Ayşe+'+nin      Ayşe ' +(n)In
    Mehmet+'+le     Mehmet ' +(y)lA
    Fatma+'+yla     Fatma ' +(y)lA
    Ali+'+nin       <title> ali ' +(n)In
    Ali+'+ye        <title> ali ' +(y)A
    Avrupa+'+da     Avrupa ' +DA
    Almanya+'+dan   Almanya ' +DAn
    Paris+'+te      Paris ' +DA
    Londra+'+da     Londra ' +DA
    İzmir+'+den     İzmir ' +DAn
    Marmara+'+nın   Marmara ' +(n)In
    Allah+'+ın      Allah ' +(n)In
    Kemal+'+in      <title> kemal ' +(n)In  Kemal'ın
    İngiltere+'+ye  İngiltere ' +(y)A
""")
def test_cases_of_names(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Zonguldak+'+a   Zonguldak ' +(y)A  Zonguldağ'a
    Sinop+'+a       Sinop ' +(y)A      Sinob'a
    Gaziantep+'+e   Gaziantep ' +(y)A  Gazianteb'e
    Gaziantep+'+te  Gaziantep ' +DA
""")
def test_the_name_does_not_soften(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Amerika+'+da+ki   Amerika ' +DA +ki
    İstanbul+'+un+ki  İstanbul ' +(n)In +ki
    Ankara+'+ydı      Ankara ' +(y)DI
    Trabzon+'+lu      Trabzon ' +lI
    İzmir+'+li+ler    İzmir ' +lI +lAr
""")
def test_more_than_one_suffix(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    İstanbul+’+da  İstanbul ’ +DA
    Ankara+’+ya    Ankara ’ +(y)A
    Türkiye+’+nin  Türkiye ’ +(n)In
    Ali+’+nin      <title> ali ’ +(n)In
""")
def test_the_other_apostrophe(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@pytest.mark.parametrize("sign", "’‘`´′＇")
def test_what_is_written_for_an_apostrophe_separates_a_name_from_its_case(sign: str) -> None:
    tokenizer = morfem.load("tr-mft")
    for text in (f"Ankara{sign}nın", f"Saat 15:00{sign}te, İzmir{sign}deki evde."):
        encoding = tokenizer.encode(text)
        assert tokenizer.decode(encoding.ids) == text
        assert [gloss for gloss in encoding.glosses if gloss] == (["GEN"] if "nın" in text else ["LOC", "LOC", "REL", "LOC"])


@pytest.mark.parametrize("sign", "ʼʹ")
def test_an_apostrophe_that_is_a_letter_is_a_piece_too(sign: str) -> None:
    encoding = morfem.load("tr-mft").encode(f"Ankara{sign}nın")
    assert encoding.tokens == ["▁Ankara", sign, "+(n)In"]
