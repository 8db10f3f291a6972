"""Spoken Indonesian by the tables of Malay: -in is -kan and -i, and a bare nasal is meN-."""

from typing import Any

import morfem
import pytest

from tests.splinter.conftest import numbers_said

# Words of the corpus, from which the model knows the stems.
WRITTEN = """
tulis menulis ditulis tanya bertanya ditanya kirim mengirim dikirim kasih dikasih kekasih cari mencari dicari coba mencoba dicoba
ambil mengambil diambil lihat melihat dilihat bantu membantu dibantu pikir berpikir dipikir buka membuka dibuka beli membeli dibeli
tunggu menunggu ditunggu ajar diajar mengajar pelajari naik naiklah malam malamnya nama namanya makan dimakan main bermain
dingin dinginnya angin anginnya yakin meyakinkan ngeri mengerikan masuk keluar rumah rumahnya
"""


@pytest.fixture(scope="module")
def tokenizer() -> morfem.Tokenizer:
    """A small tokenizer by the tables of Malay."""
    counts = dict.fromkeys(WRITTEN.split(), 100)
    tables = dict.fromkeys(("alphabet", "clitics", "conditions", "closed"), "ms")
    options: dict[str, Any] = {**tables, "root_share": 0, "pattern_share": 0, "min_count": 1, "progress": False}
    _, most = numbers_said(r"supports (\d+) to (\d+) ids", counts, vocab_size=1_000_000, **options)
    return morfem.train.splinter(counts, vocab_size=most, **options)


@pytest.mark.parametrize(
    ("word", "units"),
    [
        ("nulis", "+n[t]- tulis"),
        ("nanyain", "+n[t]- tanya +-in"),
        ("ngirim", "+ng[k]- kirim"),
        ("ngasih", "+ng[k]- kasih"),
        ("ngambil", "+ng- ambil"),
        ("ngelihat", "+nge- lihat"),
        ("ngebantuin", "+nge- bantu +-in"),
        ("nyari", "+ny[c]- cari"),
        ("nyobain", "+ny[c]- coba +-in"),
        ("mikir", "+m[p]- pikir"),
        ("kasihin", "kasih +-in"),
        ("bukain", "buka +-in"),
        ("beliinnya", "beli +-in +-nya"),
        ("tungguin", "tunggu +-in"),
        ("mempelajari", "+mem- +pel- ajar +-i"),
        ("naik", "naik"),
        ("malam", "malam"),
        ("nama", "nama"),
        ("main", "main"),
        ("dingin", "dingin"),
        ("angin", "angin"),
        ("yakin", "yakin"),
        ("ngeri", "ngeri"),
    ],
)
def test_a_spoken_verb_has_the_root_of_the_written_one(tokenizer: morfem.Tokenizer, word: str, units: str) -> None:
    explanation = tokenizer.explain(word)
    affixes = [step.token for step in explanation.steps]
    assert sorted([*affixes, explanation.root or ""]) == sorted(units.split(" "))
