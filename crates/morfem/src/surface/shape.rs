//! The shape of a word: its capitals and its apostrophe, which the lower-case form does not show.

use super::apostrophe::{APOSTROPHES, STRAIGHT, may_have_apostrophe, straight};
use super::casing::{Case, Casing};
use super::joining::Joining;
use crate::text::{UNITS, properties};

/// If the case changes inside a word, only parts of at least this many characters may be units. Shorter ones are mostly abbreviations.
const SHORTEST_PART: usize = 3;

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordShape {
    /// The cases before and after the apostrophe, or the sign that stands for it.
    pub cases: [Case; 2],
    /// None also where letters are written on to a number or to capitals.
    pub apostrophe: Option<char>,
}

impl WordShape {
    /// The shape of a word in lower case without an apostrophe.
    pub const PLAIN: WordShape = WordShape { cases: [Case::Lower; 2], apostrophe: None };

    /// The shape of a word that has one case on each side of an optional apostrophe; None for other words. `small` becomes the word in
    /// lower case with a straight apostrophe.
    pub fn of(casing: &Casing, word: &str, small: &mut String) -> Option<WordShape> {
        small.clear();
        let joining = casing.joining;
        let is_unit =
            |word: &str| joining == Joining::Colon && word.strip_prefix(UNITS).is_some_and(|behind| behind.starts_with(joining.signs()));
        if !word.starts_with(properties::is_alphanumeric) && !is_unit(word) {
            return None;
        }
        let mut shape = WordShape::PLAIN;
        if !(may_have_apostrophe(word) || joining.is_in(word)) {
            let end = joining.written_on(word).unwrap_or(word.len());
            shape.cases[0] = casing.single(&word[..end], small)?;
            if end < word.len() {
                small.push(STRAIGHT);
                shape.cases[1] = casing.single(&word[end..], small)?;
            }
            return Some(shape);
        }
        for (index, part) in word.split(|sign| casing.sets_apart(sign)).enumerate() {
            if index > 0 {
                if index > 1 {
                    return None;
                }
                shape.apostrophe = word.chars().find(|&sign| casing.sets_apart(sign));
                small.push(STRAIGHT);
            }
            shape.cases[index] = casing.single(part, small)?;
        }
        Some(shape)
    }

    /// The shape of one part of a word inside which the case changes; None if the part is too short for units or has several apostrophes.
    /// `part` is in lower case, and is appended to `small` with a straight apostrophe.
    pub fn of_part(part: &str, case: Case, small: &mut String) -> Option<WordShape> {
        if part.matches(APOSTROPHES).count() > 1 || part.chars().count() < SHORTEST_PART {
            return None;
        }
        small.extend(part.chars().map(straight));
        Some(WordShape { cases: [case, Case::Lower], apostrophe: part.chars().find(|sign| APOSTROPHES.contains(sign)) })
    }
}
