"""The lines of a corpus that a bundled tokenizer may be trained on.

    python -m tools.usable_lines DATA he > lines.txt        the lines
    python -m tools.usable_lines DATA he --sources          their sources, as a table for a model card

Left out are every fiftieth line, which is development data, and the lines of sources whose licence is stated as non-commercial or without
derivatives (NC, ND). The file beside the corpus names the source of each line; the notes of the corpus state the licences. Of a kind of
text that would be most of a corpus, `MOST` bytes are taken, and none of
what the notes of Finnish call machine-translated. Some are no corpora but words in random order, for there is little everyday text that may
be used: `ms_spoken` has those of Malay subtitles, each as often as its count says; `ms_words` and `ko_words` those of the lists of the
package wordfreq, Malay with Indonesian, and Korean, where a rare word counts more than its share, as it does for a vocabulary.
"""

import lzma
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

EVERY = 50
SPOKEN = "ms_spoken"
# The languages of lists of words. The Korean list is of morphemes: those of one syllable, and particles and endings, are left out.
WORDS = {"ms_words": ("id", "ms"), "ko_words": ("ko",)}
ENDINGS = Path(__file__).parents[1] / "python/morfem/languages/ko/endings.tsv"


class Notes(NamedTuple):
    """Where the sources of a corpus stand: the file with the label of each line, the notes, and the section and columns of their table."""

    labels: str
    file: str
    section: str
    label: int
    repository: int
    licence: int
    genre: int
    lines: int


NOTES = {
    "tr": Notes("tr.sources.txt.xz", "SOURCES-tr.md", "## 1.", label=0, repository=2, licence=3, genre=1, lines=4),
    "he": Notes("he_line_sources.txt.xz", "SOURCES-he-ar.md", "### Hebrew", label=0, repository=1, licence=2, genre=5, lines=3),
    "ar": Notes("ar_line_sources.txt.xz", "SOURCES-he-ar.md", "### Arabic", label=0, repository=1, licence=2, genre=5, lines=3),
    "ko": Notes("ko_line_sources.txt.xz", "SOURCES-id-ms-ko-more.md", "### ko.txt", label=0, repository=0, licence=1, genre=1, lines=2),
    "ko_more": Notes(
        "ko_more_line_sources.txt.xz", "SOURCES-id-ms-ko-more.md", "## 4. More Korean", label=0, repository=0, licence=1, genre=3, lines=4
    ),
    "ms": Notes("ms_line_sources.txt.xz", "SOURCES-id-ms-ko-more.md", "### ms.txt", label=0, repository=0, licence=1, genre=1, lines=2),
    "ms_more": Notes(
        "ms_more_line_sources.txt.xz", "SOURCES-id-ms-ko-more.md", "## 3. More Malay", label=0, repository=0, licence=1, genre=3, lines=4
    ),
    "fi": Notes("fi_line_sources.txt.xz", "SOURCES-fi.md", "## 1.", label=0, repository=2, licence=3, genre=1, lines=4),
    "id": Notes(
        "id_line_sources.txt.xz", "SOURCES-id-ms-ko-more.md", "## 2. Indonesian", label=0, repository=0, licence=1, genre=3, lines=4
    ),
}


# By what the label holds: bytes that are taken at most. Bills have few words, and many of them; of Indonesian a third may be translations.
MOST = {"klrkdekira/BillWatcher": 8_000_000, "(machine-translated)": 8_000_000, "tech-d365-mt": 0}
# Words in a line, and the share of the counts of subtitles that is taken.
SPOKEN_LINE = 8
SPOKEN_SHARE = 0.4
# The same for the lists: how often the rarest word is taken, which is one in a million, and the power of the frequency.
WORDS_LINE = 4
RAREST, TIMES, POWER = 1e-6, 12, 0.6


class Source(NamedTuple):
    """A source as the notes state it."""

    repository: str
    licence: str
    genre: str
    lines: int

    @property
    def is_usable(self) -> bool:
        """Whether its licence as stated is neither non-commercial nor without derivatives."""
        return re.search(r"\b(NC|ND)\b|non-commercial|no derivatives", self.licence) is None


def sources(notes: Notes, text: str) -> dict[str, Source]:
    """The sources by label, from the first table of a section of the notes."""
    found: dict[str, Source] = {}
    section = text[text.index(notes.section) :].splitlines()[1:]
    for line in section:
        if line.startswith("#"):
            break
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        number = cells[notes.lines].replace(",", "") if len(cells) > notes.lines else ""
        if number.isdecimal() and "total" not in cells[0]:
            found[cells[notes.label]] = Source(cells[notes.repository], cells[notes.licence], cells[notes.genre], int(number))
    return found


def usable(data: Path, language: str) -> Iterator[tuple[str, str]]:
    """The usable lines of a corpus with the labels of their sources."""
    if language == SPOKEN or language in WORDS:
        yield from ((line, language) for line in (spoken(data) if language == SPOKEN else listed(WORDS[language])))
        return
    notes = NOTES[language]
    known = sources(notes, (data / notes.file).read_text("utf-8"))
    left = dict(MOST)
    with (
        lzma.open(data / f"corpora/{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as lines,
        lzma.open(data / "corpora" / notes.labels, "rt", encoding="utf-8") as labels,
    ):
        for number, (line, label) in enumerate(zip(lines, labels, strict=True), 1):
            source = label.strip()
            if number % EVERY == 0 or not known[source].is_usable:
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
        words = (word for word in shares if language != "ko" or (re.fullmatch("[가-힣]{2,}", word) and word not in endings))
        yield from shuffled({word: round(TIMES * (shares[word] / RAREST) ** POWER) for word in words}, WORDS_LINE)


def shuffled(times: Mapping[str, int], length: int) -> Iterator[str]:
    """Words in random order, each so many times, in lines of `length`."""
    words = [word for word, count in sorted(times.items()) for _ in range(count)]
    random.Random(1).shuffle(words)
    yield from (" ".join(words[at : at + length]).capitalize() + ".\n" for at in range(0, len(words), length))


def main() -> int:
    """Writes lines or sources; returns the exit status."""
    if len(sys.argv) < 3 or sys.argv[2] not in (*NOTES, SPOKEN, *WORDS):
        print(f"usage: python -m tools.usable_lines DATA {'|'.join((*NOTES, SPOKEN, *WORDS))} [--sources]", file=sys.stderr)
        return 2
    data, language = Path(sys.argv[1]), sys.argv[2]
    if "--sources" not in sys.argv:
        sys.stdout.writelines(line for line, _ in usable(data, language))
        return 0
    notes = NOTES[language]
    known = sources(notes, (data / notes.file).read_text("utf-8"))
    used = Counter(label for _, label in usable(data, language))
    print("| source (repository) | licence as stated | genre | lines |\n|---|---|---|---:|")
    for label, count in used.most_common():
        source = known[label]
        print(f"| {source.repository} | {source.licence} | {source.genre} | {count:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
