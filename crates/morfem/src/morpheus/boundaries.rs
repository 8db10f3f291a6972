//! Where a word is cut: the weights of a boundary model, compiled.
//!
//! The sum at a place is that of the weights of all n-grams that speak of it; there is a boundary where it is above 0, that is, where the
//! probability is above one half. The n-grams are the keys of an automaton (Aho and Corasick 1975): after each code its state is the longest
//! end of what has been read that begins some n-gram. A state has the weights of all n-grams that are ends of it added up beforehand, in
//! [`LANES`] numbers, so a word takes one step and one addition of sixteen neighbouring numbers a code. For types there is a table: the last four types are a number,
//! at which the weights of all n-grams of types that end here stand added up. Time is linear in the word: all its steps together follow at most as many
//! failure links as it has codes.
//!
//! Weights are whole numbers, [`SCALE`] to the nat, so sums are the same on every machine. What a state or an entry of the table adds is at most [`MOST`], and a place
//! gets something from at most [`LANES`] of each, so sums never leave 16 bits.
//!
//! Nearly all time of a word that is new goes into waiting for memory. So states are numbered in the order of their n-grams in the file, which has the most frequent
//! ones first: those lie close together, and stay in the cache of the processor.
//!
//! The file of a model has a line for each n-gram: the n-gram (characters, with ^ and $ for the edges of the word and ? for any other; or types, of which A is
//! the first), what it is of, the first lane with a weight, and the weights from there on.

use std::fmt::Write;

use crate::trie::{Node, Trie};

use super::features::{Alphabet, BEHIND, END, LANES, START, is_sign};
use super::letters::Letters;
use super::solve::Solution;

/// The file of an artefact.
pub const BOUNDARIES: &str = "boundaries.tsv";
const COLUMNS: &str = "ngram\tof\tfirst\tweights";
/// Units of a nat.
pub const SCALE: f32 = 64.0;
/// Bits of a type in a place of the table of types, which has one for each n-gram of [`LONGEST_TYPES`].
const TYPE_BITS: u32 = 4;
const LONGEST_TYPES: usize = 4;
const TYPES_TABLE: usize = 1 << (TYPE_BITS as usize * LONGEST_TYPES);
/// What a state or an entry of the table of types adds to a place at most, and what every place has at most.
const MOST: i16 = 1000;
const MOST_BIAS: i16 = 500;
/// Codes of an n-gram at most.
const LONGEST: usize = 16;

/// Weights by lane.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lanes([i16; LANES]);

impl Lanes {
    const NONE: Lanes = Lanes([0; LANES]);

    fn add(&mut self, other: &Lanes) {
        for (sum, weight) in self.0.iter_mut().zip(other.0) {
            *sum = (*sum + weight.clamp(-MOST, MOST)).clamp(-MOST, MOST);
        }
    }
}

/// A boundary model, ready to cut.
pub struct Boundaries {
    /// The file it was read from.
    text: String,
    bias: i16,
    alphabet: Alphabet,
    trie: Trie,
    /// By state: where to go on from if no n-gram goes on with the next code, and the weights.
    failures: Vec<Node>,
    weights: Vec<Lanes>,
    types: Vec<Lanes>,
    /// The place in the table before the start of a word.
    before: u16,
}

/// Buffers.
#[derive(Default)]
pub struct Scratch {
    sums: Vec<i16>,
}

/// A line of the file.
struct Row<'a> {
    ngram: &'a str,
    weights: Lanes,
}

/// The lines of a file.
#[derive(Default)]
struct Rows<'a> {
    bias: Option<i16>,
    ngrams: Vec<Row<'a>>,
    types: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let mut rows = Rows::default();
        let mut lines = (1..).zip(text.split_terminator('\n'));
        if lines.next().is_none_or(|(_, header)| header != COLUMNS) {
            return Err(format!("line 1: the columns are {}", COLUMNS.replace('\t', ", ")));
        }
        for (number, line) in lines {
            let fault = |what: &str| format!("line {number}: {what}");
            let mut cells = line.split('\t');
            let mut cell = || cells.next().ok_or_else(|| fault("fewer than four columns"));
            let [ngram, of, first, written] = [cell()?, cell()?, cell()?, cell()?];
            let first: usize = first.parse().map_err(|_| fault("the first lane is no number"))?;
            let mut weights = Lanes::NONE;
            let mut lanes = weights.0.get_mut(first..).ok_or_else(|| fault("there is no such lane"))?.iter_mut();
            for weight in written.split(' ') {
                let lane = lanes.next().ok_or_else(|| fault("more weights than lanes"))?;
                *lane = weight.parse().map_err(|_| fault("a weight is no number of 16 bits"))?;
            }
            match of {
                "letters" => rows.ngrams.push(Row { ngram, weights }),
                "types" => rows.types.push(Row { ngram, weights }),
                "places" if rows.bias.is_none() => rows.bias = Some(weights.0[0]),
                _ => return Err(fault("an n-gram is of letters or of types; what every place has stands once")),
            }
        }
        Ok(rows)
    }
}

/// The file of what a solver has found.
pub fn written(solution: &Solution, alphabet: &Alphabet) -> String {
    let whole = |weight: f32| (weight * SCALE).round() as i16;
    let mut text = format!("{COLUMNS}\n\tplaces\t0\t{}\n", whole(solution.bias));
    let mut line = |ngram: &str, of: &str, weights: &[f32; LANES]| {
        let weights = weights.map(whole);
        let Some(first) = weights.iter().position(|&weight| weight != 0) else { return };
        let last = weights.iter().rposition(|&weight| weight != 0).unwrap_or(first);
        let _ = write!(text, "{ngram}\t{of}\t{first}\t{}", weights[first]);
        weights[first + 1..=last].iter().for_each(|weight| {
            let _ = write!(text, " {weight}");
        });
        text.push('\n');
    };
    for ngram in &solution.ngrams {
        line(&alphabet.written(&ngram.codes), "letters", &ngram.weights);
    }
    for ngram in &solution.types {
        let name: String = ngram.codes.iter().map(|&kind| char::from(b'A' + kind)).collect();
        line(&name, "types", &ngram.weights);
    }
    text
}

/// A state as the automaton is made: the beginning of some n-gram.
struct State {
    codes: [u8; LONGEST],
    length: u8,
    /// The state without the last code.
    parent: u32,
    /// The n-gram that it is, if it is one, and the first of those that begin so.
    row: u32,
    first: u32,
}

impl State {
    /// The beginnings of sorted n-grams (their codes as a number, how many, the row), in their order, that of nothing first.
    fn all(keys: &[(u128, u8, u32)]) -> Vec<State> {
        let mut states = vec![State { codes: [0; LONGEST], length: 0, parent: 0, row: u32::MAX, first: 0 }];
        let mut path = [0u32; LONGEST + 1];
        let mut last = 0;
        for &(key, length, row) in keys {
            let common = ((key ^ last).leading_zeros() / 8) as usize;
            for depth in common.min(length as usize - 1)..length as usize {
                path[depth + 1] = states.len() as u32;
                states.push(State {
                    codes: key.to_be_bytes(),
                    length: depth as u8 + 1,
                    parent: path[depth],
                    row: u32::MAX,
                    first: u32::MAX,
                });
            }
            let whole = &mut states[path[length as usize] as usize];
            (whole.row, whole.first) = (row, row);
            last = key;
        }
        for index in (1..states.len()).rev() {
            let (parent, first) = (states[index].parent as usize, states[index].first);
            states[parent].first = states[parent].first.min(first);
        }
        states
    }

    /// The number of each state: in the order of the first row that needs it.
    fn numbers(states: &[State]) -> Vec<u32> {
        let mut order: Vec<(u32, u32)> = states.iter().zip(0..).skip(1).map(|(state, index)| (state.first, index)).collect();
        order.sort_unstable();
        let mut numbers = vec![0; states.len()];
        order.iter().zip(1..).for_each(|(&(_, index), number)| numbers[index as usize] = number);
        numbers
    }

    fn last(&self) -> u8 {
        self.codes[self.length as usize - 1]
    }
}

/// An automaton; state 0 is that of nothing.
struct Automaton {
    trie: Trie,
    failures: Vec<Node>,
    weights: Vec<Lanes>,
}

impl Automaton {
    fn new(rows: &[Row], alphabet: &Alphabet) -> Result<Self, String> {
        // An n-gram as a number, its first code highest: numbers sort as n-grams do, and what two have in common is quickly seen.
        let mut keys = Vec::with_capacity(rows.len());
        let mut codes = Vec::new();
        for (row, index) in rows.iter().zip(0u32..) {
            alphabet.read(row.ngram, &mut codes);
            if codes.is_empty() || codes.len() > LONGEST {
                return Err(format!("the n-gram {:?} has {} characters; it may have 1 to {LONGEST}", row.ngram, codes.len()));
            }
            let mut key = [0; LONGEST];
            key[..codes.len()].copy_from_slice(&codes);
            keys.push((u128::from_be_bytes(key), codes.len() as u8, index));
        }
        keys.sort_unstable();
        if let Some(pair) = keys.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("the n-gram {:?} stands twice", rows[pair[1].2 as usize].ngram));
        }
        let states = State::all(&keys);
        let numbers = State::numbers(&states);
        let listed: Vec<(&[u8], u32)> =
            states.iter().zip(&numbers).skip(1).map(|(state, &number)| (&state.codes[..state.length as usize], number)).collect();
        let trie = Trie::new(&listed);
        let mut nodes = vec![trie.root()];
        for state in &states[1..] {
            let node = trie.step(nodes[state.parent as usize], state.last());
            nodes.push(node.ok_or("a state is missing")?);
        }
        let mut failures = vec![trie.root(); states.len()];
        let mut weights = vec![Lanes::NONE; states.len()];
        // Failure links lead to shorter states.
        let mut by_length: Vec<Vec<usize>> = vec![Vec::new(); LONGEST + 1];
        states.iter().enumerate().skip(1).for_each(|(index, state)| by_length[state.length as usize].push(index));
        for index in by_length.concat() {
            let state = &states[index];
            let number = numbers[index] as usize;
            if let Some(row) = rows.get(state.row as usize) {
                weights[number].add(&row.weights);
            }
            let parent = numbers[state.parent as usize] as usize;
            if parent > 0
                && let Some(failure) = follow(&trie, &failures, failures[parent], state.last())
            {
                failures[number] = failure;
                let added = weights[state_of(failure)];
                weights[number].add(&added);
            }
        }
        Ok(Automaton { trie, failures, weights })
    }
}

/// The number of a node's state.
#[inline(always)]
fn state_of(node: Node) -> usize {
    node.id().unwrap_or(0) as usize
}

/// The state after one more code, if it is not that of nothing.
#[inline(always)]
fn follow(trie: &Trie, failures: &[Node], mut from: Node, code: u8) -> Option<Node> {
    loop {
        if let Some(next) = trie.step(from, code) {
            return Some(next);
        }
        from = failures[from.id()? as usize];
    }
}

impl Boundaries {
    /// Compiles the file of a model.
    ///
    /// # Errors
    /// A sentence that says what is at fault.
    pub fn new(text: String, letters: &Letters) -> Result<Self, String> {
        let rows = Rows::read(&text)?;
        let bias = rows.bias.ok_or("it does not say what every place has")?.clamp(-MOST_BIAS, MOST_BIAS);
        let characters = rows.ngrams.iter().flat_map(|row| row.ngram.chars()).filter(|&letter| !is_sign(letter));
        let alphabet = Alphabet::new(characters, letters);
        let Automaton { trie, failures, weights } = Automaton::new(&rows.ngrams, &alphabet)?;

        let mut types = vec![Lanes::NONE; TYPES_TABLE];
        for row in &rows.types {
            let kinds = row.ngram.chars().map(|kind| (kind as usize).checked_sub('A' as usize).filter(|&kind| kind < letters.types()));
            let kinds: Option<Vec<usize>> = kinds.collect();
            let kinds = kinds.filter(|kinds| (1..=LONGEST_TYPES).contains(&kinds.len())).ok_or_else(|| {
                format!("{:?}: there are 1 to {LONGEST_TYPES} types, of {} letters from A on", row.ngram, letters.types())
            })?;
            let index = kinds.iter().fold(0, |index, kind| index << TYPE_BITS | kind);
            let ending = types.iter_mut().skip(index).step_by(1 << (TYPE_BITS as usize * kinds.len()));
            ending.for_each(|entry| entry.add(&row.weights));
        }
        // As if the start stood there again and again: there is no n-gram of two starts.
        let before = (0..LONGEST_TYPES).fold(0, |index, _| index << TYPE_BITS | letters.edges()[0] as u16);
        Ok(Boundaries { text, bias, alphabet, trie, failures, weights, types, before })
    }

    /// The file of the model.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives the sum at every gap of a word in small letters, in units of [`SCALE`].
    #[inline]
    pub fn sums<'s>(&self, word: &str, scratch: &'s mut Scratch) -> &'s [i16] {
        let sums = &mut scratch.sums;
        sums.clear();
        // Place p lies at p + BEHIND. There are at most as many codes as bytes, and the two edges.
        sums.resize(word.len() + 2 + LANES, self.bias);
        let mut reader = Reader { node: self.trie.root(), types: self.before, end: 0 };
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
        reader.node = follow(&self.trie, &self.failures, reader.node, code).unwrap_or(self.trie.root());
        reader.types = reader.types << TYPE_BITS | self.alphabet.type_of(code) as u16;
        let lanes: &mut [i16; LANES] = (&mut sums[reader.end..reader.end + LANES]).try_into().expect("as many as lanes");
        add(lanes, &self.weights[state_of(reader.node)]);
        add(lanes, &self.types[reader.types as usize]);
    }
}

/// What has been read of a word.
struct Reader {
    node: Node,
    types: u16,
    end: usize,
}

#[inline(always)]
fn add(sums: &mut [i16; LANES], weights: &Lanes) {
    for (sum, &weight) in sums.iter_mut().zip(&weights.0) {
        *sum = sum.wrapping_add(weight);
    }
}
