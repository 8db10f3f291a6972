"""What licences the training texts of the bundled tokenizers have: the tables of docs/licences.md.

    python -m tools.licences            writes the tables into the page
    python -m tools.licences DATA       counts the bytes of each source anew first

A tokenizer records the files that it is trained on and their bytes, so the share of a class is that of each file's sources, weighted by
these bytes. The files of a union are mixtures of several corpora.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from experiments.multi.mixture import CORPORA
from tools.general_text import paragraphs
from tools.licence_table import CLASSES, RESTRICTED, ROOT, TABLE, Source, read
from tools.usable_lines import usable

PAGE = ROOT / "docs/licences.md"
GENERAL = "general"
BEGIN, END = "<!-- python -m tools.licences writes what follows -->\n", "<!-- end -->\n"


def files(record: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The corpora of each file that a tokenizer is trained on, and its bytes."""
    for member in record.get("members", {}).values():
        for file in member["texts"]["corpus"]:
            name = Path(file["name"]).stem
            yield CORPORA.get(name, (name,)), file["bytes"]
    for file in [*record.get("corpus", []), *record.get(GENERAL, {}).get("corpus", [])]:
        yield (Path(file["name"]).stem,), file["bytes"]


def shares(table: Mapping[tuple[str, str], Source], record: Mapping[str, Any]) -> dict[str, float]:
    """The share of each class in the training text of a tokenizer."""
    weights = dict.fromkeys(CLASSES, 0.0)
    for corpora, size in files(record):
        sources = [source for source in table.values() if source.corpus in corpora]
        whole = sum(source.bytes for source in sources)
        for source in sources:
            weights[source.kind] += size * source.bytes / whole
    return {kind: weights[kind] / sum(weights.values()) for kind in CLASSES}


def tables(table: Mapping[tuple[str, str], Source]) -> str:
    """The shares of each tokenizer, and the sources that state nothing."""
    kinds = [kind for kind in CLASSES if kind != RESTRICTED]
    lines = [f"| tokenizer | {' | '.join(kinds)} |", f"|---|{'---:|' * len(kinds)}"]
    for file in sorted(TABLE.parent.glob("*/morfem.json")):
        found = shares(table, json.loads(file.read_text("utf-8"))["training"])
        lines.append(f"| `{file.parent.name}` | {' | '.join(f'{found[kind]:.1%}' for kind in kinds)} |".replace("%", " %"))
    lines += ["", "Sources without a stated licence, with their share of their corpus:", "", "| corpus | sources |", "|---|---|"]
    whole: Counter[str] = Counter()
    for source in table.values():
        whole[source.corpus] += source.bytes
    for corpus in whole:
        silent: Counter[str] = Counter()
        for source in table.values():
            if source.corpus == corpus and source.kind in ("not stated", "unknown source"):
                silent[(source.name or source.label).split(" (")[0]] += source.bytes
        named = ", ".join(f"{name} {size / whole[corpus]:.2%}".replace("%", " %") for name, size in silent.most_common())
        lines += [f"| `{corpus}` | {named} |"] if silent else []
    return "\n".join(lines) + "\n"


def count(data: Path) -> None:
    """Counts the bytes of each source, and writes them into the table."""
    sizes: Counter[tuple[str, str]] = Counter()
    for corpus in dict.fromkeys(corpus for corpus, _ in read() if corpus != GENERAL):
        for line, label in usable(data, corpus):
            sizes[corpus, label] += len(line.encode())
    for paragraph in paragraphs(data, False):
        sizes[GENERAL, paragraph["source"]] += len(paragraph["text"].encode())
    head = TABLE.read_text("utf-8").splitlines()[:2]
    rows = ["\t".join([*source[:-1], str(sizes[key])]) for key, source in read().items()]
    TABLE.write_text("\n".join([*head, *rows]) + "\n", "utf-8")


def main() -> None:
    """Writes the page."""
    if len(sys.argv) > 1:
        count(Path(sys.argv[1]))
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + tables(read()) + "\n" + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
