"""Writes the tables of characters in crates/morfem/src/text, all of the one version of Unicode that the `regex` package knows.

    pip install regex && python tools/unicode_tables.py

`class_tables.rs` is for the splitters. Every code point has one of four classes, two bits each: other 0, letter 1 (\\p{L}), number 2
(\\p{N}), white space 3 (\\s). Sixty-four consecutive code points, those that share all bytes of their UTF-8 form but the last, make a
block of two 64-bit words. Equal blocks are stored once; a first table gives the number of each block. That table ends after the last block
that is not wholly other.

A second pair of tables of the same form holds what case a code point may have in a word: 0 it is no part of a word, 1 upper only (\\p{Lu},
\\p{Lt}), 2 lower only (\\p{Ll}), 3 either (\\p{Lm}, \\p{Lo}, \\p{M}).

`property_tables.rs` is for everything that looks at letters: runs of alphabetic and of numeric code points, and pairs of capital and small
letter where each is one character. Python knows the pairs of an older version. A capital that is newer makes a pair with the one small
letter that `regex` takes for the same when it ignores case, if neither has another partner.
"""

import importlib.metadata
import re
import sys
import unicodedata
from pathlib import Path

import regex

FOLDER = Path(__file__).resolve().parent.parent / "crates" / "morfem" / "src" / "text"
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

/// The Unicode version of all tables.
pub const UNICODE_VERSION: &str = "{version}";
"""
PROPERTIES_HEAD = """\
//! Alphabetic and numeric characters, and case pairs, of Unicode {version}. Written by `tools/unicode_tables.py` from `regex` {package};
//! do not edit.
"""
PROPERTIES = (("ALPHABETIC", "alphabetic", r"\p{Alphabetic}"), ("NUMERIC", "numeric", r"\p{N}"))
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


def pairs_table(name: str, what: str, pairs: list[tuple[int, int]]) -> str:
    """A Rust table of pairs of code points."""
    items = [f"({first:#x}, {second:#x})" for first, second in pairs]
    return f"/// {what}\n#[rustfmt::skip]\npub static {name}: [(u32, u32); {len(pairs)}] = [\n{array(items)}\n];\n"


def write_properties(version: str) -> None:
    """Write `property_tables.rs`."""
    parts = [PROPERTIES_HEAD.format(version=version, package=regex.__version__)]
    for name, what, pattern in PROPERTIES:
        parts.append(pairs_table(name, f"Runs of {what} code points: the first and the last of each.", runs(pattern)))
    for (name, what), pairs in zip((("CAPITALS", "capital"), ("SMALLS", "small letter")), case_pairs(), strict=True):
        rows = sorted((ord(first), ord(second)) for first, second in pairs.items())
        parts.append(pairs_table(name, f"A code point to its {what}, where that is one character, in the order of code points.", rows))
    (FOLDER / "property_tables.rs").write_text("\n".join(parts), encoding="utf-8")


def main() -> None:
    version = unicode_version()
    write_properties(version)
    tables = FOLDER / "class_tables.rs"
    parts = [HEAD.format(version=version, package=regex.__version__)]
    for name, patterns in (("", CLASSES), ("CASE_", CASES)):
        block_of, blocks = two_stages(code_point_classes(patterns))
        parts.append("#[rustfmt::skip]")
        parts.append(f"pub(super) static {name}BLOCK_OF: [u16; {len(block_of)}] = [\n{array([str(n) for n in block_of])}\n];\n")
        parts.append("#[rustfmt::skip]")
        words = [f"[{low:#x}, {high:#x}]" for low, high in blocks]
        parts.append(f"pub(super) static {name}BLOCKS: [[u64; 2]; {len(blocks)}] = [\n{array(words)}\n];\n")
        print(f"{tables.name}: Unicode {version}, {len(block_of)} blocks, {len(blocks)} of them distinct")
    tables.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
