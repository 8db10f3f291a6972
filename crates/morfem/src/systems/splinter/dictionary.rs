//! What a vocabulary has whole: words, stems, roots, patterns, runs of affixes.
//!
//! An id may be *joined* from units: prefixes and suffixes, the root and the pattern of a stem, or its letters. The encoder asks for the
//! largest first: the word, then its prefixes together and its stem, then root and pattern.

use rustc_hash::FxHashMap;

use super::clitics::{self, Form};
use super::inventory::Inventory;
use super::packed::{Packed, Packing, Table};
use super::unit::Unit;
use super::writer::Writer;
use crate::trie::Trie;
use crate::vocab::Vocabulary;

/// The ids of letters and forms.
#[derive(Clone, Debug)]
pub struct Dictionary {
    pub packing: Packing,
    /// Words with affixes, and stems that are words without them.
    pub words: Table<u32>,
    /// Stems, joined from root and pattern or units themselves.
    pub stems: Table<u32>,
    /// Stems that are units: what can be a root.
    pub roots: Table<u32>,
    pub patterns: Table<u32>,
    /// Beginnings of stems, which are the same as `roots`, and the pieces that follow.
    pub beginnings: Trie,
    pub pieces: Trie,
    /// Runs of prefixes and of suffixes.
    prefixes: FxHashMap<Vec<u16>, u32>,
    suffixes: FxHashMap<Vec<u16>, u32>,
}

/// How a stem is read that is a word.
#[derive(Default)]
pub struct Reading {
    /// Whether it has no affixes.
    pub is_whole: bool,
    /// Root and pattern, if it has them and no affixes.
    pub halves: Option<[Vec<u8>; 2]>,
}

impl Dictionary {
    /// Reads a vocabulary, whose unmerged ids stand for `units`, and all of whose merged ids are joined ones. `reading` says whether a
    /// stem is a word without affixes, and its root and pattern.
    pub fn new(inventory: &Inventory, units: &[Unit], vocabulary: &Vocabulary, reading: impl Fn(&[u8]) -> Reading) -> Self {
        let packing = Packing::new(inventory.alphabet.len());
        let (mut words, mut stems, mut roots, mut patterns) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut beginnings: Vec<(&[u8], u32)> = Vec::new();
        let mut pieces: Vec<(&[u8], u32)> = Vec::new();
        let (mut prefixes, mut suffixes) = (FxHashMap::default(), FxHashMap::default());
        let add = |entries: &mut Vec<(Packed, u32)>, letters: &[u8], id: u32| {
            // A longer run is not asked for.
            entries.extend(packing.pack(letters).filter(|&packed| packed > 0).map(|packed| (packed, id)));
        };
        for (&unit, id) in units.iter().zip(0..) {
            match unit {
                Unit::Stem(stem) => {
                    add(&mut roots, &inventory.stems[stem as usize], id);
                    beginnings.push((&inventory.stems[stem as usize], id));
                }
                Unit::Pattern(pattern) => add(&mut patterns, &inventory.patterns[pattern as usize], id),
                Unit::Piece(piece) => pieces.push((&inventory.pieces[piece as usize], id)),
                _ => {}
            }
        }
        let table = |entries: Vec<(Packed, u32)>| Table::new(entries.into_iter());
        let (roots, patterns) = (table(roots), table(patterns));
        for (&unit, id) in units.iter().zip(0..) {
            let Unit::Stem(stem) = unit else { continue };
            let stem = &inventory.stems[stem as usize];
            let Reading { is_whole, halves } = reading(stem);
            // It is only the beginning of others if it has a root and a pattern itself.
            let has = |table: &Table<u32>, letters: &[u8]| table.get(packing.pack_signs(letters.iter().copied())).is_some();
            if halves.is_some_and(|[root, pattern]| has(&roots, &root) && has(&patterns, &pattern)) {
                continue;
            }
            add(&mut stems, stem, id);
            if is_whole {
                add(&mut words, stem, id);
            }
        }
        let (mut writer, mut word) = (Writer::default(), Vec::new());
        for id in units.len() as u32..vocabulary.len() as u32 {
            let joined = vocabulary.units(id).unwrap_or_default();
            let of = |&unit: &u32| units[unit as usize];
            let prefix = |unit: &u32| if let Unit::Prefix(affix) = of(unit) { Some(affix) } else { None };
            let suffix = |unit: &u32| if let Unit::Suffix(affix) = of(unit) { Some(affix) } else { None };
            if joined.iter().all(|unit| prefix(unit).is_some()) {
                prefixes.insert(joined.iter().filter_map(prefix).collect::<Vec<u16>>(), id);
                continue;
            }
            if joined.iter().all(|unit| suffix(unit).is_some()) {
                suffixes.insert(joined.iter().filter_map(suffix).collect::<Vec<u16>>(), id);
                continue;
            }
            writer.letters(inventory, joined.iter().map(of), &mut word);
            let has_affix = joined.iter().any(|unit| prefix(unit).or_else(|| suffix(unit)).is_some());
            if !has_affix {
                add(&mut stems, &word, id);
            }
            if has_affix || reading(&word).is_whole {
                add(&mut words, &word, id);
            }
        }
        let trie = |mut parts: Vec<(&[u8], u32)>| {
            parts.retain(|part| !part.0.is_empty());
            parts.sort_unstable();
            parts.dedup_by_key(|part| part.0);
            Trie::new(&parts)
        };
        Dictionary {
            packing,
            words: table(words),
            stems: table(stems),
            roots,
            patterns,
            beginnings: trie(beginnings),
            pieces: trie(pieces),
            prefixes,
            suffixes,
        }
    }

    /// The ids of each form of prefixes, and of suffixes; `id` says which an affix has.
    pub fn affix_ids(&self, table: &clitics::Table, id: impl Fn(Unit) -> u32) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let ids = |runs: &FxHashMap<Vec<u16>, u32>, forms: &[Form], unit: fn(u16) -> Unit| {
            let ids = |form: &Form| match runs.get(&form.parts) {
                Some(&id) => vec![id],
                None => form.parts.iter().map(|&affix| id(unit(affix))).collect(),
            };
            forms.iter().map(ids).collect()
        };
        (ids(&self.prefixes, &table.prefixes, Unit::Prefix), ids(&self.suffixes, &table.suffixes, Unit::Suffix))
    }
}
