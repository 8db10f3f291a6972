//! The stems of inflection types, as a language pack states them: what stands in the place of the end of a lemma, and before what.
//!
//! [`super::types`] reads the file and makes the stems of a lemma.

use std::collections::BTreeMap;

use super::phonology::{Before, Features, Letter};

/// The name of the file; a pack may lack it.
pub const TYPES: &str = "types.tsv";

/// The direction in which a stem changes its grade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    ToWeak,
    ToStrong,
}

/// A stem of a type.
#[derive(Clone, Debug)]
pub struct Stem {
    pub change: Option<Change>,
    /// What stands in the place of the end of the lemma.
    pub letters: Vec<(Letter, bool)>,
    pub before: Option<Before>,
}

/// A row: the stems of those lemmas of a type that have one of these ends.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub ends: Vec<String>,
    pub features: Features,
    pub stems: Vec<Stem>,
}

/// The rows of each type.
pub type Types = BTreeMap<String, Vec<Pattern>>;
