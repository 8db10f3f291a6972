//! What stands between a word and its affixes besides an apostrophe, and where a chunk with such a sign may be taken apart.
//!
//! A pack names one sign. The colon joins behind words, numbers and the signs that are read as words: Finnish EU:n, 5:n, §:n. The hyphen, or an
//! en dash for it, joins behind capitals and numbers, a full stop may stand before the apostrophe, and both may have an affix without any
//! sign: Turkish TBMM-nin, Dr.'un, TLden, 3üncü. Each has a splitter that keeps such a word in one chunk. The sign is a hint: where the grammar
//! does not know what stands behind it as affixes, the chunk is taken apart there.

use std::ops::Range;

use super::apostrophe::{APOSTROPHES, STRAIGHT};
use crate::text::class::is_capital;
use crate::text::{Class, Splitter, UNITS, class};

/// The sign of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Joining {
    /// The apostrophe alone.
    #[default]
    Apostrophe,
    Colon,
    Hyphen,
}

impl Joining {
    /// The value of a pack's key `joining`; None if it is not one of `:` and `-`.
    pub fn read(sign: &str) -> Option<Self> {
        match sign {
            "" => Some(Joining::Apostrophe),
            ":" => Some(Joining::Colon),
            "-" => Some(Joining::Hyphen),
            _ => None,
        }
    }

    /// The splitter that keeps words with the sign whole.
    pub fn splitter(self) -> Splitter {
        match self {
            Joining::Apostrophe => Splitter::InflectedMixed,
            Joining::Colon => Splitter::InflectedColon,
            Joining::Hyphen => Splitter::InflectedHyphen,
        }
    }

    /// The characters that are written as the sign.
    #[inline]
    pub fn signs(self) -> &'static [char] {
        match self {
            Joining::Apostrophe => &[],
            Joining::Colon => &[':'],
            Joining::Hyphen => &['-', '–'],
        }
    }

    /// The sign that `inflect` writes: the colon, or else the apostrophe, which is right where a hyphen may stand too.
    pub fn own(self) -> char {
        if self == Joining::Colon { ':' } else { STRAIGHT }
    }

    /// Whether a text has the sign. Most words have not even a byte that begins it.
    pub fn is_in(self, text: &str) -> bool {
        match self {
            Joining::Apostrophe => false,
            Joining::Colon => text.as_bytes().contains(&b':'),
            Joining::Hyphen => text.bytes().fold(false, |may, byte| may | matches!(byte, b'-' | 0xE2)) && text.contains(self.signs()),
        }
    }

    /// Whether a text is the sign.
    #[inline]
    pub fn is_sign(self, text: &[u8]) -> bool {
        match self {
            Joining::Apostrophe => false,
            Joining::Colon => text == b":",
            Joining::Hyphen => text == b"-" || text == "–".as_bytes(),
        }
    }

    /// Where a number, or a run of capitals, ends to which small letters are written on without a sign.
    pub fn written_on(self, word: &str) -> Option<usize> {
        let number = word.find(|letter| class(letter) != Class::Number)?;
        let end = if number > 0 { number } else { word.find(|letter| !is_capital(letter))? };
        let is_long = number > 0 || word[..end].chars().nth(1).is_some();
        (self == Joining::Hyphen && is_long && word[end..].starts_with(|letter| class(letter) == Class::Letter)).then_some(end)
    }

    /// The first place where a chunk may be taken apart: the bytes of a sign behind a word, of which none are where letters are written on to
    /// a number. None for most chunks.
    pub fn seam(self, chunk: &str) -> Option<Range<usize>> {
        // The bytes with which a sign, or a number, may begin.
        if !chunk.bytes().fold(false, |may, byte| may | matches!(byte, b'.' | b':' | b'-' | b'0'..=b'9' | 0xC2 | 0xE2)) {
            return None;
        }
        let mut before: Option<char> = None;
        for (at, sign) in chunk.char_indices() {
            let kind = before.map(class);
            let is_word = matches!(kind, Some(Class::Letter | Class::Number));
            let is_unit = self == Joining::Colon && before.is_some_and(|before| UNITS.contains(&before));
            let behind = &chunk[at + sign.len_utf8()..];
            if is_word && self == Joining::Hyphen && sign == '.' && behind.starts_with(APOSTROPHES) {
                let end = chunk.len() - behind.trim_start_matches(APOSTROPHES).len();
                return Some(at..end);
            }
            if (is_word || is_unit) && self.signs().contains(&sign) && !behind.is_empty() {
                return Some(at..at + sign.len_utf8());
            }
            if self == Joining::Hyphen && kind == Some(Class::Number) && class(sign) == Class::Letter {
                return Some(at..at);
            }
            before = Some(sign);
        }
        None
    }
}

#[cfg(test)]
#[path = "../../tests/inside/surface_joining.rs"]
mod tests;
