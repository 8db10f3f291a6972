//! Apostrophes: which characters count as one, and how words are cut at them.
//!
//! An apostrophe may separate a name or a number from its affixes. Words are looked up with the straight apostrophe. The word's
//! [`super::WordShape`] records which apostrophe the text has.

use super::spacing::last_character;

/// The apostrophe with which words are looked up.
pub const STRAIGHT: char = '\'';
/// All apostrophes: the straight one, the typographic one, and what is written for them: the opening quotation mark, the accents of old
/// keyboards, the prime, the modifier letters apostrophe and prime, and the wide apostrophe.
pub const APOSTROPHES: [char; 9] = [STRAIGHT, '\u{2019}', '\u{2018}', '`', '\u{B4}', '\u{2032}', '\u{2BC}', '\u{2B9}', '\u{FF07}'];

/// Whether a text is an apostrophe.
pub fn is_apostrophe(text: &[u8]) -> bool {
    !text.is_empty() && trimmed(text).is_empty()
}

/// Whether a text may have an apostrophe: false if no byte of it begins one. Most words have none.
pub fn may_have_apostrophe(text: &str) -> bool {
    text.bytes().fold(false, |may, byte| may | matches!(byte, b'\'' | b'`' | 0xC2 | 0xCA | 0xE2 | 0xEF))
}

/// The straight apostrophe for any apostrophe; any other character unchanged.
pub fn straight(letter: char) -> char {
    if APOSTROPHES.contains(&letter) { STRAIGHT } else { letter }
}

/// A text without the apostrophe at its end, if there is one.
pub fn trimmed(text: &[u8]) -> &[u8] {
    match last_character(text) {
        Some(last) if APOSTROPHES.contains(&last) => &text[..text.len() - last.len_utf8()],
        _ => text,
    }
}

/// A text cut before and after every apostrophe.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(APOSTROPHES).flat_map(split_end).filter(|part| !part.is_empty())
}

fn split_end(text: &str) -> [&str; 2] {
    let (before, end) = text.split_at(text.trim_end_matches(APOSTROPHES).len());
    [before, end]
}

#[cfg(test)]
#[path = "../../tests/inside/surface_apostrophe.rs"]
mod tests;
