//! Estimates the language model of [`routing`](super::routing) from words with counts.
//!
//! The count of each language is scaled to the same number of words. Of all n-grams of up to [`LONGEST`] letters, the most frequent are
//! kept, and all single letters. The probability of the last letter of an n-gram g behind the others is
//! P(g) = (c(g) + k P(g without its first letter)) / (c(others) + k), where c are counts and k is [`PRIOR`]; that of no letter is
//! [`UNIFORM`]. The probability of a known word is found in the same way: from its count, with the product of its n-grams behind it and
//! [`SPELLED`] for k. So Malay *turun* is not read as Finnish, which has many words like it.

use rustc_hash::FxHashMap;

use super::ngrams::{BITS, LONGEST, MOST_COST, MOST_LETTERS, Row, START, context, last, letters, longer};
use super::routing::UNIT;
use crate::corpus::Chunks;
use crate::surface::apostrophe::APOSTROPHES;

/// Words that each language is scaled to (docs/design/union.md).
const WORDS: f64 = 1e6;
/// Observations by which an n-gram is weighted against its shorter form (docs/design/union.md).
const PRIOR: f64 = 2.0;
/// The probability of any letter, if nothing is known (docs/design/union.md).
const UNIFORM: f64 = 1.0 / 500.0;
/// Words of [`WORDS`] by which the count of a word is weighted against its n-grams (docs/design/union.md).
const SPELLED: f64 = 1e5;

/// The counts of one language: of n-grams, and of their contexts, which are n-grams without their last letter.
#[derive(Default)]
struct Counts {
    ngrams: FxHashMap<u64, f64>,
    contexts: FxHashMap<u64, f64>,
}

impl Counts {
    /// The probability of the last letter of an n-gram behind the others.
    fn probability(&self, key: u64, length: usize) -> f64 {
        if length == 0 {
            return UNIFORM;
        }
        let shorter = self.probability(last(key, length - 1), length - 1);
        let of = |counts: &FxHashMap<u64, f64>, key: u64| counts.get(&key).copied().unwrap_or(0.0);
        (of(&self.ngrams, key) + PRIOR * shorter) / (of(&self.contexts, context(key)) + PRIOR)
    }
}

/// How often each language has each word, in small letters, among [`WORDS`].
#[derive(Default)]
pub struct WordCounts(Vec<FxHashMap<String, f64>>);

impl WordCounts {
    /// The cost of a word in each language that has counts, if `spelled` are those of its n-grams.
    pub fn costs(&self, word: &str, spelled: &[u32]) -> Vec<u32> {
        let word: String = letters(word).collect();
        let count = |counts: &FxHashMap<String, f64>| counts.get(&word).copied().unwrap_or(0.0);
        let probability = |spelled: u32| (-f64::from(spelled) / UNIT).exp2();
        let both = self.0.iter().zip(spelled);
        both.map(|(counts, &spelled)| cost((count(counts) + SPELLED * probability(spelled)) / (WORDS + SPELLED))).collect()
    }

    fn of(words: &[(String, f64)]) -> FxHashMap<String, f64> {
        let mut counts = FxHashMap::default();
        words.iter().for_each(|(word, count)| *counts.entry(letters(word).collect()).or_default() += count);
        counts
    }
}

fn cost(probability: f64) -> u32 {
    ((-probability.log2() * UNIT).round() as u32).min(MOST_COST)
}

/// The words of a corpus with their counts among [`WORDS`], one letter run at a time.
fn words(chunks: &Chunks, is_letter: impl Fn(char) -> bool) -> Vec<(String, f64)> {
    let mut words: Vec<(String, f64)> = Vec::new();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        let is_inside = |letter: char| is_letter(letter) || APOSTROPHES.contains(&letter);
        let parts = text.split(|letter| !is_inside(letter)).map(|part| part.trim_matches(APOSTROPHES));
        words.extend(parts.filter(|part| !part.is_empty()).map(|part| (part.to_owned(), count as f64)));
    }
    let scale = WORDS / words.iter().map(|word| word.1).sum::<f64>().max(1.0);
    words.iter_mut().for_each(|word| word.1 *= scale);
    words
}

/// The rows of the model for languages with these chunks: at most `most` n-grams of several letters, and the counts of their words.
/// `is_letter` says which letters the languages share.
pub fn model(languages: &[&Chunks], is_letter: impl Fn(char) -> bool, most: usize) -> (Vec<Row>, WordCounts) {
    let of_languages: Vec<Vec<(String, f64)>> = languages.iter().map(|chunks| words(chunks, &is_letter)).collect();
    let mut frequency: FxHashMap<char, f64> = FxHashMap::default();
    for (word, count) in of_languages.iter().flatten() {
        letters(word).for_each(|letter| *frequency.entry(letter).or_default() += count);
    }
    let mut alphabet: Vec<(char, f64)> = frequency.into_iter().collect();
    alphabet.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let alphabet: Vec<char> = [START].into_iter().chain(alphabet.into_iter().map(|letter| letter.0)).take(MOST_LETTERS).collect();
    let numbers: FxHashMap<char, u64> = alphabet.iter().copied().zip(1..).collect();
    let counts: Vec<Counts> = of_languages.iter().map(|words| counted(words, &numbers)).collect();
    let mut totals: FxHashMap<u64, f64> = FxHashMap::default();
    for counts in &counts {
        counts.ngrams.iter().for_each(|(&ngram, count)| *totals.entry(ngram).or_default() += count);
    }
    let length = |key: u64| (1..=LONGEST).find(|&length| last(key, length) == key).unwrap_or(LONGEST);
    let mut kept: Vec<(u64, f64)> = totals.into_iter().collect();
    kept.sort_unstable_by(|one, other| {
        (length(one.0) > 1).cmp(&(length(other.0) > 1)).then(other.1.total_cmp(&one.1)).then(one.0.cmp(&other.0))
    });
    kept.truncate(most + kept.partition_point(|ngram| length(ngram.0) == 1));
    let spelled =
        |key: u64| (1..=length(key)).rev().map(|at| alphabet[(last(key, at) >> (BITS * (at - 1))) as usize - 1]).collect::<String>();
    let row = |&(key, _): &(u64, f64)| (spelled(key), counts.iter().map(|counts| cost(counts.probability(key, length(key)))).collect());
    let start = (START.to_string(), vec![0; languages.len()]);
    let mut rows: Vec<Row> = kept.iter().map(row).filter(|row: &Row| row.0 != start.0).collect();
    rows.sort_unstable();
    rows.insert(0, start);
    (rows, WordCounts(of_languages.iter().map(|words| WordCounts::of(words)).collect()))
}

/// The counts of n-grams in words.
fn counted(words: &[(String, f64)], numbers: &FxHashMap<char, u64>) -> Counts {
    let mut counts = Counts::default();
    for (word, count) in words {
        let (mut key, mut length) = (numbers[&START], 1);
        for letter in letters(word) {
            let Some(&letter) = numbers.get(&letter) else {
                (key, length) = (0, 0);
                continue;
            };
            key = longer(key, letter);
            length = (length + 1).min(LONGEST);
            for length in 1..=length {
                *counts.ngrams.entry(last(key, length)).or_default() += count;
                *counts.contexts.entry(context(last(key, length))).or_default() += count;
            }
        }
    }
    counts
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_estimate.rs"]
mod tests;
