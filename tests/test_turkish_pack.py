"""The roots of the Turkish language pack: what an entry of the dictionaries becomes, what a stem and affixes spell, and what ships."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("tomllib")  # Python 3.11: the tool reads phonology.toml

from tools import inflected_rows, turkish_words
from tools import turkish_pack as tool
from tools.pack_grammar import Grammar, table
from tools.turkish_pack import PACK, Lexicon, Row
from tools.usable_lines import usable
from tools.zemberek import Entry

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LETTERS = {"b": "be", "c": "ce", "d": "de", "h": "he", "k": "ka", "l": "le", "p": "pe", "t": "te"}


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return Grammar(PACK)


@pytest.fixture(scope="module")
def shipped() -> list[list[str]]:
    lines = (PACK / "lexicon.tsv").read_text("utf-8").split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")][1:]


def entry(lemma: str, *attributes: str, speech: str = "", parts: str = "", is_name: bool = False, kind: str = "", rank: int = 0) -> Entry:
    return Entry(lemma, speech, frozenset(attributes), parts, is_name, kind, "", rank)


def assert_spells(grammar: Grammar, row: Row, words: str, others: str) -> None:
    """The grammar spells each of `words` from the root in `row`, and none of `others`."""
    lexicon = Lexicon(grammar, [row])
    assert [word for word in words.split() if not next(lexicon.roots(word), [])] == []
    assert [word for word in others.split() if next(lexicon.roots(word), [])] == []


@pytest.mark.parametrize(
    ("lemma", "attributes", "flags"),
    [
        ("kitap", "", "soft"),
        ("renk", "", "soft_g"),
        ("diyalog", "", "soft"),
        ("miting", "", ""),  # g stays after n
        ("hukuk", "NoVoicing", ""),
        ("top", "", ""),
        ("akıl", "LastVowelDrop", "drop"),
        ("kayıp", "LastVowelDrop Voicing", "drop_soft"),
        ("hak", "Doubling", "double"),
        ("ret", "Doubling Voicing", "double_soft"),
        ("saat", "InverseHarmony NoVoicing", "front"),
        ("kalp", "InverseHarmony Voicing", "soft front"),
        ("buzdolabı", "CompoundP3sg", "pronominal"),
        ("başlamak", "", "narrow causative_t l_or_vowel"),
        ("yapmak", "", "aorist_ar"),
        ("gelmek", "Aorist_I", "l_or_vowel"),
        ("gitmek", "Voicing", "aorist_ar soft"),
        ("getirmek", "", "causative_t"),
        ("konuşmak", "", ""),
    ],
)
def test_attributes_and_rules_of_the_dictionaries_are_flags(lemma: str, attributes: str, flags: str) -> None:
    assert " ".join(tool.flags_of(entry(lemma, *attributes.split()))) == flags


@pytest.mark.parametrize(
    ("lemma", "parts", "stems"),
    [
        ("buzdolabı", "buz-dolap", "buzdolap>plural buzdolab>possessive"),
        ("başörtüsü", "baş-örtü", "başörtü>plural başörtü>possessive"),
        ("camgöbeği", "cam-göbek", "camgöbek>plural camgöbeğ>possessive"),
        ("anaokulu", "ana-okul", "anaokul>plural anaokul>possessive"),
    ],
)
def test_a_possessive_compound_loses_its_possessive(lemma: str, parts: str, stems: str) -> None:
    assert tool.compound_stems(entry(lemma, "CompoundP3sg", parts=parts)) == stems


@pytest.mark.parametrize(
    ("word", "reading"), [("tl", "tele"), ("chp", "cehepe"), ("abd", "abede"), ("ab", "abe"), ("nato", ""), ("meb", ""), ("kesk", "")]
)
def test_an_abbreviation_is_spelt_where_it_cannot_be_read(word: str, reading: str) -> None:
    assert tool.reading_of(entry(word, speech="Abbrv", is_name=True), LETTERS) == reading


def test_what_has_no_class_is_no_root() -> None:
    kinds = {
        "verb": entry("gelmek"),
        "noun": entry("ekmek", speech="Noun", kind="Noun"),
        "proper": entry("irmak", is_name=True),
        "numeral": entry("üç", speech="Num", kind="Card"),
        "": entry("üçüncü", speech="Num", kind="Ord"),
    }
    assert {kind: tool.class_of(one) for kind, one in kinds.items()} == {kind: kind for kind in kinds}
    assert not list(tool.rows_of(entry("no", speech="Abbrv", is_name=True), LETTERS))


def test_a_sound_change_in_the_table_beats_one_that_is_inferred() -> None:
    paket, adjective, ox, bosom = (
        entry("paket", "NoVoicing"),
        entry("paket", speech="Adj"),
        entry("koyun"),
        entry("koyun", "LastVowelDrop", rank=1),
    )
    assert list(tool.settled([paket, adjective, ox, bosom])) == [paket, ox, bosom]  # the second koyun is the rarer one


def test_a_circumflex_may_be_left_out_unless_that_is_another_word() -> None:
    rows = [Row("kâğıt", "noun", "soft"), Row("kâr", "noun"), Row("kar", "noun")]
    assert tool.with_plain(rows) == [*rows, Row("kağıt", "noun", "soft")]


def test_a_correction_takes_the_place_of_its_lemma_and_class() -> None:
    rows = [Row("su", "noun"), Row("su", "proper"), Row("bun", "noun")]
    corrections = [Row("su", "noun", "", "suy>vowel"), Row("bun", "-noun")]
    assert tool.corrected(rows, corrections) == [Row("su", "proper"), Row("su", "noun", "", "suy>vowel")]


def test_rows_that_spell_the_same_are_one() -> None:
    assert tool.merged([Row("güzel", kind) for kind in ("adverb", "adjective", "noun", "proper")]) == [Row("güzel", "noun")]
    assert tool.merged([Row("bu", "determiner"), Row("bu", "pronoun", "pronominal")]) == [Row("bu", "pronoun", "pronominal")]
    homographs = [Row("koyun", "noun"), Row("koyun", "noun", "drop")]
    assert tool.merged(homographs) == homographs
    face_and_swim = [Row("yüz", "noun"), Row("yüz", "verb", "aorist_ar")]
    assert set(tool.merged(face_and_swim)) == set(face_and_swim)


@pytest.mark.parametrize(
    ("row", "words", "others"),
    [
        (Row("kitap", "noun", "soft"), "kitap kitabı kitaplar kitaplarımızdan kitapta", "kitapı kitabta kitaplerde"),
        (Row("saat", "noun", "front"), "saatler saati saatte", "saatlar saatı"),
        (Row("akıl", "noun", "drop"), "aklı akıllar akılda", "akılı aklda"),
        (Row("hacim", "noun", "drop"), "hacmi hacmin", "hacmı"),  # the harmony of the vowel that is lost
        (Row("oyna", "verb", "narrow"), "oynuyor oynar oynadı", "oynayor oynıyor"),
        (Row("bekle", "verb", "narrow"), "bekliyor bekler", "bekleyor"),
        (
            Row("buzdolabı", "noun", "pronominal", "buzdolap>plural buzdolab>possessive"),
            "buzdolabını buzdolapları buzdolabım",
            "buzdolabıyı",
        ),
        (Row("vuku", "noun", "", "", "vukuğ"), "vukuu vukuunda", "vukuyu"),
        (Row("google", "proper", "", "", "gugıl"), "googleda googlea googleı", "googlede googleya googlenin"),
    ],
)
def test_the_grammar_spells_what_a_speaker_would(grammar: Grammar, row: Row, words: str, others: str) -> None:
    assert_spells(grammar, row, words, others)


def test_a_name_that_is_an_inflected_word_is_known(grammar: Grammar) -> None:
    lexicon = Lexicon(grammar, [Row("kedi", "noun"), Row("gör", "verb"), Row("kız", "noun")])
    assert lexicon.is_made("kediler", tool.PLURAL)
    assert lexicon.is_made("gördüm", tool.INFLECTION)
    assert lexicon.is_made("gör")  # the imperative
    assert not lexicon.is_made("kızıl", tool.INFLECTION)
    assert not lexicon.is_made("kedi", tool.INFLECTION)


def test_the_longest_root_counts_and_a_bare_word_is_no_imperative(grammar: Grammar) -> None:
    göz, gözlük, yüz, swim = Row("göz", "noun"), Row("gözlük", "noun", "soft"), Row("yüz", "noun"), Row("yüz", "verb", "aorist_ar")
    lexicon = Lexicon(grammar, [göz, gözlük, yüz, swim])
    counts = tool.counted(lexicon, [("gözlüğü", 5), ("gözü", 3), ("yüz", 7), ("yüzmek", 2), ("yüzüyordu", 1), ("vazo", 9)])
    assert counts == Counter({göz: 3, gözlük: 5, yüz: 7, swim: 3})


def test_every_row_that_ships_is_one_the_tables_know(grammar: Grammar, shipped: list[list[str]]) -> None:
    assert {row[1] for row in shipped} <= set(grammar.classes)
    assert {flag for row in shipped for flag in row[2].split()} <= set(grammar.flags)
    features = {feature for affix in grammar.affixes.values() for feature in affix.features}
    assert {stem.split(">")[1] for row in shipped for stem in row[3].split()} <= features | {"vowel"}
    assert len({tuple(row[:5]) for row in shipped}) == len(shipped)
    assert all(row[0] == row[0].strip() and row[5].isdigit() for row in shipped)


MADE = "aldı gördüm evler kediler kitabı bana yanında üçüncü biri onlar geliyor akıllı"
ROOTS = "ev kedi kitap ben o yan üç bir gel ankara adana selin deniz için"


def test_what_grammar_makes_of_others_does_not_ship(shipped: list[list[str]]) -> None:
    lemmas = {row[0] for row in shipped}
    assert lemmas & set(MADE.split()) == set()
    assert set(ROOTS.split()) - lemmas == set()


def test_every_row_that_inflection_makes_is_argued() -> None:
    entries = {(lemma, kind): reason for lemma, kind, reason in table(inflected_rows.TABLE, tool.LEXICALISED)}
    lexicon = inflected_rows.shipped()
    found = {(one.row.lemma, one.row.kind) for one in inflected_rows.inflected(lexicon)}
    assert found - entries.keys() == set()
    assert entries.keys() - {(row.lemma, row.kind) for row in lexicon.rows} == set()
    assert set(entries.values()) == {"frozen", "homograph", "lexicalised", "name", "stem"}


def test_verbs_of_common_affixes_are_derived(grammar: Grammar) -> None:
    derived = tool.derived_verbs(
        grammar, [Row("temiz", "adjective"), Row("uzat", "verb"), Row("bit", "verb"), Row("de", "verb"), Row("iz", "noun")]
    )
    assert {"temizle", "temizlen", "bitir"} <= derived
    assert not {"del", "izle"} & derived  # the passive of a vowel is -n; two letters are too few to go by


def test_an_affix_that_few_roots_take_stands_after_those_of_which_the_dictionaries_have_a_word(grammar: Grammar) -> None:
    rows = [Row("çiz", "verb", "aorist_ar"), Row("çizgi", "noun"), Row("gel", "verb"), Row("yan", "verb")]
    flagged = {row.lemma: row for row in tool.licensed(grammar, rows, rows, [])}
    assert "takes_gi" in flagged["çiz"].flags.split()
    assert "takes_gi" not in flagged["gel"].flags.split()
    assert tool.Lexicon(grammar, [flagged["çiz"]]).is_made("çizgiler")
    assert not tool.Lexicon(grammar, [flagged["gel"]]).is_made("gelgiler")


@pytest.mark.parametrize(
    ("row", "words", "others"),
    [
        (Row("gel", "verb"), "gelmeye gelenler gelirler gelmişler geleceklerden", "gelgiler gelmanın"),
        (Row("yirmi", "numeral"), "yirmide yirmiden", "yirmideme"),
        (Row("o", "personal", "pronominal", "on>plural on>instrumental on>without"), "onlar onunla ona onun", "onum onlarımı"),
        (Row("ev", "noun"), "evdekiler evdekine evdekinde evdeler", "evdekim"),
        (Row("buzdolabı", "noun", "pronominal", "buzdolap>plural buzdolab>possessive"), "buzdolapları buzdolabımız", "buzdolabları"),
        (Row("a", "interjection"), "a alar", "an am"),
    ],
)
def test_what_may_follow_what(grammar: Grammar, row: Row, words: str, others: str) -> None:
    assert_spells(grammar, row, words, others)


@pytest.mark.skipif(not DATA.is_dir(), reason="the dictionaries and the corpus are not here")
def test_the_rows_that_ship_are_those_that_the_tool_finds(
    grammar: Grammar, shipped: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Names come after all others, which do not depend on them; of their dictionaries a small one will do.
    monkeypatch.setattr(tool, "NAMES", ("proper", "abbreviations"))
    found = tool.roots(grammar, DATA / "lexicon" / "tr").rows
    rows = [Row(*cells[:-1]) for cells in shipped]
    assert {row for row in rows if row.kind not in tool.CAPITALISED} == {row for row in found if row.kind not in tool.CAPITALISED}
    assert {row for row in found if row.kind == "proper"} <= set(rows)


@pytest.mark.skipif(not DATA.is_dir(), reason="the dictionaries and the corpus are not here")
def test_the_counts_that_ship_are_those_of_the_corpus(grammar: Grammar, shipped: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(itertools.islice(usable(DATA, "tr"), 10_000))
    monkeypatch.setattr(turkish_words, "usable", lambda folder, language: lines)
    whole = {Row(*cells[:-1]): int(cells[-1]) for cells in shipped}
    counts = tool.counted(Lexicon(grammar, whole), sorted(turkish_words.word_counts(DATA).items()))
    assert sum(counts.values()) > 50_000
    assert all(count <= whole[row] for row, count in counts.items())
    # Most of what is frequent here is frequent everywhere.
    assert sum(whole[row] > 10 * count for row, count in counts.most_common(100)) > 80
