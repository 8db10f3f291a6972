//! The costs of the letters of a word in each language: a letter n-gram model.
//!
//! A letter costs what the longest n-gram of the table costs that ends with it. An n-gram counts if all its beginnings are in the table. So the
//! n-grams form a trie, and this one is found as Aho and Corasick (1975) do: go from the node of the letters before to its child by the letter; if
//! there is none, try the node of the longest end of these letters, and so on. At most [`LONGEST`] nodes are tried for a letter, and about two are.
//!
//! The table is small so that it stays in near memory. N-grams are numbered level by level, and the children of a node one after another,
//! in the order of their letters. A node has a bit for each of the 64 most frequent letters, which says whether there is such a child. The number
//! of the child is that of the first one plus the number of bits below. Only n-grams with children have a node.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::routing::MOST_COLUMNS;
use crate::text::properties;

/// Letters of an n-gram at most.
pub const LONGEST: usize = 5;
/// The start and the end of a word.
pub const START: char = '^';
pub const END: char = '$';
/// Bits of a letter in a key.
const BITS: usize = 12;
/// Different letters at most.
pub const MOST_LETTERS: usize = (1 << BITS) - 1;
/// The largest cost of an n-gram.
pub const MOST_COST: u32 = u16::MAX as u32;

/// An n-gram with its cost in each language.
pub type Row = (String, Vec<u32>);

/// Code points below this one are looked up in a table.
const NEAR: u32 = 0x600;
/// Costs in a number.
const PACKED: usize = 4;
/// Letters that a node has a bit for.
const FREQUENT: usize = u64::BITS as usize;
/// The number of a letter that no n-gram has.
const UNKNOWN: u16 = u16::MAX;
/// The node of no letters.
const ROOT: u32 = 0;

/// An n-gram with children.
struct Node {
    /// The frequent letters that lead to a child.
    children: u64,
    /// The child by the first of these.
    first: u32,
    /// The node of its longest end that has one.
    shorter: u32,
}

/// The model.
pub struct Ngrams {
    /// The number of each letter by code point where it is small, with capitals and digits as [`plain`] reads them.
    near: Box<[u16]>,
    far: FxHashMap<char, u16>,
    nodes: Vec<Node>,
    /// The children by letters that are not frequent.
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
        '’' => '\'',
        _ => properties::small(letter).unwrap_or(letter),
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
    letters.into_iter().zip(0..UNKNOWN).map(|((letter, _), number)| (letter, number)).collect()
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
            let key = ngram.chars().fold(0, |key, letter| longer(key, u64::from(far[&letter]) + 1));
            levels[length - 1].push((key, row));
        }
        let root = Node { children: 0, first: 0, shorter: ROOT };
        let (rare, next, costs) = (FxHashMap::default(), Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len() * columns));
        let mut model = Ngrams { near, far, nodes: vec![root], rare, next, costs, columns, start: ROOT };
        let mut numbers = FxHashMap::default();
        for level in levels {
            numbers = model.add(&numbers, level)?;
        }
        model.start = model.child(ROOT, model.number(START)).map_or(ROOT, |start| model.next[start as usize]);
        Ok(model)
    }

    /// Adds the n-grams of one length, with their keys. `before` has the numbers of those that are one letter shorter; returns the new ones.
    fn add(&mut self, before: &FxHashMap<u64, u32>, ngrams: Vec<(u64, &Row)>) -> Result<FxHashMap<u64, u32>, String> {
        let is_first = self.next.is_empty();
        let parent = |key: u64| if is_first { Some(None) } else { before.get(&context(key)).map(|&parent| Some(parent)) };
        let mut ngrams: Vec<(Option<u32>, u64, &Row)> =
            ngrams.into_iter().filter_map(|(key, row)| Some((parent(key)?, key, row))).collect();
        ngrams.sort_unstable_by_key(|&(parent, key, _)| (parent, key));
        if let Some(twice) = ngrams.windows(2).find(|pair| pair[0].1 == pair[1].1) {
            return Err(format!("{:?} is there twice", twice[0].2.0));
        }
        let (from, mut ends, mut numbers) = (self.next.len() as u32, Vec::with_capacity(ngrams.len()), FxHashMap::default());
        for siblings in ngrams.chunk_by(|one, other| one.0 == other.0) {
            let node = siblings[0].0.map_or(ROOT, |parent| {
                let shorter = std::mem::replace(&mut self.next[parent as usize], self.nodes.len() as u32);
                self.nodes.push(Node { children: 0, first: from + ends.len() as u32, shorter });
                self.nodes.len() as u32 - 1
            });
            for &(parent, key, row) in siblings {
                let (letter, number) = ((last(key, 1) - 1) as u16, from + ends.len() as u32);
                // What follows its first letter is a child of an end of the parent.
                ends.push(parent.and_then(|_| self.longest(self.nodes[node as usize].shorter, letter)));
                match usize::from(letter) < FREQUENT {
                    true => self.nodes[node as usize].children |= 1 << letter,
                    false => drop(self.rare.insert((node, letter), number)),
                }
                numbers.insert(key, number);
                let packed = |costs: &[u32]| costs.iter().rev().fold(0, |packed, &cost| packed << 16 | u64::from(cost.min(MOST_COST)));
                self.costs.extend(row.1.chunks(PACKED).map(packed));
            }
        }
        // Until an n-gram has children, the next letter is looked for where it is for its longest end.
        let next: Vec<u32> = ends.into_iter().map(|end| end.map_or(ROOT, |end: u32| self.next[end as usize])).collect();
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

    /// The child of a node by a letter.
    #[inline]
    fn child(&self, node: u32, letter: u16) -> Option<u32> {
        let Node { children, first, .. } = self.nodes[node as usize];
        if usize::from(letter) >= FREQUENT {
            return self.rare.get(&(node, letter)).copied();
        }
        let bit = 1 << letter;
        (children & bit != 0).then(|| first + (children & (bit - 1)).count_ones())
    }

    /// The longest n-gram that ends with a letter, behind the letters of a node.
    #[inline]
    fn longest(&self, mut node: u32, letter: u16) -> Option<u32> {
        loop {
            match self.child(node, letter) {
                None if node != ROOT => node = self.nodes[node as usize].shorter,
                found => return found,
            }
        }
    }

    /// The cost of a word in each language.
    pub fn costs(&self, word: &str) -> [u32; MOST_COLUMNS] {
        let mut sums = [0; MOST_COLUMNS];
        if self.columns <= PACKED { self.add_costs::<1>(word, &mut sums) } else { self.add_costs::<2>(word, &mut sums) }
        sums
    }

    /// Adds the costs of a word, where those of an n-gram are so many numbers.
    fn add_costs<const NUMBERS: usize>(&self, word: &str, sums: &mut [u32; MOST_COLUMNS]) {
        const HALVES: u64 = 0xffff_0000_ffff;
        let mut node = self.start;
        let mut letters = word.chars().chain([END]);
        loop {
            // Two sums of 32 bits in a number: of every other cost. They hold this many costs.
            let (mut even, mut odd) = ([0_u64; NUMBERS], [0_u64; NUMBERS]);
            let mut left = 1 << 16;
            for letter in letters.by_ref().take(left) {
                left -= 1;
                let found = self.longest(node, self.number(letter));
                node = found.map_or(ROOT, |found| self.next[found as usize]);
                let Some(found) = found else { continue };
                for (number, packed) in self.costs[found as usize * NUMBERS..][..NUMBERS].iter().enumerate() {
                    even[number] += packed & HALVES;
                    odd[number] += packed >> 16 & HALVES;
                }
            }
            for (column, sum) in sums.iter_mut().enumerate().take(PACKED * NUMBERS) {
                let pair = if column % 2 == 0 { even } else { odd }[column / PACKED];
                *sum = sum.saturating_add((pair >> (column % PACKED / 2 * 32)) as u32);
            }
            if left > 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by definition.
    fn naive(rows: &[Row], word: &str) -> u32 {
        let cost = |ngram: &str| rows.iter().find(|row| row.0 == ngram).map(|row| row.1[0]);
        let text: Vec<char> = [START].into_iter().chain(letters(word)).collect();
        let counts = |ngram: &[char]| (1..=ngram.len()).all(|end| cost(&ngram[..end].iter().collect::<String>()).is_some());
        let longest = |end: usize| (end.saturating_sub(LONGEST)..end).find(|&start| counts(&text[start..end]));
        (2..=text.len()).filter_map(|end| cost(&text[longest(end)?..end].iter().collect::<String>())).sum()
    }

    proptest! {
        #[test]
        fn a_letter_costs_what_its_longest_ngram_costs(
            ngrams in proptest::collection::btree_map("[\\^]?[abcğ]{1,4}[$]?|[\\^$]", 1..500u32, 0..80),
            words in proptest::collection::vec("[abcğAx]{0,9}", 1..20),
        ) {
            let is_short = |ngram: &&String| ngram.chars().count() <= LONGEST;
            let rows: Vec<Row> = ngrams.keys().filter(is_short).map(|ngram| (ngram.clone(), vec![ngrams[ngram]])).collect();
            let model = Ngrams::new(&rows, 1).unwrap();
            for word in words {
                prop_assert_eq!(model.costs(&word)[0], naive(&rows, &word), "{}", word);
            }
        }
    }

    #[test]
    fn letters_beyond_the_64_frequent_ones_have_ngrams_too() {
        let letters: Vec<char> = ('\u{400}'..'\u{480}').collect();
        let ngrams = letters.iter().flat_map(|&letter| [letter.to_string(), format!("ж{letter}")]);
        let rows: Vec<Row> = ngrams.collect::<std::collections::BTreeSet<_>>().into_iter().zip(1..).map(|(ngram, cost)| (ngram, vec![cost])).collect();
        let model = Ngrams::new(&rows, 1).unwrap();
        for letter in letters {
            let word = format!("ж{letter}");
            assert_eq!(model.costs(&word)[0], naive(&rows, &word), "{word}");
        }
    }
}
