//! Writes splitters as regular expressions for other libraries, and recognises them.
//!
//! A splitter knows the letters and numbers of Unicode [`crate::text::UNICODE_VERSION`]. A regular-expression engine knows those of its own
//! Unicode version; the engines of `tokenizers` 0.23 and tiktoken 0.14 are at Unicode 16. Once a code point is a letter, it stays one. So
//! the exported pattern names `\p{L}` and the letters that Unicode 17 and 18 added: together they are our letters, in an engine of Unicode
//! 16 and in newer ones up to our version. Numbers are treated the same way. White space has not changed.

use crate::text::Splitter;

/// First and last code points of the ranges of letters that Unicode 17 and 18 added, in base 16, a line for each.
const NEW_LETTERS: &str = include_str!("new_letters.txt");

/// The same for numbers.
const NEW_NUMBERS: &str = "11DE0 11DE9\n1246F 1246F\n12475 1247F\n12550 12686\n16FF4 16FF6";

/// A pattern that matches the chunks of a splitter in engines from Unicode 16 to our version.
pub fn of(splitter: Splitter) -> String {
    let added = |ranges: &str| -> String { ranges.lines().map(|range| format!("\\x{{{}}}", range.replace(' ', "}-\\x{"))).collect() };
    let letters = format!("\\p{{L}}{}", added(NEW_LETTERS));
    let numbers = format!("\\p{{N}}{}", added(NEW_NUMBERS));
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
