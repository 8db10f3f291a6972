"""Letters repeated for emphasis: marks repeat the last vowel of a unit or the last letter of the word, and all units keep their ids."""

import morfem
import pytest

from tests.phenomena.turkish.test_typed_without_letters import units


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


@pytest.mark.parametrize(
    ("elongated", "written"),
    [
        ("çoook", "çok"),
        ("süperr", "süper"),
        ("evettt", "evet"),
        ("güzeeel", "güzel"),
        ("Güzeeelll", "Güzel"),
        ("ÇOOOKKK", "ÇOK"),
        ("saaaat", "saat"),
        ("rezalettt", "rezalet"),
        ("geldiiim", "geldim"),
        ("seeeviyorum", "seviyorum"),
        ("ederimm", "ederim"),
    ],
)
def test_the_units_are_those_of_the_word(turkish: morfem.Tokenizer, elongated: str, written: str) -> None:
    assert [unit for unit in units(turkish, elongated) if unit not in ("<long>", "<again>")] == units(turkish, written)
    assert turkish.decode(turkish.encode(elongated).ids) == elongated


@pytest.mark.parametrize("text", ["saat", "hakk", "1000", "press", "Scott", "III", "www", "maddi", "teşekkür"])
def test_double_letters_of_a_word_need_no_mark(turkish: morfem.Tokenizer, text: str) -> None:
    assert not {"<long>", "<again>"} & set(units(turkish, text))


def test_a_mark_that_writes_a_letter_has_its_place(turkish: morfem.Tokenizer) -> None:
    encoding = turkish.encode("süperrr bir film")
    assert encoding.tokens[:3] == ["▁süper", "<again>", "<again>"]
    assert (encoding.offsets[:4], encoding.word_ids[:4]) == ([(0, 5), (5, 6), (6, 7), (7, 11)], [0, 0, 0, 1])


def test_an_analysis_has_the_root_and_the_letters_as_they_stand(turkish: morfem.Tokenizer) -> None:
    best = turkish.analyze("GELDİİİMMM")[0]
    assert (best.root, best.glosses, best.segments) == ("gel", ["PST", "1SG.PST"], ["GEL", "Dİİİ", "MMM"])


@pytest.mark.parametrize("text", ["süperrr", "çok süperrr bir film", "rezalettt, very goooood filmmm", "evettt <s> 정말 çoook"])
def test_repeated_letters_belong_to_their_word_beside_other_languages(text: str) -> None:
    multi = morfem.load("multi")
    encoding = multi.encode(text)
    assert "".join(encoding.surfaces) == text == multi.decode(encoding.ids)
    again = [place for place, token in enumerate(encoding.tokens) if token == "<again>"]
    assert again
    assert all(encoding.word_ids[place] == encoding.word_ids[place - 1] for place in again)
