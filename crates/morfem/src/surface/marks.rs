//! The ids of marks, spaces and bytes, for all systems that split words into units.

use super::casing::Case;
use crate::vocab::Vocabulary;

/// Writes marks for capitals, marks for spaces that differ from the implied ones, and bytes.
pub struct MarkEncoder {
    join: u32,
    title: u32,
    upper: u32,
    /// The token of a space that no token implies.
    space: u32,
    byte_ids: [u32; 256],
}

/// The space before a word.
#[derive(Clone, Copy)]
pub struct SpaceBefore {
    /// Whether the text has one.
    pub is_there: bool,
    /// Whether a token that implies a space would write one here.
    pub is_implied: bool,
}

impl MarkEncoder {
    /// An encoder with the ids of the marks, and the id of the piece for a single space, if the vocabulary has one.
    pub fn new(vocabulary: &Vocabulary, [join, title, upper]: [u32; 3], space: Option<u32>) -> Self {
        let byte_ids = *vocabulary.byte_ids();
        MarkEncoder { join, title, upper, space: space.unwrap_or(byte_ids[b' ' as usize]), byte_ids }
    }

    /// Appends the id that corrects the implied space of the next token, if the text differs from it.
    #[inline]
    pub fn space(&self, space: SpaceBefore, ids: &mut Vec<u32>) {
        match (space.is_there, space.is_implied) {
            (true, false) => ids.push(self.space),
            (false, true) => ids.push(self.join),
            _ => {}
        }
    }

    /// Appends the mark of a case.
    #[inline]
    pub fn case(&self, case: Case, ids: &mut Vec<u32>) {
        match case {
            Case::Lower => {}
            Case::Title => ids.push(self.title),
            Case::Upper => ids.push(self.upper),
        }
    }

    /// Appends the byte tokens of a text.
    pub fn bytes(&self, text: &str, ids: &mut Vec<u32>) {
        ids.extend(text.bytes().map(|byte| self.byte_ids[byte as usize]));
    }
}
