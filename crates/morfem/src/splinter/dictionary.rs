//! What a vocabulary has whole: words, stems, roots, patterns, runs of affixes.
//!
//! An id may be *joined* from units: prefixes and suffixes, the root and the pattern of a stem, or its letters. The encoder asks for the largest first: the
//! word, then its prefixes together and its stem, then root and pattern.

use rustc_hash::FxHashMap;

use super::unit::{Language, Unit};
use crate::vocab::Vocabulary;

/// The ids of letters and forms.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    pub words: FxHashMap<Vec<u8>, u32>,
    /// Stems, joined from root and pattern or units themselves.
    pub stems: FxHashMap<Vec<u8>, u32>,
    /// Stems that are units: what can be a root.
    pub roots: FxHashMap<Vec<u8>, u32>,
    pub patterns: FxHashMap<Vec<u8>, u32>,
    pub pieces: FxHashMap<Vec<u8>, u32>,
    /// Runs of prefixes and of suffixes.
    pub prefixes: FxHashMap<Vec<u16>, u32>,
    pub suffixes: FxHashMap<Vec<u16>, u32>,
}

impl Dictionary {
    /// Reads a vocabulary, whose unmerged ids stand for `units`, and all of whose merged ids are joined ones.
    pub fn new(language: &Language, units: &[Unit], vocabulary: &Vocabulary) -> Self {
        let mut dictionary = Dictionary::default();
        for (&unit, id) in units.iter().zip(0..) {
            match unit {
                Unit::Stem(stem) => {
                    dictionary.stems.insert(language.stems[stem as usize].clone(), id);
                    dictionary.roots.insert(language.stems[stem as usize].clone(), id);
                }
                Unit::Pattern(pattern) => drop(dictionary.patterns.insert(language.patterns[pattern as usize].clone(), id)),
                Unit::Piece(piece) => drop(dictionary.pieces.insert(language.pieces[piece as usize].clone(), id)),
                _ => {}
            }
        }
        for id in units.len() as u32..vocabulary.len() as u32 {
            let joined = vocabulary.units(id).unwrap_or_default();
            let of = |&unit: &u32| units[unit as usize];
            let prefix = |unit: &u32| if let Unit::Prefix(affix) = of(unit) { Some(affix) } else { None };
            let suffix = |unit: &u32| if let Unit::Suffix(affix) = of(unit) { Some(affix) } else { None };
            if let Some(run) = joined.iter().map(prefix).collect::<Option<Vec<u16>>>() {
                dictionary.prefixes.insert(run, id);
                continue;
            }
            if let Some(run) = joined.iter().map(suffix).collect::<Option<Vec<u16>>>() {
                dictionary.suffixes.insert(run, id);
                continue;
            }
            let word = super::unit::letters(language, joined.iter().map(of));
            let has_affix = joined.iter().any(|unit| prefix(unit).or_else(|| suffix(unit)).is_some());
            if has_affix { &mut dictionary.words } else { &mut dictionary.stems }.insert(word, id);
        }
        dictionary
    }
}
