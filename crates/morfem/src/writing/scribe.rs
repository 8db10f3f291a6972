//! What the encoders of words have in common: marks for capitals and for spaces that are not as implied, and pieces.

use super::casing::{Case, Casing};
use super::rest::{Rest, Scratch};
use crate::vocab::Vocabulary;

/// Writes marks and pieces.
pub struct Scribe {
    /// The pieces of what is no unit.
    pub rest: Rest,
    pub join: u32,
    pub title: u32,
    pub upper: u32,
    /// A space that nothing implies.
    space: u32,
    /// Whether a token implies a space, by id.
    is_initial: Vec<bool>,
    byte_ids: [u32; 256],
}

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The cases before and after its apostrophe.
    pub cases: [Case; 2],
    /// The apostrophe.
    pub apostrophe: Option<&'static str>,
}

/// The apostrophes that may stand in a word.
pub const APOSTROPHES: [&str; 2] = ["'", "’"];

/// Puts a word of one case before, and one after, at most one apostrophe into `small`: in small letters, with ' for the apostrophe.
pub fn small_word(casing: &Casing, word: &str, small: &mut String) -> Option<Look> {
    small.clear();
    if !word.starts_with(char::is_alphanumeric) {
        return None;
    }
    let mut look = Look { cases: [Case::Lower; 2], apostrophe: None };
    for (index, part) in word.split(['\'', '’']).enumerate() {
        if index > 0 {
            if index > 1 {
                return None;
            }
            look.apostrophe = Some(APOSTROPHES[usize::from(!word.contains('\''))]);
            small.push('\'');
        }
        look.cases[index] = casing.single(part, small)?;
    }
    Some(look)
}

/// Bytes of a stem at most that is looked at with the space before it: where that gives no piece, it is looked at again without. Longer ones are no words, and
/// once has to do.
const LONGEST_SPACED: usize = 256;

impl Scribe {
    /// With the ids of the marks, of a space, and of the tokens that imply one.
    pub fn new(rest: Rest, vocabulary: &Vocabulary, [join, title, upper, space]: [u32; 4], is_initial: Vec<bool>) -> Self {
        Scribe { rest, join, title, upper, space, is_initial, byte_ids: *vocabulary.byte_ids() }
    }

    /// Whether a token implies a space.
    pub fn is_initial(&self, id: u32) -> bool {
        self.is_initial[id as usize]
    }

    /// In bytes.
    pub fn bytes(&self, chunk: &str, ids: &mut Vec<u32>) {
        ids.extend(chunk.bytes().map(|byte| self.byte_ids[byte as usize]));
    }

    /// The space before a token that implies one, where it is not as implied.
    pub fn space(&self, is_spaced: bool, implied: bool, ids: &mut Vec<u32>) {
        match (is_spaced, implied) {
            (true, false) => ids.push(self.space),
            (false, true) => ids.push(self.join),
            _ => {}
        }
    }

    /// The mark of a case.
    pub fn case(&self, case: Case, ids: &mut Vec<u32>) {
        match case {
            Case::Lower => {}
            Case::Title => ids.push(self.title),
            Case::Upper => ids.push(self.upper),
        }
    }

    /// A word or its beginning in pieces, in small letters; the first piece implies a space if one does in its place.
    #[allow(clippy::too_many_arguments)]
    pub fn stem(
        &self,
        stem: &str,
        is_spaced: bool,
        implied: bool,
        case: Case,
        piece: &mut String,
        scratch: &mut Scratch,
        ids: &mut Vec<u32>,
    ) {
        let from = ids.len();
        if is_spaced == implied && stem.len() <= LONGEST_SPACED {
            // With the space that is implied, or that would be.
            self.case(case, ids);
            let first = ids.len();
            piece.clear();
            piece.push(' ');
            piece.push_str(stem);
            self.rest.encode(piece.as_bytes(), scratch, ids);
            if self.is_initial(ids[first]) {
                return;
            }
            ids.truncate(from);
        }
        if is_spaced {
            ids.push(self.space);
        }
        self.case(case, ids);
        self.rest.encode(stem.as_bytes(), scratch, ids);
    }
}
