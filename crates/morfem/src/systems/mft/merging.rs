//! Which ids of a word may merge: only whole units.
//!
//! Each id has a class, and a table says which classes may stand side by side in a merged token and what class that token has. So no token
//! cuts a morpheme. With the scope [`MergeScope::Typed`], all ids but roots and the marks of spelling are in the class that never merges.

use super::options::MergeScope;
use super::token::{Mark, Token};
use crate::bpe::MergeRule;

/// Number of classes of ids in [`merge_rule`].
const CLASSES: usize = 11;
const ALONE: u8 = 0;
/// Marks of capitals and of a missing space.
const CAPITALS: u8 = 1;
const HARMONY: u8 = 2;
const APOSTROPHE: u8 = 3;
/// A run of affixes, with their marks and apostrophe.
const AFFIXES: u8 = 4;
/// A root with its marks, perhaps with affixes.
const WORD: u8 = 5;
/// The first piece of an unknown stem, with its marks.
const STEM: u8 = 6;
/// Two affixes.
const PAIR: u8 = 7;
/// The mark of a word that is typed without some letters, with accents or with a long vowel, where nothing else merges.
const TYPED: u8 = 8;

/// The mark before another root of a word, and that mark with its root.
const JOINT: u8 = 9;
const JOINED: u8 = 10;

/// Which ids of a word may merge: only whole units. The first piece of an unknown stem is the whole stem if an affix follows it; the other
/// pieces do not merge.
pub fn merge_rule() -> MergeRule {
    let allowed = [
        (CAPITALS, WORD, WORD),
        (TYPED, WORD, WORD),
        (WORD, AFFIXES, WORD),
        (AFFIXES, AFFIXES, PAIR),
        (WORD, PAIR, WORD),
        (STEM, PAIR, WORD),
        (CAPITALS, AFFIXES, AFFIXES),
        (HARMONY, AFFIXES, AFFIXES),
        (APOSTROPHE, AFFIXES, AFFIXES),
        (CAPITALS, STEM, STEM),
        (STEM, AFFIXES, WORD),
        (JOINT, WORD, JOINED),
        (JOINED, AFFIXES, JOINED),
        (JOINED, PAIR, JOINED),
        (WORD, JOINED, WORD),
    ];
    MergeRule::new(CLASSES, &allowed)
}

impl MergeScope {
    /// The class of an id by what it stands for.
    pub fn class(self, token: Token, is_apostrophe: bool) -> u8 {
        match (self, token) {
            (MergeScope::Typed, Token::Mark(Mark::Fold(_) | Mark::Accent | Mark::Long)) => TYPED,
            (_, Token::Root(_)) => WORD,
            (MergeScope::Typed, _) => ALONE,
            (_, Token::Mark(Mark::Harmony(_))) => HARMONY,
            (_, Token::Mark(Mark::Joint)) => JOINT,
            (_, Token::Mark(_)) => CAPITALS,
            (_, Token::Affix(_)) => AFFIXES,
            (_, Token::Initial) => STEM,
            (_, Token::Text) if is_apostrophe => APOSTROPHE,
            _ => ALONE,
        }
    }
}
