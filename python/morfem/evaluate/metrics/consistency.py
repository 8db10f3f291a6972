"""Consistency: whether the same stem, or the same suffix, is the same token in different words. docs/metrics.md defines the figures.

The first token of a form is the first token that owns one of its letters; marks and spaces are skipped. Forms that do not end in the suffix
that their features promise (clitics and annotation errors) are left out. The suffix includes a buffer consonant after a vowel, and the
pronominal n after a third-person possessive (`ev|i|nde`).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._core import MorfemError
from ...adapters.adapter import TokenizerAdapter
from ...adapters.segmentation import Integers, Segmentation
from ..gold import Inflected
from ..gold.kinds import of_kind, sums
from ..metric import WordMetric, register
from ..statistics import Figure, constant, ratio

FORMS = 4  # the fewest forms of a lemma
FAMILY = 3  # the lemmas of a family have the same first three letters
LEAST = 20  # the fewest forms of a feature


@dataclass(frozen=True)
class Suffix:
    """The spellings of a feature's suffix.

    Attributes
    ----------
    features : the features that a noun must have.
    plain : the allomorphs.
    buffered : the allomorphs after a vowel, if these differ. A possessive ends in a consonant, except the third person's.
    pronominal : the allomorphs after a third-person possessive; empty if the suffix does not follow one.
    """

    features: frozenset[str]
    plain: tuple[str, ...]
    buffered: tuple[str, ...] = ()
    pronominal: tuple[str, ...] = ()


def _case(name: str, plain: str, buffered: str, pronominal: str) -> Suffix:
    return Suffix(frozenset({"NOUN", f"Case={name}"}), tuple(plain.split()), tuple(buffered.split()), tuple(pronominal.split()))


SUFFIXES: Mapping[str, Mapping[str, Suffix]] = {
    "tr": {
        "accusative": _case("Acc", "ı i u ü", "yı yi yu yü", "nı ni nu nü"),
        "dative": _case("Dat", "a e", "ya ye", "na ne"),
        "locative": _case("Loc", "da de ta te", "", "nda nde"),
        "ablative": _case("Abl", "dan den tan ten", "", "ndan nden"),
        "genitive": _case("Gen", "ın in un ün", "nın nin nun nün", "nın nin nun nün"),
        "instrumental": _case("Ins", "la le", "yla yle", "yla yle"),
        "plural": Suffix(frozenset({"NOUN", "Case=Nom", "Number=Plur"}), ("lar", "ler")),
    },
}
VOWELS = {"tr": frozenset("aeıioöuüâîû")}


@register
class RootConsistency(WordMetric):
    """Whether the forms of a lemma begin with the same token."""

    name = "root_consistency"
    headlines = ("consistent",)

    def __init__(self, gold: Inflected) -> None:
        self._gold = of_kind(gold, Inflected, self.name)
        forms: dict[str, dict[str, None]] = defaultdict(dict)
        for lemma, form in zip(gold.lemmas, gold.forms, strict=True):
            forms[lemma][form] = None
        self._forms = {lemma: list(found) for lemma, found in forms.items() if len(found) >= FORMS}

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """consistent, modal and distinct over the forms of all lemmas; the bootstrap resamples lemmas."""
        forms = [form for found in self._forms.values() for form in found]
        lemma = np.repeat(np.arange(len(self._forms)), np.array([len(found) for found in self._forms.values()], np.int64))
        families: dict[str, int] = {}
        family = np.array([families.setdefault(name[:FAMILY].lower(), len(families)) for name in self._forms], np.int64)[lemma]
        token, _ = edge_tokens(adapter.encode_words(forms), last=False)
        is_modal = _modal(lemma, token)
        pairs = np.unique(np.stack([token, family], 1), axis=0)
        tokens, among = np.unique(pairs[:, 0], return_counts=True)
        is_distinct = among[np.searchsorted(tokens, token)] == 1
        known = token >= 0
        size = np.bincount(lemma, minlength=len(self._forms))
        figures = []
        for name, hits in (("consistent", is_modal & is_distinct), ("modal", is_modal), ("distinct", is_distinct)):
            figures.append(ratio(name, np.bincount(lemma[hits & known], minlength=len(size)), size, len(size), "lemma", 1))
        return figures


@register
class AffixConsistency(WordMetric):
    """Whether forms with the same feature end in the same token.

    Raises MorfemError if the suffixes of the language are not defined.
    """

    name = "affix_consistency"
    headlines = ("consistent",)

    def __init__(self, gold: Inflected, *, language: str = "tr") -> None:
        if language not in SUFFIXES:
            raise MorfemError(
                f"affix_consistency: no suffixes are defined for language {language!r}; choose one of {', '.join(map(repr, SUFFIXES))}"
            )
        self._gold = of_kind(gold, Inflected, self.name)
        self._language = language
        found: dict[tuple[str, str], str] = {}  # (feature, form) -> its suffix
        for lemma, form, features in zip(gold.lemmas, gold.forms, gold.features, strict=True):
            for name, suffix in SUFFIXES[language].items():
                if suffix.features <= features:
                    surface = suffix_of(form, lemma, features, suffix, VOWELS[language])
                    if surface:
                        found.setdefault((name, form), surface)
        sizes = Counter(name for name, _ in found)
        self._features = [name for name in SUFFIXES[language] if sizes[name] >= LEAST]
        self._suffixes = {key: surface for key, surface in found.items() if sizes[key[0]] >= LEAST}

    @property
    def options(self) -> Mapping[str, Any]:
        """How the gold data was read, and the language."""
        return {**self._gold.options, "language": self._language}

    def figures(self, adapter: TokenizerAdapter) -> list[Figure]:
        """consistent, exact, modal and entropy over all features; consistent for each feature, as in consistent_locative."""
        forms = [form for _, form in self._suffixes]
        feature = np.array([self._features.index(name) for name, _ in self._suffixes], np.int64)
        length = np.array([len(surface) for surface in self._suffixes.values()], np.int64)
        token, is_suffix = edge_tokens(adapter.encode_words(forms), last=True, length=length)
        is_modal = _modal(feature, token) & (token >= 0)
        ones, n = np.ones(len(forms)), len(forms)
        figures = [
            ratio("consistent", is_suffix & is_modal, ones, n, "form", 1),
            ratio("exact", is_suffix, ones, n, "form", 1),
            ratio("modal", is_modal, ones, n, "form", 1),
        ]
        entropies = [_entropy(token[feature == index]) for index in range(len(self._features))]
        figures.append(constant("entropy", float(np.mean(entropies)) if entropies else float("nan"), n, "form", -1))
        for index, name in enumerate(self._features):
            of = feature == index
            figures.append(ratio(f"consistent_{name}", is_suffix & is_modal & of, of, int(of.sum()), "form", 1))
        return figures


def suffix_of(form: str, lemma: str, features: frozenset[str], suffix: Suffix, vowels: frozenset[str]) -> str | None:
    """The allomorph at the end of a form; None if the form does not end in one.

    >>> locative, vowels = SUFFIXES["tr"]["locative"], VOWELS["tr"]
    >>> suffix_of("evinde", "ev", frozenset({"NOUN", "Person[psor]=3"}), locative, vowels)
    'nde'
    >>> suffix_of("evinde", "ev", frozenset({"NOUN", "Person[psor]=2"}), locative, vowels)
    'de'
    """
    possessor = [feature for feature in features if feature.startswith("Person[psor]=")]
    if possessor == ["Person[psor]=3"]:
        return _ending(form, suffix.pronominal)
    if not possessor:
        # A buffer consonant follows a vowel, and the part before it is at least as long as the lemma: köy+e, not kö+ye.
        buffered = _ending(form, suffix.buffered)
        if buffered and len(form) - len(buffered) >= len(lemma) and form[-len(buffered) - 1] in vowels:
            return buffered
    elif not suffix.pronominal:
        return None
    return _ending(form, suffix.plain)


def _ending(form: str, allomorphs: Sequence[str]) -> str | None:
    return next((allomorph for allomorph in allomorphs if form.endswith(allomorph) and len(form) > len(allomorph)), None)


def edge_tokens(batch: Segmentation, *, last: bool, length: Integers | None = None) -> tuple[Integers, Any]:
    """For each text, the id of the first or last token with a letter (-1 if there is none); and, if `length` is given, whether that token
    owns exactly the last `length` letters.
    """
    size = len(batch.texts)
    is_owned = batch.letters & (batch.owner >= 0)
    owners, texts = batch.owner[is_owned], batch.text_of[is_owned]
    edge = np.full(size, -1 if last else np.iinfo(np.int64).max, np.int64)
    (np.maximum if last else np.minimum).at(edge, texts, owners)
    has_token = np.zeros(size, bool)
    has_token[texts] = True
    ids = np.full(size, -1, np.int64)
    ids[has_token] = batch.ids[edge[has_token]]
    if length is None:
        return ids, None
    from_end = batch.begins[1:][batch.text_of] - np.arange(len(batch.codes))
    in_suffix = from_end <= length[batch.text_of]
    of_token = is_owned & (batch.owner == edge[batch.text_of])
    return ids, has_token & (sums(of_token != in_suffix, batch.begins) == 0)


def _modal(group: Integers, token: Integers) -> Any:
    """(items,) whether an item's token is the most frequent token of its group. Of equally frequent tokens the smallest id counts."""
    pairs, inverse, times = np.unique(np.stack([group, token], 1), axis=0, return_inverse=True, return_counts=True)
    order = np.lexsort([pairs[:, 1], -times, pairs[:, 0]])
    is_modal = np.zeros(len(pairs), bool)
    is_modal[order[np.diff(pairs[order, 0], prepend=-1) != 0]] = True
    return is_modal[inverse.reshape(-1)]


def _entropy(tokens: Integers) -> float:
    """Entropy of the ids divided by log2 of the number of tokens; 0 for fewer than two tokens."""
    _, times = np.unique(tokens, return_counts=True)
    shares = times / len(tokens)
    return float(-(shares * np.log2(shares)).sum() / np.log2(len(tokens))) + 0.0 if len(tokens) > 1 else 0.0
