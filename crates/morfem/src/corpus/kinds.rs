//! Kinds of text in a corpus, and chunks whose weights balance them.
//!
//! If one third of a corpus is film reviews and one quarter is statutes, a vocabulary spends its ids on phrases of reviews and statutes.
//! Here the kinds are found without labels, by a mixture of unigram models: kind k has a share P(k) of the texts and a probability P(w | k)
//! of each word, and a text belongs to the kind with the largest P(k) times the product of P(w | k) over its words. Shares and
//! probabilities are then computed again from the texts of each kind, and so on (hard expectation maximisation). So that unknown inflected
//! forms say something too, a word stands for two features: its first two characters and its last two, hashed.
//!
//! A kind with the share s of the bytes gets the weight s^-b, where b is the balance: 0 leaves the corpus as it is, and with 1 all kinds
//! weigh the same. The weights are scaled so that the corpus weighs as much as before. A chunk of several kinds gets the mean of their
//! weights.
//!
//! The first kinds come from a hash of each text's number, and sums are taken in a fixed order, so equal texts give equal kinds.

use std::hash::Hasher;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::Chunks;
use crate::Result;
use crate::lists::Lists;
use crate::run::progress::{Progress, Stage};

/// Number of features, one half for beginnings and one half for endings (docs/design/unigram.md).
const FEATURES: usize = 1 << 14;
/// Number of steps at most. Usually fewer than one text in a hundred changes its kind in the last ones.
const STEPS: usize = 20;
/// Occurrences of the whole corpus's features that are added to those of each kind (docs/design/unigram.md).
const PRIOR: f64 = 200.0;
/// Number of texts whose kinds are computed together.
const BLOCK: usize = 1 << 12;

/// The features of texts.
#[derive(Clone, Debug, Default)]
pub struct TextKinds(Lists<u16>);

impl TextKinds {
    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        self.0.push(text.split_whitespace().flat_map(|word| {
            let beginning = word.char_indices().nth(2).map_or(word, |(at, _)| &word[..at]);
            let ending = word.char_indices().nth_back(1).map_or(word, |(at, _)| &word[at..]);
            let feature = |part: &str| hash(part.as_bytes()) as usize % (FEATURES / 2);
            [feature(beginning) as u16, (feature(ending) + FEATURES / 2) as u16]
        }));
    }

    /// The kind of each text, below `kinds`.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`] if `progress` asks to stop.
    pub fn find(&self, kinds: u8, progress: &dyn Progress) -> Result<Vec<u8>> {
        let stage = Stage::begin(progress, "finding kinds of text", STEPS as u64)?;
        let mut found: Vec<u8> = (0..self.0.len()).map(|text| (hash(&text.to_le_bytes()) % kinds as u64) as u8).collect();
        for _ in 0..STEPS {
            let next = Model::new(self, &found, kinds as usize).kinds(self);
            let changed = found.iter().zip(&next).filter(|(old, new)| old != new).count();
            found = next;
            stage.add(1)?;
            if 100 * changed < found.len() {
                break;
            }
        }
        Ok(found)
    }
}

/// The logarithms of the probabilities.
struct Model {
    /// By kind.
    shares: Vec<f32>,
    /// By feature, then by kind.
    features: Vec<f32>,
}

impl Model {
    fn new(texts: &TextKinds, found: &[u8], kinds: usize) -> Self {
        let (mut shares, mut counts) = (vec![1.0; kinds], vec![0.0; FEATURES * kinds]);
        for (text, &kind) in found.iter().enumerate() {
            shares[kind as usize] += 1.0;
            texts.0[text].iter().for_each(|&id| counts[id as usize * kinds + kind as usize] += 1.0);
        }
        let whole: Vec<f64> = counts.chunks(kinds).map(|counts| counts.iter().sum::<f64>() + 0.5).collect();
        let prior = PRIOR / whole.iter().sum::<f64>();
        let mut totals = vec![PRIOR; kinds];
        counts.chunks(kinds).for_each(|counts| totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count));
        let probability = |(index, count): (usize, &f64)| ((count + prior * whole[index / kinds]) / totals[index % kinds]).ln() as f32;
        let all: f64 = shares.iter().sum();
        Model {
            shares: shares.iter().map(|share| (share / all).ln() as f32).collect(),
            features: counts.iter().enumerate().map(probability).collect(),
        }
    }

    /// The best kind of every text; the first of several.
    fn kinds(&self, texts: &TextKinds) -> Vec<u8> {
        let kinds = self.shares.len();
        let mut found = vec![0; texts.0.len()];
        found.par_chunks_mut(BLOCK).enumerate().for_each_init(Vec::new, |sums: &mut Vec<f32>, (block, found)| {
            for (text, kind) in (block * BLOCK..).zip(found) {
                sums.clear();
                sums.extend(&self.shares);
                for &id in &texts.0[text] {
                    let row = &self.features[id as usize * kinds..][..kinds];
                    sums.iter_mut().zip(row).for_each(|(sum, term)| *sum += term);
                }
                *kind = (0..kinds).rev().max_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0) as u8;
            }
        });
        found
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

impl Chunks {
    /// The chunks of a corpus whose kinds of text are `kinds`, with the weights that balance them.
    pub fn balanced(kinds: &[Arc<Chunks>], balance: f64) -> Self {
        let bytes: Vec<f64> = kinds.iter().map(|kind| kind.total_bytes() as f64).collect();
        let total: f64 = bytes.iter().sum();
        let raised: Vec<f64> = bytes.iter().map(|bytes| (bytes.max(1.0) / total).powf(-balance)).collect();
        let scale = total / raised.iter().zip(&bytes).map(|(weight, bytes)| weight * bytes).sum::<f64>();
        let mut balanced = Chunks::default();
        let mut next = vec![0; kinds.len()];
        loop {
            let ahead = kinds.iter().zip(&next).filter(|&(chunks, &next)| next < chunks.len()).map(|(chunks, &next)| chunks.get(next).0);
            let Some(chunk) = ahead.min() else { return balanced };
            let (mut count, mut weight) = (0u32, 0.0);
            for (kind, chunks) in kinds.iter().enumerate() {
                if next[kind] < chunks.len() && chunks.get(next[kind]).0 == chunk {
                    let of_kind = chunks.count(next[kind]);
                    count = count.saturating_add(of_kind);
                    weight += raised[kind] * scale * of_kind as f64;
                    next[kind] += 1;
                }
            }
            balanced.push(chunk, count);
            balanced.weights.push((weight / count as f64) as f32);
        }
    }
}
