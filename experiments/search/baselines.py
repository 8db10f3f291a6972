"""The terms that people use today: words, stemmers, n-grams, analysers."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

Terms = Callable[[str], list[str]]

WORD = re.compile(r"\w+")
TURKISH = str.maketrans({"I": "ı", "İ": "i"})
# Vowel signs, points and the tatweel: all baselines of Hebrew and Arabic drop them, so that none loses by a mark.
MARKS = re.compile("[\u0591-\u05c7\u064b-\u065f\u0670\u0640]")


def words(language: str) -> Terms:
    """Lower-cased runs of letters and digits."""

    def terms(text: str) -> list[str]:
        if language == "tr":
            text = text.replace("’", "'").translate(TURKISH)
        return WORD.findall(MARKS.sub("", text).lower())

    return terms


def of_each_word(language: str, change: Callable[[str], Iterable[str]]) -> Terms:
    """The terms that `change` makes of each word."""
    split, cached = words(language), lru_cache(None)(lambda word: tuple(change(word)))
    return lambda text: [term for word in split(text) for term in cached(word)]


def grams(length: int) -> Callable[[str], list[str]]:
    """All runs of `length` letters of a word; a shorter word is one term."""
    return lambda word: [word[at : at + length] for at in range(max(1, len(word) - length + 1))]


LIGHT10_PREFIXES = ("ال", "وال", "بال", "كال", "فال", "لل")
LIGHT10_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي")


def light10(word: str) -> str:
    """A light stemmer for Arabic, written after its description (Larkey, Ballesteros and Connell 2007, table 1).

    Alefs with hamza or madda are bare, final alef maqsura is ya, final ta marbuta is ha. Then it removes a conjunction wa before three
    letters, one definite article with its proclitic if two letters stay, and suffixes, each if two letters stay.
    """
    word = re.sub("[أإآ]", "ا", word)
    word = re.sub("ى$", "ي", word)
    if word.startswith("و") and len(word) >= 4:
        word = word[1:]
    for prefix in sorted(LIGHT10_PREFIXES, key=len, reverse=True):
        if word.startswith(prefix) and len(word) - len(prefix) >= 2:
            word = word[len(prefix) :]
            break
    for suffix in LIGHT10_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 2:
            word = word[: -len(suffix)]
    return word


def snowball(language: str) -> Terms:
    """PyStemmer, with the batch call that it recommends."""
    import Stemmer

    stemmer, split = Stemmer.Stemmer({"tr": "turkish", "ar": "arabic"}[language]), words(language)
    return lambda text: stemmer.stemWords(split(text))


def zemberek() -> Terms:
    """The lemma of the first analysis of each word by zemberek-python (Apache-2.0), and the word itself if there is none.

    Its disambiguation of whole sentences had not finished the Turkish set after 76 seconds of CPU time, so it is not used.
    """
    import logging

    logging.disable(logging.INFO)
    from zemberek import TurkishMorphology

    morphology = TurkishMorphology.create_with_defaults()

    def lemma(word: str) -> list[str]:
        analyses = list(morphology.analyze(word).analysis_results)
        return [analyses[0].item.lemma.translate(TURKISH).lower() if analyses else word.translate(TURKISH).lower()]

    cached = lru_cache(None)(lemma)
    # In its own case: the analyser knows names by their capitals.
    return lambda text: [lemma for word in re.findall(r"\w+(?:'\w+)?", text.replace("’", "'")) for lemma in cached(word)]


def kiwi() -> Terms:
    """The morphemes that carry content, as Kiwi tags them: nouns, verbs, adjectives, roots, foreign words, numerals."""
    from kiwipiepy import Kiwi

    model = Kiwi(num_workers=1)
    content = ("N", "V", "M", "XR", "SL", "SN", "SH", "XPN", "XSN")
    return lambda text: [token.form.lower() for token in model.tokenize(text) if token.tag.startswith(content)]


def kiwi_all() -> Terms:
    """All morphemes of Kiwi but symbols."""
    from kiwipiepy import Kiwi

    model = Kiwi(num_workers=1)
    return lambda text: [
        token.form.lower() for token in model.tokenize(text) if not token.tag.startswith(("SF", "SP", "SS", "SE", "SO", "SW"))
    ]


def of(language: str) -> dict[str, Callable[[], Terms]]:
    """The baselines of a language by name. Each is made when it is asked for."""
    every = {"words": lambda: words(language)}
    every |= {f"{n}-grams": lambda n=n: of_each_word(language, grams(n)) for n in ((2, 3) if language == "ko" else (3, 4, 5))}
    if language == "tr":
        every |= {"first 5 letters": lambda: of_each_word(language, lambda word: [word[:5]])}
    if language in ("tr", "ar"):
        every |= {"Snowball": lambda: snowball(language)}
    if language == "tr":
        every |= {"Zemberek": zemberek}
    if language == "ar":
        every |= {"light10": lambda: of_each_word(language, lambda word: [light10(word)])}
    if language == "ko":
        every |= {"Kiwi, content": kiwi, "Kiwi, all": kiwi_all}
    return every
