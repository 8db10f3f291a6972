//! Reductions: which letter of a word is taken out next (Gazit et al. 2025, section 2).
//!
//! A *reduction* is a letter with the position it is taken from: from the start, 0, 1, ..., in the first half of the word, from the end,
//! -1, -2, ..., in the second. Of a word of n letters, place i is position i if i < (n + 1) / 2, else i - n. A corpus gives each reduction
//! of each word length a *share* ([`learn`]), and a word is reduced letter by letter down to [`LEAST`] letters, its *residue*
//! ([`Reductions::next`]).
//!
//! **Learning.** A reduction of a word counts if what is left is a word too. Pass one counts all of them; pass two lets every word count
//! once, for the first of its reductions in the order of pass one. Ties go to the smaller position, then to the smaller letter.
//!
//! **Choosing.** A tree of depth 3: a word, what its three best reductions leave, and so on. Of the leaves the one with the largest product
//! of shares wins, of equals the first; the reduction it began with is made, and the choice starts anew with what is left. In the last
//! level only the best reduction of a word can win, so a tree has 13 nodes at most, and a node costs one look at each letter.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_WORD;
use crate::Result;
use crate::options::named;
use crate::run::progress::Progress;

/// Letters of a residue.
pub const LEAST: usize = 3;
const BREADTH: usize = 3;
const DEPTH: usize = 3;
/// Words between two reports of progress.
const REPORT: usize = 1 << 16;

named! {
    /// What a reduction is worth in learning.
    pub enum Weight {
        /// One for each word it was seen in.
        Types = "types",
        /// The frequency of what is left.
        Frequency = "frequency",
    }
}

/// A letter and where it is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reduction {
    /// Counted from 0, or from the end of the word, where -1 is the last letter.
    pub position: i8,
    /// The number of the letter in the alphabet.
    pub letter: u8,
}

/// The position of place `place` in a word of `length` letters.
#[inline]
pub fn position(place: usize, length: usize) -> i8 {
    if place < length.div_ceil(2) { place as i8 } else { (place as isize - length as isize) as i8 }
}

/// The place of a position in a word that will have `length` letters, made to fit.
#[inline]
pub fn place(position: i8, length: usize) -> usize {
    let place = if position < 0 { length as isize + position as isize } else { position as isize };
    place.clamp(0, length as isize - 1) as usize
}

/// The reductions of one word length with their shares, best first.
pub type Shares = Vec<(Reduction, f64)>;

/// Learns the shares of reductions, by word length, from distinct words and their frequencies. The progress is told of words.
///
/// # Errors
/// What `progress` returns.
pub fn learn(words: &[(&[u8], u64)], weight: Weight, progress: &dyn Progress) -> Result<Vec<Shares>> {
    let known: FxHashMap<&[u8], u64> = words.iter().copied().collect();
    let letters = words.iter().flat_map(|word| word.0).max().map_or(0, |&letter| letter as usize + 1);
    let longest = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0).min(MAX_WORD);
    let mut first: Vec<Counts> = (0..=longest).map(|length| Counts::new(length, letters)).collect();
    // What counts, word by word: its place, its letter, its worth; and where each word's begins.
    let mut found: Vec<(u8, u8, u64)> = Vec::new();
    let mut begins: Vec<(usize, usize)> = Vec::new();
    for (number, (word, _)) in words.iter().enumerate().filter(|(_, (word, _))| word.len() > LEAST && word.len() <= MAX_WORD) {
        if number % REPORT == 0 {
            progress.report("reductions", number as u64, words.len() as u64)?;
        }
        let begin = found.len();
        let mut left = [0; MAX_WORD];
        for at in 0..word.len() {
            if let Some(&count) = known.get(without(word, at, &mut left)) {
                let worth = if weight == Weight::Types { 1 } else { count };
                first[word.len()].add(at, word[at], worth);
                found.push((at as u8, word[at], worth));
            }
        }
        if found.len() > begin {
            begins.push((begin, word.len()));
        }
    }
    let ranks: Vec<FxHashMap<Reduction, usize>> =
        first.iter().map(|counts| counts.ordered().into_iter().map(|(reduction, _)| reduction).zip(0..).collect()).collect();
    let mut second: Vec<Counts> = (0..=longest).map(|length| Counts::new(length, letters)).collect();
    let ends = begins.iter().skip(1).map(|begin| begin.0).chain([found.len()]);
    for (&(begin, length), end) in begins.iter().zip(ends) {
        let rank = |&&(at, letter, _): &&(u8, u8, u64)| ranks[length][&Reduction { position: position(at as usize, length), letter }];
        if let Some(&(at, letter, worth)) = found[begin..end].iter().min_by_key(rank) {
            second[length].add(at as usize, letter, worth);
        }
    }
    Ok(second.iter().map(Counts::shares).collect())
}

/// What each reduction of the words of one length counts, by place and letter.
struct Counts {
    length: usize,
    letters: usize,
    counts: Vec<u64>,
}

impl Counts {
    fn new(length: usize, letters: usize) -> Self {
        Counts { length, letters, counts: vec![0; length * letters] }
    }

    #[inline]
    fn add(&mut self, place: usize, letter: u8, worth: u64) {
        self.counts[place * self.letters + letter as usize] += worth;
    }

    /// The largest first.
    fn ordered(&self) -> Vec<(Reduction, u64)> {
        let reduction =
            |index: usize| Reduction { position: position(index / self.letters, self.length), letter: (index % self.letters) as u8 };
        let some = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let mut counts: Vec<(Reduction, u64)> = some.map(|(index, &count)| (reduction(index), count)).collect();
        counts.sort_unstable_by_key(|&(reduction, count)| (std::cmp::Reverse(count), reduction));
        counts
    }

    fn shares(&self) -> Shares {
        let total: u64 = self.counts.iter().sum();
        self.ordered().into_iter().map(|(reduction, count)| (reduction, count as f64 / total as f64)).collect()
    }
}

/// `word` without its letter number `at`.
fn without<'a>(word: &[u8], at: usize, left: &'a mut [u8; MAX_WORD]) -> &'a [u8] {
    left[..at].copy_from_slice(&word[..at]);
    left[at..word.len() - 1].copy_from_slice(&word[at + 1..]);
    &left[..word.len() - 1]
}

/// What a reduction at some place is worth.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// From 0, the best; [`NEVER`] if it is not made.
    rank: u16,
    share: f64,
}

const NEVER: u16 = u16::MAX;

/// The reductions of a language, compiled by word length.
#[derive(Clone, Debug)]
pub struct Reductions {
    shares: Vec<Shares>,
    letters: usize,
    /// For each length: place and letter to worth.
    compiled: Vec<Vec<Worth>>,
}

impl Reductions {
    /// Compiles shares by word length, over an alphabet of so many letters.
    ///
    /// # Errors
    /// A sentence if a reduction has no place in a word of its length, is listed twice, or has no share between 0 and 1.
    pub fn new(shares: Vec<Shares>, letters: usize) -> std::result::Result<Self, String> {
        if shares.len() > MAX_WORD + 1 {
            return Err(format!("reductions of words of {} letters; {MAX_WORD} at most are possible", shares.len() - 1));
        }
        let mut compiled = Vec::with_capacity(shares.len());
        for (length, list) in shares.iter().enumerate() {
            if list.is_empty() {
                compiled.push(Vec::new());
                continue;
            }
            let mut table = vec![Worth { rank: NEVER, share: 0.0 }; length * letters];
            for (&(reduction, share), rank) in list.iter().zip(0..) {
                let Reduction { position: at, letter } = reduction;
                if length <= LEAST || position(place(at, length), length) != at || letter as usize >= letters {
                    return Err(format!("a word of {length} letters has no reduction {at}:{letter}"));
                }
                let place = place(at, length);
                let worth = &mut table[place * letters + letter as usize];
                if worth.rank != NEVER || !(0.0..=1.0).contains(&share) {
                    return Err(format!(
                        "reduction {at}:{letter} of words of {length} letters is listed twice or has no share between 0 and 1"
                    ));
                }
                *worth = Worth { rank, share };
            }
            compiled.push(table);
        }
        Ok(Reductions { shares, letters, compiled })
    }

    /// Shares by word length.
    pub fn shares(&self) -> &[Shares] {
        &self.shares
    }

    /// The same with the `most` reductions only that words, with their counts, are reduced by most often.
    ///
    /// # Errors
    /// None: what is left of correct shares is correct.
    pub fn most_used(&self, words: &BTreeMap<Vec<u8>, u64>, most: usize) -> std::result::Result<Self, String> {
        let mut all = self.all();
        if all.len() <= most {
            return Ok(self.clone());
        }
        let mut counts: FxHashMap<Reduction, u64> = FxHashMap::default();
        for (word, count) in words.iter().filter(|word| word.0.len() <= MAX_WORD) {
            let mut left = word.clone();
            while left.len() > LEAST
                && let Some(place) = self.next(&left)
            {
                *counts.entry(Reduction { position: position(place, left.len()), letter: left.remove(place) }).or_default() += count;
            }
        }
        all.sort_by_key(|reduction| std::cmp::Reverse(counts.get(reduction).copied().unwrap_or(0)));
        let stays: FxHashSet<Reduction> = all.into_iter().take(most).collect();
        let kept = |shares: &Shares| shares.iter().filter(|share| stays.contains(&share.0)).copied().collect();
        Self::new(self.shares.iter().map(kept).collect(), self.letters)
    }

    /// Every reduction that may be made, in order.
    pub fn all(&self) -> Vec<Reduction> {
        let distinct: FxHashSet<Reduction> = self.shares.iter().flatten().map(|(reduction, _)| *reduction).collect();
        let mut all: Vec<Reduction> = distinct.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// The place of the letter that is taken out next; none if the word stays as it is.
    pub fn next(&self, word: &[u8]) -> Option<usize> {
        let mut winner = (f64::NEG_INFINITY, None);
        self.search(word, DEPTH, 1.0, None, &mut winner);
        winner.1
    }

    /// Compares the leaves below a word with the best so far; `first` is the place that the path began with.
    fn search(&self, word: &[u8], depth: usize, product: f64, first: Option<usize>, winner: &mut (f64, Option<usize>)) {
        if depth == 0 || word.len() <= LEAST {
            if product > winner.0 {
                *winner = (product, first);
            }
            return;
        }
        let breadth = if depth == 1 || word.len() == LEAST + 1 { 1 } else { BREADTH };
        let mut left = [0; MAX_WORD];
        for (place, share) in self.best(word, breadth).into_iter().flatten() {
            let left = without(word, place, &mut left);
            self.search(left, depth - 1, product * share, first.or(Some(place)), winner);
        }
    }

    /// Places and shares of the best reductions of a word.
    #[inline]
    fn best(&self, word: &[u8], breadth: usize) -> [Option<(usize, f64)>; BREADTH] {
        let mut ranks = [NEVER; BREADTH];
        let mut found = [None; BREADTH];
        let Some(table) = self.compiled.get(word.len()).filter(|table| !table.is_empty()) else { return found };
        for (place, &letter) in word.iter().enumerate() {
            let worth = table[place * self.letters + letter as usize];
            if worth.rank < ranks[breadth - 1] {
                let at = ranks.partition_point(|&rank| rank < worth.rank);
                ranks.copy_within(at..breadth - 1, at + 1);
                found.copy_within(at..breadth - 1, at + 1);
                (ranks[at], found[at]) = (worth.rank, Some((place, worth.share)));
            }
        }
        found
    }
}
