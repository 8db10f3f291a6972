//! From a corpus to reductions, units and their ids.
//!
//! The words of the corpus, without marks and capitals, are counted; those that are frequent enough teach the [reductions](super::reduction). Every
//! letter and mark of the alphabet and every reduction is then a unit. Ids are given in the order of frequency in the corpus, of equals in the order of
//! [`all_units`]. What merges the units is the byte-pair trainer.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::alphabet::{Alphabet, Sign};
use super::encode::{Encoder, POINTED, Scratch};
use super::reduction::{Reductions, Weight, learn};
use super::unit::{Language, Unit};
use crate::bpe::MergeRule;
use crate::corpus::Chunks;
use crate::progress::Progress;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// Options of the trainer.
#[derive(Clone, Debug)]
pub struct Options {
    pub weight: Weight,
    /// Words that occur less often teach nothing.
    pub min_count: u64,
}

/// What training gives.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Encoder,
}

/// Every unit of a language but specials and bytes: marks, letters, affixes, reductions, points.
pub fn all_units(language: &Language, reductions: &Reductions) -> Vec<Unit> {
    let alphabet = &language.alphabet;
    let letters = 0..alphabet.len() as u8;
    let mut units = vec![Unit::Join];
    if alphabet.has_capitals() {
        units.extend([Unit::Title, Unit::Upper]);
    }
    units.extend(letters.clone().map(Unit::Start));
    units.extend(letters.map(Unit::Letter));
    units.extend((0..language.prefixes.len() as u16).map(Unit::Prefix));
    units.extend((0..language.suffixes.len() as u16).map(Unit::Suffix));
    units.extend(reductions.all().into_iter().map(Unit::Reduction));
    let marks = 0..alphabet.marks().len() as u8;
    units.extend((0..POINTED as u8).flat_map(|index| marks.clone().map(move |mark| Unit::Point { index, mark })));
    units
}

/// What the unmerged ids of a vocabulary stand for.
///
/// # Errors
/// A sentence that names the token that stands for nothing.
pub fn units_of(language: &Language, vocabulary: &Vocabulary) -> std::result::Result<Vec<Unit>, String> {
    let reductions = reduction_names(language);
    let alphabet = &language.alphabet;
    let letter = |text: &str| match (text.chars().next().map(|letter| alphabet.sign(letter)), text.chars().count()) {
        (Some(Sign::Letter(letter)), 1) => Some(letter),
        _ => None,
    };
    let find = |affixes: &[Vec<u8>], text: &str| {
        let letters: Option<Vec<u8>> = text.chars().map(|sign| letter(sign.encode_utf8(&mut [0; 4]))).collect();
        let letters = letters?;
        affixes.iter().position(|affix| *affix == letters).map(|affix| affix as u16)
    };
    let unit = |id: u32| {
        let text = std::str::from_utf8(vocabulary.bytes(id)).unwrap_or_default();
        match vocabulary.kind(id) {
            Kind::Special => Some(Unit::Special),
            Kind::Byte => Some(Unit::Byte),
            Kind::Mark => match text {
                "<join>" => Some(Unit::Join),
                "<title>" => Some(Unit::Title),
                "<upper>" => Some(Unit::Upper),
                _ => None,
            },
            Kind::Affix => match (text.strip_suffix('-'), text.strip_prefix('-')) {
                (Some(prefix), _) => find(&language.prefixes, prefix).map(Unit::Prefix),
                (_, Some(suffix)) => find(&language.suffixes, suffix).map(Unit::Suffix),
                _ => None,
            },
            Kind::Pattern => reductions.get(text).copied(),
            _ => text.strip_prefix(' ').map_or_else(|| letter(text).map(Unit::Letter), |text| letter(text).map(Unit::Start)),
        }
    };
    (0..vocabulary.unmerged() as u32)
        .map(|id| unit(id).ok_or_else(|| format!("{:?} is no {} of this alphabet", vocabulary.token(id), vocabulary.kind(id).name())))
        .collect()
}

/// Reductions and points that an alphabet could have, by name.
fn reduction_names(language: &Language) -> FxHashMap<String, Unit> {
    use super::reduction::Reduction;
    let mut names = FxHashMap::default();
    let mut add = |unit| names.insert(language.name(unit).map(|name| name.1).unwrap_or_default(), unit);
    for letter in 0..language.alphabet.len() as u8 {
        for position in -(super::MAX_WORD as i8)..=super::MAX_WORD as i8 {
            add(Unit::Reduction(Reduction { position, letter }));
        }
    }
    for mark in 0..language.alphabet.marks().len() as u8 {
        for index in 0..POINTED as u8 {
            add(Unit::Point { index, mark });
        }
    }
    names
}

/// The words of chunks, without marks and capitals, the last letter as it is inside a word, with their counts.
fn words(alphabet: &Alphabet, chunks: &Chunks) -> BTreeMap<Vec<u8>, u64> {
    let mut words: FxHashMap<Vec<u8>, u64> = FxHashMap::default();
    let mut word = Vec::new();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        for character in text.chars().chain(['\0']) {
            match alphabet.sign(character) {
                Sign::Letter(letter) | Sign::Capital(letter) => word.push(letter),
                Sign::Mark(_) => {}
                Sign::Other => {
                    if let Some(last) = word.last_mut() {
                        *last = alphabet.twin(*last);
                        match words.get_mut(&word) {
                            Some(known) => *known += count as u64,
                            None => drop(words.insert(word.clone(), count as u64)),
                        }
                        word.clear();
                    }
                }
            }
        }
    }
    words.into_iter().collect()
}

/// Learns reductions and gives the units ids. `first` are the specials and bytes that come first in the vocabulary.
///
/// # Errors
/// [`Error::Training`] if the alphabet is faulty, or the corpus has no word of it; what `progress` returns.
pub fn train(chunks: &Chunks, alphabet: &str, first: Vec<(Kind, Vec<u8>)>, options: &Options, progress: &dyn Progress) -> Result<Trained> {
    let alphabet = Alphabet::read(alphabet).map_err(|what| Error::Training(format!("alphabet, {what}")))?;
    let counted = words(&alphabet, chunks);
    if counted.is_empty() {
        return Err(Error::Training(format!("no word of the alphabet is in the corpus, whose letters are {}", letters_seen(chunks))));
    }
    let known: Vec<(&[u8], u64)> =
        counted.iter().filter(|word| *word.1 >= options.min_count && word.0.len() > 1).map(|(word, &count)| (word.as_slice(), count)).collect();
    let shares = learn(&known, options.weight, progress)?;
    let reductions = Reductions::new(shares, alphabet.len()).map_err(Error::Training)?;
    let language = Language { alphabet, prefixes: Vec::new(), suffixes: Vec::new() };
    let encoder = |order: &[Unit]| -> Result<(Vocabulary, Encoder)> {
        let name = |&unit: &Unit| language.name(unit).map(|(kind, name)| (kind, name.into_bytes()));
        let vocabulary = Vocabulary::new(first.iter().cloned().chain(order.iter().filter_map(name)))?;
        vocabulary.check()?;
        let encoder = Encoder::new(language.clone(), reductions.clone(), &vocabulary).map_err(Error::Vocabulary)?;
        Ok((vocabulary, encoder))
    };
    let mut order = all_units(&language, &reductions);
    let (_, provisional) = encoder(&order)?;
    let mut counts = vec![0u64; first.len() + order.len()];
    let (mut scratch, mut ids) = (Scratch::default(), Vec::new());
    for (number, (chunk, count)) in chunks.iter().enumerate() {
        if number % (1 << 14) == 0 {
            progress.report("units", number as u64, chunks.len() as u64)?;
        }
        let text = String::from_utf8_lossy(chunk);
        ids.clear();
        provisional.encode(&text, 0, text.len(), &mut scratch, &mut ids);
        ids.iter().for_each(|&id| counts[id as usize] += count as u64);
    }
    let marks = order.iter().take_while(|unit| matches!(unit, Unit::Join | Unit::Title | Unit::Upper)).count();
    let mut ranked: Vec<(u64, Unit)> = counts[first.len()..].iter().copied().zip(order.iter().copied()).skip(marks).collect();
    ranked.sort_by_key(|unit| std::cmp::Reverse(unit.0));
    order.truncate(marks);
    order.extend(ranked.into_iter().map(|(_, unit)| unit));
    let (vocabulary, encoder) = encoder(&order)?;
    Ok(Trained { vocabulary, encoder })
}

/// The most frequent letters of a corpus, for an error.
fn letters_seen(chunks: &Chunks) -> String {
    let mut seen: BTreeMap<char, u64> = BTreeMap::new();
    for (chunk, count) in chunks.iter() {
        for character in String::from_utf8_lossy(chunk).chars().filter(|c| c.is_alphabetic()) {
            *seen.entry(character).or_default() += count as u64;
        }
    }
    let mut seen: Vec<(char, u64)> = seen.into_iter().collect();
    seen.sort_by_key(|letter| std::cmp::Reverse(letter.1));
    seen.iter().take(12).map(|letter| letter.0.to_string()).collect::<Vec<_>>().join(" ")
}

const BYTES: u8 = 0;
const WORD: u8 = 1;

/// The rule of the paper, by which everything in a word merges; and bytes with bytes.
///
/// # Errors
/// None: the table is fixed.
pub fn merge_rule() -> Result<MergeRule> {
    MergeRule::new(2, &[(BYTES, BYTES, BYTES), (WORD, WORD, WORD)])
}

/// The class of each unmerged id in [`merge_rule`].
pub fn merge_classes(encoder: &Encoder, vocabulary: &Vocabulary) -> Vec<u8> {
    let class = |id| match encoder.unit(id) {
        Unit::Special | Unit::Byte => BYTES,
        _ => WORD,
    };
    (0..vocabulary.unmerged() as u32).map(class).collect()
}
