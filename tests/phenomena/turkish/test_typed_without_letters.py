"""Words typed on a keyboard without ç, ğ, ı, ö, ş and ü: a mark says so, and the root and its affixes keep their ids."""

import morfem
import pytest


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


def units(tokenizer: morfem.Tokenizer, text: str) -> list[str]:
    """The tokens of a text, merged ones as their units."""
    return [tokenizer.id_to_token(unit) for token in tokenizer.encode(text).ids for unit in tokenizer.units(token)]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("degil", "değil"),
        ("icin", "için"),
        ("Diyarbakir", "Diyarbakır"),
        ("gunesli", "güneşli"),
        ("cocuklarimizin", "çocuklarımızın"),
        ("Turkiye'de", "Türkiye'de"),
        ("dusunuyorum", "düşünüyorum"),
        ("GUZEL", "GÜZEL"),
        ("yagmur", "yağmur"),
        ("sehirde", "şehirde"),
        ("cok", "çok"),
        ("tum", "tüm"),
    ],
)
def test_the_root_and_the_affixes_keep_their_ids(turkish: morfem.Tokenizer, typed: str, written: str) -> None:
    assert [unit for unit in units(turkish, typed) if unit != "<plain>"] == units(turkish, written)
    assert units(turkish, typed).count("<plain>") == 1
    assert turkish.decode(turkish.encode(typed).ids) == typed


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("gıbı", "gibi"),
        ("fılmın", "filmin"),
        ("ıcın", "için"),
        ("degıl", "değil"),
        ("Kesınlıkle", "Kesinlikle"),
        ("dısarıda", "dışarıda"),
    ],
)
def test_one_i_for_both_is_a_mark(turkish: morfem.Tokenizer, typed: str, written: str) -> None:
    assert [unit for unit in units(turkish, typed) if unit not in ("<dotless>", "<plain>")] == units(turkish, written)
    assert units(turkish, typed).count("<dotless>") == 1
    assert turkish.decode(turkish.encode(typed).ids) == typed


@pytest.mark.parametrize("text", ["kitaplar", "on", "Berlin", "sonra", "oldu", "acı", "kendi", "The", "değil", "ısı", "sıkı", "Kırım"])
def test_words_with_an_analysis_of_their_own_have_no_mark(turkish: morfem.Tokenizer, text: str) -> None:
    assert not {"<plain>", "<dotless>"} & set(units(turkish, text))


@pytest.mark.parametrize("text", ["ıcın\u0307", "gıbıi", "sonuc\u0327ları", "guzel\u0301ı", "degilı", "Turkiye'ı'ş"])
def test_letters_behind_the_word_stay(turkish: morfem.Tokenizer, text: str) -> None:
    assert turkish.decode(turkish.encode(text).ids) == text


def test_an_analysis_names_the_root_as_it_is_written(turkish: morfem.Tokenizer) -> None:
    best = turkish.analyze("cocuklarimizin")[0]
    assert (best.root, best.glosses, best.segments) == ("çocuk", ["PL", "1PL.POSS", "GEN"], ["cocuk", "lar", "imiz", "in"])


def test_frequent_words_need_no_mark_of_their_own(turkish: morfem.Tokenizer) -> None:
    [token] = turkish.encode("degil").ids
    assert [turkish.id_to_token(unit) for unit in turkish.units(token)] == ["<plain>", "▁değil"]
