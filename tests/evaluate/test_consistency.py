"""Whether stems and suffixes keep their tokens, counted by hand."""

import math

import numpy as np
import pytest
from morfem import MorfemError
from morfem.adapters.trivial import Characters, Words
from morfem.evaluate.gold import Inflected
from morfem.evaluate.metrics import consistency
from morfem.evaluate.metrics.consistency import SUFFIXES, VOWELS, AffixConsistency, RootConsistency, suffix_of

from .cutter import Cutter, points


def inflected(*entries: tuple[str, str, str]) -> Inflected:
    lemmas, forms, features = zip(*entries, strict=True)
    return Inflected(lemmas=list(lemmas), forms=list(forms), features=[frozenset(found.split()) for found in features])


FORMS = inflected(
    *[("kalem", form, "NOUN") for form in ("kalem", "kalemi", "kalemde", "kalemler")],
    *[("kalan", form, "NOUN") for form in ("kalan", "kalanı", "kalanlar", "kalandan")],
    *[("masa", form, "NOUN") for form in ("masa", "masayı", "masada", "masalar")],
    *[("yol", form, "NOUN") for form in ("yol", "yola", "yolda")],  # only three forms
    ("masa", "masa", "NOUN Case=Nom"),  # the same form again
)
CUTS = {
    **{
        "kalemi": "kalem|i",
        "kalemde": "kalem|de",
        "kalemler": "kalem|ler",
        "kalanı": "kal|anı",
        "kalanlar": "kal|anlar",
        "kalandan": "kal|an|dan",
    },
    **{"masayı": "masa|yı", "masada": "ma|sa|da", "masalar": "kal|alar", "yola": "kalem|a"},
}


def test_root_consistency_by_hand() -> None:
    # First tokens: kalem x 4; kalan, kal x 3; masa x 2, ma, and kal, which the cutter writes for masalar.
    found = points(RootConsistency(FORMS).figures(Cutter(CUTS)))
    assert found["modal"] == round((4 + 3 + 2) / 12, 4)
    # kalem and kalan are one family, so kalem, kalan, masa and ma occur in one family each, and kal in two.
    assert found["distinct"] == round((4 + 1 + 3) / 12, 4)
    assert found["consistent"] == round((4 + 0 + 2) / 12, 4)


def test_what_is_resampled_are_lemmas() -> None:
    figure = RootConsistency(FORMS).figures(Cutter(CUTS))[0]
    assert (figure.unit, figure.n, figure.statistics.tolist()) == ("lemma", 3, [[4, 4], [0, 4], [2, 4]])


def test_floors_have_one_half_of_root_consistency_each() -> None:
    characters, words = (points(RootConsistency(FORMS).figures(adapter)) for adapter in (Characters(), Words()))
    assert (characters["modal"], words["distinct"]) == (1, 1)
    assert words["consistent"] == words["modal"] == 0.25


def test_tokens_without_a_letter_are_no_first_tokens() -> None:
    forms = inflected(*[("ev", form, "NOUN") for form in ("'ev", "evi", "evde", "evler")])
    table = {"'ev": "'|ev", "evi": "ev|i", "evde": "ev|de", "evler": "ev|ler"}
    assert points(RootConsistency(forms).figures(Cutter(table)))["consistent"] == 1


def test_no_lemma_with_enough_forms_is_nothing_to_measure() -> None:
    figures = RootConsistency(inflected(("ev", "evi", "NOUN"))).figures(Words())
    assert all(math.isnan(figure.point) and figure.interval() is None for figure in figures)


@pytest.mark.parametrize(
    ("feature", "form", "lemma", "possessor", "surface"),
    [
        ("locative", "evde", "ev", "", "de"),
        ("locative", "evinde", "ev", "3", "nde"),
        ("locative", "evinde", "ev", "2", "de"),
        ("locative", "kitapta", "kitap", "", "ta"),
        ("dative", "köye", "köy", "", "e"),
        ("dative", "arabaya", "araba", "", "ya"),
        ("dative", "arabasına", "araba", "3", "na"),
        ("dative", "köpeğe", "köpek", "", "e"),
        ("accusative", "arabayı", "araba", "", "yı"),
        ("accusative", "arabasını", "araba", "3", "nı"),
        ("genitive", "insanın", "insan", "", "ın"),
        ("genitive", "annenin", "anne", "", "nin"),
        ("genitive", "annemin", "anne", "1", "in"),
        ("instrumental", "arabayla", "araba", "", "yla"),
        ("instrumental", "arabasıyla", "araba", "3", "yla"),
        ("instrumental", "köyle", "köy", "", "le"),
        ("plural", "evler", "ev", "", "ler"),
        ("plural", "evleri", "ev", "3", None),
        ("plural", "evlerim", "ev", "1", None),
        ("locative", "evdeymiş", "ev", "", None),
    ],
)
def test_turkish_suffixes_as_they_are_written(feature: str, form: str, lemma: str, possessor: str, surface: str | None) -> None:
    features = frozenset({f"Person[psor]={possessor}"} if possessor else ())
    assert suffix_of(form, lemma, features, SUFFIXES["tr"][feature], VOWELS["tr"]) == surface


def test_affix_consistency_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "LEAST", 4)
    locative = "NOUN Case=Loc Number=Sing"
    forms = inflected(
        ("ev", "evde", locative),
        ("göl", "gölde", locative),
        ("ip", "ipte", locative),
        ("el", "elinde", locative + " Person[psor]=3"),
        ("dil", "dilde", locative),
        ("dil", "dilde", locative + " Person=3"),  # the same form again
        ("gece", "gecede", "ADV Case=Loc"),  # no noun
        ("yer", "yerdeydi", locative),  # ends otherwise
        ("yol", "yola", "NOUN Case=Dat Number=Sing"),  # one form is not enough
    )
    table = {"evde": "ev|de", "gölde": "göl|de", "ipte": "ip|te", "elinde": "elin|de", "dilde": "d|ilde"}
    found = points(AffixConsistency(forms).figures(Cutter(table)))
    # Last tokens: de de te de ilde; of these elin|de is not exactly the suffix, which is nde.
    assert (found["exact"], found["modal"]) == (0.6, 0.6)
    assert found["consistent"] == found["consistent_locative"] == 0.4
    shares = np.array([0.6, 0.2, 0.2])
    assert found["entropy"] == round(float(-(shares * np.log2(shares)).sum() / np.log2(5)), 4)


def test_a_last_token_of_letters_apart_is_not_the_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "LEAST", 2)
    forms = inflected(("ev", "evde", "NOUN Case=Loc"), ("il", "ilde", "NOUN Case=Loc"))
    found = points(AffixConsistency(forms).figures(Cutter({"evde": ".v.e|e.d.", "ilde": "il|de"})))
    assert (found["exact"], found["modal"]) == (0.5, 0.5)


def test_the_suffixes_of_a_language_must_be_known() -> None:
    with pytest.raises(MorfemError, match=r"no suffixes are defined for language 'ko'; choose one of 'tr'"):
        AffixConsistency(FORMS, language="ko")
