//! Writes the text of tokens: with the spaces that words imply, and with the capitals that marks ask for.
//!
//! - A token that begins a word implies the space before it, unless `<join>` stands before it or [`Spacing`] says that there is none here.
//! - `<title>` and `<upper>` make capitals of what follows: one letter, or all up to what is no letter, a token that implies a space, or the next
//!   such mark.
//!
//! What is written depends on the tokens alone. What a pen has to know of the text before, it reads off the text itself.

use serde::{Deserialize, Serialize};

use super::casing::{Case, Casing};
use super::spacing::Spacing;
use crate::text::{Class, class};

/// What has been written, as far as it matters for what is written next.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SurfaceWriter {
    /// Bytes written since a token began a word.
    length: usize,
    is_joined: bool,
    next_case: Option<Case>,
    case: Case,
    /// Bytes written since the start or a special, and whether a space would be implied before them.
    since: usize,
    implied: bool,
}

impl SurfaceWriter {
    /// A pen that goes on after a text that is not there to look at, but at whose end a space is implied or not.
    pub fn after(implied: bool) -> Self {
        SurfaceWriter { implied, ..SurfaceWriter::default() }
    }

    /// Bytes written since a token began a word.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The next token that implies a space has none.
    pub fn join(&mut self) {
        self.is_joined = true;
    }

    /// What follows is capitalised so.
    pub fn capitals(&mut self, case: Case) {
        self.next_case = Some(case);
    }

    /// A token that implies a space begins; without a mark it is capitalised in its own way.
    pub fn initial(&mut self, own: Case, spacing: &Spacing, bytes: &mut Vec<u8>) {
        self.case = self.next_case.take().unwrap_or(own);
        let implied = match self.since {
            0 => self.implied,
            since => spacing.implies_space(&bytes[bytes.len() - since.min(bytes.len())..]),
        };
        if implied && !self.is_joined {
            bytes.push(b' ');
            self.since += 1;
        }
        self.is_joined = false;
        self.length = 0;
    }

    /// Any other token begins.
    pub fn begin(&mut self) {
        self.is_joined = false;
        if let Some(case) = self.next_case.take() {
            self.case = case;
        }
    }

    /// Whether no mark waits for what it is about.
    pub fn is_at_rest(&self) -> bool {
        !self.is_joined && self.next_case.is_none()
    }

    /// Writes text with its capitals.
    #[inline]
    pub fn text(&mut self, casing: &Casing, text: &[u8], bytes: &mut Vec<u8>) {
        let before = bytes.len();
        if self.case == Case::Lower {
            bytes.extend_from_slice(text);
        } else if let Ok(text) = std::str::from_utf8(text) {
            self.capitalised(casing, text, bytes);
        } else {
            self.case = Case::Lower;
            bytes.extend_from_slice(text);
        }
        self.length += bytes.len() - before;
        self.since += bytes.len() - before;
    }

    fn capitalised(&mut self, casing: &Casing, text: &str, bytes: &mut Vec<u8>) {
        for letter in text.chars() {
            if class(letter) != Class::Letter {
                self.case = Case::Lower;
            }
            let capital = if self.case == Case::Lower { None } else { casing.capital(letter) };
            if capital.is_some() && self.case == Case::Title {
                self.case = Case::Lower;
            }
            bytes.extend_from_slice(capital.unwrap_or(letter).encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}
