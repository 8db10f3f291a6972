"""Lists the evaluation words of Turkish, which are kept out of the exception table of the boundary model.

    python -m tools.measured_words DATA [LIST ...] > evaluation-words.txt

These are the words of all gold sets that segment words or inflect lemmas, in lower case, and the words in the first two columns of the
lists.
"""

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SMALL = str.maketrans({"I": "ı", "İ": "i", "’": "'"})


def texts(data: Path, lists: list[Path]) -> Iterator[str]:
    """What the gold sets and the lists have in the columns of words."""
    gold = data / "gold" / "tr"
    for path in gold.glob("*_segmentation.tsv"):
        yield from (line.split("\t")[0] for line in path.read_text("utf-8").splitlines())
    for path in (gold / "unimorph_tur.derivations", gold / "tur.dev", *gold.glob("tur_*.train"), *lists):
        for line in path.read_text("utf-8").splitlines():
            yield from line.split("\t")[:2]
    with (gold / "morphscore_tr.csv").open(encoding="utf-8", newline="") as rows:
        yield from (row[1] for row in csv.reader(rows))


def main() -> int:
    """Writes the words; returns the exit status."""
    if len(sys.argv) < 2:
        print("usage: python -m tools.measured_words DATA [LIST ...]", file=sys.stderr)
        return 2
    found = {
        word
        for text in texts(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
        for word in WORD.findall(text.translate(SMALL).lower())
    }
    sys.stdout.writelines(f"{word}\n" for word in sorted(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
