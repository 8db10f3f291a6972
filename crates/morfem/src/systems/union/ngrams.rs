//! The costs of the letters of a word in each language: a letter n-gram model.
//!
//! A letter costs what the longest n-gram of the table costs that ends with it. An n-gram counts if all its beginnings are in the table. So
//! the n-grams form a trie, and this one is found as Aho and Corasick (1975) do: go from the node of the letters before to its child by the
//! letter; if there is none, try the node of the longest end of these letters, and so on.
//!
//! For the most frequent letters, the n-gram that is found in the end stands in a table, by node and letter. Only n-grams with children
//! have a node. The table does not fit into near memory, and each letter waits for the one before. So several words go through it side by
//! side.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::surface::apostrophe::straight;
use crate::text::properties;

/// Languages that share scripts at most.
pub const MOST_COLUMNS: usize = 7;
/// Letters of the longest n-gram.
pub const LONGEST: usize = 5;
/// The start and the end of a word.
pub const START: char = '^';
pub const END: char = '$';
/// Bits of a letter in a key.
pub const BITS: usize = 12;
/// The largest number of different letters.
pub const MOST_LETTERS: usize = (1 << BITS) - 1;
/// The largest cost of an n-gram.
pub const MOST_COST: u32 = u16::MAX as u32;

/// An n-gram with its cost in each language.
pub type Row = (String, Vec<u32>);

/// Code points below this one are looked up in a table.
const NEAR: u32 = 0x600;
/// Number of costs that are packed into one number.
const PACKED: usize = 4;
/// Columns of the table: the most frequent letters, and in the first column a letter that no n-gram has.
const FREQUENT: usize = 48;
const UNKNOWN: u16 = 0;
/// The root of the trie.
const ROOT: u32 = 0;
/// Stands for no n-gram: it costs nothing, and the next letter is looked up at the root.
const NONE: u32 = 0;
/// Number of words that are scored side by side, and the largest number of letters of such a word, with its end.
const WORDS: usize = 8;
const LETTERS: usize = 32;

/// The model.
pub struct Ngrams {
    /// The number of each letter by code point where it is small, with capitals and digits as [`plain`] reads them.
    near: Box<[u16]>,
    far: FxHashMap<char, u16>,
    /// By node and frequent letter: the longest n-gram that ends with the letter.
    table: Vec<[u32; FREQUENT]>,
    /// By node: that of its longest end that has one.
    shorter: Vec<u32>,
    /// The children of nodes by letters that are not frequent.
    rare: FxHashMap<(u32, u16), u32>,
    /// By n-gram: the node where the next letter is looked for, its own or that of its longest end that has one.
    next: Vec<u32>,
    /// By n-gram: its costs, four of 16 bits in a number, the first in the lowest bits. So many numbers as all languages take.
    costs: Vec<u64>,
    columns: usize,
    /// The node of the start of a word.
    start: u32,
}

/// A letter as the model reads it.
fn plain(letter: char) -> char {
    match letter {
        '0'..='9' => '0',
        _ => straight(properties::small(letter).unwrap_or(letter)),
    }
}

/// The letters of a word as the model reads them, with its end.
pub fn letters(word: &str) -> impl Iterator<Item = char> {
    word.trim_start_matches(' ').chars().map(plain).chain([END])
}

/// The key of an n-gram: its letters, last in the lowest bits. A letter is not 0, so n-grams of different lengths have different keys.
pub fn longer(key: u64, letter: u64) -> u64 {
    (key << BITS | letter) & ((1 << (BITS * LONGEST)) - 1)
}

/// The key of the last `length` letters.
pub fn last(key: u64, length: usize) -> u64 {
    key & ((1 << (BITS * length)) - 1)
}

/// The key without its last letter.
pub fn context(key: u64) -> u64 {
    key >> BITS
}

/// The number of each letter of some n-grams: the more frequent, the smaller.
fn numbered(rows: &[Row]) -> FxHashMap<char, u16> {
    let mut counts: FxHashMap<char, u32> = FxHashMap::default();
    rows.iter().flat_map(|(ngram, _)| ngram.chars()).for_each(|letter| *counts.entry(letter).or_default() += 1);
    let mut letters: Vec<(char, u32)> = counts.into_iter().collect();
    letters.sort_unstable_by_key(|&(letter, count)| (Reverse(count), letter));
    letters.into_iter().zip(1..u16::MAX).map(|((letter, _), number)| (letter, number)).collect()
}

impl Ngrams {
    /// A model for `columns` languages.
    ///
    /// # Errors
    /// A sentence with the n-gram that is too long, twice there, or has a wrong number of costs.
    pub fn new(rows: &[Row], columns: usize) -> Result<Self, String> {
        let far = numbered(rows);
        let number = |letter: char| far.get(&plain(letter)).copied().unwrap_or(UNKNOWN);
        let near = (0..NEAR).map(|code| char::from_u32(code).map_or(UNKNOWN, number)).collect();
        let mut levels: [Vec<(u64, &Row)>; LONGEST] = Default::default();
        for row in rows {
            let (ngram, costs) = row;
            let length = ngram.chars().count();
            if !(1..=LONGEST).contains(&length) || far.len() > MOST_LETTERS || costs.len() != columns {
                return Err(format!("{ngram:?}: an n-gram has 1 to {LONGEST} letters, and a cost for each of the {columns} languages"));
            }
            let key = ngram.chars().fold(0, |key, letter| longer(key, far[&letter].into()));
            levels[length - 1].push((key, row));
        }
        let (table, shorter, rare) = (vec![[NONE; FREQUENT]], vec![ROOT], FxHashMap::default());
        let (next, costs) = (vec![ROOT], vec![0; columns.div_ceil(PACKED)]);
        let mut model = Ngrams { near, far, table, shorter, rare, next, costs, columns, start: ROOT };
        let mut numbers = FxHashMap::default();
        for level in levels {
            numbers = model.add(&numbers, level)?;
        }
        model.start = model.next[model.longest(ROOT, model.number(START)) as usize];
        Ok(model)
    }

    /// Adds the n-grams of one length, with their keys. `before` has the numbers of those that are one letter shorter; returns the new
    /// ones.
    fn add(&mut self, before: &FxHashMap<u64, u32>, ngrams: Vec<(u64, &Row)>) -> Result<FxHashMap<u64, u32>, String> {
        // None if its beginning is not there; of one letter, it has no parent.
        let parent = |key: u64| match context(key) {
            0 => Some(None),
            beginning => before.get(&beginning).map(|&parent| Some(parent)),
        };
        let mut ngrams: Vec<(Option<u32>, u64, &Row)> =
            ngrams.into_iter().filter_map(|(key, row)| Some((parent(key)?, key, row))).collect();
        ngrams.sort_unstable_by_key(|&(parent, key, _)| (parent, key));
        if let Some(twice) = ngrams.windows(2).find(|pair| pair[0].1 == pair[1].1) {
            return Err(format!("{:?} is there twice", twice[0].2.0));
        }
        let (from, mut ends, mut numbers) = (self.next.len() as u32, Vec::with_capacity(ngrams.len()), FxHashMap::default());
        for siblings in ngrams.chunk_by(|one, other| one.0 == other.0) {
            let node = siblings[0].0.map_or(ROOT, |parent| {
                let shorter = std::mem::replace(&mut self.next[parent as usize], self.shorter.len() as u32);
                self.shorter.push(shorter);
                self.table.push(self.table[shorter as usize]);
                self.shorter.len() as u32 - 1
            });
            for &(parent, key, row) in siblings {
                let (letter, number) = (last(key, 1) as u16, from + ends.len() as u32);
                // What follows its first letter is a child of an end of the parent.
                ends.push(parent.map_or(NONE, |_| self.longest(self.shorter[node as usize], letter)));
                match self.table[node as usize].get_mut(usize::from(letter)) {
                    Some(found) => *found = number,
                    None => drop(self.rare.insert((node, letter), number)),
                }
                numbers.insert(key, number);
                let packed = |costs: &[u32]| costs.iter().rev().fold(0, |packed, &cost| packed << 16 | u64::from(cost.min(MOST_COST)));
                self.costs.extend(row.1.chunks(PACKED).map(packed));
            }
        }
        // Until an n-gram has children, the next letter is looked for where it is for its longest end.
        let next: Vec<u32> = ends.into_iter().map(|end| self.next[end as usize]).collect();
        self.next.extend(next);
        Ok(numbers)
    }

    /// The number of a letter.
    #[inline]
    fn number(&self, letter: char) -> u16 {
        match self.near.get(letter as usize) {
            Some(&number) => number,
            None => self.far.get(&plain(letter)).copied().unwrap_or(UNKNOWN),
        }
    }

    /// The longest n-gram that ends with a letter, behind the letters of a node.
    fn longest(&self, mut node: u32, letter: u16) -> u32 {
        if let Some(&found) = self.table[node as usize].get(usize::from(letter)) {
            return found;
        }
        loop {
            match self.rare.get(&(node, letter)) {
                Some(&found) => return found,
                None if node == ROOT => return NONE,
                None => node = self.shorter[node as usize],
            }
        }
    }

    /// The cost of a word in each language.
    pub fn costs(&self, word: &str) -> [u32; MOST_COLUMNS] {
        let mut sums = [0_u32; MOST_COLUMNS];
        let mut node = self.start;
        let numbers = self.columns.div_ceil(PACKED);
        for letter in word.chars().chain([END]) {
            let found = self.longest(node, self.number(letter)) as usize;
            node = self.next[found];
            for (column, sum) in sums.iter_mut().enumerate().take(self.columns) {
                let packed = self.costs[found * numbers + column / PACKED];
                *sum = sum.saturating_add((packed >> (column % PACKED * 16)) as u32 & MOST_COST);
            }
        }
        sums
    }

    /// The costs of words of a text: calls `visit` with the number of each and its costs.
    pub fn costs_of_all(&self, text: &str, words: &[Range<usize>], visit: impl FnMut(usize, [u32; MOST_COLUMNS])) {
        if self.columns <= PACKED { self.side_by_side::<1>(text, words, visit) } else { self.side_by_side::<2>(text, words, visit) }
    }

    /// The same, where the costs of an n-gram are so many numbers.
    fn side_by_side<const NUMBERS: usize>(&self, text: &str, words: &[Range<usize>], mut visit: impl FnMut(usize, [u32; MOST_COLUMNS])) {
        /// A mask for every other cost.
        const HALVES: u64 = 0xffff_0000_ffff;
        for (first, words) in (0..).step_by(WORDS).zip(words.chunks(WORDS)) {
            // By step and word.
            let (mut letters, mut steps) = ([[0; WORDS]; LETTERS], [0; WORDS]);
            for (word, place) in words.iter().enumerate() {
                steps[word] = self.read(&text[place.clone()], word, &mut letters);
            }
            // Two sums of 32 bits in a number.
            let (mut even, mut odd) = ([[0; NUMBERS]; WORDS], [[0; NUMBERS]; WORDS]);
            let mut nodes = [self.start; WORDS];
            for letters in &letters[..steps.into_iter().max().unwrap_or(0)] {
                for (word, &letter) in letters.iter().enumerate() {
                    // Behind a word there are unknown letters, which cost nothing.
                    let found = self.table[nodes[word] as usize][usize::from(letter)] as usize;
                    nodes[word] = self.next[found];
                    for number in 0..NUMBERS {
                        let packed = self.costs[found * NUMBERS + number];
                        even[word][number] += packed & HALVES;
                        odd[word][number] += packed >> 16 & HALVES;
                    }
                }
            }
            for (word, place) in words.iter().enumerate() {
                let sum = |column: usize| {
                    let pair = if column.is_multiple_of(2) { even[word] } else { odd[word] };
                    (pair[(column / PACKED).min(NUMBERS - 1)] >> (column % PACKED / 2 * 32)) as u32
                };
                visit(first + word, if steps[word] > 0 { std::array::from_fn(sum) } else { self.costs(&text[place.clone()]) });
            }
        }
    }

    /// Reads the letters of a word with its end, the one at `place` of those side by side, and returns how many they are; 0 if they are too
    /// many, or some are not frequent.
    #[inline]
    fn read(&self, word: &str, place: usize, letters: &mut [[u8; WORDS]; LETTERS]) -> usize {
        let mut count = 0;
        for letter in word.chars().chain([END]) {
            let number = self.number(letter);
            if count == LETTERS || usize::from(number) >= FREQUENT {
                letters.iter_mut().for_each(|of_step| of_step[place] = 0);
                return 0;
            }
            letters[count][place] = number as u8;
            count += 1;
        }
        count
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_ngrams.rs"]
mod tests;
