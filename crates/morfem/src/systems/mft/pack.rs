//! A language pack: the tables of a language.
//!
//! | file | what |
//! |---|---|
//! | `phonology.toml` | vowels and their harmony, consonants, archiphonemes, what the flags of roots do, capitals |
//! | `affixes.tsv` | gloss, form, class, features |
//! | `morphotactics.tsv` | state, affixes, next state |
//! | `readings.tsv` | how digits and letters are read |
//! | `lexicon.tsv` | lemma, class, flags, stems, reading, count |
//! | `inflected.tsv` | lemma, class, reason: rows of the lexicon that only look inflected; may be absent |
//!
//! `docs/language-packs.md` has the format. [`super::read`] reads the files; [`super::check`] checks what takes more than one row to see.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::phonology::{Before, Context, Features, Phonology, Unit};
use crate::surface::phonology_file::{Hours, PHONOLOGY};
use crate::surface::{Casing, Spacing};
use crate::{Error, Result};

/// A row of the table of affixes.
#[derive(Clone, Debug, PartialEq)]
pub struct Affix {
    pub gloss: String,
    /// The form as the table has it, without what its variants need: for the token string.
    pub form: String,
    /// Whether it inflects a word: what it makes is among the pack's `inflection`.
    pub is_inflection: bool,
    pub unit: Unit,
}

/// A row of the lexicon.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    pub lemma: String,
    /// Its class, as `noun`: where the morphotactics lets it begin.
    pub class: String,
    /// Flags, stems and reading as the table has them.
    pub flags: String,
    pub stems: String,
    pub reading: String,
    pub count: u64,
    /// Whether it is written with a capital where no mark says otherwise.
    pub is_capital: bool,
    pub unit: Unit,
}

/// One way on from a state of the morphotactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An affix leads to the next state.
    Affix(u16),
    /// Nothing does.
    Free,
}

/// The tables of a language.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    pub phonology: Phonology,
    pub affixes: Vec<Affix>,
    pub roots: Vec<Root>,
    /// Names of the states of the morphotactics.
    pub states: Vec<String>,
    /// For each state, the steps on from it.
    pub steps: Vec<Vec<(Step, usize)>>,
    /// Whether a word may end in a state.
    pub ends: Vec<bool>,
    /// Class of roots to the states it begins in.
    pub classes: BTreeMap<String, Vec<usize>>,
    /// What is written and how it is read, longest first; after `*` only in what has no vowel.
    pub readings: Vec<(String, String)>,
    /// Their indices by the last character of what is written.
    pub(super) readings_by_end: FxHashMap<char, Vec<usize>>,
    pub casing: Casing,
    pub spacing: Spacing,
    pub hours: Hours,
    /// Flags of a stem that no dictionary has, and the features they give it.
    pub(super) unknown: Vec<String>,
    pub unknown_features: Features,
    /// Names of features, by bit.
    pub features: Vec<String>,
    /// What an affix makes that is inflection of a word and no other word.
    pub(super) inflection: Vec<String>,
    /// The features that some affix has.
    pub(super) had: Features,
    /// The flag of roots that are written with a capital, and the classes of roots that may be given it.
    pub(super) capital: Option<(String, Vec<String>)>,
}
pub const AFFIXES: &str = "affixes.tsv";
pub const MORPHOTACTICS: &str = "morphotactics.tsv";
pub const READINGS: &str = "readings.tsv";
pub const LEXICON: &str = "lexicon.tsv";
pub const INFLECTED: &str = "inflected.tsv";
/// Longest form of an affix, in bytes: what the automaton compares at once.
pub const LONGEST_FORM: usize = 16;
/// The files of a pack without its lexicon.
pub const GRAMMAR: [&str; 4] = [PHONOLOGY, AFFIXES, MORPHOTACTICS, READINGS];
pub const LEXICON_COLUMNS: [&str; 6] = ["lemma", "class", "flags", "stems", "reading", "count"];
impl Pack {
    /// The bit of a feature, which is made if it is new.
    pub(super) fn feature(&mut self, name: &str) -> Result<u8> {
        let index = self.features.iter().position(|known| known == name).unwrap_or_else(|| {
            self.features.push(name.to_owned());
            self.features.len() - 1
        });
        if index >= Features::BITS as usize {
            return Err(Error::Training(format!("{AFFIXES}: more than {} features; {name:?} is one too many", Features::BITS)));
        }
        Ok(index as u8)
    }

    pub(super) fn known_feature(&self, name: &str) -> Option<u8> {
        self.features.iter().position(|known| known == name).map(|index| index as u8)
    }

    /// What a stem or form stands before: a vowel, or an affix with a feature. None if no affix has it.
    pub(super) fn before(&self, name: &str) -> Option<Before> {
        match name {
            "vowel" => Some(Before::Vowel),
            _ => self.known_feature(name).filter(|&bit| self.had >> bit & 1 == 1).map(Before::Feature),
        }
    }

    /// What is wrong with a feature that no affix has.
    pub(super) fn no_feature(&self, name: &str) -> String {
        let known: Vec<&str> =
            (0..).zip(&self.features).filter(|(bit, _)| self.had >> bit & 1 == 1).map(|(_, name)| name.as_str()).collect();
        format!("no affix has the feature {name:?}; there are vowel, {}", known.join(", "))
    }

    /// The context after something that is no root: as it is read, else as it is written.
    pub fn read(&self, text: &str) -> Context {
        let ends = text.chars().next_back().and_then(|last| self.readings_by_end.get(&last));
        let read = ends.and_then(|indices| {
            let has_vowel = text.chars().any(|letter| self.phonology.is_vowel(letter));
            let is_read = |written: &str| match written.strip_prefix('*') {
                Some(written) => !has_vowel && text.ends_with(written),
                None => text.ends_with(written),
            };
            indices.iter().map(|&index| &self.readings[index]).find(|(written, _)| is_read(written))
        });
        self.phonology.after_text(Context::default(), read.map_or(text, |(_, read)| read))
    }
}
