"""The lines of a corpus that a bundled tokenizer may be trained on.

    python -m tools.usable_lines DATA he > lines.txt

Left out are every fiftieth line, which is development data, and the lines of restricted sources, those whose licence is non-commercial or
forbids derivatives. The file beside the corpus names the source of each line; `sources.tsv` has the class of its licence, and a source that
is not in it is an error. Of a kind of text that would be most of a corpus, `MOST` bytes are taken, and none of the Finnish that is
machine-translated. Some are no corpora but words in random order, for there is little everyday text that may be used: `ms_spoken` has
those of Malay subtitles, each as often as its count says; `ms_words` and `ko_words` those of the lists of the package wordfreq, Malay with
Indonesian, and Korean, where a rare word counts more than its share, as it does for a vocabulary.
"""

import lzma
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.licence_table import is_usable, read

EVERY = 50
SPOKEN = "ms_spoken"
# The languages of lists of words. The Korean list is of morphemes: those of one syllable, and particles and endings, are left out.
WORDS = {"ms_words": ("id", "ms"), "ko_words": ("ko",)}
ENDINGS = Path(__file__).parents[1] / "python/morfem/languages/ko/endings.tsv"
# The corpora, and the file with the label of the source of each line.
LABELS = {
    "tr": "tr.sources.txt.xz",
    **{corpus: f"{corpus}_line_sources.txt.xz" for corpus in ("he", "ar", "ko", "ko_more", "ms", "ms_more", "fi", "id")},
}
# By what the label holds: bytes that are taken at most. Bills have few words, and many of them; of Indonesian a third may be translations.
MOST = {"klrkdekira/BillWatcher": 8_000_000, "(machine-translated)": 8_000_000, "tech-d365-mt": 0}
# Words in a line, and the share of the counts of subtitles that is taken.
SPOKEN_LINE = 8
SPOKEN_SHARE = 0.4
# The same for the lists: how often the rarest word is taken, which is one in a million, and the power of the frequency.
# Rare nouns are lacking most in Korean: 루마니아 was torn.
WORDS_LINE = 4
RAREST = 1e-6
TAKEN = {"ko": (22, 0.5), "ms": (12, 0.6), "id": (12, 0.6)}


def usable(data: Path, language: str) -> Iterator[tuple[str, str]]:
    """The usable lines of a corpus with the labels of their sources."""
    table = read()
    if language == SPOKEN or language in WORDS:
        is_usable(table, language, language)
        yield from ((line, language) for line in (spoken(data) if language == SPOKEN else listed(WORDS[language])))
        return
    left = dict(MOST)
    with (
        lzma.open(data / f"corpora/{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as lines,
        lzma.open(data / "corpora" / LABELS[language], "rt", encoding="utf-8") as labels,
    ):
        for number, (line, label) in enumerate(zip(lines, labels, strict=True), 1):
            source = label.strip()
            if not is_usable(table, language, source) or number % EVERY == 0:
                continue
            kind = next((kind for kind in MOST if kind in source), None)
            if kind is not None:
                left[kind] -= len(line.encode())
                if left[kind] < 0:
                    continue
            yield line, source


def spoken(data: Path) -> Iterator[str]:
    """Lines of the words of Malay subtitles, which are counted together with the corpus in one table and left out of the other."""
    counts: Counter[str] = Counter()
    for sign, name in ((1, "ms_counts.tsv.xz"), (-1, "ms_counts_corpus_only.tsv.xz")):
        with lzma.open(data / "corpora" / name, "rt", encoding="utf-8") as rows:
            for word, count in (row.split("\t") for row in rows):
                counts[word] += sign * int(count)
    yield from shuffled({word: round(count * SPOKEN_SHARE) for word, count in counts.items()}, SPOKEN_LINE)


def listed(languages: tuple[str, ...]) -> Iterator[str]:
    """Lines of the words of the lists of wordfreq (Wikipedia, subtitles, Twitter)."""
    try:
        from wordfreq import get_frequency_dict
    except ImportError:
        sys.exit("usable_lines: there is no package wordfreq; run: pip install --group train")
    endings = {row.split("\t")[1] for row in ENDINGS.read_text("utf-8").splitlines() if "\t" in row}
    for language in languages:
        shares = get_frequency_dict(language)
        times, power = TAKEN[language]
        words = (word for word in shares if language != "ko" or (re.fullmatch("[가-힣]{2,}", word) and word not in endings))
        yield from shuffled({word: round(times * (shares[word] / RAREST) ** power) for word in words}, WORDS_LINE)


def shuffled(times: Mapping[str, int], length: int) -> Iterator[str]:
    """Words in random order, each so many times, in lines of `length`."""
    words = [word for word, count in sorted(times.items()) for _ in range(count)]
    random.Random(1).shuffle(words)
    yield from (" ".join(words[at : at + length]).capitalize() + ".\n" for at in range(0, len(words), length))


def main() -> int:
    """Writes the lines; returns the exit status."""
    if len(sys.argv) != 3 or sys.argv[2] not in (*LABELS, SPOKEN, *WORDS):
        print(f"usage: python -m tools.usable_lines DATA {'|'.join((*LABELS, SPOKEN, *WORDS))}", file=sys.stderr)
        return 2
    sys.stdout.writelines(line for line, _ in usable(Path(sys.argv[1]), sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
