"""Recognises the format of a file of gold data by its first line."""

import os
import re
from pathlib import Path

from ..._core import MorfemError

# The first columns of a header -> the format.
HEADERS = {
    "word\tsegmentations": "segmentation",
    "word\tig_segmentation": "inflectional_groups",
    ",full_word,pt1,rest": "morphscore",
    "surface\tsegments\tupos": "ud_segments",
    "word\tprefix\tstem": "nafis",
    "form\tmorphemes\ttags": "korean",
    "root\tword\tprefix": "affixes",
    "word\troot\troot_positions": "roots",
    "word\troot\tinfix": "infixes",
    "string\ttype": "lexical_decision",
}
# Without a header: number of columns -> the format, and the pattern of its third column: V;PST;SG for a form, N:ADJ for a derivation.
COLUMNS = {
    3: ("inflections", re.compile(r"[A-Z][A-Z0-9]*([;.+,/{}()|_-]+[A-Z0-9]+)*[)}]?")),
    4: ("derivations", re.compile("[A-Z]+:[A-Z]+")),
}


def guess(path: str | os.PathLike[str]) -> str:
    """The format of a file. Raises MorfemError if its first line fits none."""
    if Path(path).suffix == ".conllu":
        return "conllu"
    with open(path, encoding="utf-8", errors="replace") as file:
        line = file.readline().rstrip("\r\n")
    for header, format in HEADERS.items():
        if line == header or line.startswith((header + "\t", header + ",")):
            return format
    columns = line.split("\t")
    if len(columns) in COLUMNS:
        format, of_third = COLUMNS[len(columns)]
        if of_third.fullmatch(columns[2]):
            return format
    raise MorfemError(f"{os.fspath(path)}: cannot recognise the format by the first line, {line[:60]!r}; give the format (--format)")
