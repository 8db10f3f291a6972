"""MorphScore, recomputed by hand from the published formulas on twenty words of our own."""

import math

import pytest
from morfem import MorfemError
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.gold import Segmented
from morfem.evaluate.gold.segmented import Analyses
from morfem.evaluate.metrics.morphscore import MorphScore

from .cutter import Cutter, points

# gold cut, tokenizer's cuts, has the gold cut, number of cuts, of them within the stem
TWENTY = [
    ("kitap|ları", "kitap|ları", 1, 1, 0),
    ("defter|lerimiz", "defter|ler|imiz", 1, 2, 0),
    ("kalem|lerden", "kal|em|ler|den", 1, 3, 1),
    ("masa|nın", "masanın", 0, 0, 0),
    ("ev|deydik", "ev|de|ydi|k", 1, 3, 0),
    ("okul|una", "ok|uluna", 0, 1, 1),
    ("yol|culuk", "yolcu|luk", 0, 1, 0),
    ("gel|meyecek", "gel|me|yecek", 1, 2, 0),
    ("git|tiler", "gitti|ler", 0, 1, 0),
    ("oku|muştum", "oku|muş|tum", 1, 2, 0),
    ("yaz|ıyordu", "ya|z|ıyordu", 1, 2, 1),
    ("çiz|dirdi", "çiz|dirdi", 1, 1, 0),
    ("bil|mezmiş", "bilmez|miş", 0, 1, 0),
    ("gör|üştük", "g|ö|r|ü|ş|t|ü|k", 1, 7, 2),
    ("seslen|irdi", "seslenirdi", 0, 0, 0),
    ("kapı|lardan", "kapı|lar|dan", 1, 2, 0),
    ("pencere|den", "pencere|den", 1, 1, 0),
    ("bahçe|lerinde", "bah|çelerin|de", 0, 2, 1),
    ("ağaç|sız", "ağ|aç|sız", 1, 2, 1),
    ("su|suzluk", "su|suz|luk", 1, 2, 0),
]


def gold(*cuts: str) -> Segmented:
    analyses = Analyses([])
    stems = {}
    for line, cut in enumerate(cuts, 1):
        stem, _, rest = cut.partition("|")
        analyses.add(line, stem + rest, [[part for part in (stem, rest) if part]])
        stems[stem + rest] = (0, len(stem))
    return analyses.gold(stems=stems)


def test_twenty_words_by_hand() -> None:
    cutter = Cutter({cut.replace("|", ""): tokens for cut, tokens, *_ in TWENTY})
    found = points(MorphScore(gold(*[cut for cut, *_ in TWENTY])).figures(cutter))
    right = [has for _, _, has, _, _ in TWENTY]
    recall = sum(right) / 20
    precision = sum(has / cuts for _, _, has, cuts, _ in TWENTY if cuts) / 20
    corrected = sum(has / (has + within) for _, _, has, _, within in TWENTY if has + within) / 20
    assert (sum(right), recall) == (13, 0.65)
    assert precision == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 3 + 1 / 2 + 1 / 2 + 1 / 2 + 1 + 1 / 7 + 1 / 2 + 1 + 1 / 2 + 1 / 2) / 20)
    assert corrected == pytest.approx((9 * 1 + 3 * 1 / 2 + 1 / 3) / 20)
    assert found == {
        "v1": round(13 / 18, 4),  # two words are one token
        "v2_recall": 0.65,
        "v2_precision": round(precision, 4),
        "v2": round(2 * precision * recall / (precision + recall), 4),
        "corrected_precision": round(corrected, 4),
        "corrected": round(2 * corrected * recall / (corrected + recall), 4),
        "one_token": 0.1,
    }


def test_the_published_form_punishes_finer_suffixes_and_the_corrected_does_not() -> None:
    words = gold("kitap|larımızdan", "ev|lerimizde")
    coarse = points(MorphScore(words).figures(Cutter({"kitaplarımızdan": "kitap|larımızdan", "evlerimizde": "ev|lerimizde"})))
    fine = points(MorphScore(words).figures(Cutter({"kitaplarımızdan": "kitap|lar|ımız|dan", "evlerimizde": "ev|ler|imiz|de"})))
    assert (coarse["v2"], fine["v2"]) == (1, 0.5)
    assert (coarse["corrected"], fine["corrected"]) == (1, 1)
    in_stem = points(MorphScore(words).figures(Cutter({"kitaplarımızdan": "ki|tap|larımızdan", "evlerimizde": "e|v|lerimizde"})))
    assert in_stem["corrected_precision"] == 0.5


def test_a_stem_that_stands_last() -> None:
    analyses = Analyses([])
    analyses.add(1, "membaca", [["mem", "baca"]])
    words = analyses.gold(stems={"membaca": (3, 7)})
    found = points(MorphScore(words).figures(Cutter({"membaca": "m|em|ba|ca"})))
    assert (found["v2_precision"], found["corrected_precision"]) == (0.3333, 0.5)  # m|em is no error, ba|ca is
    assert points(MorphScore(words).figures(Cutter({"membaca": "m|em|baca"})))["corrected_precision"] == 1


def test_a_word_without_a_gold_cut_is_a_miss_of_v1_if_it_is_cut_and_no_word_of_v2() -> None:
    found = MorphScore(gold("ev|de", "sevdirt")).figures(Cutter({"evde": "ev|de", "sevdirt": "sev|dirt"}))
    assert (points(found)["v1"], points(found)["v2"]) == (0.5, 1)
    assert {figure.name: figure.n for figure in found}["v2"] == 1


def test_floors() -> None:
    characters = points(MorphScore(gold("ev|de")).figures(Characters()))
    assert (characters["v1"], characters["v2"], characters["corrected"]) == (1, 0.5, round(2 / 3, 4))
    words = points(MorphScore(gold("ev|de")).figures(Words()))
    assert math.isnan(words["v1"])
    assert (words["v2"], words["one_token"]) == (0, 1)


def test_gold_data_without_stems_is_refused() -> None:
    analyses = Analyses([])
    analyses.add(1, "evde", [["ev", "de"]])
    with pytest.raises(MorfemError, match="MorphScore needs the stems of words"):
        MorphScore(analyses.gold())
