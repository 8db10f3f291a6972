"""Apostrophes: a name takes its suffixes after one and stays unchanged before it, but for what is only pronounced; ’ and ' serve alike."""

from tests.phenomena.turkish.conftest import Example, Turkish, examples


@examples("""
    İstanbul+'+da   <title> istanbul ' +DA            İstanbul'de
    İstanbul+'+dan  <title> istanbul ' +DAn
    Ankara+'+ya     <title> ankara ' +(y)A            Ankara'a
    Ankara+'+nın    <title> ankara ' +(n)In           Ankara'ın
    Ankara+'+dan    <title> ankara ' +DAn
    Türkiye+'+nin   <title> türkiye ' +(n)In          Türkiye'in
    Türkiye+'+de    <title> türkiye ' +DA
    Türkiye+'+ye    <title> türkiye ' +(y)A
    Atatürk+'+ün    <title> atatürk ' +(n)In
    Ahmet+'+in      <title> ahmet ' +(n)In
    Ahmet+'+e       <title> ahmet ' +(y)A             Ahmet'a
    Ayşe+'+yi       <title> ayşe ' +(y)I
    Ayşe+'+nin      <title> ayşe ' +(n)In
    Mehmet+'+le     <title> mehmet ' +(y)lA
    Fatma+'+yla     <title> fatma ' +(y)lA
    Ali+'+nin       <title> ali ' +(n)In
    Ali+'+ye        <title> ali ' +(y)A
    Avrupa+'+da     <title> avrupa ' +DA
    Almanya+'+dan   <title> almanya ' +DAn
    Paris+'+te      <title> paris ' +DA
    Londra+'+da     <title> londra ' +DA
    New York+'+ta   <title> new | <title> york ' +DA
    İzmir+'+den     <title> izmir ' +DAn
    Marmara+'+nın   <title> marmara ' +(n)In
    Allah+'+ın      <title> allah ' +(n)In
    Kemal+'+in      <title> kemal ' +(n)In            Kemal'ın
    İngiltere+'+ye  <title> ingiltere ' +(y)A
""")
def test_cases_of_names(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Zonguldak+'+a   <title> zonguldak ' +(y)A  Zonguldağ'a
    Sinop+'+a       <title> sinop ' +(y)A      Sinob'a
    Gaziantep+'+e   <title> gaziantep ' +(y)A  Gazianteb'e
    Gaziantep+'+te  <title> gaziantep ' +DA
""")
def test_the_name_does_not_soften(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    Amerika+'+da+ki   <title> amerika ' +DA +ki
    İstanbul+'+un+ki  <title> istanbul ' +(n)In +ki
    Ankara+'+ydı      <title> ankara ' +(y)DI
    Trabzon+'+lu      <title> trabzon ' +lI
    İzmir+'+li+ler    <title> izmir ' +lI +lAr
""")
def test_more_than_one_suffix(turkish: Turkish, example: Example) -> None:
    turkish.check(example)


@examples("""
    İstanbul+’+da  <title> istanbul ’ +DA
    Ankara+’+ya    <title> ankara ’ +(y)A
    Türkiye+’+nin  <title> türkiye ’ +(n)In
    Ali+’+nin      <title> ali ’ +(n)In
""")
def test_the_other_apostrophe(turkish: Turkish, example: Example) -> None:
    turkish.check(example)
