//! Factors of the values of pieces when pruning, for vocabularies that are used on other texts than their corpus.
//!
//! The value of a piece is what the corpus would lose without it ([`super::prune`]). A positive value is multiplied by three factors. They
//! depend on the string alone, so they are computed once, for the pieces to begin with.
//!
//! **Pieces of several words** have the factor `phrase_weight`.
//!
//! **Pieces in which an ending follows something else** have the factor `ending_weight`: a stem with a particle, the last syllable of a
//! stem with a particle, or two endings. Without them the boundary before the ending is a boundary between tokens. Endings come from a
//! table of the language. The test knows no morphology: a word that happens to end like an ending has the factor too.
//!
//! **Tails**, such pieces without a space before them whose first part is a single character, have the factor `tail_weight` instead. A word
//! with its particle is a unit of use, but the last syllable of a noun with a particle is none: 코카콜|라가. A suffix or particle of nouns,
//! such as 들 in 들은, makes no tail.

use rustc_hash::{FxHashMap, FxHashSet};

use super::pieces::Pieces;
use crate::Result;
use crate::files::tsv;

/// The slots of the table whose forms follow a noun: particles and suffixes.
const OF_NOUNS: [&str; 3] = ["derivation", "case", "mark"];

/// The particles and endings of a language.
pub struct Endings {
    all: FxHashSet<String>,
    of_nouns: FxHashSet<String>,
    /// Two particles, with the second of them.
    stacks: FxHashMap<String, String>,
}

impl Endings {
    /// The forms of a table with the columns slot, form, after and meaning.
    ///
    /// # Errors
    /// [`crate::Error::Table`] for a table with other columns.
    pub fn read(name: &str, table: &[u8]) -> Result<Self> {
        let rows = tsv::rows(name, table, &["slot", "form", "after", "meaning"])?;
        let of_nouns = rows.iter().filter(|(_, [slot, ..])| OF_NOUNS.contains(slot)).map(|(_, [_, form, ..])| (*form).to_owned());
        let of_nouns: FxHashSet<String> = of_nouns.collect();
        // A noun may end like a particle of one syllable that asks for a vowel or a consonant, as 제도 and 경로 do.
        let is_first = |[slot, form, after, _]: &[&str; 4]| *slot == "case" && (*after == "any" || form.chars().nth(1).is_some());
        let firsts = rows.iter().filter(|(_, row)| is_first(row)).map(|(_, [_, first, ..])| *first);
        let stacks = firsts.flat_map(|first| of_nouns.iter().map(move |second| (format!("{first}{second}"), second.clone()))).collect();
        Ok(Self { all: rows.iter().map(|(_, [_, form, ..])| (*form).to_owned()).collect(), of_nouns, stacks })
    }

    /// The second of the two particles that a piece is.
    pub fn second_particle(&self, piece: &[u8]) -> Option<&[u8]> {
        Some(self.stacks.get(std::str::from_utf8(piece).ok()?)?.as_bytes())
    }

    /// Whether a piece is one word, or a part of one, in which an ending follows something else. A space before it and marks after it do
    /// not count.
    pub fn follow_in(&self, piece: &[u8]) -> bool {
        let Some(word) = word_of(piece) else { return false };
        !self.all.contains(word) && word.char_indices().skip(1).any(|(at, _)| self.all.contains(&word[at..]))
    }

    /// Whether a piece is a tail: one character that is no particle or suffix, and endings behind it, without a space before it.
    pub fn is_tail(&self, piece: &[u8]) -> bool {
        let Some(word) = word_of(piece).filter(|_| !piece.starts_with(b" ")) else { return false };
        let Some(first) = word.chars().next() else { return false };
        let (first, rest) = word.split_at(first.len_utf8());
        !self.all.contains(word) && !self.of_nouns.contains(first) && self.are_endings(rest)
    }

    /// Whether a string is one ending, or two of them.
    fn are_endings(&self, string: &str) -> bool {
        let splits = |(at, _): (usize, char)| self.all.contains(&string[..at]) && self.all.contains(&string[at..]);
        self.all.contains(string) || string.char_indices().skip(1).any(splits)
    }
}

/// A piece of one word, without the space before it and the marks behind it.
fn word_of(piece: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(piece).ok()?;
    Some(text.trim_start_matches(' ').trim_end_matches(|last: char| last.is_ascii_punctuation())).filter(|word| !word.contains(' '))
}

/// What the factors depend on.
pub struct Factors<'a> {
    pub phrase_weight: f64,
    pub ending_weight: f64,
    pub tail_weight: f64,
    pub endings: Option<&'a Endings>,
}

impl Factors<'_> {
    /// The factor of each piece; empty if all are one.
    pub fn of(&self, pieces: &Pieces) -> Vec<f64> {
        if self.phrase_weight == 1.0 && self.endings.is_none() {
            return Vec::new();
        }
        let factor = |(piece, _): (&[u8], f64)| {
            if is_phrase(piece) {
                self.phrase_weight
            } else if self.endings.is_some_and(|endings| endings.is_tail(piece)) {
                self.tail_weight
            } else if self.endings.is_some_and(|endings| endings.follow_in(piece)) {
                self.ending_weight
            } else {
                1.0
            }
        };
        pieces.iter().map(factor).collect()
    }
}

fn is_phrase(piece: &[u8]) -> bool {
    piece[1..].contains(&b' ') && piece.iter().any(|&byte| byte != b' ')
}
