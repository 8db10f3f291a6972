"""(b) Round trip: the share of words and sentences that come back, and classes of the failures.

    python experiments/mft/round_trip.py

Strict equality of `decode(encode(text))` and the text. A failure belongs to the first class of `morfem.evaluate.metrics.round_trip` that
explains it. One program of the paper's authors puts a space before every decoded text, so sentences are also compared without the white
space at their ends.
"""

import csv
import io
import lzma
from collections.abc import Iterator, Sequence
from itertools import pairwise

from measures import BATCH, FLOORS, LINES, Figures, baselines, bundled, contenders, figures
from models import DATA
from morfem.evaluate import wrap
from morfem.evaluate.adapter import TokenizerAdapter
from morfem.evaluate.metrics.round_trip import CLASSES
from results import put, share, shown, table, written

TREEBANKS = {"Kenet": "tr_kenet-ud-dev.conllu", "BOUN": "tr_boun-ud-dev.conllu"}


def section() -> str:
    """The section of RESULTS.md."""
    found = {name: figures(name, name) for name in bundled()} | baselines()
    decoding = {name: each for name, each in found.items() if (LINES, f"{_ROUND}lines") in each and name not in FLOORS}
    heads = ["development lines", "lines", "words", "types", *(name.replace("_", " ") for name in CLASSES)]
    rows = [[shown(name), *_row(each)] for name, each in decoding.items()]
    words = _types()
    shares = [[shown(name), *cells] for name, cells in _sentences()]
    return f"""## (b) Round trip

`python experiments/mft/round_trip.py`. Paper: 99.48 % of 66,547 words of a list that is not published.

Shares of lines, running words and word types that come back exactly. The other columns divide the words that do not into classes, which
add up to 1. Analysers and Morfessor do not decode.

{table(heads, rows)}
Every type of the corpus's list of words ({len(words):,} types), encoded after a space:

{table(["", "come back exactly"], [[shown(name), _exact(name, words)] for name in bundled()])}
Sentences of two treebanks, compared strictly, and without white space at the ends:

{table(["", *(f"{name}, {how}" for name in TREEBANKS for how in ("strict", "stripped"))], shares)}"""


_ROUND = "round_trip."


def _row(found: Figures) -> list[str]:
    shares = [written(found.get((LINES, f"{_ROUND}{name}")), digits=4) for name in ("lines", "words", "types")]
    return [*shares, *(written(found.get((LINES, f"{_ROUND}word_failures_{name}"))) for name in CLASSES)]


def _types() -> list[str]:
    """The types of the corpus's list of words."""
    with lzma.open(DATA / "corpora" / "tr_counts.tsv.xz", "rt", encoding="utf-8", newline="\n") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row[0] for row in rows if len(row) == 2]


def _exact(name: str, words: Sequence[str]) -> str:
    adapter, exact = wrap(name), 0
    for first in range(0, len(words), 10 * BATCH):
        texts = [f" {word}" for word in words[first : first + 10 * BATCH]]
        exact += sum(map(str.__eq__, texts, _decoded(adapter, texts)))
    return f"{exact:,} of {len(words):,}"


def _sentences() -> Iterator[tuple[str, list[str]]]:
    texts = [_texts(file) for file in TREEBANKS.values()]
    for adapter in _adapters():
        cells = []
        for sentences in texts:
            back = _decoded(adapter, sentences)
            cells += [share(sum(map(str.__eq__, sentences, back)), len(sentences))]
            cells += [share(sum(one == other.strip() for one, other in zip(sentences, back, strict=True)), len(sentences))]
        yield adapter.name, cells


def _adapters() -> Iterator[TokenizerAdapter]:
    yield from (wrap(name) for name in bundled())
    yield from (adapter for name, adapter in contenders().items() if name.startswith("turkish-tokenizer"))


def _decoded(adapter: TokenizerAdapter, texts: Sequence[str]) -> list[str]:
    """The decoded texts."""
    found = adapter.encode(texts)
    ids = found.ids.tolist()
    return adapter.decode([ids[begin:end] for begin, end in pairwise(found.indptr.tolist())]) or []


def _texts(file: str) -> list[str]:
    """The sentences of a treebank."""
    content = io.StringIO((DATA / "gold" / "tr" / "ud" / file).read_text("utf-8"))
    return [line.removeprefix("# text = ").removesuffix("\n") for line in content if line.startswith("# text = ")]


if __name__ == "__main__":
    put("round_trip", section())
