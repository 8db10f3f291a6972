//! Finds the boundaries of a word: the weights of a boundary model, compiled.
//!
//! The score of a place is the sum of the weights of all n-grams near it. There is a boundary where the score is above 0, that is, where
//! the probability is above one half. All n-grams that end at one character are found by one walk backwards through a trie of reversed
//! n-grams. The weights along a path are added up beforehand, in [`LANES`] numbers, so a walk needs only the weights of its last node.
//! N-grams that begin with the start of the word are found by one walk forwards a word. N-grams of types are looked up in a table by the
//! last four types. A walk has at most [`LONGEST`] steps, so time is linear in the word.
//!
//! A new word spends most of its time waiting for memory. So the walks of several words advance together, one step at a time, and their
//! waits overlap. Only walks from the edges of a word are longer than the longest n-gram inside a word. (An automaton of Aho and Corasick
//! 1975 needs fewer steps, but each waits for the one before. It took twice the time.)
//!
//! Weights are whole numbers, [`SCALE`] to the nat, so sums are the same on every machine. At each of its [`LANES`] ends of n-grams, a
//! place gets at most [`MOST`] from each of three sources, so sums never leave 16 bits.
//!
//! The file of a model has a line for each n-gram: the n-gram (characters, with ^ and $ for the edges of the word and ? for any other; or
//! types, of which A is the first), what it is of, the first lane with a weight, and the weights from there on.

use std::fmt::Write;

use crate::cache::prefetch;
use crate::files::tsv;
use crate::trie::{Node, Trie};

use super::features::{Alphabet, BEHIND, END, LANES, START, is_sign};
use super::letters::Letters;
use super::solve::Solution;

/// The file of an artefact.
pub const BOUNDARIES: &str = "boundaries.tsv";
const COLUMNS: [&str; 4] = ["ngram", "of", "first", "weights"];
/// Units of a nat.
pub const SCALE: f32 = 64.0;
/// Walks that go side by side: those of several words, few enough to stay near (docs/design/morpheus.md).
const AT_ONCE: usize = 64;
/// Types of an n-gram at most.
const LONGEST_TYPES: usize = 4;
/// What an n-gram with all that it ends with, or an entry of the table of types, adds to a place at most; ten nats are certainty.
const MOST: i16 = 640;
/// What every place has at most.
const MOST_BIAS: i16 = 500;
/// Codes of an n-gram at most.
const LONGEST: usize = 16;
/// No n-gram has this code.
const NO_CODE: u8 = 0;

/// Weights by lane.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lanes([i16; LANES]);

impl Lanes {
    const NONE: Lanes = Lanes([0; LANES]);

    #[inline(always)]
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
    /// N-grams backwards, and those that begin a word forwards.
    backwards: Walks,
    forwards: Walks,
    types: Vec<Lanes>,
    type_count: usize,
    /// Codes at most of an n-gram that neither begins nor ends a word.
    longest_inner: usize,
}

/// Words that are summed together, and the sums.
#[derive(Default)]
pub struct BoundarySums {
    /// One word after the other, behind as many codes of none as a walk is long.
    codes: Vec<u8>,
    words: Vec<Begun>,
    sums: Vec<i16>,
}

impl BoundarySums {
    /// Forgets all words.
    pub fn clear(&mut self) {
        self.codes.clear();
        self.words.clear();
        self.sums.clear();
    }

    /// The sum at every gap of a word, in the order in which the words were given, in units of [`SCALE`].
    pub fn sums(&self, word: usize) -> &[i16] {
        let Begun { start, end, sums, .. } = self.words[word];
        // The first gap is place 2.
        &self.sums[sums + 2 + BEHIND..sums + BEHIND + (end - start - 1).max(2)]
    }
}

/// A word among others.
#[derive(Clone, Copy)]
struct Begun {
    /// Where its codes begin and end, and where its sums begin. Place p lies at p + [`BEHIND`], so an n-gram that ends before code e speaks
    /// of the lanes from e on.
    start: usize,
    end: usize,
    sums: usize,
    /// Where the walk forwards is after each of its first codes.
    beginnings: [Node; LONGEST],
    /// Where the walk backwards from its end is.
    ending: Node,
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
    fn read(text: &'a str) -> crate::Result<Self> {
        let mut rows = Rows::default();
        for row in tsv::saved_rows(BOUNDARIES, text, &COLUMNS)? {
            let (place, [ngram, of, first, written]) = row?;
            let fault = |what: &str| place.error(what);
            let first: usize = first.parse().map_err(|_| fault("the first lane is not a number"))?;
            let mut weights = Lanes::NONE;
            let mut lanes = weights.0.get_mut(first..).ok_or_else(|| fault("there is no such lane"))?.iter_mut();
            for weight in written.split(' ') {
                let lane = lanes.next().ok_or_else(|| fault("more weights than lanes"))?;
                *lane = weight.parse().map_err(|_| fault("a weight is not a number of 16 bits"))?;
            }
            match of {
                "letters" => rows.ngrams.push(Row { ngram, weights }),
                "types" => rows.types.push(Row { ngram, weights }),
                "places" if rows.bias.is_none() => rows.bias = Some(weights.0[0]),
                _ => return Err(fault("the second column is letters, types, or on one line only places")),
            }
        }
        Ok(rows)
    }
}

/// The file of what a solver has found.
pub fn written(solution: &Solution, alphabet: &Alphabet) -> String {
    let whole = |weight: f32| (weight * SCALE).round() as i16;
    let mut text = format!("{}\n\tplaces\t0\t{}\n", COLUMNS.join("\t"), whole(solution.bias));
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

/// The n-grams of one direction, and their weights.
struct Walks {
    trie: Trie,
    /// By id and one more; the first are none.
    weights: Vec<Lanes>,
}

/// The codes of an n-gram in the order of its walk, the rest 0, and how many they are.
type Codes = ([u8; LONGEST], usize);

impl Walks {
    /// If `are_added`, the weights of an n-gram have those of all that a walk to it comes by, and a walk that ends between two n-grams has
    /// those of the first.
    fn new(ngrams: &[(Codes, &Row)], are_added: bool) -> Result<Self, String> {
        let mut order: Vec<(u128, u32)> =
            ngrams.iter().zip(0..).map(|(((codes, _), _), index)| (u128::from_be_bytes(*codes), index)).collect();
        // As numbers they sort as they do by codes, none of which is 0: what an n-gram begins with comes before it.
        order.sort_unstable();
        if let Some(pair) = order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!(
                "{BOUNDARIES}: the n-gram {:?} is listed twice; remove one of its lines",
                ngrams[pair[1].1 as usize].1.ngram
            ));
        }
        let key = |index: u32| {
            let (codes, length) = &ngrams[index as usize].0;
            &codes[..*length]
        };
        let mut keys: Vec<(&[u8], u32)> = Vec::with_capacity(2 * ngrams.len());
        let mut weights: Vec<Lanes> = std::iter::once(Lanes::NONE).chain(ngrams.iter().map(|(_, row)| row.weights)).collect();
        let mut path: Vec<u32> = Vec::new();
        let mut last: &[u8] = &[];
        for (codes, index) in order.iter().map(|&(_, index)| (key(index), index)) {
            while path.last().is_some_and(|&before| !codes.starts_with(key(before))) {
                path.pop();
            }
            if let Some(&before) = path.last().filter(|_| are_added) {
                let added = weights[before as usize + 1];
                weights[index as usize + 1].add(&added);
                // No n-gram ends at the nodes that are new on the way: it would have come after the last.
                let known = codes.iter().zip(last).take_while(|(one, other)| one == other).count();
                keys.extend((known + 1..codes.len()).map(|length| (&codes[..length], before)));
            }
            keys.push((codes, index));
            path.push(index);
            last = codes;
        }
        Ok(Walks { trie: Trie::new(&keys), weights })
    }

    /// The weights of the n-gram of a node, none if there is none.
    #[inline(always)]
    fn weights(&self, node: Node) -> &[i16; LANES] {
        &self.weights[node.id().map_or(0, |id| id as usize + 1)].0
    }
}

impl Boundaries {
    /// Compiles the file of a model.
    ///
    /// # Errors
    /// A sentence that says what is at fault.
    pub fn new(text: String, letters: &Letters) -> Result<Self, String> {
        let rows = Rows::read(&text).map_err(|error| error.to_string())?;
        let bias = rows.bias.ok_or_else(|| format!("{BOUNDARIES}: it has no row for the bias, \"places\""))?.clamp(-MOST_BIAS, MOST_BIAS);
        let characters = rows.ngrams.iter().flat_map(|row| row.ngram.chars()).filter(|&letter| !is_sign(letter));
        let alphabet = Alphabet::new(characters, letters);
        let (mut backwards, mut forwards) = (Vec::new(), Vec::new());
        let mut codes = Vec::new();
        let mut longest_inner = 0;
        for row in &rows.ngrams {
            alphabet.read(row.ngram, &mut codes);
            if codes.is_empty() || codes.len() > LONGEST {
                return Err(format!("{BOUNDARIES}: the n-gram {:?} has {} characters; it may have 1 to {LONGEST}", row.ngram, codes.len()));
            }
            if codes[1..].contains(&START) {
                return Err(format!("{BOUNDARIES}: the n-gram {:?} goes on beyond the start of a word", row.ngram));
            }
            let direction = if codes[0] == START { &mut forwards } else { &mut backwards };
            if codes[0] != START {
                codes.reverse();
            }
            if codes[0] != START && codes[0] != END {
                longest_inner = longest_inner.max(codes.len());
            }
            let mut padded = [NO_CODE; LONGEST];
            padded[..codes.len()].copy_from_slice(&codes);
            direction.push(((padded, codes.len()), row));
        }
        Ok(Boundaries {
            bias,
            backwards: Walks::new(&backwards, true)?,
            forwards: Walks::new(&forwards, false)?,
            types: types_table(&rows.types, letters.types())?,
            type_count: letters.types(),
            longest_inner,
            alphabet,
            text,
        })
    }

    /// The file of the model.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a word in small letters to those that are summed.
    pub fn add(&self, word: &str, buffers: &mut BoundarySums) {
        let BoundarySums { codes, words, sums } = buffers;
        codes.resize(codes.len().max(LONGEST), NO_CODE);
        let start = codes.len();
        self.alphabet.encode(word, codes);
        let ending = self.backwards.trie.root();
        words.push(Begun { start, end: codes.len(), sums: sums.len(), beginnings: [Node::NONE; LONGEST], ending });
        sums.resize(sums.len() + codes.len() - start + 1 + LANES, self.bias);
    }

    /// Finds the sums of all words of `buffers`.
    pub fn sum(&self, buffers: &mut BoundarySums) {
        let BoundarySums { codes, words, sums } = buffers;
        let mut nodes = [Node::NONE; AT_ONCE];
        let mut kinds = [0; LONGEST_TYPES];
        let mut begun = 0;
        for first in (LONGEST..codes.len()).step_by(AT_ONCE) {
            let begin_here = words[begun..].iter().take_while(|word| word.start < first + AT_ONCE).count();
            self.walk(codes, first, &mut words[begun..begun + begin_here], &mut nodes);
            for ((at, &code), node) in (first..).zip(&codes[first..]).zip(nodes) {
                if code == START {
                    begun += 1;
                    kinds = [self.alphabet.type_of(START) as usize; LONGEST_TYPES];
                }
                let word = &words[begun - 1];
                kinds.rotate_left(1);
                kinds[LONGEST_TYPES - 1] = self.alphabet.type_of(code) as usize;
                let mut weights = self.types[place(&kinds, self.type_count)].0;
                add(&mut weights, self.backwards.weights(if code == END { word.ending } else { node }));
                if let Some(&beginning) = word.beginnings.get(at - word.start) {
                    add(&mut weights, self.forwards.weights(beginning));
                }
                let lanes = word.sums + at - word.start + 1;
                add((&mut sums[lanes..lanes + LANES]).try_into().expect("as many as lanes"), &weights);
            }
        }
    }

    /// Walks backwards from behind each of the [`AT_ONCE`] codes from `first` on, and from the end of `words`, which begin there, and
    /// forwards from their start, all side by side. `nodes` are where the first end.
    #[inline(always)]
    fn walk(&self, codes: &[u8], first: usize, words: &mut [Begun], nodes: &mut [Node; AT_ONCE]) {
        let (backwards, forwards) = (&self.backwards.trie, &self.forwards.trie);
        let count = AT_ONCE.min(codes.len() - first);
        nodes.fill(backwards.root());
        for step in 0..LONGEST {
            let mut is_on = step < self.longest_inner;
            for word in &mut *words {
                let before = if step == 0 { forwards.root() } else { word.beginnings[step - 1] };
                word.beginnings[step] = codes.get(word.start + step).and_then(|&code| forwards.step(before, code)).unwrap_or(Node::NONE);
                let ending = backwards.step(word.ending, codes[word.end - 1 - step]);
                word.ending = ending.unwrap_or(word.ending.leaf());
                prefetch(self.forwards.weights(word.beginnings[step]));
                is_on |= word.beginnings[step] != Node::NONE || ending.is_some();
            }
            if !is_on {
                break;
            }
            if step < self.longest_inner {
                for (node, &code) in nodes[..count].iter_mut().zip(&codes[first - step..]) {
                    *node = backwards.step(*node, code).unwrap_or(node.leaf());
                }
            }
        }
        nodes[..count].iter().for_each(|&node| prefetch(self.backwards.weights(node)));
    }
}

#[inline(always)]
fn add(sums: &mut [i16; LANES], weights: &[i16; LANES]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// Where the weights of a chain of types stand, the last four of a word.
#[inline(always)]
fn place(kinds: &[usize], types: usize) -> usize {
    kinds.iter().fold(0, |place, kind| place * types + kind)
}

/// The weights of all n-grams of types that a chain of [`LONGEST_TYPES`] types ends with, added up.
fn types_table(rows: &[Row], types: usize) -> Result<Vec<Lanes>, String> {
    let mut table = vec![Lanes::NONE; types.pow(LONGEST_TYPES as u32)];
    for row in rows {
        let kinds = row.ngram.chars().map(|kind| (kind as usize).checked_sub('A' as usize).filter(|&kind| kind < types));
        let kinds = kinds.collect::<Option<Vec<usize>>>().filter(|kinds| (1..=LONGEST_TYPES).contains(&kinds.len()));
        let kinds = kinds.ok_or_else(|| {
            format!(
                "{BOUNDARIES}: {:?} is not a chain of types; give 1 to {LONGEST_TYPES} of the first {types} letters from A on",
                row.ngram
            )
        })?;
        let ending = table.iter_mut().skip(place(&kinds, types)).step_by(types.pow(kinds.len() as u32));
        ending.for_each(|entry| entry.add(&row.weights));
    }
    Ok(table)
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_morpheus_boundaries.rs"]
mod tests;
