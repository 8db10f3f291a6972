//! Words that are typed without a distinction: Arabic without hamza (اخذ for أخذ), with ه for ة or ى for ي at the end.
//!
//! The alphabet says which letter is typed for which (class `typed`). A stem that is seldom written as it stands, while a stem is frequent
//! that would be typed so, is read as that: its units are those of the other, behind a mark for each way. The decoder writes the other word
//! and types its letters in these ways, which gives back the word exactly; a word for which it would not is no such word.
//!
//! A letter of another language (`base` names ours: Persian ی for ي) is read so in every word.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::packed::{Packed, Packing, Table};

/// How many times as frequent a stem is as what is typed for it, at least (docs/design/splinter.md).
const RATIO: f64 = 4.0;
/// The share of a stem's count that is evidence for what is typed for it (docs/design/splinter.md).
const SHARE: f64 = 0.1;

/// The stems that are read as others.
#[derive(Clone, Debug)]
pub struct TypedStems {
    /// What is meant, by what is typed, and in which ways.
    meant: Table<u32>,
    stems: Vec<(Vec<u8>, u8)>,
    packing: Packing,
}

impl TypedStems {
    /// The readings for the counts of stems, which are sorted; and the weights of what is typed.
    pub fn new(alphabet: &Alphabet, counts: &[(Vec<u8>, f64)]) -> (Self, Vec<(Packed, f64)>) {
        let packing = Packing::new(alphabet.len());
        let mut best: FxHashMap<Packed, (f64, usize, u8)> = FxHashMap::default();
        let all = (1u32 << alphabet.typed().len()) as u8;
        for (number, (stem, count)) in counts.iter().enumerate() {
            let changing =
                (0..alphabet.typed().len()).filter(|&way| !alphabet.typed()[way].is_foreign && typed(alphabet, 1 << way, stem) != *stem);
            let ways = changing.fold(0u8, |ways, way| ways | 1 << way);
            for ways in (1..all).filter(|some| some & !ways == 0) {
                let written = typed(alphabet, ways, stem);
                let seen = counts.binary_search_by(|row| row.0.cmp(&written)).map_or(0.0, |at| counts[at].1);
                if let Some(packed) = packing.pack(&written).filter(|_| *count >= RATIO * seen) {
                    let entry = best.entry(packed).or_insert((*count, number, ways));
                    if *count > entry.0 {
                        *entry = (*count, number, ways);
                    }
                }
            }
        }
        let mut found: Vec<(Packed, (f64, usize, u8))> = best.into_iter().collect();
        found.sort_unstable_by_key(|entry| entry.0);
        let weights = found.iter().map(|&(written, (count, ..))| (written, count * SHARE)).collect();
        let meant: Vec<(Packed, u32)> = found.iter().map(|entry| entry.0).zip(0..).collect();
        let stems = found.iter().map(|&(_, (_, number, ways))| (counts[number].0.clone(), ways)).collect();
        (TypedStems { meant: Table::new(meant.into_iter()), stems, packing }, weights)
    }

    /// Whether a stem that is packed is read as another.
    #[inline]
    pub fn has(&self, stem: Packed) -> bool {
        self.meant.get(stem).is_some()
    }

    /// The word that is meant by one whose stem stands at these places, and the ways in which it is typed.
    /// `packed` is the word, packed, if it is not too long.
    pub fn meant(&self, alphabet: &Alphabet, word: &[u8], packed: Option<Packed>, stem: Range<usize>) -> Option<(Vec<u8>, u8)> {
        if self.stems.is_empty() {
            return None;
        }
        let (meant, ways) = &self.stems[self.meant.get(self.packing.part(packed?, stem.start, stem.end))? as usize];
        let meant = [&word[..stem.start], meant, &word[stem.end..]].concat();
        (typed(alphabet, *ways, &meant) == word).then_some((meant, *ways))
    }
}

/// The words that may be meant by one with letters of another language, and the ways in which they are typed.
pub fn foreign(alphabet: &Alphabet, word: &[u8]) -> Vec<(Vec<u8>, u8)> {
    if !word.iter().any(|&letter| alphabet.is_foreign(letter)) {
        return Vec::new();
    }
    let is_foreign = |letter: u8| alphabet.typed().iter().position(|typed| typed.is_foreign && typed.letter == letter);
    let ways = word.iter().filter_map(|&letter| is_foreign(letter)).fold(0u8, |ways, way| ways | 1 << way);
    let (Some(&last), false) = (word.last(), ways == 0) else { return Vec::new() };
    let ours = |&letter: &u8| alphabet.foreign(letter, false).next().unwrap_or(letter);
    let begin: Vec<u8> = word[..word.len() - 1].iter().map(ours).collect();
    let mut ends: Vec<u8> = alphabet.foreign(last, true).collect();
    if ends.is_empty() {
        ends.push(last);
    }
    let words = ends.into_iter().map(|end| [&begin[..], &[end]].concat());
    words.filter(|meant| typed(alphabet, ways, meant) == word).map(|meant| (meant, ways)).collect()
}

/// A word as it is typed in such ways.
pub fn typed(alphabet: &Alphabet, ways: u8, word: &[u8]) -> Vec<u8> {
    let last = word.len().saturating_sub(1);
    word.iter().enumerate().map(|(at, &letter)| alphabet.as_typed(ways, letter, at == last)).collect()
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_splinter_typed.rs"]
mod tests;
