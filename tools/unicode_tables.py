"""Writes the tables of characters in crates/morfem/src/text/tables, all of the one version of Unicode that the `regex` package knows.

    pip install regex tokenizers && python tools/unicode_tables.py

A file is a sequence of little-endian numbers, which crates/morfem/src/text/tables.rs describes.

The files class_* are for the splitters. Every code point has one of four classes, two bits each: other 0, letter 1 (\\p{L}), number 2
(\\p{N}), white space 3 (\\s). Sixty-four consecutive code points, those that share all bytes of their UTF-8 form but the last, make a
block of two 64-bit words. Equal blocks are stored once; a first table gives the number of each block. That table ends after the last block
that is not wholly other.

The files case_* have the same form and say what case a code point may have in a word: 0 it is no part of a word, 1 upper only (\\p{Lu},
\\p{Lt}), 2 lower only (\\p{Ll}), 3 either (\\p{Lm}, \\p{Lo}, \\p{M}). The files sign_* say which code points are signs: 1 punctuation
(\\p{P}), 2 symbols (\\p{S}), 3 punctuation that came after Unicode 8, whose table the package `tokenizers` has.

The others are for everything that looks at letters: runs of alphabetic and of numeric code points, and pairs of capital and small letter
where each is one character. Python knows the pairs of an older version. A capital that is newer makes a pair with the one small letter that
`regex` takes for the same when it ignores case, if neither has another partner.
"""

import importlib.metadata
import re
import struct
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import regex
from tokenizers.pre_tokenizers import Punctuation

FOLDER = Path(__file__).resolve().parent.parent / "crates" / "morfem" / "src" / "text" / "tables"
CLASSES = ((1, r"\p{L}"), (2, r"\p{N}"), (3, r"\s"))
CASES = ((1, r"[\p{Lu}\p{Lt}]"), (2, r"\p{Ll}"), (3, r"[\p{Lm}\p{Lo}\p{M}]"))
BLOCK = 64
PROPERTIES = (("alphabetic", r"\p{Alphabetic}"), ("numeric", r"\p{N}"))
TEXT = "".join(chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000)


def unicode_version() -> str:
    """The Unicode version that the installed `regex` package declares in its description."""
    description = str(importlib.metadata.metadata("regex").json["description"])
    found = re.search(r"supports Unicode (\d+\.\d+\.\d+)", description)
    if not found:
        sys.exit("the description of the package `regex` no longer names its Unicode version: state it here by hand")
    return found.group(1)


def code_point_classes(patterns: tuple[tuple[int, str], ...]) -> list[int]:
    """The class of every code point; surrogates, which no string in UTF-8 holds, are other."""
    classes = [0] * (sys.maxunicode + 1)
    for number, pattern in patterns:
        for character in regex.findall(pattern, TEXT):
            assert classes[ord(character)] == 0, f"U+{ord(character):04X} has two classes"
            classes[ord(character)] = number
    return classes


def signs() -> list[int]:
    """The kind of sign of every code point."""
    cut = Punctuation("contiguous").pre_tokenize_str
    signs = code_point_classes(((1, r"\p{P}"), (2, r"\p{S}")))
    return [3 if sign == 1 and len(cut(f"a{chr(code)}a")) == 1 else sign for code, sign in enumerate(signs)]


def two_stages(classes: list[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """The number of every block, without the trailing blocks that are wholly other, and the distinct blocks."""
    numbers: dict[tuple[int, int], int] = {}
    block_of = []
    for start in range(0, len(classes), BLOCK):
        halves = (classes[start : start + 32], classes[start + 32 : start + BLOCK])
        first, second = (sum(number << 2 * place for place, number in enumerate(half)) for half in halves)
        block = (first, second)
        block_of.append(numbers.setdefault(block, len(numbers)))
    while block_of[-1] == numbers[0, 0]:
        block_of.pop()
    return block_of, list(numbers)


def runs(pattern: str) -> list[tuple[int, int]]:
    """The first and the last of each run of code points with a property."""
    found: list[tuple[int, int]] = []
    for code in map(ord, regex.findall(pattern, TEXT)):
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found


def case_pairs() -> tuple[dict[str, str], dict[str, str]]:
    """Letters with their capitals, and letters with their small letters."""
    capitals = {c: c.upper() for c in TEXT if len(c.upper()) == 1 and c.upper() != c}
    smalls = {c: c.lower() for c in TEXT if len(c.lower()) == 1 and c.lower() != c}
    upper, lower = ("".join(regex.findall(pattern, TEXT)) for pattern in (r"\p{Lu}", r"\p{Ll}"))
    for letter in [c for c in upper + lower if unicodedata.category(c) == "Cn"]:
        for partner in regex.findall(letter, lower if letter in upper else upper, regex.IGNORECASE):
            capital, small = (letter, partner) if letter in upper else (partner, letter)
            if capital not in smalls and small not in capitals:
                smalls[capital], capitals[small] = small, capital
    return capitals, smalls


def write(name: str, form: str, numbers: Iterable[int]) -> None:
    """Write a table of numbers of the form that `struct` calls `form`."""
    content = b"".join(struct.pack(f"<{form}", number) for number in numbers)
    (FOLDER / f"{name}.bin").write_bytes(content)
    print(f"{name}.bin: {len(content)} bytes")


def main() -> None:
    version = unicode_version()
    (FOLDER / "unicode_version.txt").write_text(version, encoding="utf-8")
    for name, classes in (("class", code_point_classes(CLASSES)), ("case", code_point_classes(CASES)), ("sign", signs())):
        block_of, blocks = two_stages(classes)
        write(f"{name}_block_of", "H", block_of)
        write(f"{name}_blocks", "Q", (word for block in blocks for word in block))
    for name, pattern in PROPERTIES:
        write(name, "I", (code for run in runs(pattern) for code in run))
    for name, pairs in zip(("capitals", "smalls"), case_pairs(), strict=True):
        write(name, "I", (ord(character) for pair in sorted(pairs.items()) for character in pair))


if __name__ == "__main__":
    main()
