//! The files of a Splinter artefact besides vocabulary and merges: the alphabet, and the reductions with their shares.
//!
//! `reductions.tsv` has three columns: the length of the word, the reduction, and its share; in the order of their shares.

use std::collections::BTreeMap;

use super::alphabet::{Alphabet, Sign};
use super::encode::Encoder;
use super::reduction::{Reduction, Reductions, Shares};
use super::unit::Language;
use super::MAX_WORD;
use crate::vocab::Vocabulary;

pub const ALPHABET: &str = "alphabet.tsv";
pub const REDUCTIONS: &str = "reductions.tsv";
const COLUMNS: &str = "length\treduction\tshare";

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    [ALPHABET, REDUCTIONS].into_iter()
}

/// The files.
pub fn write(encoder: &Encoder) -> Vec<(String, Vec<u8>)> {
    let mut lines = format!("{COLUMNS}\n");
    for (length, shares) in encoder.reductions.shares().iter().enumerate() {
        for (reduction, share) in shares {
            let letter = encoder.language.alphabet.letter(reduction.letter);
            lines += &format!("{length}\t{}:{letter}\t{share}\n", reduction.position);
        }
    }
    let alphabet = encoder.language.alphabet.source.clone();
    vec![(ALPHABET.into(), alphabet.into_bytes()), (REDUCTIONS.into(), lines.into_bytes())]
}

/// An encoder from the files of an artefact.
///
/// # Errors
/// A sentence that says which file is at fault.
pub fn read(files: &BTreeMap<String, Vec<u8>>, vocabulary: &Vocabulary) -> Result<Encoder, String> {
    let text = |name: &str| {
        let content = files.get(name).ok_or_else(|| format!("{name} is missing"))?;
        std::str::from_utf8(content).map_err(|_| format!("{name} is no UTF-8"))
    };
    let alphabet = Alphabet::read(text(ALPHABET)?).map_err(|what| format!("{ALPHABET}, {what}"))?;
    let mut shares: Vec<Shares> = Vec::new();
    for (number, line) in text(REDUCTIONS)?.lines().enumerate().skip(1) {
        let read = || -> Option<(usize, Reduction, f64)> {
            let mut cells = line.split('\t');
            let length: usize = cells.next()?.parse().ok().filter(|&length| length <= MAX_WORD)?;
            let (position, letter) = cells.next()?.split_once(':')?;
            let Sign::Letter(letter) = alphabet.sign(letter.chars().next()?) else { return None };
            Some((length, Reduction { position: position.parse().ok()?, letter }, cells.next()?.parse().ok()?))
        };
        let (length, reduction, share) = read().ok_or_else(|| format!("{REDUCTIONS}, line {}: not length, reduction, share", number + 1))?;
        if shares.len() <= length {
            shares.resize(length + 1, Shares::new());
        }
        shares[length].push((reduction, share));
    }
    let reductions = Reductions::new(shares, alphabet.len()).map_err(|what| format!("{REDUCTIONS}: {what}"))?;
    Encoder::new(Language { alphabet, prefixes: Vec::new(), suffixes: Vec::new() }, reductions, vocabulary)
}
