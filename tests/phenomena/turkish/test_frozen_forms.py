"""Frozen forms: words that were once inflected, or only look so, are roots where the root is what most people mean."""

import csv
from pathlib import Path

import morfem
import pytest

LEXICON = Path(morfem.__file__).parent / "languages" / "tr" / "lexicon.tsv"
ACCENTS = str.maketrans("âîû", "aiu")


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
        ("doğrama", ["VN"]),
        ("girdi", ["PST"]),
    ],
)
def test_of_readings_with_the_same_letters_the_usual_one_wins(turkish: morfem.Tokenizer, word: str, glosses: list[str]) -> None:
    assert turkish.analyze(word)[0].glosses == glosses


def test_every_frequent_lemma_is_a_root(turkish: morfem.Tokenizer) -> None:
    """A lemma with accents is the root without them and a mark."""
    tokens = (turkish.id_to_token(token) for token in range(turkish.vocab_size))
    roots = {
        token[1:].split("/")[0].replace("İ", "i").replace("I", "ı").lower()
        for token in tokens
        if token.startswith("▁") and "·" not in token
    }
    with LEXICON.open(encoding="utf-8") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)
        frequent = {(row["lemma"], "accent" in row["flags"].split()) for row in rows if int(row["count"]) > 60}
    assert [lemma for lemma, is_accented in sorted(frequent) if (lemma.translate(ACCENTS) if is_accented else lemma) not in roots] == []
