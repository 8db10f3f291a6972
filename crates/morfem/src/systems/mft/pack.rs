//! A language pack: the tables of a language.
//!
//! | file | content |
//! |---|---|
//! | `phonology.toml` | vowels and their harmony, consonants, archiphonemes, what the flags of roots do, capitals |
//! | `affixes.tsv` | gloss, form, class, features |
//! | `types.tsv` | type, ends, features, stems: how the stems of roots follow from their inflection type; optional |
//! | `morphotactics.tsv` | state, affixes, next state |
//! | `readings.tsv` | how digits and letters are read |
//! | `lexicon.tsv` | lemma, class, flags, stems, reading, count |
//! | `inflected.tsv` | lemma, class, reason: rows of the lexicon that only look inflected; optional |
//!
//! `docs/language-packs.md` has the format. [`super::read`] reads the files; [`super::check`] has the checks that need several rows.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::phonology::{Before, Context, Features, Phonology, Unit};
use super::stems::Types;
use crate::surface::phonology_file::{Flag, Grade, PHONOLOGY};
use crate::surface::{Casing, Spacing};
use crate::{Error, Result};

/// A row of the table of affixes.
#[derive(Clone, Debug, PartialEq)]
pub struct Affix {
    pub gloss: String,
    /// The first form in the table, without its condition: for the token string.
    pub form: String,
    /// Whether it inflects a word: the class that it makes is listed in the pack's `inflection`.
    pub is_inflection: bool,
    pub unit: Unit,
}

/// A row of the lexicon. There are many, so their texts are not copied: [`Pack::cells`] finds them.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// The byte of the file at which it begins, and the bytes at which lemma, class, flags, stems and reading end.
    pub(super) begin: u32,
    pub(super) ends: [u32; 5],
    /// The number of its class among [`Pack::classes`]. It decides the states of the morphotactics in which the root begins.
    pub class: u16,
    pub count: u64,
    /// Whether it is written with a capital if no mark says otherwise.
    pub is_capital: bool,
    pub unit: Unit,
}

/// A row of the table of readings.
#[derive(Clone, Debug)]
pub struct Reading {
    pub written: String,
    pub read: String,
    /// The features of a stem that is read so.
    pub features: Features,
}

/// A transition from a state of the morphotactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// With an affix.
    Affix(u16),
    /// Without an affix.
    Free,
    /// With the apostrophe between a name and its affixes.
    Apart,
}

/// The tables of a language.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    pub phonology: Phonology,
    pub affixes: Vec<Affix>,
    pub roots: Vec<Root>,
    /// The file of the lexicon.
    pub(super) lexicon: String,
    /// Whether its lemmas are in order.
    pub(super) is_sorted: bool,
    /// Names of the states of the morphotactics.
    pub states: Vec<String>,
    /// For each state, its transitions: each with the next state.
    pub steps: Vec<Vec<(Step, usize)>>,
    /// Whether a word may end in a state.
    pub ends: Vec<bool>,
    /// For each state, the classes of roots that another root of the same word may have there, one bit each.
    pub joints: Vec<u64>,
    /// What a unit has behind it if another root of the same word follows: the feature [`JOINT`].
    pub joint: Unit,
    /// The inflection types of roots, and the grades of their consonants.
    pub types: Types,
    pub(super) grades: BTreeMap<String, Grade>,
    /// For each class of roots, the states in which it begins.
    pub classes: BTreeMap<String, Vec<usize>>,
    /// What is written and how it is read, longest first. A row with `*` only applies to text without a vowel.
    pub readings: Vec<Reading>,
    /// Indices of the readings, by the last character of what is written.
    pub(super) readings_by_end: FxHashMap<char, Vec<usize>>,
    pub casing: Casing,
    /// Whether letters are repeated for emphasis.
    pub elongates: bool,
    pub spacing: Spacing,
    /// Flags of unknown stems, and the features that the flags give them.
    pub(super) unknown: Vec<String>,
    pub unknown_features: Features,
    /// Those flags that change an unknown stem, with their conditions.
    pub(super) unknown_changes: Vec<(Flag, Before)>,
    /// Names of features, by bit.
    pub features: Vec<String>,
    /// Classes made by inflection: an affix that makes one of them does not form another word.
    pub(super) inflection: Vec<String>,
    /// Classes of roots that are set apart from their affixes by an apostrophe if they are written with a capital or a digit.
    pub(super) apart: Vec<String>,
    /// The features that some affix has.
    pub(super) had: Features,
    /// The flag of roots that are written with a capital, and the classes of roots that may be given it.
    pub(super) capital: Option<(String, Vec<String>)>,
    /// The flag of roots that are another spelling of one without accents, and the letters with and without.
    pub(super) accent: Option<(String, BTreeMap<char, char>)>,
    /// For the first row of a root that has another spelling with accents, the first row of that.
    pub accented: FxHashMap<u32, u32>,
}
/// The affixes, with their glosses and forms.
pub const AFFIXES: &str = "affixes.tsv";
/// Which affix may follow which.
pub const MORPHOTACTICS: &str = "morphotactics.tsv";
/// How signs and abbreviations are read, where affixes agree with the reading.
pub const READINGS: &str = "readings.tsv";
/// The roots.
pub const LEXICON: &str = "lexicon.tsv";
/// The roots that the grammar could make of another root, and why they are roots none the less.
pub const INFLECTED: &str = "inflected.tsv";
/// The feature of what stands before another root of the same word.
pub const JOINT: &str = "joint";
/// Not the name of a feature: it says that an affix lets the features of its neighbours pass.
pub const PASSES: &str = "passes";
/// Longest form of an affix in bytes: the automaton compares so many bytes at once.
pub const LONGEST_FORM: usize = 16;
/// The files of a pack without its lexicon.
pub const GRAMMAR: [&str; 4] = [PHONOLOGY, AFFIXES, MORPHOTACTICS, READINGS];
/// The columns of the lexicon.
pub const LEXICON_COLUMNS: [&str; 6] = ["lemma", "class", "flags", "stems", "reading", "count"];
impl Pack {
    /// Lemma, class, flags, stems and reading of a row of the lexicon, as they are written in the table.
    pub fn cells(&self, root: &Root) -> [&str; 5] {
        let mut begin = root.begin;
        root.ends.map(|end| &self.lexicon[std::mem::replace(&mut begin, end + 1) as usize..end as usize])
    }

    pub fn lemma(&self, root: &Root) -> &str {
        &self.lexicon[root.begin as usize..root.ends[0] as usize]
    }

    /// The name of the class of a row, for example `noun`.
    pub fn class(&self, root: &Root) -> &str {
        &self.lexicon[root.ends[0] as usize + 1..root.ends[1] as usize]
    }

    /// The bit of a feature; a new feature gets the next bit.
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

    /// Refuses features whose names have other signs than letters, digits and `_-.`: mostly several names that a comma joins.
    ///
    /// # Errors
    /// [`Error::Training`] with the name.
    pub fn check_features(&self) -> Result<()> {
        match self.features.iter().find(|name| name.contains(|sign: char| !sign.is_alphanumeric() && !"_-.".contains(sign))) {
            Some(name) => Err(Error::Training(format!("{AFFIXES}: {name:?} is not the name of a feature; separate names by one space"))),
            None => Ok(()),
        }
    }

    pub(super) fn known_feature(&self, name: &str) -> Option<u8> {
        self.features.iter().position(|known| known == name).map(|index| index as u8)
    }

    /// The condition with a name: before a vowel, or before an affix with a feature, or with all of several that `&` joins. None if no affix
    /// has such a feature.
    pub(super) fn before(&self, name: &str) -> Option<Before> {
        let bit = |name: &str| self.known_feature(name).filter(|&bit| self.had >> bit & 1 == 1);
        match name {
            "vowel" => Some(Before::Vowel),
            _ => name.split('&').try_fold(0, |features, name| Some(features | 1 << bit(name)?)).map(Before::Features),
        }
    }

    /// The error text for a feature that no affix has.
    pub(super) fn no_feature(&self, name: &str) -> String {
        let name = name.split('&').find(|name| self.before(name).is_none()).unwrap_or(name);
        let known: Vec<&str> =
            (0..).zip(&self.features).filter(|(bit, _)| self.had >> bit & 1 == 1).map(|(_, name)| name.as_str()).collect();
        format!("no affix has the feature {name:?}; there are vowel, {}", known.join(", "))
    }

    /// Whether a stem that no dictionary has, of so many syllables, should have changed its last letter before `rest`, or as a name should
    /// not (Zırpağ'a).
    pub(super) fn is_unchanged(&self, last: char, rest: &str, syllables: usize) -> bool {
        let Some(next) = rest.chars().next() else { return false };
        let mut changes = self.unknown_changes.iter().filter(|(_, before)| *before == Before::Vowel).map(|(flag, _)| &flag.letters);
        match next {
            '\'' => changes.any(|letters| !letters.contains_key(&last) && letters.values().any(|&changed| changed == last)),
            _ => syllables > 1 && self.phonology.is_vowel(next) && changes.any(|letters| letters.contains_key(&last)),
        }
    }

    /// The context after a text that is not a root: by its reading if it has one, else by its spelling.
    pub fn read(&self, text: &str) -> Context {
        self.read_with_features(text).0
    }

    /// [`Pack::read`], and the features that such a text has.
    pub fn read_with_features(&self, text: &str) -> (Context, Features) {
        let has_vowel = text.chars().any(|letter| self.phonology.is_vowel(letter));
        self.read_as(text, has_vowel, || self.phonology.after_text(Context::default(), text))
    }

    /// [`Pack::read`] of a text of which it is known whether it has a vowel, and what context its spelling leaves.
    pub fn read_as(&self, text: &str, has_vowel: bool, spelled: impl FnOnce() -> Context) -> (Context, Features) {
        let ends = text.chars().next_back().and_then(|last| self.readings_by_end.get(&last));
        let is_read = |written: &str| match written.strip_prefix('*') {
            Some(written) => !has_vowel && text.ends_with(written),
            None => text.ends_with(written),
        };
        let read = ends.and_then(|indices| indices.iter().map(|&index| &self.readings[index]).find(|reading| is_read(&reading.written)));
        match (read, text.strip_suffix('.')) {
            (Some(reading), _) => (self.phonology.after_text(Context::default(), &reading.read), self.unknown_features | reading.features),
            // The full stop of an abbreviation is not read.
            (None, Some(text)) => self.read_as(text, has_vowel, spelled),
            (None, None) => (spelled(), self.unknown_features),
        }
    }
}
