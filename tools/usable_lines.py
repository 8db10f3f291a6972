"""The lines of a corpus that a bundled tokenizer may be trained on.

    python -m tools.usable_lines DATA tr > lines.txt        the lines
    python -m tools.usable_lines DATA tr --sources          their sources, as a table for a model card

Left out are every fiftieth line, which is development data, and the lines of sources whose licence is stated as non-commercial or without
derivatives (NC, ND). The file beside the corpus names the source of each line; the notes of the corpus state the licences.
"""

import lzma
import re
import sys
from collections import Counter
from pathlib import Path

LABELS = {"tr": ("tr.sources.txt.xz", "SOURCES-tr.md")}
EVERY = 50


def licences(notes: Path) -> dict[str, tuple[str, str, str]]:
    """Genre, repository and licence of each source, from the table of the notes whose first column is its label."""
    found: dict[str, tuple[str, str, str]] = {}
    for line in notes.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) >= 5 and re.fullmatch(r"[a-z]+-?[a-z0-9-]*", cells[0]):
            found.setdefault(cells[0], (cells[1], cells[2], cells[3]))
    return found


def main() -> int:
    """Writes lines or sources; returns the exit status."""
    if len(sys.argv) < 3 or sys.argv[2] not in LABELS:
        print(f"usage: python -m tools.usable_lines DATA {'|'.join(LABELS)} [--sources]", file=sys.stderr)
        return 2
    data, language = Path(sys.argv[1]), sys.argv[2]
    labels, notes = LABELS[language]
    known = licences(data / notes)
    used: Counter[str] = Counter()
    corpus, beside = data / f"corpora/{language}.txt.xz", data / f"corpora/{labels}"
    with lzma.open(corpus, "rt", encoding="utf-8", newline="\n") as lines, lzma.open(beside, "rt", encoding="utf-8") as sources:
        for number, (line, label) in enumerate(zip(lines, sources, strict=True), 1):
            source = label.strip()
            if number % EVERY == 0 or re.search(r"\b(NC|ND)\b", known[source][2]):
                continue
            used[source] += 1
            if "--sources" not in sys.argv:
                sys.stdout.write(line)
    if "--sources" in sys.argv:
        print("| source (repository) | licence as stated | genre | lines |\n|---|---|---|---:|")
        for source, count in used.most_common():
            genre, repository, licence = known[source]
            print(f"| {repository} | {licence} | {genre} | {count:,} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
