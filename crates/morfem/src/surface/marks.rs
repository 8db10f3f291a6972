//! The ids of marks, spaces and bytes, for all systems that take words apart.

use super::casing::Case;
use crate::vocab::Vocabulary;

/// Writes marks for capitals and for spaces that are not as implied, and bytes.
pub struct MarkEncoder {
    join: u32,
    title: u32,
    upper: u32,
    /// A space that nothing implies.
    space: u32,
    byte_ids: [u32; 256],
}

/// The space before a word.
#[derive(Clone, Copy)]
pub struct SpaceBefore {
    /// Whether there is one.
    pub is_there: bool,
    /// Whether a token that implies a space writes one here.
    pub is_implied: bool,
}

impl MarkEncoder {
    /// With the ids of the marks, and of the piece that is a space, if there is one.
    pub fn new(vocabulary: &Vocabulary, [join, title, upper]: [u32; 3], space: Option<u32>) -> Self {
        let byte_ids = *vocabulary.byte_ids();
        MarkEncoder { join, title, upper, space: space.unwrap_or(byte_ids[b' ' as usize]), byte_ids }
    }

    /// The space before a token that implies one, where it is not as implied.
    #[inline]
    pub fn space(&self, space: SpaceBefore, ids: &mut Vec<u32>) {
        match (space.is_there, space.is_implied) {
            (true, false) => ids.push(self.space),
            (false, true) => ids.push(self.join),
            _ => {}
        }
    }

    /// The mark of a case.
    #[inline]
    pub fn case(&self, case: Case, ids: &mut Vec<u32>) {
        match case {
            Case::Lower => {}
            Case::Title => ids.push(self.title),
            Case::Upper => ids.push(self.upper),
        }
    }

    /// Text in bytes.
    pub fn bytes(&self, text: &str, ids: &mut Vec<u32>) {
        ids.extend(text.bytes().map(|byte| self.byte_ids[byte as usize]));
    }
}
