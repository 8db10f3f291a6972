//! A word taken apart into prefixes, root, pattern and suffixes.

use super::clitics::{Clitics, Cut};
use super::roots::{Places, Roots, SLOT};
use super::unit::Language;

/// What is known of the words of a language.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub clitics: Clitics,
    pub roots: Roots,
}

impl Grammar {
    /// Where the edges of a word are cut.
    pub fn cut(&self, word: &[u8]) -> Cut {
        self.clitics.cut(word)
    }

    /// The places of the root in a stem.
    pub fn root(&self, language: &Language, stem: &[u8]) -> Option<Places> {
        self.roots.analyze(&language.alphabet, stem)
    }
}

/// The letters at the places of the root.
pub fn root_letters(stem: &[u8], places: Places) -> Vec<u8> {
    stem.iter().enumerate().filter(|(at, _)| places >> at & 1 == 1).map(|(_, &letter)| letter).collect()
}

/// A stem with slots at the places of the root.
pub fn pattern_letters(stem: &[u8], places: Places) -> Vec<u8> {
    stem.iter().enumerate().map(|(at, &letter)| if places >> at & 1 == 1 { SLOT } else { letter }).collect()
}

/// A word with slots at the places of its root.
pub fn outer_pattern(word: &[u8], cut: &Cut, places: Places) -> Vec<u8> {
    let mut pattern = word.to_vec();
    pattern[cut.stem.clone()].copy_from_slice(&pattern_letters(&word[cut.stem.clone()], places));
    pattern
}

/// How often a stem changes between letters of the root and others: how torn the root is.
pub fn tears(stem: &[u8], places: Places) -> usize {
    (1..stem.len()).filter(|&at| places >> at & 1 != places >> (at - 1) & 1).count()
}
