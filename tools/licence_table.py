"""The licences of the sources of training texts: the table `sources.tsv` beside the bundled tokenizers.

A line may be used for a bundled tokenizer only if the table has the label of its source, and the class there is not "restricted". So a new
source cannot slip into a tokenizer before somebody has read its licence.
"""

import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "python/morfem/artifacts/sources.tsv"
RESTRICTED = "restricted"
CLASSES = {
    "public domain": "public domain, CC0, laws and other official text",
    "permissive": "CC BY, MIT, Apache-2.0, PSF",
    "share-alike": "CC BY-SA, GPL, LGPL, GFDL, MPL",
    "repository": "the repository states a licence, but others wrote the texts: news, reviews, posts, subtitles",
    "not stated": "no licence is stated",
    "unknown source": "which source a line has is unknown",
    RESTRICTED: "non-commercial, without derivatives, or with permission only: never used",
}


class Source(NamedTuple):
    """A row of the table. `bytes` is how much of the training text is from the source."""

    corpus: str
    label: str
    kind: str
    licence: str
    name: str
    bytes: int


def read(path: Path = TABLE) -> dict[tuple[str, str], Source]:
    """The rows by corpus and label."""
    found: dict[tuple[str, str], Source] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if number <= 2:
            continue
        corpus, label, kind, licence, name, size = line.split("\t")
        source = Source(corpus, label, kind, licence, name, int(size))
        if source.kind not in CLASSES:
            sys.exit(f"{path}, line {number}: unknown class {source.kind!r}; classes are {', '.join(CLASSES)}")
        found[source.corpus, source.label] = source
    return found


def is_usable(table: dict[tuple[str, str], Source], corpus: str, label: str) -> bool:
    """Whether lines with this label may be used for a bundled tokenizer."""
    if (corpus, label) not in table:
        sys.exit(
            f"the corpus {corpus!r} has lines of {label!r}, whose licence has no class; read the licence, then add a row to "
            f"{TABLE.relative_to(ROOT)}"
        )
    return table[corpus, label].kind != RESTRICTED
