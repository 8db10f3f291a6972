//! Paths through one text: the sums over all of them, and the best one.

use super::arcs::{Arc, Text, node};

/// If a sum is outside this range, the text is computed again with potentials. Inside the range no product of a sum and a weight overflows.
pub(super) const SAFE: std::ops::Range<f64> = 1e-250..1e250;

/// An arc with a lower expected count is skipped. Most arcs are, and looking up their sums would take most of the time. The counts of 10^9
/// skipped arcs add up to at most a thousandth of an occurrence.
const NO_COUNT: f64 = 1e-12;

/// The scores of a model in the form that lattices need.
pub struct Weights {
    /// ln P(x) by number: first of the characters that are spelled, then of the pieces.
    pub(super) scores: Vec<f64>,
    /// P(x) exp(r |x|), in the same order.
    pub(super) weights: Vec<f64>,
    /// The r of the weights, in nats per byte.
    pub(super) rate: f64,
    /// The ids of the bytes of each character that is spelled.
    pub(super) spellings: Vec<Vec<usize>>,
    /// By number, the ids of pieces.
    pub(super) ids: Vec<u32>,
}

/// The best paths to all ends of a text.
pub(super) struct Best {
    /// Natural logarithm of the weight of the best path to every end.
    pub(super) scores: Vec<f64>,
    /// Its last arc.
    pub(super) last: Vec<Arc>,
}

impl Default for Best {
    fn default() -> Self {
        Best { scores: vec![0.0], last: vec![Arc::default()] }
    }
}

impl Best {
    /// The best path to `end` by these arcs, from the shortest to the longest: the logarithm of its weight, and its last arc. If two
    /// paths are equal, the one whose last differing piece is longer is best.
    #[inline(always)]
    pub fn last(&self, end: usize, arcs: &[Arc], scores: &[f64]) -> (f64, Arc) {
        let mut best = (f64::NEG_INFINITY, Arc::default());
        for &arc in arcs {
            let score = self.scores[end - arc.length()] + scores[arc.id()];
            if score >= best.0 {
                best = (score, arc);
            }
        }
        best
    }

    /// Sets the best path to `end`; returns the last arc of the one that it replaces. Further ends may have been set before.
    #[inline(always)]
    pub fn put(&mut self, end: usize, (score, last): (f64, Arc)) -> Arc {
        if end >= self.last.len() {
            self.scores.resize(end + 1, f64::NEG_INFINITY);
            self.last.resize(end + 1, Arc::default());
        }
        self.scores[end] = score;
        std::mem::replace(&mut self.last[end], last)
    }

    /// Sets the best paths to all ends that `arcs` reach, which begin behind `end`.
    pub fn extend(&mut self, mut end: usize, mut arcs: &[Arc], scores: &[f64]) {
        while !arcs.is_empty() {
            let (here, rest) = arcs.split_at(node(arcs).len());
            end += here[0].length();
            self.put(end, self.last(end, here, scores));
            arcs = rest;
        }
    }

    /// The arcs of the best path to `end`, from its end to its beginning.
    pub fn arcs(&self, mut end: usize) -> impl Iterator<Item = Arc> {
        std::iter::from_fn(move || {
            let arc = (end > 0).then(|| self.last[end])?;
            end -= arc.length();
            Some(arc)
        })
    }
}

/// Buffers for the paths of one text, reused from text to text.
#[derive(Default)]
pub struct Paths {
    /// The weight of every arc.
    weights: Vec<f64>,
    /// Sum of the weights of the paths from the beginning to every position.
    forward: Vec<f64>,
    /// Sum of the weights of the paths from every position to the end, divided by the sum over all paths of the text.
    backward: Vec<f64>,
    best: Best,
}

impl Paths {
    /// Calls `add` with the piece and the expected count of every arc of `text`, except arcs with a negligible count; for a spelled
    /// character, with each of its bytes. Returns the log-probability of the text, in nats.
    pub fn expected_counts(&mut self, text: Text, weights: &Weights, mut add: impl FnMut(usize, f64)) -> f64 {
        self.run(text, weights, |number, count| match weights.spellings.get(number) {
            Some(ids) => ids.iter().for_each(|&id| add(id, count)),
            None => add(weights.ids[number] as usize, count),
        })
    }

    /// The same with the numbers of pieces and characters.
    pub(super) fn run(&mut self, text: Text, weights: &Weights, add: impl FnMut(usize, f64)) -> f64 {
        self.weights.clear();
        self.weights.extend(text.arcs.iter().map(|arc| weights.weights[arc.id()]));
        let mut offset = weights.rate * text.length as f64;
        if !self.run_forward(text) {
            self.best.extend(0, text.arcs, &weights.scores);
            offset = -self.best.scores[text.length];
            self.weigh_by_potential(text, &weights.scores);
            self.run_forward(text);
        }
        self.run_backward(text, add);
        self.forward[text.length].ln() - offset
    }

    /// Computes the weights of the arcs relative to the best paths.
    fn weigh_by_potential(&mut self, text: Text, scores: &[f64]) {
        let potentials = &self.best.scores;
        let (mut end, mut is_first) = (0, true);
        for (arc, weight) in text.arcs.iter().zip(&mut self.weights) {
            end += if is_first { arc.length() } else { 0 };
            *weight = (scores[arc.id()] + potentials[end - arc.length()] - potentials[end]).exp();
            is_first = arc.is_last();
        }
    }

    /// The forward pass. Returns false if a sum is outside [`SAFE`].
    fn run_forward(&mut self, text: Text) -> bool {
        self.forward.clear();
        self.forward.resize(text.length + 1, 0.0);
        self.forward[0] = 1.0;
        let (mut end, mut is_first, mut safe) = (0, true, true);
        for (arc, weight) in text.arcs.iter().zip(&self.weights) {
            end += if is_first { arc.length() } else { 0 };
            self.forward[end] += self.forward[end - arc.length()] * weight;
            is_first = arc.is_last();
            safe &= !is_first || SAFE.contains(&self.forward[end]);
        }
        safe
    }

    fn run_backward(&mut self, text: Text, mut add: impl FnMut(usize, f64)) {
        self.backward.clear();
        self.backward.resize(text.length + 1, 0.0);
        self.backward[text.length] = 1.0 / self.forward[text.length];
        let mut end = text.length;
        for (index, (arc, weight)) in text.arcs.iter().zip(&self.weights).enumerate().rev() {
            let start = end - arc.length();
            let rest = weight * self.backward[end];
            let count = self.forward[start] * rest;
            if count > NO_COUNT {
                add(arc.id(), count);
            }
            self.backward[start] += rest;
            // The first arc of an end is the shortest.
            if index == 0 || text.arcs[index - 1].is_last() {
                end = start;
            }
        }
    }
}
