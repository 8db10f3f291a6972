"""Frozen forms: words that were once inflected, or only look so, are roots where the root is what most people mean."""

import morfem
import pytest


@pytest.fixture(scope="module")
def turkish() -> morfem.Tokenizer:
    return morfem.load("tr-mft")


FROZEN = ["ancak", "uyarınca", "yüzde", "geçici", "resmi", "askeri", "altı", "ana", "elli", "yasama", "salı", "hemde", "aksine", "varlık"]


@pytest.mark.parametrize("word", [*FROZEN, "İngilizce", "Almanca"])
def test_a_frozen_form_is_one_token(turkish: morfem.Tokenizer, word: str) -> None:
    [token] = turkish.encode(word).tokens
    assert token == f"▁{word}"


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("altında", "▁alt +(s)I +DA"),
        ("gelirim", "▁gel +(I)r +(y)Im"),
        ("gelecektir", "▁gel +(y)AcAK +DIr"),
        ("yazardı", "▁yaz +(I)r +(y)DI"),
        ("tarihi", "▁tarih +(s)I"),
    ],
)
def test_other_forms_with_the_same_letters_stay_inflected(turkish: morfem.Tokenizer, word: str, tokens: str) -> None:
    assert turkish.encode(word).tokens == tokens.split()


@pytest.mark.parametrize(
    ("word", "glosses"),
    [
        ("etmem", ["NEG.AOR", "1SG"]),
        ("yaptıkları", ["PTCP.PST", "3PL.POSS"]),
        ("savunmanının", ["3SG.POSS", "GEN"]),
        ("vardı", ["PST.COP"]),
        ("varsa", ["COND.COP"]),
        ("yıldır", ["FOR.TIME"]),
    ],
)
def test_of_readings_with_the_same_letters_the_usual_one_wins(turkish: morfem.Tokenizer, word: str, glosses: list[str]) -> None:
    assert turkish.analyze(word)[0].glosses == glosses
