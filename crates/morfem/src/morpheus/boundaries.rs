//! Where a word is cut: the weights of a boundary model, compiled.
//!
//! The sum at a place is that of the weights of all n-grams that speak of it; there is a boundary where it is above 0, that is, where the
//! probability is above one half. The n-grams are the keys of an automaton (Aho and Corasick 1975): after each code its state is the longest
//! end of what has been read that begins some n-gram. A state has the weights of all n-grams that are ends of it added up beforehand, in
//! [`LANES`] numbers, so a word takes one step and one addition of sixteen neighbouring numbers a code. For types there is a table: the last few types are a number,
//! at which the weights of all n-grams of types that end here stand added up. Time is linear in the word: each step follows at most as many
//! failure links as codes have been read.
//!
//! Weights are whole numbers, [`SCALE`] to the nat, so sums are the same on every machine; a sum that leaves 16 bits stays at their end, which takes 512 nats.

use crate::trie::{Node, Trie};

use super::features::{Alphabet, BEHIND, END, LANES, START, is_sign};
use super::letters::Letters;
use super::solve::Solution;

/// Units of a nat.
pub const SCALE: f32 = 64.0;
/// Entries of the table of types at most.
const MAX_TYPES_TABLE: usize = 1 << 18;

/// Weights of one n-gram, by lane.
pub type Lanes = [i16; LANES];

/// A row of a model: an n-gram as it is written, and its weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Characters, with ^ and $ for the edges of the word and ? for any other; or types, of which A is the first.
    pub ngram: String,
    pub is_types: bool,
    pub weights: Lanes,
}

/// A state of the automaton, as long as a line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct State {
    weights: Lanes,
    node: Node,
    failure: u32,
}

/// A boundary model, ready to cut.
pub struct Boundaries {
    rows: Vec<Row>,
    bias: i16,
    alphabet: Alphabet,
    trie: Trie,
    states: Vec<State>,
    types: Vec<Lanes>,
    /// Number of types, entries of the table for one longest n-gram but its last type, and the place in the table before the start of a word.
    base: u32,
    kept: u32,
    before: u32,
}

/// Buffers.
#[derive(Default)]
pub struct Scratch {
    sums: Vec<i16>,
}

impl Boundaries {
    /// Compiles rows, which are sorted, n-grams of characters first.
    ///
    /// # Errors
    /// A sentence that says which row is at fault.
    pub fn new(rows: Vec<Row>, bias: i16, letters: &Letters) -> Result<Self, String> {
        if let Some(pair) = rows.windows(2).find(|pair| (pair[0].is_types, &pair[0].ngram) >= (pair[1].is_types, &pair[1].ngram)) {
            return Err(format!("the n-gram {:?} stands before {:?}; they are sorted", pair[0].ngram, pair[1].ngram));
        }
        let characters = rows.iter().filter(|row| !row.is_types).flat_map(|row| row.ngram.chars()).filter(|&letter| !is_sign(letter));
        let alphabet = Alphabet::new(characters, letters);
        let mut keys: Vec<Vec<u8>> = Vec::new();
        let ngrams: Vec<(Vec<u8>, &Lanes)> =
            rows.iter().filter(|row| !row.is_types).map(|row| (alphabet.read(&row.ngram), &row.weights)).collect();
        for (ngram, _) in &ngrams {
            if ngram.is_empty() {
                return Err("an n-gram of no character".into());
            }
            keys.extend((1..=ngram.len()).map(|length| ngram[..length].to_vec()));
        }
        keys.sort_unstable();
        keys.dedup();
        // States are numbered by length, so that a failure link leads to a smaller number; 0 is the state of nothing.
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        order.sort_by_key(|&key| keys[key as usize].len());
        let mut numbers = vec![0u32; keys.len()];
        order.iter().zip(1..).for_each(|(&key, number)| numbers[key as usize] = number);
        let listed: Vec<(&[u8], u32)> = keys.iter().map(Vec::as_slice).zip(numbers.iter().copied()).collect();
        let trie = Trie::new(&listed);
        let root = State { weights: [0; LANES], node: trie.root(), failure: 0 };
        let mut states = vec![root; keys.len() + 1];
        for (ngram, weights) in &ngrams {
            if let Some(number) = trie.get(ngram) {
                states[number as usize].weights = **weights;
            }
        }
        for &key in &order {
            let codes = &keys[key as usize];
            let (&last, begin) = codes.split_last().expect("a key has a code");
            let parent = begin.iter().try_fold(trie.root(), |node, &code| trie.step(node, code)).ok_or("a prefix is missing")?;
            let node = trie.step(parent, last).ok_or("a key is missing")?;
            let number = numbers[key as usize] as usize;
            let mut failure = 0;
            if let Some(parent) = parent.id() {
                let mut from = states[parent as usize].failure;
                loop {
                    match trie.step(states[from as usize].node, last).and_then(Node::id) {
                        Some(next) => {
                            failure = next;
                            break;
                        }
                        None if from == 0 => break,
                        None => from = states[from as usize].failure,
                    }
                }
            }
            states[number].node = node;
            states[number].failure = failure;
            states[number].weights = sum(&states[number].weights, &states[failure as usize].weights);
        }
        let base = letters.types();
        let longest = rows.iter().filter(|row| row.is_types).map(|row| row.ngram.chars().count()).max().unwrap_or(0);
        let size = base.checked_pow(longest as u32).filter(|&size| size <= MAX_TYPES_TABLE).ok_or("the n-grams of types are too long")?;
        let mut types = vec![[0; LANES]; size];
        for row in rows.iter().filter(|row| row.is_types) {
            let length = row.ngram.chars().count() as u32;
            let mut kinds = row.ngram.chars().map(|kind| (kind as usize).checked_sub('A' as usize).filter(|&kind| kind < base));
            let index = kinds.try_fold(0, |index, kind| Some(index * base + kind?));
            let index = index.filter(|_| length > 0).ok_or_else(|| format!("{:?}: types are written with {base} letters from A on", row.ngram))?;
            types.iter_mut().skip(index).step_by(base.pow(length)).for_each(|entry| *entry = sum(entry, &row.weights));
        }
        // As if the start stood there again and again: there is no n-gram of two starts.
        let before = (0..longest).fold(0, |index, _| index * base + letters.edges()[0] as usize) as u32;
        let (base, kept) = (base as u32, (size / base.min(size)) as u32);
        Ok(Boundaries { rows, bias, alphabet, trie, states, types, base, kept, before })
    }

    /// The rows of what a solver has found, and the bias.
    pub fn rows_of(solution: &Solution, alphabet: &Alphabet) -> (Vec<Row>, i16) {
        let whole = |weights: &[f32; LANES]| weights.map(|weight| (weight * SCALE).round() as i16);
        let written = |kinds: &[u8]| kinds.iter().map(|&kind| char::from(b'A' + kind)).collect::<String>();
        let ngrams = solution.ngrams.iter().map(|(codes, weights)| Row { ngram: alphabet.written(codes), is_types: false, weights: whole(weights) });
        let types = solution.types.iter().map(|(kinds, weights)| Row { ngram: written(kinds), is_types: true, weights: whole(weights) });
        let mut rows: Vec<Row> = ngrams.chain(types).filter(|row| row.weights.iter().any(|&weight| weight != 0)).collect();
        rows.sort_by(|a, b| (a.is_types, &a.ngram).cmp(&(b.is_types, &b.ngram)));
        (rows, (solution.bias * SCALE).round() as i16)
    }

    /// The rows, sorted, n-grams of characters first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What every place has.
    pub fn bias(&self) -> i16 {
        self.bias
    }

    /// Gives the sum at every gap of a word in small letters, in units of [`SCALE`].
    #[inline]
    pub fn sums<'s>(&self, word: &str, scratch: &'s mut Scratch) -> &'s [i16] {
        let sums = &mut scratch.sums;
        sums.clear();
        // Place p lies at p + BEHIND. There are at most as many codes as bytes, and the two edges.
        sums.resize(word.len() + 2 + LANES, self.bias);
        let mut reader = Reader { state: 0, types: self.before, end: 0 };
        self.read(&mut reader, START, sums);
        for letter in word.chars() {
            self.read(&mut reader, self.alphabet.code(letter), sums);
        }
        self.read(&mut reader, END, sums);
        // The first gap is place 2.
        &scratch.sums[2 + BEHIND..BEHIND + (reader.end - 1).max(2)]
    }

    #[inline(always)]
    fn read(&self, reader: &mut Reader, code: u8, sums: &mut [i16]) {
        reader.end += 1;
        loop {
            let state = &self.states[reader.state as usize];
            match self.trie.step(state.node, code).and_then(Node::id) {
                Some(next) => {
                    reader.state = next;
                    break;
                }
                None if reader.state == 0 => break,
                None => reader.state = state.failure,
            }
        }
        let lanes = &mut sums[reader.end..reader.end + LANES];
        add(lanes, &self.states[reader.state as usize].weights);
        reader.types = reader.types % self.kept * self.base + self.alphabet.type_of(code) as u32;
        add(lanes, &self.types[reader.types as usize % self.types.len()]);
    }
}

/// What has been read of a word.
struct Reader {
    state: u32,
    types: u32,
    end: usize,
}

#[inline(always)]
fn add(sums: &mut [i16], weights: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.saturating_add(*weight);
    }
}

fn sum(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].saturating_add(b[lane]))
}
