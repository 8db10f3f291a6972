"""The roots of the Turkish language pack: every row is one that the tables know, and no row is a form that the grammar makes of another."""

from pathlib import Path

import morfem
import pytest

tomllib = pytest.importorskip("tomllib")  # Python 3.11

PACK = Path(morfem.__file__).parent / "languages" / "tr"


def rows(name: str) -> list[list[str]]:
    lines = (PACK / name).read_text("utf-8").split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")][1:]


@pytest.fixture(scope="module")
def shipped() -> list[list[str]]:
    return rows("lexicon.tsv")


def test_every_row_is_one_that_the_tables_know(shipped: list[list[str]]) -> None:
    classes = {accepted[1:] for _, accepts, _ in rows("morphotactics.tsv") for accepted in accepts.split() if accepted.startswith("@")}
    flags = tomllib.loads((PACK / "phonology.toml").read_text("utf-8"))["flags"]
    features = {feature for row in rows("affixes.tsv") for feature in row[3].split()}
    assert {row[1] for row in shipped} <= classes
    assert {flag for row in shipped for flag in row[2].split()} <= flags.keys()
    assert {stem.split(">")[1] for row in shipped for stem in row[3].split()} <= features | {"vowel"}
    assert len({tuple(row[:5]) for row in shipped}) == len(shipped)
    assert all(row[0] == row[0].strip() and row[5].isdigit() for row in shipped)


MADE = "aldı gördüm evler kediler kitabı bana yanında üçüncü biri onlar geliyor akıllı"
ROOTS = "ev kedi kitap ben o yan üç bir gel ankara adana selin deniz için"


def test_what_grammar_makes_of_others_is_no_root(shipped: list[list[str]]) -> None:
    lemmas = {row[0] for row in shipped}
    assert lemmas & set(MADE.split()) == set()
    assert set(ROOTS.split()) - lemmas == set()


def test_a_root_that_looks_inflected_is_argued(shipped: list[list[str]]) -> None:
    """The pack refuses a root that inflection of another spells, unless this table has it."""
    morfem.languages.pack("tr")
    entries = {(lemma, kind): reason for lemma, kind, reason in rows("inflected.tsv")}
    assert entries.keys() - {(row[0], row[1]) for row in shipped} == set()
    assert set(entries.values()) == {"frozen", "homograph", "lexicalised", "name", "stem"}


def test_no_name_is_a_common_word_without_its_letters(shipped: list[list[str]]) -> None:
    plain = str.maketrans("çğıöşü", "cgiosu")
    counts: dict[str, int] = {}
    for lemma, _, _, _, _, count in shipped:
        if lemma != lemma.translate(plain):
            counts[lemma.translate(plain)] = max(counts.get(lemma.translate(plain), 0), int(count))
    names = [(row[0], int(row[5])) for row in shipped if row[1] == "proper"]
    assert [name for name, count in names if 20 <= counts.get(name, 0) >= 4 * count] == []
