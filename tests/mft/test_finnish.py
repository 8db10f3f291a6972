"""A second language needs only tables: Finnish words and their analyses, in both directions, with the pack in `tests/packs/finnish`.

Finnish has what Turkish has not: two harmonies with neutral vowels, a harmony for words that have only those, consonant gradation, stems
that differ by case and by number, an affix that repeats the last vowel, and endings of case and number in one.
"""

import itertools
import re
from pathlib import Path

import morfem
import pytest

from tests.mft.conftest import FINNISH, SENTENCES, table, train

CORE = Path(__file__).parents[2] / "crates" / "morfem" / "src" / "systems" / "mft"
TURKISH = Path(__file__).parents[2] / "python" / "morfem" / "languages" / "tr"

WORDS = {
    "two harmonies": """
        talossa talo INE, kylässä kylä INE, tytöllä tyttö ADE, kadulla katu ADE, puhuvat puhu 3PL, syövät syö 3PL, talossako talo
        INE Q, kylässäkö kylä INE Q, puhunut puhu PTCP.PST, syönyt syö PTCP.PST, työnä työ ESS, autona auto ESS""",
    "e and i leave the harmony as it was": """
        kaupungissa kaupunki INE, tyttösi tyttö 2SG.POSS, talollemmeko talo ALL 1PL.POSS Q, huoneessa huone INE, kirjoissa kirja PL
        INE, kylissähän kylä PL INE EMPH, Helsingissä Helsinki INE""",
    "a word of e and i alone is front": """
        tietä tie PART, kielellä kieli ADE, kivessä kivi INE, nimeä nimi PART, miehiä mies PL.PART, tiehän tie EMPH, pieniä pieni
        PL.PART""",
    "the consonant is weak before a closed syllable": """
        kadun katu GEN, kadulla katu ADE, kadut katu PL.NOM, kaduissa katu PL INE, katuna katu ESS, katua katu PART, katuun katu
        ILL, katuni katu 1SG.POSS, katuja katu PL.PART, katuihin katu PL.ILL, kaupan kauppa GEN, kaupat kauppa PL.NOM, kauppaan
        kauppa ILL, kengän kenkä GEN, kengissä kenkä PL INE, kenkiä kenkä PL.PART, sillalta silta ABL, silloilta silta PL ABL,
        siltoja silta PL.PART, rannat ranta PL.NOM, rantaa ranta PART, tyttöä tyttö PART, tytöt tyttö PL.NOM, Turussa turku INE,
        Turkuun turku ILL, Matin Matti GEN, Mattia Matti PART, luen luke 1SG, lukee luke 3SG, annat anta 2SG, antavat anta 3PL,
        annatte anta 2PL""",
    "stems differ by case and number": """
        vesi vesi, veden vesi GEN, vettä vesi PART, vetenä vesi ESS, veteen vesi ILL, vesiä vesi PL.PART, vesissä vesi PL INE, uusi
        uusi, uuden uusi GEN, uutta uusi PART, uusia uusi PL.PART, kahden kaksi GEN, kahta kaksi PART, kahteen kaksi ILL, nainen
        nainen, naisen nainen GEN, naista nainen PART, naisia nainen PL.PART, miehen mies GEN, miestä mies PART, huoneen huone GEN,
        huonetta huone PART, huoneita huone PL.PART, osoitteeni osoite 1SG.POSS, osoitetta osoite PART, vanhoja vanha PL.PART,
        vanhaa vanha PART, minun minä GEN, minua minä PART, hänen hän GEN, häntä hän PART""",
    "the illative repeats the vowel": """
        taloon talo ILL, kalaan kala ILL, katuun katu ILL, kylään kylä ILL, tyttöön tyttö ILL, kiveen kivi ILL, toriin tori ILL,
        maahan maa ILL, työhön työ ILL, puuhun puu ILL, tiehen tie ILL, huoneeseen huone ILL, taloihin talo PL.ILL, koiriin koira
        PL.ILL, Suomeen Suomi ILL""",
    "possession": """
        taloni talo 1SG.POSS, talonsa talo 3.POSS, talossaan talo INE 3.POSS, kylässään kylä INE 3.POSS, talolleen talo ALL 3.POSS,
        talooni talo ILL 1SG.POSS, taloonsa talo ILL 3.POSS, talokseni talo TRA 1SG.POSS, talojamme talo PL.PART 1PL.POSS,
        taloissanne talo PL INE 2PL.POSS, työnne työ 2PL.POSS""",
    "verbs": """
        puhun puhu 1SG, puhuu puhu 3SG, puhuin puhu PST 1SG, puhui puhu PST, puhuivat puhu PST 3PL, puhuisimme puhu COND 1PL, puhua
        puhu INF, tulee tule 3SG, tulla tule INF, tullut tule PTCP.PST, tuli tule PST, tulisit tule COND 2SG, juoda juo INF, joimme
        juo PST 1PL, syödä syö INF, söin syö PST 1SG, lukisi luke COND, lukea luke INF, en ei 1SG, emme ei 1PL, eivät ei 3PL""",
    "words of words, and affixes with stems of their own": """
        helsinkiläinen Helsinki ORIGIN, helsinkiläiset Helsinki ORIGIN PL.NOM, helsinkiläistä Helsinki ORIGIN PART, helsinkiläisiä
        Helsinki ORIGIN PL.PART, kirjasto kirja COLLECTION, kirjastossa kirja COLLECTION INE, puhuja puhu AGENT, puhujan puhu AGENT
        GEN, puhujia puhu AGENT PL.PART, puhuminen puhu NMLZ, puhumiseen puhu NMLZ ILL, katsomista katso NMLZ PART""",
    "stems that are no roots": "Oslossa oslo INE, Tokiossa tokio INE, Jyväskylässä jyväskylä INE",
}
EXAMPLES = [example.split() for words in WORDS.values() for example in words.replace("\n", " ").split(", ")]
# Forms that another language of such tables would have, and Finnish has not: neither is analysed so, nor spelled so.
WRONG = ["talossä", "kylässa", "katun", "kaduun", "kadua", "kaupaan", "vesin", "vedeen", "tieta", "kivella", "naineen", "koiroja"]


def glossed(tokenizer: morfem.Tokenizer, word: str) -> str:
    """The root and the glosses of a word's affixes."""
    encoding = tokenizer.encode(word)
    named = [
        gloss or surface for gloss, surface, kind in zip(encoding.glosses, encoding.tokens, encoding.kinds, strict=True) if kind != "mark"
    ]
    return " ".join(named).replace("▁", "")


@pytest.fixture(scope="module")
def affixes(finnish: morfem.Tokenizer) -> dict[str, int]:
    """Glosses and the ids of their affixes, found by the words that have them."""
    found: dict[str, int] = {}
    for word, *_ in EXAMPLES:
        encoding = finnish.encode(word)
        found |= {gloss: id for gloss, id in zip(encoding.glosses, encoding.ids, strict=True) if gloss}
    return found


@pytest.mark.parametrize("phenomenon", WORDS)
def test_words_are_taken_apart(finnish: morfem.Tokenizer, phenomenon: str) -> None:
    for example in WORDS[phenomenon].replace("\n", " ").split(", "):
        word, root, *glosses = example.split()
        if phenomenon == "stems that are no roots":
            assert [gloss for gloss in finnish.encode(word).glosses if gloss] == glosses, word
        else:
            assert glossed(finnish, word) == " ".join([root, *glosses]), word


def test_words_are_put_together(finnish: morfem.Tokenizer, affixes: dict[str, int]) -> None:
    for word, root, *glosses in EXAMPLES:
        if f"▁{root}" in {finnish.id_to_token(id) for id in range(finnish.vocab_size)}:
            ids = [finnish.token_to_id(f"▁{root}"), *(affixes[gloss] for gloss in glosses)]
            assert finnish.decode(ids).lower() == word.lower()


def test_a_name_that_the_corpus_capitalises_has_a_capital_of_its_own(finnish: morfem.Tokenizer) -> None:
    assert finnish.encode("Helsingissä helsingissä HELSINGISSÄ").tokens == [
        *("▁Helsinki", "+ssA"),
        *("<lower>", "▁Helsinki", "+ssA"),
        *("<upper>", "▁Helsinki", "+ssA"),
    ]
    # Our sentences have turkulaiset alone.
    assert finnish.encode("Turussa").tokens == ["<title>", "▁turku", "+ssA"]


def test_every_row_of_the_tables_is_needed(affixes: dict[str, int], finnish: morfem.Tokenizer) -> None:
    rows = [line.split("\t")[0] for line in (FINNISH / "affixes.tsv").read_text("utf-8").splitlines() if "\t" in line][1:]
    assert set(rows) - set(affixes) <= {"ABE", "PL.GEN", "PL.ESS", "ELA", "ALSO", "EVEN", "ALL"}


def test_a_form_that_finnish_has_not_is_not_made(finnish: morfem.Tokenizer) -> None:
    for word in WRONG:
        encoding = finnish.encode(word)
        assert "root" not in encoding.kinds or encoding.kinds[-1] != "affix", (word, encoding.tokens)
        assert finnish.decode(encoding.ids) == word


def test_sentences_come_back_and_consist_of_units(finnish: morfem.Tokenizer) -> None:
    kinds: list[str] = []
    for line in SENTENCES:
        encoding = finnish.encode(line)
        assert finnish.decode(encoding.ids) == line
        kinds += [kind for kind, surface in zip(encoding.kinds, encoding.surfaces, strict=True) if any(map(str.isalpha, surface))]
    assert (kinds.count("root") + kinds.count("affix")) / len(kinds) > 0.7


def test_two_words_never_share_ids(finnish: morfem.Tokenizer, affixes: dict[str, int]) -> None:
    words = {word for word, *_ in EXAMPLES} | {word for line in SENTENCES for word in line.split()} | set(WRONG)
    assert len({tuple(finnish.encode(word).ids) for word in words}) == len(words)
    # And every chain of affixes, whatever it spells, is spelled in one way.
    for root, first, second in itertools.product(("▁katu", "▁vesi", "▁tie"), affixes.values(), affixes.values()):
        word = finnish.decode([finnish.token_to_id(root), first, second])
        assert finnish.decode(finnish.encode(word).ids) == word


def test_the_core_knows_no_language() -> None:
    """No letter outside ASCII, and no name of the tables, stands in the core's code."""
    names = set()
    for folder in (TURKISH, FINNISH):
        for gloss, form, _, features in table(folder / "affixes.tsv", ("gloss", "form", "class", "features")):
            names |= {gloss, form, *features.split()}
        for _, accepts, _ in table(folder / "morphotactics.tsv", ("state", "accepts", "next")):
            names |= {what[1:] for what in accepts.split() if what.startswith("@")}
    names.remove("unknown")  # the class of stems that are no roots: the core's own word
    files = sorted(CORE.glob("*.rs"))
    assert files, f"no file in {CORE}"
    for file in files:
        text = file.read_text("utf-8").split("#[cfg(test)]")[0]
        code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        letters = {letter for letter in code if letter.isalpha() and not letter.isascii()}
        literals = set(re.findall(r'"([^"\n]*)"', code)) | set(re.findall(r"'(\w)'", code))
        assert not letters, f"{file.name}: {letters}"
        assert not literals & names, f"{file.name}: {literals & names}"


def test_a_table_says_which_of_two_roots_is_meant(pack: Path) -> None:
    """`shares.tsv` with roots: *tuli* is a fire or came, and a corpus does not say which."""
    lexicon = pack / "lexicon.tsv"
    lexicon.write_text(lexicon.read_text("utf-8").rstrip("\n") + "\ntuli\tnoun\t\t\t\t500\n", "utf-8")
    (pack / "inflected.tsv").write_text("lemma\tclass\treason\ntuli\tnoun\thomograph\n", "utf-8")
    best = train(pack).analyze("tuli")[0]
    assert (best.root, best.glosses) == ("tule", ["PST"])
    rows = "fire\t\ttuli/noun\trest\nfire\t\ttule/verb\t0.001\n"
    (pack / "shares.tsv").write_text(f"group\tafter\tglosses\tshare\n{rows}", "utf-8")
    assert train(pack).analyze("tuli")[0].root == "tuli"
