//! Apostrophes: which characters count as one, and how words are cut at them.
//!
//! An apostrophe may separate a name or a number from its affixes. Words are looked up with the straight apostrophe. The word's
//! [`super::WordShape`] records which apostrophe the text has.

use super::spacing::last_character;

/// The apostrophe with which words are looked up.
pub const STRAIGHT: char = '\'';
/// All apostrophes: the straight and the typographic one.
pub const APOSTROPHES: [char; 2] = [STRAIGHT, '\u{2019}'];

/// Whether a text is an apostrophe.
pub fn is_apostrophe(text: &[u8]) -> bool {
    !text.is_empty() && trimmed(text).is_empty()
}

/// Whether a text may have an apostrophe: false if no byte of it begins one. Most words have none.
pub fn may_have_apostrophe(text: &str) -> bool {
    let firsts = APOSTROPHES.map(|sign| sign.encode_utf8(&mut [0; 4]).as_bytes()[0]);
    text.bytes().fold(false, |may, byte| may | firsts.contains(&byte))
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
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_at_every_apostrophe() {
        let cut = |text| parts(text).collect::<Vec<_>>();
        assert_eq!(cut("o'nun"), ["o", "'", "nun"]);
        assert_eq!(cut("\u{2019}a''"), ["\u{2019}", "a", "'", "'"]);
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(trimmed("o\u{2019}".as_bytes()), b"o");
        assert_eq!(trimmed(b"o"), b"o");
        assert!(["'", "Ali\u{2019}nin", "o'nun", "\u{2018}"].into_iter().all(may_have_apostrophe) && !may_have_apostrophe("şöyle, \"de"));
        assert!(APOSTROPHES.iter().all(|sign| is_apostrophe(sign.to_string().as_bytes()) && straight(*sign) == STRAIGHT));
    }
}
