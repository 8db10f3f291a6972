//! Weights of n-grams from the probabilities of boundaries: logistic regression with an L1 penalty.
//!
//! The model: ln(p / (1 - p)) is the sum of the weights of the n-grams around a place, where p is the probability of a boundary. The target
//! t is a probability too. The loss is -t ln p - (1 - t) ln(1 - p), and its gradient for each of these weights is p - t.
//!
//! The solver is FTRL-Proximal (McMahan et al. 2013, algorithm 1). For each weight w it keeps two numbers: z, a corrected sum of gradients,
//! and n, the sum of their squares. Then w = 0 if |z| <= L1, else w = -(z - sign(z) L1) / ((1 + sqrt n) / rate). This w minimises the
//! linearised loss plus the penalty. Two things follow: a weight without enough support in the data is exactly zero, and each weight has
//! its own learning rate, which falls as the weight gets gradients, so that rare n-grams still learn fast.
//!
//! Words are visited one by one. The seed alone decides the order, so the same seed gives the same result.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::features::{self, Alphabet, LANES, Ngram, places, type_ngrams};
use super::options::Options;
use crate::Result;
use crate::lists::Lists;
use crate::run::progress::Progress;

/// How the solver works.
#[derive(Clone, Debug)]
pub struct Solver {
    min_words: u32,
    epochs: usize,
    l1: f32,
    seed: u64,
}

impl Solver {
    /// A solver with the options of the trainer; the seed decides the order of the words.
    pub fn new(options: &Options, seed: u64) -> Self {
        Solver { min_words: u32::try_from(options.min_words).unwrap_or(u32::MAX), epochs: options.epochs, l1: options.l1 as f32, seed }
    }
}

/// Words, each with its weight and the probability of a boundary at each place.
#[derive(Default)]
pub struct Examples {
    codes: Lists<u8>,
    targets: Lists<f32>,
    weights: Vec<f32>,
}

impl Examples {
    /// Adds a word in codes. A word with one character has no gap and is left out.
    pub fn push(&mut self, codes: &[u8], targets: &[f32], weight: f32) {
        if targets.is_empty() {
            return;
        }
        self.codes.push(codes.iter().copied());
        self.targets.push(targets.iter().copied());
        self.weights.push(weight);
    }

    fn len(&self) -> usize {
        self.weights.len()
    }
}

/// An n-gram with its weights.
pub struct Weighted {
    pub codes: Vec<u8>,
    pub weights: [f32; LANES],
}

/// The trained weights: n-grams of codes, those in most words first, n-grams of types, and the bias of every place.
pub struct Solution {
    pub ngrams: Vec<Weighted>,
    pub types: Vec<Weighted>,
    pub bias: f32,
}

/// One weight of the model, in the form that FTRL-Proximal keeps.
#[derive(Clone, Copy, Default)]
struct Coordinate {
    z: f32,
    root_n: f32,
    n: f32,
}

impl Coordinate {
    #[inline(always)]
    fn weight(self, options: &Solver) -> f32 {
        if self.z.abs() <= options.l1 {
            return 0.0;
        }
        -(self.z - options.l1.copysign(self.z)) / (1.0 + self.root_n)
    }

    #[inline(always)]
    fn learn(&mut self, gradient: f32, options: &Solver) {
        let weight = self.weight(options);
        let n = self.n + gradient * gradient;
        let root = n.sqrt();
        self.z += gradient - (root - self.root_n) * weight;
        (self.n, self.root_n) = (n, root);
    }
}

type Row = [Coordinate; LANES];

/// The row of an n-gram that is too rare.
const NONE: u32 = u32::MAX;
/// Number of words between two reports of progress.
const REPORT: usize = 1 << 12;

/// Trains the weights.
///
/// # Errors
/// What `progress` returns.
pub fn solve(examples: &Examples, alphabet: &Alphabet, options: &Solver, progress: &dyn Progress) -> Result<Solution> {
    let ngrams = frequent(examples, options, progress)?;
    let Found { rows, type_list } = look_up(examples, alphabet, &ngrams, progress)?;
    let mut model: Vec<Row> = vec![[Coordinate::default(); LANES]; ngrams.len() + type_list.len()];
    let mut bias = Coordinate::default();
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let mut random = options.seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let (mut sums, mut spans): (Vec<f32>, Vec<(u32, Ngram)>) = (Vec::new(), Vec::new());
    for round in 0..options.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, (next(&mut random) % (index as u64 + 1)) as usize);
        }
        for (visited, &word) in order.iter().enumerate() {
            let word = word as usize;
            if visited % REPORT == 0 {
                let done = round * order.len() + visited;
                progress.report("fitting boundaries", done as u64, (options.epochs * order.len()) as u64)?;
            }
            let codes = examples.codes[word].len();
            spans.clear();
            let all = spoken(features::ngrams(codes)).chain(spoken(type_ngrams(codes)));
            spans.extend(rows[word].iter().copied().zip(all).filter(|span| span.0 != NONE));
            sums.clear();
            sums.resize(codes, bias.weight(options));
            for (row, ngram) in &spans {
                let lanes = &model[*row as usize][ngram.lane()..];
                for (sum, coordinate) in sums[ngram.places.clone()].iter_mut().zip(lanes) {
                    *sum += coordinate.weight(options);
                }
            }
            // From here on `sums` holds the gradients.
            let weight = examples.weights[word];
            for (sum, target) in sums[places(codes)].iter_mut().zip(&examples.targets[word]) {
                *sum = (1.0 / (1.0 + (-*sum).exp()) - target) * weight;
                bias.learn(*sum, options);
            }
            for (row, ngram) in &spans {
                let lanes = &mut model[*row as usize][ngram.lane()..];
                for (gradient, coordinate) in sums[ngram.places.clone()].iter().zip(lanes) {
                    coordinate.learn(*gradient, options);
                }
            }
        }
    }
    let found = |names: Vec<Vec<u8>>, from: usize| {
        let rows = model[from..].iter().map(|row| row.map(|coordinate| coordinate.weight(options)));
        let found = names.into_iter().zip(rows).map(|(codes, weights)| Weighted { codes, weights });
        found.filter(|ngram| ngram.weights.iter().any(|&weight| weight != 0.0)).collect()
    };
    let first_type = ngrams.len();
    Ok(Solution { ngrams: found(ngrams, 0), types: found(type_list, first_type), bias: bias.weight(options) })
}

/// The n-grams of the words, as rows of the model.
struct Found {
    /// For each word the rows of its n-grams.
    rows: Lists<u32>,
    /// The n-grams of types. Their rows come behind those of the n-grams of letters.
    type_list: Vec<Vec<u8>>,
}

fn look_up(examples: &Examples, alphabet: &Alphabet, ngrams: &[Vec<u8>], progress: &dyn Progress) -> Result<Found> {
    let known: FxHashMap<&[u8], u32> = ngrams.iter().map(Vec::as_slice).zip(0..).collect();
    let mut kinds: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
    let mut type_list: Vec<Vec<u8>> = Vec::new();
    let mut rows = Lists::default();
    let mut types = Vec::new();
    for word in 0..examples.len() {
        if word % REPORT == 0 {
            progress.report("looking up n-grams", word as u64, examples.len() as u64)?;
        }
        let codes = &examples.codes[word];
        types.clear();
        types.extend(codes.iter().map(|&code| alphabet.type_of(code)));
        let of_letters =
            spoken(features::ngrams(codes.len())).map(|ngram| known.get(&codes[ngram.begin..ngram.end]).copied().unwrap_or(NONE));
        let of_types = spoken(type_ngrams(codes.len())).map(|ngram| {
            let kind = &types[ngram.begin..ngram.end];
            kinds.get(kind).copied().unwrap_or_else(|| {
                let row = (ngrams.len() + type_list.len()) as u32;
                kinds.insert(kind.to_vec(), row);
                type_list.push(kind.to_vec());
                row
            })
        });
        rows.push(of_letters.chain(of_types));
    }
    Ok(Found { rows, type_list })
}

fn spoken(ngrams: impl Iterator<Item = Ngram>) -> impl Iterator<Item = Ngram> {
    ngrams.filter(|ngram| !ngram.places.is_empty())
}

/// The n-grams that occur in enough words, most frequent first.
fn frequent(examples: &Examples, options: &Solver, progress: &dyn Progress) -> Result<Vec<Vec<u8>>> {
    let mut counts: FxHashMap<&[u8], u32> = FxHashMap::default();
    for word in 0..examples.len() {
        if word % REPORT == 0 {
            progress.report("counting n-grams", word as u64, examples.len() as u64)?;
        }
        let codes = &examples.codes[word];
        for ngram in spoken(features::ngrams(codes.len())) {
            *counts.entry(&codes[ngram.begin..ngram.end]).or_default() += 1;
        }
    }
    let mut ngrams: Vec<(u32, &[u8])> =
        counts.into_iter().filter(|&(_, count)| count >= options.min_words).map(|(ngram, count)| (count, ngram)).collect();
    ngrams.par_sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    Ok(ngrams.into_iter().map(|(_, ngram)| ngram.to_vec()).collect())
}

/// xorshift64 (Marsaglia 2003).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
