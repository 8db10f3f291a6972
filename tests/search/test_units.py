"""Learning the unit model of Korean search terms."""

import math
from pathlib import Path

import pytest

from tools import search_units as tool

NOUNS = ["나무", "바다", "학교", "사람", "구름", "책상", "지방", "마을"]
FORMS = {True: ["은", "을", "의", "에서", "에서는", "이"], False: ["는", "를", "의", "에서", "에서는", "가"]}


@pytest.fixture(scope="module")
def slots() -> tool.Slots:
    return tool.slots()


@pytest.fixture(scope="module")
def chains(slots: tool.Slots) -> tuple[tool.Chains, tool.Chains]:
    return tool.grammar(slots)


@pytest.fixture(scope="module")
def model(slots: tool.Slots, chains: tuple[tool.Chains, tool.Chains]) -> tool.Model:
    is_closed = {noun: tool.taken_apart(noun[-1])[2] > 0 for noun in NOUNS}
    words = [noun + form for noun in NOUNS for form in ["", *FORMS[is_closed[noun]]]]
    words += [f"지방{noun}{form}" for noun in NOUNS[:5] for form in FORMS[is_closed[noun]]]
    words += ["마시고", "마시는", "마신다", "마셨다", "마시면", "마실"]
    return tool.trained(words, *chains, tool.Stems(slots), 200)


def test_the_bundled_units_are_those_of_the_bundled_tables(chains: tuple[tool.Chains, tool.Chains]) -> None:
    of_kind = dict(zip(("particle", "ending"), chains, strict=True))
    rows = [line.split("\t") for line in Path(tool.FOLDER / "units.tsv").read_text(encoding="utf-8").splitlines()[2:]]
    assert {kind for kind, *_ in rows} == {
        "noun",
        "verb",
        "particle",
        "ending",
        "merger",
        "class",
        "irregular",
        "auxiliary",
        "surname",
        "whole",
        "second",
    }
    by_hand = set(tool.by_hand())
    assert by_hand <= {"\t".join(row) for row in rows}
    assert [(text, after) for kind, text, after, _ in rows if kind == "merger"] == [
        (each.written, f"{each.stem} {each.ending} {each.where}") for each in tool.mergers()
    ]
    learned = [row for row in rows if row[0] in of_kind and "\t".join(row) not in by_hand]
    assert all(of_kind[kind][text] == int(after) for kind, text, after, _ in learned)


def test_stems_are_learned_without_their_particles(model: tool.Model) -> None:
    assert set(NOUNS) <= set(model.units)
    assert not {"나무는", "학교에서", "사람은"} & set(model.units)


def test_a_verb_is_learned_from_forms_that_change_its_last_syllable(model: tool.Model) -> None:
    verb = dict(zip(model.units, model.unit[1], strict=True))
    assert verb["마시"] > 0.5
    assert verb.get("마셨", 0) == 0


def test_probabilities_sum_to_one(model: tool.Model) -> None:
    for row in (*model.unit, model.chain):
        assert math.isclose(row.sum(), 1, rel_tol=1e-9)


@pytest.mark.parametrize(
    ("word", "way"),
    [
        ("나무는", ("나무", "는", False)),
        ("갔다", ("가", "었다", True)),
        ("마셔", ("마시", "어", True)),
        ("했던", ("하", "었던", True)),
        ("높은", ("높", "은", True)),
    ],
)
def test_a_word_is_written_as_stem_and_chain(chains: tuple[tool.Chains, tool.Chains], word: str, way: tool.Way) -> None:
    assert way in set(tool.Splitter(*chains).ways(word))


@pytest.mark.parametrize(("word", "stem"), [("나무은", "나무"), ("사람를", "사람"), ("시리아", "시리")])
def test_a_chain_follows_only_the_stems_of_its_row(chains: tuple[tool.Chains, tool.Chains], word: str, stem: str) -> None:
    assert stem not in {found for found, chain, _ in tool.Splitter(*chains).ways(word) if chain}


def test_lines_that_share_six_words_with_a_measured_paragraph_are_left_out() -> None:
    measured = tool.runs("바다 위에 뜬 배가 천천히 섬으로 간다")
    assert tool.runs("어제 바다 위에 뜬 배가 천천히 섬으로 갔다") & measured
    assert not tool.runs("바다 위에 배가 천천히 섬으로 간다 하지만") & measured
