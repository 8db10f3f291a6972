//! The shape of a word: what a text has of it besides its letters.

use super::apostrophe::{APOSTROPHES, STRAIGHT, straight};
use super::casing::{Case, Casing};
use crate::text::properties;

/// Parts of a word whose case changes may be units if they have at least that many characters: shorter ones are rather signs.
const SHORTEST_PART: usize = 3;

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordShape {
    /// The cases before and after its apostrophe.
    pub cases: [Case; 2],
    /// The apostrophe.
    pub apostrophe: Option<char>,
}

impl WordShape {
    /// Of a word in small letters without an apostrophe.
    pub const PLAIN: WordShape = WordShape { cases: [Case::Lower; 2], apostrophe: None };

    /// The shape of a word that has one case on each side of an optional apostrophe; the word is put into `small`, in small letters and with a straight
    /// apostrophe.
    pub fn of(casing: &Casing, word: &str, small: &mut String) -> Option<WordShape> {
        small.clear();
        if !word.starts_with(properties::is_alphanumeric) {
            return None;
        }
        let mut shape = WordShape::PLAIN;
        for (index, part) in word.split(APOSTROPHES).enumerate() {
            if index > 0 {
                if index > 1 {
                    return None;
                }
                shape.apostrophe = APOSTROPHES.into_iter().find(|&sign| word.contains(sign));
                small.push(STRAIGHT);
            }
            shape.cases[index] = casing.single(part, small)?;
        }
        Some(shape)
    }

    /// The shape of a part of a word whose case changes, if it may be units; `part` is in small letters, and is appended to `small` with a straight
    /// apostrophe.
    pub fn of_part(part: &str, case: Case, small: &mut String) -> Option<WordShape> {
        if part.matches(APOSTROPHES).count() > 1 || part.chars().count() < SHORTEST_PART {
            return None;
        }
        small.extend(part.chars().map(straight));
        Some(WordShape { cases: [case, Case::Lower], apostrophe: part.chars().find(|sign| APOSTROPHES.contains(sign)) })
    }
}
