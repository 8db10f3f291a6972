//! What an id stands for.
//!
//! | token string | unit |
//! |---|---|
//! | `<join>` | no space stands before the next word |
//! | `<ه>` | the next word is typed with ه for the letters that the alphabet says |
//! | `<shaped>` | the letters of the next word have the shapes of presentation forms |
//! | `<title>` `<upper>` | the next word begins with a capital, is in capitals |
//! | `+ו-` | a prefix of the word; the first of a word begins it |
//! | `+men[t]-` | a prefix that takes t from the beginning of the stem behind it, if it begins so |
//! | `▁ע` | the first letter of the stem: it begins a word, unless a prefix has |
//! | `ב`, `ספ` | another letter of the stem, or several |
//! | `▁ספר` | several letters that begin a stem: a root, or all of a stem |
//! | `+__ו_` | a pattern: the letters of the stem so far come into its places |
//! | `+1:ו` | a reduction undone: the letter comes to position 1 of the stem so far; -1 is its end |
//! | `+-ים` | a suffix of the word |
//! | `+0=ָ` | a mark behind letter 0 of the word |
//! | `ָ` | a mark behind the last letter so far |
//!
//! [`super::writer`] writes them as text.

use super::reduction::Reduction;
use crate::vocab::Vocabulary;

/// Letters of a word that may have marks; what follows is another word.
pub const POINTED: usize = 12;

/// What an unmerged id stands for. Affixes, stems and patterns are numbers of an [`Inventory`](super::inventory::Inventory).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    Special,
    Byte,
    /// No space stands before the next word.
    Join,
    /// The next word begins with a capital.
    Title,
    /// The next word is in capitals.
    Upper,
    /// The next word is typed with a letter for others: the number of its row in the alphabet.
    Typed(u8),
    /// The letters of the next word have the shapes that their neighbours ask for.
    Shaped,
    Prefix(u16),
    /// The first letter of a stem.
    Start(u8),
    /// Another letter of a stem.
    Letter(u8),
    /// Several letters that begin a stem, or are all of it.
    Stem(u32),
    Pattern(u32),
    /// Several letters inside a stem.
    Piece(u32),
    /// A reduction undone.
    Reduction(Reduction),
    Suffix(u16),
    /// A mark behind letter `index` of the word, from 0.
    Point {
        index: u8,
        mark: u8,
    },
    /// A mark behind the last letter so far.
    Behind(u8),
}

impl Unit {
    /// Whether it belongs to the word that is open.
    pub fn goes_on(self) -> bool {
        match self {
            Unit::Letter(_)
            | Unit::Piece(_)
            | Unit::Pattern(_)
            | Unit::Reduction(_)
            | Unit::Suffix(_)
            | Unit::Point { .. }
            | Unit::Behind(_) => true,
            Unit::Special
            | Unit::Byte
            | Unit::Join
            | Unit::Title
            | Unit::Upper
            | Unit::Typed(_)
            | Unit::Shaped
            | Unit::Prefix(_)
            | Unit::Start(_)
            | Unit::Stem(_) => false,
        }
    }
}

/// Refuses a joined id that is neither a word or stem from its beginning on nor a run of suffixes: it would be written as something else
/// than its letters.
///
/// # Errors
/// A sentence with the id.
pub fn check_joined(units: &[Unit], vocabulary: &Vocabulary) -> Result<(), String> {
    for id in units.len() as u32..vocabulary.len() as u32 {
        let mut joined = vocabulary.units(id).unwrap_or_default().iter().map(|&unit| units[unit as usize]).peekable();
        let mut has_begun = false;
        while joined.next_if(|unit| matches!(unit, Unit::Prefix(_))).is_some() {
            has_begun = true;
        }
        has_begun |= joined.next_if(|unit| matches!(unit, Unit::Start(_) | Unit::Stem(_))).is_some();
        let goes_on = |unit: Unit| match unit {
            Unit::Suffix(_) => true,
            Unit::Letter(_) | Unit::Piece(_) | Unit::Pattern(_) | Unit::Reduction(_) => has_begun,
            _ => false,
        };
        if !joined.all(goes_on) {
            return Err(format!(
                "id {id}: {:?} is not a word: it takes prefixes, the beginning of a stem, what goes on with it, and suffixes",
                vocabulary.token(id)
            ));
        }
    }
    Ok(())
}
