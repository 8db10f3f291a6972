//! How often pieces occur in the chunks of one kind of text.
//!
//! An occurrence is an arc, whether or not a segmentation uses it. It belongs to the node where it ends, so the count of a node is the sum
//! of the counts of all texts that begin with it, and is added to each of its arcs: one pass from the last node to the first.

use rayon::prelude::*;

use super::{Corpus, LONGEST_TEXT, Part, sum, texts};
use crate::corpus::Chunks;

impl Corpus {
    /// How often each piece occurs in the chunks of one kind, if `all` are the chunks of this corpus.
    pub(crate) fn occurrences(&self, kind: &Chunks, all: &Chunks) -> Vec<f64> {
        let mut times = Vec::with_capacity(self.len());
        let mut next = 0;
        for (chunk, _) in all.iter() {
            let is_of_kind = next < kind.len() && kind.get(next).0 == chunk;
            let count = if is_of_kind { kind.count(next) } else { 0 };
            next += is_of_kind as usize;
            times.extend(texts(chunk).map(|_| count));
        }
        let mut rest = times.as_slice();
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let (own, others) = rest.split_at(part.texts.len());
            parts.push((part, own));
            rest = others;
        }
        let counts: Vec<Vec<f64>> = parts.into_par_iter().map(|(part, times)| part.occurrences(times, self.size)).collect();
        let counts = sum(counts.into_iter());
        self.numbers.iter().map(|&number| counts[number as usize]).collect()
    }
}

impl Part {
    /// The occurrences of each number below `size`, if each text occurs as often as `times` says.
    fn occurrences(&self, times: &[u32], size: usize) -> Vec<f64> {
        let mut counts = vec![0.0; size];
        let mut through = vec![0.0; LONGEST_TEXT + 1];
        let mut next = self.arcs.len();
        for (text, &times) in self.texts.iter().zip(times).rev() {
            let mut end = text.length as usize;
            through[end] += times as f64;
            while end > text.shared as usize {
                let count = std::mem::take(&mut through[end]);
                loop {
                    next -= 1;
                    counts[self.arcs[next].id()] += count;
                    if next == 0 || self.arcs[next - 1].is_last() {
                        break;
                    }
                }
                // The first arc of a node is the shortest, and begins at the node before.
                end -= self.arcs[next].length();
                through[end] += count;
            }
        }
        counts
    }
}
