"""docs/mft-affixes.tsv says what the bundled tokenizer has."""

import morfem
import pytest

pytest.importorskip("tomllib")  # Python 3.11: the reader of the pack's tables needs it

from tools import affix_table


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    if affix_table.NAME not in morfem.available():
        pytest.skip(f"{affix_table.NAME} is not bundled")
    return morfem.load(affix_table.NAME)


def test_the_page_is_up_to_date(turkish: morfem.Tokenizer) -> None:
    assert affix_table.PAGE.read_text("utf-8") == affix_table.page(turkish), "run python -m tools.affix_table"
    assert affix_table.PLAYGROUND.read_text("utf-8") == affix_table.spellings(turkish), "run python -m tools.affix_table"


def test_every_affix_has_its_row_and_nearly_every_one_an_example(turkish: morfem.Tokenizer) -> None:
    rows = [line.split("\t") for line in affix_table.page(turkish).splitlines()[1:]]
    kinds = [row.split("\t")[1] for row in turkish.files()["vocabulary.tsv"].decode().splitlines()[1:]]
    assert [int(row[0]) for row in rows] == [id for id, kind in enumerate(kinds) if kind == "affix"]
    # Our sentences lack some forms of chats, such as -mIyo.
    assert sum(not row[5] for row in rows) <= 11


def test_an_example_is_spelled_with_its_affix(turkish: morfem.Tokenizer) -> None:
    page = affix_table.page(turkish)
    for row in (
        "+lAr\tPL\tplural\tler, lar\tev+ler",
        "+(s)I\t3SG.POSS\tpossessive\tü, sü, i, si, u, su, ı, sı\taraba+sı",
        "+DA\tLOC\tcase\tte, de, ta, da, nde, nda\tev+i+nde",
    ):
        assert row in page
