"""(e) The kinds of tokens in running text: roots, affixes, subwords, marks, bytes.

    python experiments/mft/kinds.py

One table counts the units of merged tokens, another the merged tokens themselves. A white-space word is classed by the units that own its
letters. The last table is about words of two treebanks whose lemma is in the dictionaries: how many consist of roots and affixes.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import morfem
from measures import BATCH, bundled, development_lines
from models import DATA
from morfem.evaluate.lexicon import lower
from results import put, share, table
from round_trip import TREEBANKS

from tools.zemberek import entries

KINDS = ("root", "affix", "subword", "symbol", "mark", "space", "byte", "word")
WORDS = (
    "a root, with affixes or none",
    "roots and affixes with pieces",
    "a stem in pieces, and affixes",
    "pieces",
    "bytes among them",
    "no letters",
)
LETTERS = {"root", "affix", "subword", "byte"}
DICTIONARIES = (
    "master-dictionary.dict",
    "non-tdk.dict",
    "proper.dict",
    "proper-from-corpus.dict",
    "person-names.dict",
    "locations-tr.dict",
    "abbreviations.dict",
)


class Units:
    """The units of a tokenizer's ids, with the kind of each."""

    def __init__(self, tokenizer: morfem.Tokenizer) -> None:
        rows = [line.split("\t") for line in tokenizer.files()["vocabulary.tsv"].decode().split("\n")[1:] if line]
        self._kinds = [row[1] for row in rows]
        self._units = [tuple(tokenizer.units(id)) for id in range(tokenizer.vocab_size)]

    def kinds(self, id: int) -> Iterator[str]:
        """The kinds of the units of an id."""
        return (self._kinds[unit] for unit in self._units[id])


def section() -> str:
    """The section of RESULTS.md."""
    units, tokens, words = {}, {}, {}
    for name in bundled():
        units[name], tokens[name], words[name] = _counted(morfem.load(name))
    parts = [
        """## (e) What tokens are

`python experiments/mft/kinds.py`. Shares on the development lines. The paper's vocabulary has 20,000 roots, 72 affixes and 12,696
subwords. It has no figures for running text.
""",
        "Units; merged tokens are taken apart:\n",
        table(["", *KINDS[:-1]], [[name, *_shares(found, KINDS[:-1])] for name, found in units.items()]),
        "Tokens; merged tokens are not taken apart (*word*: a merge that contains a root):\n",
        table(["", *KINDS], [[name, *_shares(found, KINDS)] for name, found in tokens.items()]),
        "White-space words:\n",
        table(["", *WORDS], [[name, *_shares(found, WORDS)] for name, found in words.items()]),
        "Running words of two treebanks' development parts whose lemma is in Zemberek's dictionaries: their number, and the share of them "
        "that is written with roots and affixes only (aim: .99):\n",
        table(
            ["", *(f"{name}, {what}" for name in TREEBANKS for what in ("words", "roots and affixes"))],
            [[name, *_analysed(name)] for name in bundled()],
        ),
    ]
    return "\n".join(parts)


def _counted(tokenizer: morfem.Tokenizer) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Kinds of units and of tokens, and of words."""
    known = Units(tokenizer)
    units: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    words: Counter[str] = Counter()
    texts = development_lines()
    for first in range(0, len(texts), BATCH):
        for encoding in tokenizer.encode_batch(texts[first : first + BATCH]):
            tokens.update(encoding.kinds)
            ids = [(word, id) for word, id in zip(encoding.word_ids, encoding.ids, strict=True)]
            for word, group in groupby(ids, key=lambda pair: pair[0]):
                kinds = [kind for _, id in group for kind in known.kinds(id)]
                units.update(kinds)
                if word is not None:
                    words[_word(LETTERS.intersection(kinds))] += 1
    return units, tokens, words


def _word(kinds: set[str]) -> str:
    """The class of a word that consists of units of these kinds."""
    if "byte" in kinds:
        return WORDS[4]
    if "root" in kinds:
        return WORDS[1] if "subword" in kinds else WORDS[0]
    if "subword" in kinds:
        return WORDS[2] if "affix" in kinds else WORDS[3]
    return WORDS[5]


def _analysed(name: str) -> Iterator[str]:
    """For each treebank: how many of its words have a lemma of the dictionaries, and which share of these consists of roots and affixes."""
    tokenizer = morfem.load(name)
    known = Units(tokenizer)
    lemmas = {entry.lemma for file in DICTIONARIES for entry in entries(DATA / "lexicon" / "tr" / file)}
    for file in TREEBANKS.values():
        words = [form for form, lemma in _words(file) if lemmas.intersection((lemma, f"{lemma}mak", f"{lemma}mek"))]
        # The comma and space before the word are not part of it; they keep it from standing at the beginning of a text.
        before = len(tokenizer.encode(",").ids)
        units = [
            {kind for id in encoding.ids[before:] for kind in known.kinds(id)}
            for encoding in tokenizer.encode_batch([f", {word}" for word in words])
        ]
        yield f"{len(words):,}"
        yield share(sum("root" in kinds and kinds <= {"root", "affix", "mark"} for kinds in units), len(words))


def _words(file: str) -> Iterator[tuple[str, str]]:
    """The words of a treebank that are one written word of letters only: form, and lemma in lower case."""
    last_part = 0
    for line in (DATA / "gold" / "tr" / "ud" / file).read_text("utf-8").split("\n"):
        cells = line.split("\t")
        if len(cells) != 10:
            last_part = 0
        elif "-" in cells[0]:
            last_part = int(cells[0].partition("-")[2])
        elif "." not in cells[0] and int(cells[0]) > last_part and re.fullmatch(r"[^\W\d_]+(['’][^\W\d_]+)?", cells[1]):
            yield cells[1], lower(cells[2])


def _shares(counts: Counter[str], names: tuple[str, ...]) -> list[str]:
    return [share(counts[name], counts.total()) for name in names]


if __name__ == "__main__":
    put("kinds", section())
