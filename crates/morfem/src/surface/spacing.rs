//! Where a word implies a space before it.
//!
//! Nearly every word has a space before it. So the first token of a word implies one, and spaces need no tokens of their own. No space is
//! implied at the start of a text, after white space, and after characters that open something, such as a bracket. If a text differs, a
//! mark says so.

use crate::text::{Class, class};

/// The last character of `bytes`; None if they do not end in a valid one.
#[inline]
pub fn last_character(bytes: &[u8]) -> Option<char> {
    if let Some(&last @ ..0x80) = bytes.last() {
        return Some(last as char);
    }
    let start = (1..=bytes.len().min(4)).map(|length| bytes.len() - length).find(|&at| bytes[at] & 0xC0 != 0x80)?;
    std::str::from_utf8(&bytes[start..]).ok()?.chars().next()
}

/// The number of characters that UTF-8 writes in one or two bytes.
const NEAR: usize = 0x800;

/// The rule that says where a token that implies a space writes it.
#[derive(Clone, Debug)]
pub struct Spacing {
    /// Whether a space is implied after each of the first characters of Unicode. False also for those that need a closer look, such as
    /// quotes.
    near: Box<[bool; NEAR]>,
    open: Vec<char>,
    quotes: Vec<char>,
    inner: Vec<char>,
}

impl Default for Spacing {
    /// A space is implied everywhere except at the start and after white space.
    fn default() -> Self {
        Spacing::new(&[], &[])
    }
}

impl Spacing {
    /// No space is implied after a character of `open`, or after a character of `quotes` that has white space or nothing before it.
    pub fn new(open: &[char], quotes: &[char]) -> Self {
        let implies = |letter: char| {
            class(letter) == Class::Letter || !letter.is_whitespace() && !open.contains(&letter) && !quotes.contains(&letter)
        };
        Spacing {
            near: Box::new(std::array::from_fn(|code| char::from_u32(code as u32).is_some_and(implies))),
            open: open.to_vec(),
            quotes: quotes.to_vec(),
            inner: Vec::new(),
        }
    }

    /// Adds characters, such as hyphens, after which no space is implied unless they have white space or nothing before them.
    pub fn with_inner(mut self, inner: &[char]) -> Self {
        let near = |sign: &&char| (**sign as usize) < NEAR && class(**sign) != Class::Letter;
        inner.iter().filter(near).for_each(|&sign| self.near[sign as usize] = false);
        self.inner = inner.to_vec();
        self
    }

    /// Whether a token that implies a space writes it after `bytes`.
    #[inline]
    pub fn implies_space(&self, bytes: &[u8]) -> bool {
        let is_implied = match *bytes {
            [] => return false,
            [.., last @ ..0x80] => self.near[last as usize],
            [.., first @ 0xc2..0xe0, last @ 0x80..0xc0] => self.near[(first as usize & 0x1f) << 6 | (last as usize & 0x3f)],
            _ => false,
        };
        is_implied || self.implies_after_character(bytes)
    }

    fn implies_after_character(&self, bytes: &[u8]) -> bool {
        // Bytes that are not valid UTF-8 are not white space.
        let Some(last) = last_character(bytes) else { return true };
        if class(last) == Class::Letter {
            return true;
        }
        let (is_quote, is_inner) = (self.quotes.contains(&last), self.inner.contains(&last));
        if is_quote || is_inner {
            let before = &bytes[..bytes.len() - last.len_utf8()];
            let is_free = before.is_empty() || last_character(before).is_some_and(char::is_whitespace);
            return is_free != is_quote;
        }
        !last.is_whitespace() && !self.open.contains(&last)
    }
}

#[cfg(test)]
#[path = "../../tests/inside/surface_spacing.rs"]
mod tests;
