"""What the tables of the Finnish pack say of words, as a tokenizer learns it from a few sentences."""

import morfem
import pytest
from morfem import languages

from tests.conftest import sentences


@pytest.fixture(scope="module")
def finnish() -> morfem.Tokenizer:
    texts = [
        *sentences("fi"),
        "uskon uskoo uskoi usko uskolla jään jäi jää jäädä maksan maksaa maksoi maksat toimivat etsivät etsii toimii suurin korkein suuri",
        "teille teidän tielle tie edessä edessäni mukaan mukaansa silloin silta sillan joissa joki joen eli elää elävät sinä te",
    ]
    return morfem.train.mft(texts * 3, pack="fi", vocab_size=810, roots=900, name="fi-small", language="fi", progress=False)


def cut(tokenizer: morfem.Tokenizer, word: str) -> str:
    best = tokenizer.analyze(word)[0]
    return " ".join([best.root, *best.glosses])


@pytest.mark.parametrize(
    ("word", "analysis"),
    [
        # The first person is spelled as the genitive of a noun: shares.tsv
        ("uskon", "uskoa 1SG"),
        ("jään", "jäädä 1SG"),
        ("maksan", "maksaa 1SG"),
        # The past is spelled as the present
        ("toimivat", "toimia 3PL"),
        ("etsivät", "etsiä 3PL"),
        # A superlative is spelled as a plural
        ("suurin", "suuri SUP"),
        ("korkein", "korkea SUP"),
        # Forms that are words of their own
        ("silloin", "silloin"),
        ("joissa", "joissa"),
        ("eli", "eli"),
        ("vastoin", "vastoin"),
        ("luoti", "luoti"),
        ("suolaista", "suolainen PART"),
        ("kouluittain", "koulu DISTR"),
        ("hänet", "hänet"),
        ("jälkeen", "jälkeen"),
        ("neurologia", "neurologia"),
        ("tein", "tehdä PST 1SG"),
        # Postpositions with their owner
        ("edessäni", "edessä 1SG.POSS"),
        ("edessään", "edessä 3.POSS"),
        ("mukaansa", "mukaan 3.POSS"),
        ("keskenämme", "kesken 1PL.POSS"),
        # Stems
        ("parhaita", "paras PL PART"),
        ("kaunein", "kaunis SUP"),
        ("uusimmat", "uusi SUP PL.NOM"),
        ("lyhimmät", "lyhyt SUP PL.NOM"),
        ("halutuin", "haluta PTCP.PASS SUP"),
        ("oudosti", "outo ADVZ"),
        ("kenessä", "ken INE"),
        ("vaikeata", "vaikea PART:TA"),
        ("pidempään", "pidempi ILL"),
        # A numeral in -n is no genitive
        ("yhdeksän", "yhdeksän"),
        ("yhdeksää", "yhdeksän PART"),
        # What is behind a colon is no compound
        ("5:nteen", "5 ORD ILL"),
        ("ADHD:hen", "adhd ILL"),
        ("HUS:iin", "hus ILL"),
        ("km:ejä", "km PL PART"),
        # Speech
        ("ollu", "olla PTCP.PST:NU"),
        ("pitäny", "pitää PTCP.PST:NU"),
        ("noussu", "nousta PTCP.PST:NU"),
        ("pitäis", "pitää COND:IS"),
        ("tehtäis", "tehdä PASS COND:IS"),
        ("onkos", "on Q:S"),
        ("tuleeks", "tulla 3SG Q:KS"),
        ("mennääks", "mennä PASS PERS4 Q:KS"),
        ("illal", "ilta ADE:L"),
        ("oisko", "ois Q"),
        ("semmosta", "semmonen PART"),
    ],
)
def test_a_word_has_the_analysis_that_its_tables_say(finnish: morfem.Tokenizer, word: str, analysis: str) -> None:
    assert cut(finnish, word) == analysis
    assert finnish.decode(finnish.encode(word).ids) == word


@pytest.mark.parametrize("name", ["Korvensteinin", "Zelmanoin", "Prudini"])
def test_a_name_has_no_affix_that_is_hardly_more_than_its_end(finnish: morfem.Tokenizer, name: str) -> None:
    assert not {"INS", "1SG.POSS", "2SG.POSS"} & set(finnish.encode(name).glosses)


@pytest.mark.parametrize("name", ["Zelmanen", "Korvenstainen", "Torskonen"])
def test_a_name_in_nen_is_no_genitive(finnish: morfem.Tokenizer, name: str) -> None:
    assert "GEN" not in finnish.encode(name).glosses
    assert finnish.encode(name.replace("nen", "sen")).glosses[-1] == "GEN"


def test_a_passive_past_has_its_person(finnish: morfem.Tokenizer) -> None:
    """Päästiin is a passive, päästi (let go) is not."""
    assert all(analysis.glosses[-2:] != ["PASS", "PST"] for analysis in finnish.analyze("päästi", 5))
    assert ["PASS", "PST", "PERS4"] in [analysis.glosses for analysis in finnish.analyze("päästiin", 5)]


@pytest.mark.parametrize(
    ("name", "case", "form"),
    [
        ("rovaniemi", "ADE", "rovaniemellä"),
        ("orivesi", "INE", "orivedessä"),
        ("kivimäki", "GEN", "kivimäen"),
        ("kemijärvi", "INE", "kemijärvessä"),
        ("pietarsaari", "GEN", "pietarsaaren"),
        ("indonesia", "ILL", "indonesiaan"),
    ],
)
def test_a_name_that_is_a_compound_inflects_as_its_last_part(name: str, case: str, form: str) -> None:
    assert languages.pack("fi").inflect(name, [case]) == form
