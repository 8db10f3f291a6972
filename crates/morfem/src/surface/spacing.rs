//! Where a word has the space that it implies.
//!
//! Nearly every word has a space before it, so the first token of a word implies one, and tokens need no spaces of their own. There is none at the
//! start of a text, after white space, and after characters that open something; where a text has it otherwise, a mark says so.

use crate::text::{Class, class};

/// The last character of bytes, if they end in one.
#[inline]
pub fn last_character(bytes: &[u8]) -> Option<char> {
    let start = (1..=bytes.len().min(4)).map(|length| bytes.len() - length).find(|&at| bytes[at] & 0xC0 != 0x80)?;
    std::str::from_utf8(&bytes[start..]).ok()?.chars().next()
}

/// Where a token that implies a space has one.
#[derive(Clone, Debug)]
pub struct Spacing {
    /// By the last character before it, for those of ASCII that are no quotes.
    ascii: [bool; 128],
    open: Vec<char>,
    quotes: Vec<char>,
    inner: Vec<char>,
}

impl Default for Spacing {
    /// Nowhere but at the start and after white space is there none.
    fn default() -> Self {
        Spacing::new(&[], &[])
    }
}

impl Spacing {
    /// `open`: the characters after which there is none, besides white space. `quotes`: those after which there is none if white space or nothing stands
    /// before them.
    pub fn new(open: &[char], quotes: &[char]) -> Self {
        let implies = |letter: char| !letter.is_whitespace() && !open.contains(&letter) && !quotes.contains(&letter);
        Spacing {
            ascii: std::array::from_fn(|code| implies(code as u8 as char)),
            open: open.to_vec(),
            quotes: quotes.to_vec(),
            inner: Vec::new(),
        }
    }

    /// With characters after which there is none unless white space or nothing stands before them: hyphens.
    pub fn with_inner(mut self, inner: &[char]) -> Self {
        inner.iter().filter(|sign| sign.is_ascii()).for_each(|&sign| self.ascii[sign as usize] = false);
        self.inner = inner.to_vec();
        self
    }

    /// Whether a token that implies a space writes it after `bytes`.
    #[inline]
    pub fn implies_space(&self, bytes: &[u8]) -> bool {
        match bytes.last() {
            None => false,
            Some(&last) if last < 128 && self.ascii[last as usize] => true,
            _ => self.implies_after_character(bytes),
        }
    }

    fn implies_after_character(&self, bytes: &[u8]) -> bool {
        // Bytes that are no character are no white space.
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
