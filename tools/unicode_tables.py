"""Writes crates/morfem/src/text/class_tables.rs: the character classes of the splitters, as the `regex` package knows them.

    pip install regex && python tools/unicode_tables.py

Every code point has one of four classes, two bits each: other 0, letter 1 (\\p{L}), number 2 (\\p{N}), white space 3 (\\s). Sixty-four
consecutive code points, those that share all bytes of their UTF-8 form but the last, make a block of two 64-bit words. Equal blocks are
stored once; a first table gives the number of each block. That table ends after the last block that is not wholly other.

A second pair of tables of the same form holds what case a code point may have in a word: 0 it is no part of a word, 1 upper only (\\p{Lu},
\\p{Lt}), 2 lower only (\\p{Ll}), 3 either (\\p{Lm}, \\p{Lo}, \\p{M}).
"""

import importlib.metadata
import re
import sys
from pathlib import Path

import regex

TABLES = Path(__file__).resolve().parent.parent / "crates" / "morfem" / "src" / "text" / "class_tables.rs"
CLASSES = ((1, r"\p{L}"), (2, r"\p{N}"), (3, r"\s"))
CASES = ((1, r"[\p{Lu}\p{Lt}]"), (2, r"\p{Ll}"), (3, r"[\p{Lm}\p{Lo}\p{M}]"))
BLOCK = 64
WIDTH = 140

HEAD = """\
//! Character classes of Unicode {version}. Written by `tools/unicode_tables.py` from `regex` {package}; do not edit.
//!
//! `BLOCK_OF[c / 64]` is the block of code point c; the class of c is the pair of bits number c % 32 in word (c % 64) / 32 of that block:
//! 0 other, 1 letter, 2 number, 3 white space. Code points beyond the last block are other. `CASE_BLOCK_OF` and `CASE_BLOCKS` hold, in the
//! same form, what case a code point may have in a word: 0 it is no part of one, 1 upper only, 2 lower only, 3 either.

/// The Unicode version of the classes.
pub const UNICODE_VERSION: &str = "{version}";
"""


def unicode_version() -> str:
    """The Unicode version that the installed `regex` package declares in its description."""
    description = str(importlib.metadata.metadata("regex").json["description"])
    found = re.search(r"supports Unicode (\d+\.\d+\.\d+)", description)
    if not found:
        sys.exit("the description of the package `regex` no longer names its Unicode version: state it here by hand")
    return found.group(1)


def code_point_classes(patterns: tuple[tuple[int, str], ...]) -> list[int]:
    """The class of every code point; surrogates, which no string in UTF-8 holds, are other."""
    code_points = [c for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000]
    text = "".join(map(chr, code_points))
    classes = [0] * (sys.maxunicode + 1)
    for number, pattern in patterns:
        for character in regex.findall(pattern, text):
            assert classes[ord(character)] == 0, f"U+{ord(character):04X} has two classes"
            classes[ord(character)] = number
    return classes


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


def array(items: list[str]) -> str:
    """The items of a Rust array, in lines of at most WIDTH columns."""
    lines, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join([*lines, line])


def main() -> None:
    parts = [HEAD.format(version=unicode_version(), package=regex.__version__)]
    for name, patterns in (("", CLASSES), ("CASE_", CASES)):
        block_of, blocks = two_stages(code_point_classes(patterns))
        parts.append("#[rustfmt::skip]")
        parts.append(f"pub(super) static {name}BLOCK_OF: [u16; {len(block_of)}] = [\n{array([str(n) for n in block_of])}\n];\n")
        parts.append("#[rustfmt::skip]")
        words = [f"[{low:#x}, {high:#x}]" for low, high in blocks]
        parts.append(f"pub(super) static {name}BLOCKS: [[u64; 2]; {len(blocks)}] = [\n{array(words)}\n];\n")
        print(f"{TABLES.name}: Unicode {unicode_version()}, {len(block_of)} blocks, {len(blocks)} of them distinct")
    TABLES.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
