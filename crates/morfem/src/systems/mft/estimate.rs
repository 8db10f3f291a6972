//! Estimates the probabilities of roots and affixes by expectation maximisation on the words of a corpus.
//!
//! P(word) = sum over its analyses of P(root, class) x product of P(affix | what came last) x P(end | what came last). Expected counts come
//! from forward and backward sums over the lattice of each word; the new probabilities are
//!
//!   P(b | a) = (c(a, b) + strength x P(b)) / (c(a) + strength)     for b an affix or the end,
//!   P(affix) = (c(affix) + 1/2) / (c + n/2) for n affixes, P(end) = c(end) / c, for any a,
//!   P(root) = (c(root) + FLOOR) / sum.
//!
//! After an unknown stem, affixes have the counts that they have after all roots.
//!
//! The first quarter of the steps ignores a: an affix has the same probability after every unit. Many words have two analyses with the same
//! spelling (ev+i+nin and ev+in+in), and the corpus alone does not decide between them. This start prefers the affixes that are frequent
//! elsewhere, and the later steps learn the pairs from there.
//!
//! Where the spelling never decides between readings, a pack may say how often each is meant: see [`super::shares`].
//!
//! Word counts are raised to the count exponent, so that affixes are learned from many types and not from the few most frequent words. No
//! gold data is used.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::automaton::Last;
use super::grammar::{Grammar, LatticeBuffers, NONE_BEFORE, Part, Scores, UNKNOWN};
use super::shares::Shares;
use crate::Result;
use crate::run::progress::Progress;

/// Added to the expected count of every root, so that roots that the corpus lacks are possible (docs/design/mft.md).
const FLOOR: f64 = 0.05;
/// Steps of expectation maximisation; with 4 or 16 the figures differ by a thousandth.
const EM_STEPS: u64 = 8;
/// Number of observations by which the overall distribution of affixes is weighted against the distribution after one unit; with 2.5 or 10
/// hardly a word changes.
const BACKOFF: f64 = 5.0;
/// Nats added to the score of an analysis for each affix. Without them there are half a per cent fewer tokens, because words that the
/// lexicon has whole stay whole.
const AFFIX_BONUS: f64 = 1.0;
/// ln of the probability of an unknown stem, and of each of its letters (docs/design/mft.md).
const STEM: f64 = -4.0;
const LETTER: f64 = -2.5;
/// A strength so high that the pairs of units have no influence.
const ALONE: f64 = 1e12;
/// ln of the first probability of the end of a word, one half.
const FIRST_END: f64 = -0.7;

/// Expected counts.
#[derive(Default)]
struct Counts {
    roots: FxHashMap<u32, f64>,
    affixes: FxHashMap<(Last, u16), f64>,
    ends: FxHashMap<Last, f64>,
}

impl Counts {
    fn add(mut self, other: Counts) -> Counts {
        for (root, count) in other.roots {
            *self.roots.entry(root).or_default() += count;
        }
        for (pair, count) in other.affixes {
            *self.affixes.entry(pair).or_default() += count;
        }
        for (last, count) in other.ends {
            *self.ends.entry(last).or_default() += count;
        }
        self
    }
}

/// The weight of a word with this count: its root, since foreign names are frequent in few forms.
pub fn damped(count: u64) -> f64 {
    (count as f64).powf(0.5)
}

/// Estimates the scores of `grammar` on words with their counts, and gives them to it.
///
/// # Errors
/// What `progress` returns, to stop.
pub fn estimate(grammar: &mut Grammar, words: &[(String, u64)], shares: &Shares, progress: &dyn Progress) -> Result<()> {
    grammar.set_scores(uniform(grammar));
    for round in 0..EM_STEPS {
        progress.report("estimating the grammar", round, EM_STEPS)?;
        // Parts of fixed size are added in order, so that the result does not depend on the number of threads.
        let parts: Vec<Counts> = words
            .par_chunks(4096)
            .map(|words| {
                let mut buffers = LatticeBuffers::default();
                let mut counts = Counts::default();
                for (word, count) in words {
                    expect(grammar, word, damped(*count), &mut buffers, &mut counts);
                }
                counts
            })
            .collect();
        let mut counts = parts.into_iter().fold(Counts::default(), Counts::add);
        shares.apply(&mut counts.roots, &mut counts.affixes, &counts.ends);
        let strength = if round < EM_STEPS / 4 { ALONE } else { BACKOFF };
        grammar.set_scores(maximise(grammar, &counts, strength));
    }
    let scores = Scores { bonus: AFFIX_BONUS, ..grammar.scores().clone() };
    grammar.set_scores(scores);
    progress.report("estimating the grammar", EM_STEPS, EM_STEPS)
}

/// The first scores: roots by their counts in the lexicon, and all affixes equally probable.
pub fn uniform(grammar: &Grammar) -> Scores {
    let total: f64 = grammar.pack.roots.iter().map(|root| root.count as f64 + 1.0).sum();
    let each = -(grammar.pack.affixes.len() as f64).ln();
    Scores {
        roots: grammar.pack.roots.iter().map(|root| ((root.count as f64 + 1.0) / total).ln()).collect(),
        affixes: FxHashMap::default(),
        unseen: vec![each; grammar.lasts()],
        ends: vec![FIRST_END; grammar.lasts()],
        stem: STEM,
        letter: LETTER,
        bonus: 0.0,
    }
}

/// Adds the expected counts of a word that occurs `weight` times.
fn expect(grammar: &Grammar, word: &str, weight: f64, buffers: &mut LatticeBuffers, counts: &mut Counts) {
    let (edges, ends) = grammar.lattice_of_roots(word, buffers);
    if ends.is_empty() {
        return;
    }
    let scores = grammar.scores();
    let size = 1 + edges.iter().map(|edge| edge.to as usize).max().unwrap_or(0);
    let (mut forward, mut backward) = (vec![0.0f64; size], vec![0.0f64; size]);
    let chance: Vec<f64> = edges.iter().map(|edge| edge.score.exp()).collect();
    for (edge, chance) in edges.iter().zip(&chance) {
        let before = if edge.from == NONE_BEFORE { 1.0 } else { forward[edge.from as usize] };
        forward[edge.to as usize] += before * chance;
    }
    let mut total = 0.0;
    for &(at, last) in &ends {
        backward[at as usize] = scores.ends[last as usize].exp();
        total += forward[at as usize] * backward[at as usize];
    }
    if total <= 0.0 {
        return;
    }
    for &(at, last) in &ends {
        *counts.ends.entry(last).or_default() += weight * forward[at as usize] * backward[at as usize] / total;
    }
    for (edge, chance) in edges.iter().zip(&chance).rev() {
        let after = backward[edge.to as usize];
        if after == 0.0 {
            continue;
        }
        let before = if edge.from == NONE_BEFORE { 1.0 } else { forward[edge.from as usize] };
        let expected = weight * before * chance * after / total;
        match edge.part {
            Part::Root(row) => *counts.roots.entry(row).or_default() += expected,
            Part::Affix(affix) => *counts.affixes.entry((edge.last, affix)).or_default() += expected,
            Part::Stem { .. } | Part::Apostrophe => {}
        }
        if edge.from != NONE_BEFORE {
            backward[edge.from as usize] += chance * after;
        }
    }
}

fn maximise(grammar: &Grammar, counts: &Counts, strength: f64) -> Scores {
    let lasts = grammar.lasts();
    let mut totals = vec![0.0; lasts];
    let mut by_affix = vec![0.0; grammar.pack.affixes.len()];
    let mut pairs: Vec<((Last, u16), f64)> = counts.affixes.iter().map(|(&pair, &count)| (pair, count)).collect();
    pairs.sort_by_key(|pair| pair.0);
    // After an unknown stem, affixes have the counts that they have after all roots.
    let mut after_roots = vec![0.0; by_affix.len()];
    for (pair, count) in pairs.iter().filter(|(pair, _)| pair.0 as usize >= by_affix.len()) {
        after_roots[pair.1 as usize] += count;
    }
    let unknown = grammar.last_of(UNKNOWN);
    pairs.retain(|(pair, _)| pair.0 != unknown);
    pairs.extend(after_roots.iter().zip(0..).filter(|(count, _)| **count > 0.0).map(|(&count, affix)| ((unknown, affix), count)));
    pairs.sort_by_key(|pair| pair.0);
    for (pair, count) in &pairs {
        totals[pair.0 as usize] += count;
        if pair.0 != unknown {
            by_affix[pair.1 as usize] += count;
        }
    }
    let mut end = 0.0;
    for (last, total) in (0..).zip(&mut totals) {
        let count = counts.ends.get(&last).copied().unwrap_or_default();
        *total += count;
        end += count;
    }
    let all: f64 = by_affix.iter().sum::<f64>() + end;
    let any = |affix: u16| (by_affix[affix as usize] + 0.5) / (all + 0.5 * by_affix.len() as f64);
    let affixes =
        pairs.iter().map(|&(pair, count)| (pair, ((count + strength * any(pair.1)) / (totals[pair.0 as usize] + strength)).ln())).collect();
    let rare = by_affix.iter().copied().fold(f64::INFINITY, f64::min);
    let unseen = totals.iter().map(|total| (strength * (rare + 0.5) / all / (total + strength)).ln()).collect();
    let ends = (0..lasts)
        .map(|last| {
            let count = counts.ends.get(&(last as Last)).copied().unwrap_or_default();
            ((count + strength * end / all) / (totals[last] + strength)).ln()
        })
        .collect();
    let of = |row: usize| counts.roots.get(&(row as u32)).copied().unwrap_or_default() + FLOOR;
    let total: f64 = (0..grammar.pack.roots.len()).map(of).sum();
    let roots = (0..grammar.pack.roots.len()).map(|row| (of(row) / total).ln()).collect();
    Scores { roots, affixes, unseen, ends, stem: STEM, letter: LETTER, bonus: 0.0 }
}
