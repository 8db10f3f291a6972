"""The general text that a bundled tokenizer is trained on besides its language, as JSON lines with `kind` and `text`.

    python -m tools.general_text DATA > general.jsonl
    python -m tools.general_text DATA --fewer > fewer.jsonl

Left out is every fiftieth paragraph, which is development data. With `--fewer`, every fourth
paragraph of code and every second one in another language are left out too, so that ids for them do not displace too many of the
language. The English prose of one source, MASC, carries a part-of-speech tag behind each word; the tags are taken off, and the spaces
before punctuation.
"""

import argparse
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.licence_table import is_usable, read

EVERY = 50
FEWER = {"code": 4, "other": 2}  # of the paragraphs of this kind, every Nth is left out
_TAG = re.compile(r"_(?:[A-Z]{2,4}(?![a-z])|[.,:#$'`()\-]+)")
_BEFORE = re.compile(r" (?=[.,;:!?%)\]}]|n't\b|'(?:s|re|ve|ll|d|m)\b|''|’)")
_BEHIND = re.compile(r"(?<=[(\[{$#]) ")


def untagged(text: str) -> str:
    """Running text from words with tags.

    >>> untagged("He_PRP did_VBD n't_RB go_VB (_( yet_RB )_) ._.")
    "He didn't go (yet)."
    """
    text = re.sub(r"_(?:PRP|WP)\$ ?", " ", text)
    text = _BEHIND.sub("", _BEFORE.sub("", _TAG.sub("", text)))
    return re.sub(r"``\s?|\s?''", '"', text)


def paragraphs(data: Path, is_held_out: bool, left_out: Mapping[str, int] | None = None) -> Iterator[dict[str, str]]:
    """The records that are trained on, or those that are held out. Of the kinds in `left_out`, every Nth record is left out."""
    seen: Counter[str] = Counter()
    table = read()
    with lzma.open(data / "corpora" / "general.jsonl.xz", "rt", encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if (number % EVERY == 0) == is_held_out:
                record = json.loads(line)
                if not is_usable(table, "general", record["source"]):
                    continue
                seen[record["kind"]] += 1
                if left_out and record["kind"] in left_out and seen[record["kind"]] % left_out[record["kind"]] == 0:
                    continue
                text = untagged(record["text"]) if record["source"] == "masc" else record["text"]
                yield {"kind": record["kind"], "source": record["source"], "text": text}


def main() -> None:
    """Writes the records to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder with corpora/")
    parser.add_argument("--fewer", action="store_true", help="leave out a fourth of the code and half of the other languages")
    arguments = parser.parse_args()
    for record in paragraphs(arguments.data, False, FEWER if arguments.fewer else None):
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
