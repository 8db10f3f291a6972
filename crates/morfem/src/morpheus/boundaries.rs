//! Where a word is cut: the weights of a boundary model, compiled.
//!
//! The sum at a place is that of the weights of all n-grams that speak of it; there is a boundary where it is above 0, that is, where the
//! probability is above one half. From every place an n-gram may end at, a walk leads backwards through a trie of n-grams written backwards, and comes by
//! all that end there; their weights are added up beforehand, in [`LANES`] numbers, so a walk takes what its last n-gram has. N-grams that
//! begin with the start of the word are walked forwards, once a word. For types there is a table: the last four types are a number,
//! at which the weights of all n-grams of types that end here stand added up. A walk is at most [`LONGEST`] steps, so time is linear in the word.
//!
//! Nearly all time of a word that is new goes into waiting for memory. So the walks of a word go side by side, one step of each in turn: none waits
//! for another, and the processor has all of them under way. (An automaton of Aho and Corasick 1975 takes fewer steps, but every one of them waits for the one
//! before; it took twice the time.)
//!
//! Weights are whole numbers, [`SCALE`] to the nat, so sums are the same on every machine. A place gets at most [`MOST`] from each of three for each of [`LANES`] ends of n-grams,
//! so sums never leave 16 bits.
//!
//! The file of a model has a line for each n-gram: the n-gram (characters, with ^ and $ for the edges of the word and ? for any other; or types, of which A is
//! the first), what it is of, the first lane with a weight, and the weights from there on.

use std::fmt::Write;

use crate::trie::{Node, Trie};

use super::features::{Alphabet, BEHIND, LANES, START, is_sign};
use super::letters::Letters;
use super::solve::Solution;

/// The file of an artefact.
pub const BOUNDARIES: &str = "boundaries.tsv";
const COLUMNS: &str = "ngram\tof\tfirst\tweights";
/// Units of a nat.
pub const SCALE: f32 = 64.0;
/// Walks that go side by side: more than most words have places, few enough to stay near.
const AT_ONCE: usize = 64;
/// Types of an n-gram at most.
const LONGEST_TYPES: usize = 4;
/// What an n-gram with all that it ends with, or an entry of the table of types, adds to a place at most; ten nats are certainty.
const MOST: i16 = 640;
/// What every place has at most.
const MOST_BIAS: i16 = 500;
/// Codes of an n-gram at most.
const LONGEST: usize = 16;

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
}

/// Buffers.
#[derive(Default)]
pub struct Scratch {
    codes: Vec<u8>,
    walks: Vec<Walk>,
    sums: Vec<i16>,
}

/// A walk backwards from a place: where it is, and the last n-gram that it came by.
#[derive(Clone, Copy)]
struct Walk {
    node: Node,
    found: Node,
    /// The n-gram that is the whole beginning of the word up to here.
    beginning: Node,
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

/// The n-grams of one direction, and their weights.
struct Walks {
    trie: Trie,
    weights: Vec<Lanes>,
}

/// The codes of an n-gram in the order of its walk, the rest 0, and how many they are.
type Codes = ([u8; LONGEST], usize);

impl Walks {
    /// Weights lie in the order of the n-grams, so that those of frequent n-grams are neighbours. If `are_added`, those of an n-gram have the weights of all
    /// that a walk to it comes by.
    fn new(ngrams: &[(Codes, &Row)], are_added: bool) -> Result<Self, String> {
        let mut order: Vec<(u128, u32)> =
            ngrams.iter().zip(0..).map(|(((codes, _), _), index)| (u128::from_be_bytes(*codes), index)).collect();
        // As numbers they sort as they do by codes, none of which is 0: what an n-gram begins with comes before it.
        order.sort_unstable();
        if let Some(pair) = order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("the n-gram {:?} stands twice", ngrams[pair[1].1 as usize].1.ngram));
        }
        let key = |index: u32| {
            let (codes, length) = &ngrams[index as usize].0;
            &codes[..*length]
        };
        let keys: Vec<(&[u8], u32)> = order.iter().map(|&(_, index)| (key(index), index)).collect();
        let mut weights: Vec<Lanes> = ngrams.iter().map(|(_, row)| row.weights).collect();
        let mut path: Vec<u32> = Vec::new();
        for &(codes, index) in &keys {
            while path.last().is_some_and(|&before| !codes.starts_with(key(before))) {
                path.pop();
            }
            if let Some(&before) = path.last().filter(|_| are_added) {
                let before = weights[before as usize];
                weights[index as usize].add(&before);
            }
            path.push(index);
        }
        Ok(Walks { trie: Trie::new(&keys), weights })
    }

    /// The weights of the n-gram that ends at a node, none if there is none.
    #[inline(always)]
    fn weights(&self, node: Node) -> &Lanes {
        node.id().map_or(&Lanes::NONE, |id| &self.weights[id as usize])
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
        let (mut backwards, mut forwards) = (Vec::new(), Vec::new());
        let mut codes = Vec::new();
        for row in &rows.ngrams {
            alphabet.read(row.ngram, &mut codes);
            if codes.is_empty() || codes.len() > LONGEST {
                return Err(format!("the n-gram {:?} has {} characters; it may have 1 to {LONGEST}", row.ngram, codes.len()));
            }
            let direction = if codes[0] == START { &mut forwards } else { &mut backwards };
            if codes[0] != START {
                codes.reverse();
            }
            let mut padded = [0; LONGEST];
            padded[..codes.len()].copy_from_slice(&codes);
            direction.push(((padded, codes.len()), row));
        }
        Ok(Boundaries {
            bias,
            backwards: Walks::new(&backwards, true)?,
            forwards: Walks::new(&forwards, false)?,
            types: types_table(&rows.types, letters.types())?,
            type_count: letters.types(),
            alphabet,
            text,
        })
    }

    /// The file of the model.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives the sum at every gap of a word in small letters, in units of [`SCALE`].
    #[inline]
    pub fn sums<'s>(&self, word: &str, scratch: &'s mut Scratch) -> &'s [i16] {
        let Scratch { codes, walks, sums } = scratch;
        self.alphabet.encode(word, codes);
        sums.clear();
        // Place p lies at p + BEHIND, so an n-gram that ends before code e speaks of the lanes from e on.
        sums.resize(codes.len() + 1 + LANES, self.bias);
        let mut kinds = [self.alphabet.type_of(START) as usize; LONGEST_TYPES];
        for first in (0..codes.len()).step_by(AT_ONCE) {
            self.walk(codes, first, walks);
            for ((walk, &code), end) in walks.iter().zip(&codes[first..]).zip(first + 1..) {
                kinds.rotate_left(1);
                kinds[LONGEST_TYPES - 1] = self.alphabet.type_of(code) as usize;
                let lanes: &mut [i16; LANES] = (&mut sums[end..end + LANES]).try_into().expect("as many as lanes");
                add(lanes, &self.types[place(&kinds, self.type_count)]);
                add(lanes, self.backwards.weights(walk.found));
                add(lanes, self.forwards.weights(walk.beginning));
            }
        }
        // The first gap is place 2.
        &sums[2 + BEHIND..BEHIND + (codes.len() - 1).max(2)]
    }

    /// Walks backwards from behind each of the [`AT_ONCE`] codes from `first` on, and forwards from the first of all, all side by side.
    #[inline(always)]
    fn walk(&self, codes: &[u8], first: usize, walks: &mut Vec<Walk>) {
        let (backwards, forwards) = (&self.backwards.trie, &self.forwards.trie);
        let count = AT_ONCE.min(codes.len() - first);
        walks.clear();
        walks.resize(count, Walk { node: backwards.root(), found: Node::NONE, beginning: Node::NONE });
        // What begins a word is shorter than the walks at once.
        let mut beginning = forwards.root();
        for step in 0..LONGEST.min(first + count) {
            let mut is_on = false;
            if first == 0 {
                beginning = forwards.step(beginning, codes[step]).unwrap_or(Node::NONE);
                walks[step].beginning = beginning;
                is_on = beginning != Node::NONE;
            }
            // A walk from near the start has no more codes after some steps.
            let begun = step.saturating_sub(first);
            for (walk, &code) in walks[begun..].iter_mut().zip(&codes[first + begun - step..]) {
                walk.node = backwards.step(walk.node, code).unwrap_or(Node::NONE);
                is_on |= walk.node != Node::NONE;
                walk.found = if walk.node.id().is_some() { walk.node } else { walk.found };
            }
            if !is_on {
                break;
            }
        }
    }
}

#[inline(always)]
fn add(sums: &mut [i16; LANES], weights: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(weights.0) {
        *sum = sum.wrapping_add(weight);
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
        let kinds = kinds.ok_or_else(|| format!("{:?}: there are 1 to {LONGEST_TYPES} types, of {types} letters from A on", row.ngram))?;
        let ending = table.iter_mut().skip(place(&kinds, types)).step_by(types.pow(kinds.len() as u32));
        ending.for_each(|entry| entry.add(&row.weights));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHONOLOGY: &[u8] = b"[vowels]\na = \"back\"\ne = \"front\"\n[sounds]\nconsonants = \"bdl\"\nvoiceless = \"kt\"\n";
    const MODEL: &str = "ngram\tof\tfirst\tweights\n\tplaces\t0\t-5\na\tletters\t9\t1 2\nla\tletters\t8\t10 20 30\nal\tletters\t9\t-7\n^ka\tletters\t10\t100\nlad$\tletters\t6\t1000\nAB\ttypes\t9\t3\n";

    /// The sums by trying every n-gram at every place.
    fn expected(word: &str) -> Vec<i16> {
        let letters = Letters::new(PHONOLOGY).unwrap();
        let rows = Rows::read(MODEL).unwrap();
        let codes: Vec<char> = format!("^{word}$").chars().collect();
        let name = |letter: &char| match letter {
            '^' => letters.edges()[0],
            '$' => letters.edges()[1],
            letter => letters.type_of(*letter),
        };
        let types: Vec<char> = codes.iter().map(|letter| char::from(b'A' + name(letter))).collect();
        let mut sums = vec![rows.bias.unwrap(); codes.len() + 1 + LANES];
        for (of, text) in [(&rows.ngrams, &codes), (&rows.types, &types)] {
            for (row, end) in of.iter().flat_map(|row| (1..=text.len()).map(move |end| (row, end))) {
                if text[..end].ends_with(&row.ngram.chars().collect::<Vec<char>>()) {
                    sums[end..end + LANES].iter_mut().zip(row.weights.0).for_each(|(sum, weight)| *sum += weight);
                }
            }
        }
        sums[2 + BEHIND..BEHIND + (codes.len() - 1).max(2)].to_vec()
    }

    #[test]
    fn sums_are_those_of_all_ngrams_in_words_of_any_length() {
        let model = Boundaries::new(MODEL.into(), &Letters::new(PHONOLOGY).unwrap()).unwrap();
        let mut scratch = Scratch::default();
        for length in (0..12).chain(AT_ONCE - 6..AT_ONCE + 6).chain(2 * AT_ONCE - 6..2 * AT_ONCE + 6) {
            for start in 0..7 {
                let word: String = "kaladtex".chars().cycle().skip(start).take(length).collect();
                assert_eq!(model.sums(&word, &mut scratch), expected(&word), "{word}");
            }
        }
    }
}
