//! Which member encodes a word whose script several members share.
//!
//! A letter n-gram model gives the cost of a word in each language: the sum over its letters, and its end, of -log2 of the probability of the
//! letter behind the letters before it. The probability is that of the longest n-gram of the table that ends at the letter and whose
//! beginnings are n-grams of the table; it has up to [`LONGEST`] letters. `^` and `$` stand for the start and the end of a word. Costs are whole numbers of 1/[`UNIT`] bit.
//!
//! The words of a window form a path through the languages. Its cost is the sum of the costs of its words, where a word costs at most
//! `limit` more than in its best language, and `switch` for each change of language. A path begins in the general member, or pays `start`. The
//! path with the least cost wins (Viterbi); of equals, the one with the earlier members. A word of a script that one member alone knows ends a
//! path.

use rustc_hash::FxHashMap;

use super::scan::Segment;
use crate::cache::{Cache, Found, Key, prefetch};
use crate::text::properties;
use crate::{Error, Result, tsv};

/// Letters of an n-gram at most.
pub const LONGEST: usize = 5;
/// Costs of one bit.
pub const UNIT: f64 = 16.0;
/// The start and the end of a word.
pub const START: char = '^';
pub const END: char = '$';
/// Bits of a letter in a key.
const BITS: usize = 12;
/// Different letters at most.
pub const MOST_LETTERS: usize = (1 << BITS) - 1;
/// The largest cost of an n-gram or setting.
pub const MOST_COST: u32 = u16::MAX as u32;
/// Languages that share scripts at most: their costs of a word fit into the cache.
pub const MOST_COLUMNS: usize = 7;

/// The file.
pub const ROUTING: &str = "routing.tsv";
const COLUMNS: [&str; 2] = ["ngram", "costs"];
/// Rows of settings; their names are longer than n-grams.
const SETTINGS: [&str; 3] = ["switch", "starts", "limits"];

/// What a path costs besides its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub switch: u32,
    pub start: u32,
    pub limit: u32,
}

/// An n-gram with its cost in each language.
pub type Row = (String, Vec<u32>);

/// The language model.
pub struct Routing {
    pub settings: Settings,
    pub rows: Vec<Row>,
    /// The number of each letter of the n-grams, by code point where it is small, with capitals and digits as [`plain`] reads them; 0 for others.
    near: Box<[u16]>,
    far: FxHashMap<char, u64>,
    start: u64,
    table: Table,
    /// By row and language; small, so that they stay near.
    costs: Vec<u16>,
    columns: usize,
}

/// Code points below this one are looked up in a table.
const NEAR: u32 = 0x600;

/// The rows of n-grams: a table with open addressing, of which at most half of the slots are taken. A free slot has the key 0, which no n-gram
/// has.
struct Table {
    slots: Vec<(u64, u32)>,
    shift: u32,
}

impl Table {
    fn with_capacity(rows: usize) -> Self {
        let size = (rows * 2).next_power_of_two().max(2);
        Table { slots: vec![(0, 0); size], shift: 64 - size.trailing_zeros() }
    }

    /// The first slot that may be that of a key.
    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Loads the first slot of a key, so that a later read need not wait.
    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.slots[self.first_slot(key)]);
    }

    /// The slot of a key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mut slot = self.first_slot(key);
        while self.slots[slot].0 != key && self.slots[slot].0 != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        slot
    }

    /// Adds a row; false if there is one for this key.
    fn insert(&mut self, key: u64, row: u32) -> bool {
        let slot = self.slot(key);
        let is_new = self.slots[slot].0 == 0;
        self.slots[slot] = (key, row);
        is_new
    }

    #[inline]
    fn get(&self, key: u64) -> Option<u32> {
        let found = self.slots[self.slot(key)];
        (found.0 != 0).then_some(found.1)
    }
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

impl Routing {
    /// A model for `columns` languages.
    ///
    /// # Errors
    /// A sentence with the n-gram that is too long, twice there, or has a wrong number of costs.
    pub fn new(settings: Settings, rows: Vec<Row>, columns: usize) -> std::result::Result<Self, String> {
        let mut letters: FxHashMap<char, u64> = FxHashMap::default();
        let mut table = Table::with_capacity(rows.len());
        let mut costs = Vec::with_capacity(rows.len() * columns);
        for (number, (ngram, of_row)) in rows.iter().enumerate() {
            let mut key = 0;
            for letter in ngram.chars() {
                let next = letters.len() as u64 + 1;
                key = longer(key, *letters.entry(letter).or_insert(next));
            }
            let length = ngram.chars().count();
            if !(1..=LONGEST).contains(&length) || letters.len() > MOST_LETTERS || of_row.len() != columns {
                return Err(format!("{ngram:?}: an n-gram has 1 to {LONGEST} letters, and a cost for each of the {columns} languages"));
            }
            if !table.insert(key, number as u32) {
                return Err(format!("{ngram:?} is there twice"));
            }
            costs.extend(of_row.iter().map(|&cost| cost.min(MOST_COST) as u16));
        }
        let near =
            (0..NEAR).map(|code| char::from_u32(code).and_then(|letter| letters.get(&plain(letter))).map_or(0, |&number| number as u16));
        let (near, start) = (near.collect(), letters.get(&START).copied().unwrap_or(0));
        Ok(Routing { settings, rows, near, far: letters, start, table, costs, columns })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// [`Error::Table`] with the line, [`Error::Artifact`] for what is wrong with several lines together.
    pub fn read(content: &[u8], columns: usize) -> Result<Self> {
        let (mut settings, mut rows) = ([0; 3], Vec::new());
        for row in tsv::saved_rows(ROUTING, tsv::text(ROUTING, content)?, &COLUMNS)? {
            let (place, [ngram, costs]) = row?;
            let cost = |cost: &str| cost.parse().ok().filter(|&cost: &u32| cost <= MOST_COST);
            let costs: Option<Vec<u32>> = costs.split(' ').map(cost).collect();
            let costs = costs.ok_or_else(|| place.error(format!("costs are whole numbers up to {MOST_COST}, with spaces between")))?;
            match SETTINGS.iter().position(|name| *name == ngram) {
                Some(setting) => settings[setting] = costs[0],
                None => rows.push((ngram.to_owned(), costs)),
            }
        }
        let [switch, start, limit] = settings;
        Routing::new(Settings { switch, start, limit }, rows, columns).map_err(|what| Error::Artifact(format!("{ROUTING}: {what}")))
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut lines = COLUMNS.join("\t") + "\n";
        let Settings { switch, start, limit } = self.settings;
        for (name, cost) in SETTINGS.iter().zip([switch, start, limit]) {
            lines += &format!("{name}\t{cost}\n");
        }
        for (ngram, costs) in &self.rows {
            let costs: Vec<String> = costs.iter().map(u32::to_string).collect();
            lines += &format!("{ngram}\t{}\n", costs.join(" "));
        }
        lines.into_bytes()
    }

    /// The number of a letter of a word; 0 if no n-gram has it.
    #[inline]
    fn number(&self, letter: char) -> u64 {
        match self.near.get(letter as usize) {
            Some(&number) => number.into(),
            None => self.far.get(&plain(letter)).copied().unwrap_or(0),
        }
    }

    /// Appends the cost of a word in each language, as far as it is above that of the best one of `candidates`, at most the limit. `keys`
    /// is a buffer.
    fn word(&self, word: &str, candidates: &[usize], keys: &mut Vec<u64>, costs: &mut Vec<u32>) {
        let from = costs.len();
        costs.resize(from + self.columns, 0);
        // The table does not fit into the nearest memory, so all letters wait for it together.
        keys.clear();
        let mut key = self.start;
        for letter in word.chars().chain([END]) {
            key = longer(key, self.number(letter));
            keys.push(key);
            (2..=LONGEST).for_each(|length| self.table.prefetch(last(key, length)));
        }
        // The letters of the longest n-gram that ends here. Its beginning is an n-gram too, so the next one has at most one letter more.
        let mut length = usize::from(self.start > 0);
        for &key in keys.iter() {
            length = if last(key, 1) == 0 { 0 } else { (length + 1).min(LONGEST) };
            while length > 0 {
                if let Some(row) = self.table.get(last(key, length)) {
                    let row = &self.costs[row as usize * self.columns..][..self.columns];
                    costs[from..].iter_mut().zip(row).for_each(|(sum, cost)| *sum = sum.saturating_add((*cost).into()));
                    break;
                }
                length -= 1;
            }
        }
        let least = candidates.iter().map(|&column| costs[from + column]).min().unwrap_or(0);
        costs[from..].iter_mut().for_each(|cost| *cost = cost.saturating_sub(least).min(self.settings.limit));
    }
}

/// The languages that words of a script may have, in ascending order, and whether the first is the general member.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    pub columns: &'a [usize],
    pub has_general: bool,
}

/// A path through the words of a window, and what is known of words.
#[derive(Default)]
pub struct RoutingBuffers {
    known: Cache,
    words: Vec<Word>,
    /// The costs of the last word.
    costs: Vec<u32>,
    keys: Vec<u64>,
    /// By word and language, the language of the word before on the best path.
    before: Vec<u8>,
}

/// A word of a path: the number of its segment, where its letters are, its key, and its place in the cache.
struct Word {
    number: usize,
    start: usize,
    end: usize,
    key: Option<Key>,
    found: Option<Found>,
}

impl RoutingBuffers {
    /// Adds a word to the path. Its costs are looked up when the path ends, so that the words of a path wait for memory together.
    pub fn add(&mut self, text: &str, number: usize, segment: Segment) {
        let (start, end) = (segment.start + usize::from(text.as_bytes()[segment.start] == b' '), segment.end);
        let key = Key::new(text.as_bytes(), start, end, false);
        if let Some(key) = &key {
            self.known.prefetch(key);
        }
        self.words.push(Word { number, start, end, key, found: None });
    }

    /// Ends the path: calls `visit` with each of its segments and the language of the best path there.
    pub fn close(&mut self, routing: &Routing, text: &str, candidates: Candidates, mut visit: impl FnMut(usize, usize)) {
        if self.words.is_empty() {
            return;
        }
        let RoutingBuffers { known, words, costs, keys, before } = self;
        for word in words.iter_mut() {
            word.found = word.key.as_ref().map(|key| known.find(key));
        }
        let columns = routing.columns;
        let Settings { switch, start, .. } = routing.settings;
        let mut best = [0; MOST_COLUMNS];
        for &column in candidates.columns.iter().skip(usize::from(candidates.has_general)) {
            best[column] = if candidates.has_general { start } else { 0 };
        }
        before.clear();
        before.resize(words.len() * columns, 0);
        for (place, word) in words.iter().enumerate() {
            costs.clear();
            if !word.key.as_ref().zip(word.found).is_some_and(|(key, found)| known.get(found, key, costs)) {
                routing.word(&text[word.start..word.end], candidates.columns, keys, costs);
                if let Some(key) = &word.key {
                    known.put(key, costs);
                }
            }
            let from = least(&best, candidates.columns);
            let changed = best[from] + switch;
            for &column in candidates.columns {
                let is_changed = place > 0 && changed < best[column];
                before[place * columns + column] = if is_changed { from } else { column } as u8;
                best[column] = if is_changed { changed } else { best[column] } + costs[column];
            }
        }
        let mut column = least(&best, candidates.columns);
        for (place, word) in words.iter().enumerate().rev() {
            visit(word.number, column);
            column = before[place * columns + column] as usize;
        }
        words.clear();
    }
}

/// The first of these languages that cost least.
fn least(costs: &[u32], columns: &[usize]) -> usize {
    let mut least = columns[0];
    for &column in columns {
        if costs[column] < costs[least] {
            least = column;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routing() -> Routing {
        let rows = [("^", [0, 0]), ("$", [9, 9]), ("a", [10, 90]), ("b", [90, 10]), ("^b", [200, 5])];
        let rows = rows.map(|(ngram, costs)| (ngram.to_owned(), costs.to_vec())).to_vec();
        Routing::new(Settings { switch: 100, start: 20, limit: 150 }, rows, 2).unwrap()
    }

    #[test]
    fn a_word_costs_what_its_longest_ngrams_cost_up_to_the_limit() {
        let cost = |word| {
            let mut costs = Vec::new();
            routing().word(word, &[0, 1], &mut Vec::new(), &mut costs);
            costs
        };
        assert_eq!(cost("a"), [0, 80]);
        assert_eq!(cost("ab"), [0, 0]);
        assert_eq!(cost("b"), [150, 0], "195 more, of which the limit counts");
        assert_eq!(cost("ю"), [0, 0], "an unknown letter says nothing");
    }

    #[test]
    fn the_path_with_the_least_cost_wins() {
        let languages = |text: &str| {
            let (routing, mut buffers, mut found) = (routing(), RoutingBuffers::default(), Vec::new());
            let mut at = 0;
            for (number, word) in text.split_inclusive(' ').enumerate() {
                let segment = Segment { start: at, end: at + word.trim_end().len(), group: 1 };
                buffers.add(text, number, segment);
                at += word.len();
            }
            buffers
                .close(&routing, text, Candidates { columns: &[0, 1], has_general: true }, |number, column| found.push((number, column)));
            found.sort_unstable();
            found.into_iter().map(|(_, column)| column).collect::<Vec<_>>()
        };
        assert_eq!(languages("a a"), [0, 0]);
        assert_eq!(languages("b b"), [1, 1]);
        assert_eq!(languages("b a b"), [1, 1, 1], "one word that is 80 dearer is not worth two changes of 100");
        assert_eq!(languages("b a a a b"), [1, 0, 0, 0, 1]);
    }

    #[test]
    fn the_file_comes_back() {
        let routing = routing();
        let again = Routing::read(&routing.write(), 2).unwrap();
        assert_eq!((again.settings, again.rows, again.columns), (routing.settings, routing.rows, 2));
        for (content, said) in [("ngram\tcosts\na\t1\n", "languages"), ("ngram\tcosts\na\tx y\n", "line 2"), ("x\n", "columns")] {
            assert!(Routing::read(content.as_bytes(), 2).err().unwrap().to_string().contains(said));
        }
    }
}
