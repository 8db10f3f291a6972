//! How words are taken apart: by reductions, or into prefixes, root, pattern and suffixes.

use super::clitics::{Clitics, Cut};
use super::packed::SLOT;
use super::reduction::Reductions;
use super::roots::{Places, Roots};

/// A root and pattern of the whole word that take letters of the edges may weigh less than those of the stem by this factor
/// (docs/design/splinter.md).
const REACH: f64 = std::f64::consts::E;

/// How words are taken apart.
#[derive(Clone, Debug)]
pub enum Method {
    /// Letter by letter, as in the paper.
    Reductions(Reductions),
    /// Into prefixes, root, pattern and suffixes.
    Units(Box<Grammar>),
}

impl Method {
    /// The reductions, if it is by them.
    pub fn reductions(&self) -> Option<&Reductions> {
        match self {
            Method::Reductions(reductions) => Some(reductions),
            Method::Units(_) => None,
        }
    }
}

/// What is known of the words of a language.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub clitics: Clitics,
    pub roots: Roots,
}

impl Grammar {
    /// Where the edges of a word are cut, if only its stems matter.
    pub fn cut(&self, word: &[u8]) -> Cut {
        self.clitics.cut(word)
    }

    /// The places of the root in a stem.
    pub fn root(&self, stem: &[u8]) -> Option<Places> {
        Some(self.roots.analyze(stem, 0.0)?.0)
    }

    /// Edges and root of a word that is cut. If the root and pattern of the whole word weigh more than those of the stem, or, where the
    /// root takes letters of the edges, about as much, then there are no edges: `מכתב` is no מ and כתב, `הוכתב` no ה and וכתב. The places
    /// are those in the stem.
    pub fn take_apart(&self, word: &[u8], cut: Cut) -> (Cut, Option<Places>) {
        let of_stem = self.roots.analyze(&word[cut.stem.clone()], 0.0);
        let least = of_stem.map_or(0.0, |(_, weight)| weight / REACH);
        let reaches = |places: Places| (places.trailing_zeros() as usize) < cut.stem.start || places.ilog2() as usize >= cut.stem.end;
        if cut.stem.len() < word.len()
            && let Some((places, weight)) = self.roots.analyze(word, least)
            && (reaches(places) || of_stem.is_some_and(|(_, other)| weight > other))
        {
            return (Cut { prefix: 0, suffix: 0, stem: 0..word.len() }, Some(places));
        }
        (cut, of_stem.map(|root| root.0))
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
