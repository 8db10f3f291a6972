//! Writes splitters as regular expressions for other libraries, and recognises them.
//!
//! A splitter knows the letters and numbers of Unicode [`crate::text::UNICODE_VERSION`]. A regular-expression engine knows those of its own
//! Unicode version; the engines of `tokenizers` 0.23 and tiktoken 0.14 are at Unicode 16. Once a code point is a letter, it stays one. So
//! the exported pattern names `\p{L}` and the letters that Unicode 17 and 18 added: together they are our letters, in an engine of Unicode
//! 16 and in newer ones up to our version. Numbers are treated the same way. White space has not changed.

use crate::text::Splitter;

/// First and last code points of the ranges of letters that Unicode 17 and 18 added.
const NEW_LETTERS: [(u32, u32); 48] = [
    (0x558, 0x558),
    (0x58b, 0x58c),
    (0x88f, 0x88f),
    (0xc5c, 0xc5c),
    (0xcdc, 0xcdc),
    (0x208f, 0x208f),
    (0x209d, 0x209f),
    (0xa7ce, 0xa7cf),
    (0xa7d2, 0xa7d2),
    (0xa7d4, 0xa7d4),
    (0xa7dd, 0xa7dd),
    (0xa7e2, 0xa7e2),
    (0xa7f1, 0xa7f1),
    (0xab6c, 0xab6d),
    (0x107bb, 0x107bf),
    (0x10940, 0x10959),
    (0x10ec5, 0x10ec7),
    (0x10ed9, 0x10eee),
    (0x11b0a, 0x11b0a),
    (0x11db0, 0x11ddb),
    (0x11df1, 0x11df1),
    (0x16ea0, 0x16eb8),
    (0x16ebb, 0x16ed3),
    (0x16ff2, 0x16ff3),
    (0x187f8, 0x187ff),
    (0x18cd6, 0x18cda),
    (0x18d09, 0x18d20),
    (0x18d80, 0x18df2),
    (0x18e00, 0x19191),
    (0x191a0, 0x191d2),
    (0x1b123, 0x1b128),
    (0x1b168, 0x1b168),
    (0x1d6a6, 0x1d6a6),
    (0x1df1f, 0x1df24),
    (0x1df2b, 0x1df81),
    (0x1df90, 0x1df96),
    (0x1dfcd, 0x1dfff),
    (0x1e6c0, 0x1e6de),
    (0x1e6e0, 0x1e6e2),
    (0x1e6e4, 0x1e6e5),
    (0x1e6e7, 0x1e6ed),
    (0x1e6f0, 0x1e6f4),
    (0x1e6fe, 0x1e6ff),
    (0x2b73a, 0x2b73f),
    (0x2b81e, 0x2b81e),
    (0x2cea2, 0x2cead),
    (0x323b0, 0x33479),
    (0x3d000, 0x3fc3f),
];

/// First and last code points of the ranges of numbers that Unicode 17 and 18 added.
const NEW_NUMBERS: [(u32, u32); 5] = [(0x11de0, 0x11de9), (0x1246f, 0x1246f), (0x12475, 0x1247f), (0x12550, 0x12686), (0x16ff4, 0x16ff6)];

/// A pattern that matches the chunks of a splitter in engines from Unicode 16 to our version.
pub fn of(splitter: Splitter) -> String {
    let added =
        |ranges: &[(u32, u32)]| -> String { ranges.iter().map(|(first, last)| format!("\\x{{{first:X}}}-\\x{{{last:X}}}")).collect() };
    let letters = format!("\\p{{L}}{}", added(&NEW_LETTERS));
    let numbers = format!("\\p{{N}}{}", added(&NEW_NUMBERS));
    // Inside this negated class the ranges need no brackets; elsewhere they do.
    let others = r"[^\s\p{L}\p{N}]";
    splitter
        .pattern()
        .split(others)
        .map(|part| part.replace(r"\p{L}", &format!("[{letters}]")).replace(r"\p{N}", &format!("[{numbers}]")))
        .collect::<Vec<_>>()
        .join(&format!(r"[^\s{letters}{numbers}]"))
}

/// Other spellings of a splitter's pattern. That of `gpt2` is tiktoken's. Between the matches of BLOOM's own pattern other parts remain.
const ALIASES: [(&str, Splitter); 2] = [
    (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s", Splitter::Gpt2),
    (r" ?[^(\s|[.,!?…。，、।۔،])]+", Splitter::Bloom),
];

/// The splitter of a pattern, as [`of`], the splitter itself or an alias writes it.
pub fn splitter(pattern: &str) -> Option<Splitter> {
    if let Some((_, splitter)) = ALIASES.iter().find(|(alias, _)| pattern == *alias) {
        return Some(*splitter);
    }
    Splitter::ALL.into_iter().find(|splitter| pattern == splitter.pattern() || pattern == of(*splitter))
}

#[cfg(test)]
#[path = "../../tests/inside/interchange_pattern.rs"]
mod tests;
