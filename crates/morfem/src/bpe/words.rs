//! The corpus of a trainer: counted words, stored one after another, in which neighbours merge in place.
//!
//! A token is stored at the position of its first symbol. The last position of a longer token holds the token's length, with a flag, so
//! that the token to the left of any token is found at once. The token to the right is found from the length of the symbol, because all
//! tokens of one symbol have the same length. A merge writes three positions, however long its parts are.

use std::ops::Range;

/// What an occurrence of a pair is worth, by where a guide cuts in its word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weights {
    /// Inside a morpheme, for a product with none, one or two of its ends at a cut.
    pub inside: [i32; 3],
    /// Across a cut, if both parts begin and end at cuts.
    pub joins: i32,
    /// Across a cut, otherwise.
    pub crosses: i32,
}

impl Weights {
    /// All pairs inside morphemes are worth the same. As many outweigh one across a cut as `cost` says; parts that are whole, from cut to
    /// cut, may be joined without it, if `joins_whole`.
    pub fn equal(cost: usize, joins_whole: bool) -> Self {
        Weights::new([1; 3], cost, joins_whole)
    }

    /// Pairs that make a whole morpheme are worth more than those that make a part, which ends inside one.
    pub fn whole_first(cost: usize, joins_whole: bool) -> Self {
        Weights::new([0, PART, WHOLE], cost, joins_whole)
    }

    /// Only parts that are whole, from cut to cut, are joined: one other pair outweighs so many joins.
    pub fn joins(cost: usize) -> Self {
        let other = -(cost as i32);
        Weights { inside: [other; 3], joins: 1, crosses: other }
    }

    fn new(inside: [i32; 3], cost: usize, joins_whole: bool) -> Self {
        let crosses = -inside[2] * cost as i32;
        Weights { inside, joins: if joins_whole { 1 } else { crosses }, crosses }
    }
}

/// What a whole morpheme and a part of one are worth, if a join of whole morphemes is worth 1. Chosen among about thirty pairs of numbers, in
/// Turkish on the vocabularies of Qwen and o200k: larger numbers give more tokens a word, smaller ones more tokens that end inside a morpheme.
const WHOLE: i32 = 32;
const PART: i32 = 4;

/// Counted words.
#[derive(Clone, Debug, Default)]
pub struct Words {
    symbols: Vec<u32>,
    ends: Vec<usize>,
    counts: Vec<u64>,
    /// For each symbol, whether a guide cuts before it; empty if there is no guide.
    cuts: Vec<bool>,
    /// Where the words begin in which no pair should merge, if there are any.
    unmerged: Option<usize>,
}

/// Ids and positions are smaller than this, so that a length can be distinguished from an id.
pub(super) const LIMIT: usize = 1 << 31;
const LENGTH: u32 = 1 << 31;
/// An occurrence of a pair where it should not merge outweighs this many others.
const UNMERGED: i32 = 1000;
/// The value of a position inside a token that is neither its first nor its last.
const INSIDE: u32 = LENGTH;
/// The word at a position is searched from the first word of its block.
const BLOCK: usize = 64;

impl Words {
    /// Adds a word that occurs `count` times. An empty word adds nothing, nor does a count of 0.
    pub fn push(&mut self, symbols: impl IntoIterator<Item = u32>, count: u64) {
        let begin = self.symbols.len();
        if count > 0 {
            self.symbols.extend(symbols);
        }
        if self.symbols.len() > begin {
            self.ends.push(self.symbols.len());
            self.counts.push(count);
        }
    }

    /// Adds a word that a guide cuts before the symbols at these places, in ascending order. Then every word is added so.
    pub fn push_cut(&mut self, symbols: impl IntoIterator<Item = u32>, count: u64, places: &[u32]) {
        let begin = self.symbols.len();
        self.push(symbols, count);
        self.cuts.resize(self.symbols.len(), false);
        if begin < self.symbols.len() {
            self.cuts[begin] = true;
            places.iter().for_each(|&place| self.cuts[begin + place as usize] = true);
        }
    }

    /// Adds a word in which no pair should merge. Then no other words are added.
    pub fn push_unmerged(&mut self, symbols: impl IntoIterator<Item = u32>, count: u64) {
        self.unmerged.get_or_insert(self.symbols.len());
        self.push_cut(symbols, count, &[]);
    }

    /// What the pair of the symbols at `begin..middle` and `middle..end` is worth each time that its word occurs.
    #[inline]
    pub(super) fn weight(&self, [begin, middle, end]: [usize; 3], weights: &Weights) -> i32 {
        if self.cuts.is_empty() {
            return 1;
        }
        if self.unmerged.is_some_and(|begin| middle >= begin) {
            return -UNMERGED * weights.inside[2].abs();
        }
        let ends = usize::from(self.cuts[begin]) + usize::from(self.cuts.get(end).is_none_or(|&is_cut| is_cut));
        match (self.cuts[middle], ends) {
            (false, ends) => weights.inside[ends],
            (true, 2) => weights.joins,
            (true, _) => weights.crosses,
        }
    }

    /// The words with other symbols: `rewrite` gets those of a word and appends the new ones.
    pub fn mapped(&self, mut rewrite: impl FnMut(&[u32], &mut Vec<u32>)) -> Words {
        let (mut mapped, mut symbols) = (Words::default(), Vec::new());
        for word in 0..self.ends.len() {
            symbols.clear();
            rewrite(&self.symbols[self.range(word)], &mut symbols);
            mapped.push(symbols.iter().copied(), self.counts[word]);
        }
        mapped
    }

    pub(super) fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// Number of symbols, weighted by the counts of their words. None if it is more than 2^63.
    pub(super) fn total(&self) -> Option<u64> {
        let product = |word: usize| self.counts[word].checked_mul(self.range(word).len() as u64);
        let total = (0..self.ends.len()).try_fold(0u64, |total, word| total.checked_add(product(word)?));
        total.filter(|&total| total <= i64::MAX as u64)
    }

    /// The words in slices of about `size` symbols.
    pub(super) fn slices(&self, size: usize) -> Vec<Range<usize>> {
        let mut slices = Vec::new();
        let mut begin = 0;
        for word in 0..self.ends.len() {
            if self.ends[word] - self.range(begin).start >= size || word + 1 == self.ends.len() {
                slices.push(begin..word + 1);
                begin = word + 1;
            }
        }
        slices
    }

    /// All neighbouring symbols of some words: left, right, position of the left one, count of the word.
    pub(super) fn neighbours(&self, words: Range<usize>) -> impl Iterator<Item = (u32, u32, usize, u64)> + '_ {
        words.flat_map(move |word| {
            let range = self.range(word);
            (range.start..range.end - 1).map(move |place| (self.symbols[place], self.symbols[place + 1], place, self.counts[word]))
        })
    }

    fn range(&self, word: usize) -> Range<usize> {
        let begin = if word == 0 { 0 } else { self.ends[word - 1] };
        begin..self.ends[word]
    }
}

/// Words whose symbols are being merged.
pub(super) struct Tokens {
    words: Words,
    /// For each block of positions, the word at its first position.
    first_words: Vec<u32>,
    /// Number of base symbols in each symbol.
    lengths: Vec<u32>,
}

/// The surroundings of a merged pair.
pub(super) struct Merged {
    /// The count of the word.
    pub count: u64,
    /// Position and symbol of the token on the left.
    pub before: Option<(u32, u32)>,
    /// Position where the right part was.
    pub right: u32,
    /// Position and symbol of the token on the right.
    pub behind: Option<(u32, u32)>,
    /// Where the right part ends.
    pub end: u32,
}

impl Tokens {
    /// Unmerged words over base symbols below `symbols`.
    pub fn new(words: Words, symbols: usize) -> Self {
        let mut word = 0;
        let first_word = |place| {
            while words.ends[word] <= place {
                word += 1;
            }
            word as u32
        };
        let first_words = (0..words.symbols.len()).step_by(BLOCK).map(first_word).collect();
        Tokens { words, first_words, lengths: vec![1; symbols] }
    }

    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Adds the symbol that two symbols merge into.
    pub fn add_symbol(&mut self, left: u32, right: u32) {
        self.lengths.push(self.lengths[left as usize] + self.lengths[right as usize]);
    }

    /// Where the symbol at a position ends.
    pub fn end(&self, place: u32, symbol: u32) -> u32 {
        place + self.lengths[symbol as usize]
    }

    /// Merges the pair (left, right) at `place`, or returns None if it is no longer there. If the pair has vanished, `place` holds another
    /// symbol.
    pub fn merge(&mut self, place: u32, left: u32, right: u32, product: u32) -> Option<Merged> {
        let symbols = &mut self.words.symbols;
        let at = place as usize;
        let next = at + self.lengths[left as usize] as usize;
        if symbols[at] != left || symbols[next] != right {
            return None;
        }
        let mut word = self.first_words[at / BLOCK] as usize;
        while self.words.ends[word] <= at {
            word += 1;
        }
        let begin = if word == 0 { 0 } else { self.words.ends[word - 1] };
        let end = self.words.ends[word];
        let behind = next + self.lengths[right as usize] as usize;
        let before = (at > begin).then(|| match symbols[at - 1] {
            length if length & LENGTH != 0 => at - (length & !LENGTH) as usize,
            _ => at - 1,
        });
        let merged = Merged {
            count: self.words.counts[word],
            before: before.map(|before| (before as u32, symbols[before])),
            right: next as u32,
            behind: (behind < end).then(|| (behind as u32, symbols[behind])),
            end: behind as u32,
        };
        symbols[at] = product;
        symbols[next] = INSIDE;
        symbols[behind - 1] = LENGTH | (behind - at) as u32;
        Some(merged)
    }
}
