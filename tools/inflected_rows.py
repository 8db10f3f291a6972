"""Lists the rows of python/morfem/languages/tr/lexicon.tsv that the grammar derives from another row with inflection alone.

    python -m tools.inflected_rows             rows that inflected.tsv lacks, and its entries that are not such rows
    python -m tools.inflected_rows --write     adds the missing rows to inflected.tsv, with a reason by their class

A row of the lexicon is a lemma. If another root with affixes of inflection spells the same, the row may be an inflected form. Then it must
be removed (by a row of irregular.tsv with a hyphen before the class). Otherwise inflected.tsv says why it stays. The reason that --write
proposes follows from the class alone, so a person has to check it.
"""

import sys
from collections.abc import Iterator
from typing import NamedTuple

from tools.pack_grammar import Grammar, table
from tools.turkish_pack import CAPITALISED, COLUMNS, INFLECTION, LEXICALISED, PACK, UNINFLECTED, Lexicon, Row

TABLE = PACK / "inflected.tsv"


class Inflected(NamedTuple):
    """A row that inflection makes of other rows."""

    row: Row
    bases: tuple[Row, ...]

    @property
    def reason(self) -> str:
        """Why such a row mostly stays."""
        if self.row.kind in CAPITALISED:
            return "name"
        if self.row.kind == "verb":
            return "stem"
        if self.row.kind in (*UNINFLECTED, "conjunction"):
            return "frozen"
        if all(base.kind == "verb" for base in self.bases):
            return "lexicalised"
        return "homograph"


def inflected(lexicon: Lexicon) -> Iterator[Inflected]:
    """The rows that inflection makes of others."""
    for row in lexicon.rows:
        bases = tuple(base for rows in lexicon.roots(row.lemma, INFLECTION) for base in rows if base.lemma != row.lemma)
        if bases:
            yield Inflected(row, bases)


def shipped() -> Lexicon:
    """The lexicon of the pack."""
    return Lexicon(Grammar(PACK), [Row(*cells[:-1]) for cells in table(PACK / "lexicon.tsv", (*COLUMNS, "count"))])


def main() -> int:
    """Lists or writes; returns the exit status: 1 if table and lexicon differ."""
    text = TABLE.read_text("utf-8")
    entries = {(lemma, kind): reason for lemma, kind, reason in table(TABLE, LEXICALISED)}
    lexicon = shipped()
    found = {(one.row.lemma, one.row.kind): one for one in inflected(lexicon)}
    rows = {(row.lemma, row.kind) for row in lexicon.rows}
    missing = sorted(found.keys() - entries.keys())
    if "--write" in sys.argv:
        lines = sorted([(*key, reason) for key, reason in entries.items() if key in rows] + [(*key, found[key].reason) for key in missing])
        head = "".join(line + "\n" for line in text.split("\n") if line.startswith("#"))
        TABLE.write_text(head + "\t".join(LEXICALISED) + "\n" + "".join("\t".join(line) + "\n" for line in lines), "utf-8")
        return 0
    for key in missing:
        print(*key, "of", " ".join(sorted({base.lemma for base in found[key].bases})), found[key].reason, sep="\t")
    for key in sorted(entries.keys() - rows):
        print(*key, "no row of the lexicon", sep="\t")
    return int(bool(missing or entries.keys() - rows))


if __name__ == "__main__":
    sys.exit(main())
