"""A report as an evaluation gives it, of tokenizers that do not exist, on sentences of our own."""

import numpy as np
from morfem.evaluate.metric import Score
from morfem.evaluate.report import Comparison, Report, Word
from morfem.evaluate.statistics import Figure, compare_all, constant, holm, ratio

FLOORS = ["characters", "words"]
LOSSY = "bpe_32k"
# How far a tokenizer goes from whole words (0) to characters (1), and how well it places its cuts.
TOKENIZERS = {
    "tr-morphemes": (0.35, 0.82),
    "tr-morphemes-64k": (0.33, 0.80),
    "bpe_32k": (0.30, 0.50),
    "unigram 32k <&>": (0.31, 0.58),
    "characters": (1.0, 0.4),
    "words": (0.0, 0.0),
}
DATA = {"segmented words": (900, "word"), "words & roots 50%": (300, "word"), "development lines": (2000, "line")}
BETTER = {
    "distribution.shannon_observed": 0,
    "compression.single_characters": -1,
    "compression.words_of_many_tokens": -1,
    "boundaries.unaligned": -1,
}
SHARES = {
    "segmented words": ["boundaries.f1", "boundaries.precision", "boundaries.recall", "boundaries.macro_f1", "boundaries.exact",
                        "boundaries.morph_precision", "boundaries.morph_recall", "boundaries.unaligned", "morphscore.f1",
                        "morphscore.f1_corrected", "root_consistency.consistent", "affix_consistency.consistent"],
    "words & roots 50%": ["boundaries.f1", "boundaries.exact", "roots.exact", "roots.contained_smaller"],
    "development lines": ["round_trip.lines", "round_trip.words", "distribution.renyi_observed", "distribution.shannon_observed",
                          "compression.single_characters", "compression.words_of_many_tokens"],
}  # fmt: skip
WORDS = (
    "kitaplarımızdan", "okuduklarımız", "gelebilecekmiş", "evlerindekiler", "çocuklarla", "yürüyorduk", "söylediklerini", "başlamıştı",
    "מהבתים", "שבספרים", "לילדים", "וכשהלכנו", "התלמידות", "الكتاب", "والمدرسة", "فسيكتبونها", "بالسيارات", "مكتبتهم",
    "학교에서는", "먹었습니다", "사람들이", "membaca", "pembelajaran", "keberhasilan", "dipermainkan", "a", "b", "ağ",
)  # fmt: skip


def example_report() -> Report:
    """Six tokenizers, two of them floors; three data sets; figures with and without intervals, some missing, some without a number."""
    report = Report("tr-intrinsic", list(TOKENIZERS), list(FLOORS))
    report.vocab_sizes = {
        "tr-morphemes": 32_768,
        "tr-morphemes-64k": 65_536,
        "bpe_32k": 32_000,
        "unigram 32k <&>": 32_000,
        "characters": None,
    }
    for data, (n, unit) in DATA.items():
        for seed, metric in enumerate(SHARES[data]):
            for tokenizer, (_, good) in TOKENIZERS.items():
                share = min(1.0, max(0.0, good + 0.2 * ((seed * 7919) % 5 - 2) / 5))
                if metric == "round_trip.lines" and tokenizer != LOSSY:
                    share = 1.0
                hits = np.random.default_rng(seed).random(n) < share
                _add(report, data, metric, tokenizer, ratio("share", hits, np.ones(n), n, unit, BETTER.get(metric, 1)))
    lines, unit = DATA["development lines"]
    for tokenizer, (fine, _) in TOKENIZERS.items():
        rng = np.random.default_rng(5)
        words = rng.integers(5, 25, lines)
        _add(
            report,
            "development lines",
            "compression.fertility",
            tokenizer,
            ratio("f", words + rng.poisson(words * 6 * fine), words, lines, unit, -1),
        )
        _add(report, "development lines", "compression.vocabulary_used", tokenizer, constant("u", 1 - fine / 2, lines, unit, 1))
        if tokenizer not in FLOORS:
            for pace, name in ((31.5, "speed.cold"), (88.25, "speed.warm"), (11.0, "speed.long_tail")):
                passes = pace * (1 + fine * 3 + 0.02 * rng.standard_normal(9))
                _add(report, "development lines", name, tokenizer, ratio("s", passes, np.ones(9), 9, "pass", 1))
    _add(report, "development lines", "plausibility.mean_absolute", "words", constant("m", float("nan"), 0, "word", 1))
    _compare(report)
    report.words = [_word(word, index) for index, word in enumerate(WORDS)]
    report.skipped = ["inflections: no file gold/tr/tur.dev"]
    report.dropped = {"segmented words": [(17, "its segments spell 'evlar', not 'evler'"), (203, "no word")]}
    report.failures = {"bpe_32k": {"a </script><b>\ud800": "UnicodeEncodeError: surrogates <not> allowed"}}
    return report


def _add(report: Report, data: str, metric: str, tokenizer: str, figure: Figure) -> None:
    low, high = figure.interval(1000) or (None, None)
    signature = f"{metric}|v:1|data:{data}#1a2b3c4d|tok:{tokenizer}#5e6f7a8b|bs:1000|seed:0|morfem:0.1.0"
    report.scores.append(Score(metric, tokenizer, data, figure.point, low, high, figure.n, figure.unit, figure.better, signature, figure))


def _compare(report: Report) -> None:
    names = [name for name in report.tokenizers if name not in FLOORS]
    for data, metric in dict.fromkeys((score.data, score.metric) for score in report.scores):
        figures = {score.tokenizer: score.figure for score in report.scores if (score.data, score.metric) == (data, metric)}
        pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :] if a in figures and b in figures]
        found = [(a, b, compare_all([(figures[a], figures[b])])[0]) for a, b in pairs]
        known = [(a, b, difference) for a, b, difference in found if difference is not None]
        corrected = holm([difference.p_bootstrap for _, _, difference in known])
        for (a, b, difference), p_holm in zip(known, corrected, strict=True):
            report.comparisons.append(Comparison(metric, data, a, b, **vars(difference), p_holm=p_holm))


def _word(word: str, index: int) -> Word:
    sizes = {"tr-morphemes": 3, "tr-morphemes-64k": 4, "bpe_32k": 5, "unigram 32k <&>": 2 + index % 4, "characters": 1, "words": len(word)}
    segments = {name: [word[at : at + size] for at in range(0, len(word), size)] for name, size in sizes.items()}
    data = list(DATA)[0 if index % 2 else 2]
    return Word(data, word, 500 // (index + 1), segments, segments["tr-morphemes"] if index % 2 else None)
