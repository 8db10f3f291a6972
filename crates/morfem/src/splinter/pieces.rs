//! What has neither a whole stem nor a root: names and loans, in pieces.
//!
//! A stem is cut into a beginning, which is any stem or root that is a unit or one letter, and pieces that go on, of one to [`LONGEST`] letters. Of all
//! cuts the one with the fewest parts wins, of those the one whose parts have the largest sum of squared lengths, of equals the one whose last part is longest. One
//! pass over the places of the stem finds it, in time linear in its length.
//!
//! Which pieces there are is found by trial: the most frequent beginnings and pieces of the corpus, far too many, are cut down in rounds to those that
//! are used most when all stems are cut with them.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

/// Letters of a piece.
pub const LONGEST: usize = 8;
/// Letters of a beginning.
const LONGEST_BEGINNING: usize = 20;
/// How many more there are in each round than in the end.
const ROUNDS: [f64; 5] = [6.0, 3.0, 1.7, 1.2, 1.0];

/// Buffers of a search.
#[derive(Default)]
pub struct Scratch {
    /// For each place the number of parts, the sum of squares, and where the last part begins.
    best: Vec<(u32, u32, u32)>,
    /// Where the parts end.
    pub ends: Vec<usize>,
}

impl Scratch {
    /// Finds where the parts of a stem end.
    pub fn cut(&mut self, stem: &[u8], is_beginning: impl Fn(&[u8]) -> bool, is_piece: impl Fn(&[u8]) -> bool) {
        self.best.clear();
        self.best.resize(stem.len() + 1, (u32::MAX, 0, 0));
        self.best[0] = (0, 0, 0);
        for from in 0..stem.len() {
            let (parts, squares, _) = self.best[from];
            let longest = if from == 0 { LONGEST_BEGINNING } else { LONGEST };
            for to in from + 1..=stem.len().min(from + longest) {
                let part = &stem[from..to];
                if part.len() > 1 && !(if from == 0 { is_beginning(part) } else { is_piece(part) }) {
                    continue;
                }
                let found = (parts + 1, squares + (part.len() * part.len()) as u32, from as u32);
                let known = self.best[to];
                if (found.0, Reverse(found.1)) < (known.0, Reverse(known.1)) {
                    self.best[to] = found;
                }
            }
        }
        self.ends.clear();
        let mut end = stem.len();
        while end > 0 {
            self.ends.push(end);
            end = self.best[end].2 as usize;
        }
        self.ends.reverse();
    }
}

/// Finds the beginnings and the pieces, `most` in all, for stems with their counts; `is_known` says which beginnings there are anyway.
pub fn select(stems: &[(&[u8], u64)], is_known: impl Fn(&[u8]) -> bool, most: usize) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    type Part<'a> = (bool, &'a [u8]);
    let mut counts: FxHashMap<Part, u64> = FxHashMap::default();
    for &(stem, count) in stems {
        for from in 0..stem.len() {
            for to in from + 2..=stem.len().min(from + LONGEST) {
                let part = &stem[from..to];
                if from > 0 || to < stem.len() && !is_known(part) {
                    *counts.entry((from == 0, part)).or_default() += count;
                }
            }
        }
    }
    let mut scratch = Scratch::default();
    for (round, share) in ROUNDS.into_iter().enumerate() {
        if round > 0 {
            let pool = std::mem::take(&mut counts);
            for &(stem, count) in stems {
                scratch.cut(stem, |part| is_known(part) || pool.contains_key(&(true, part)), |part| pool.contains_key(&(false, part)));
                let mut from = 0;
                for &to in &scratch.ends {
                    let part = (from == 0, &stem[from..to]);
                    if pool.contains_key(&part) {
                        *counts.entry(part).or_default() += count;
                    }
                    from = to;
                }
            }
        }
        let mut order: Vec<(Part, u64)> = counts.drain().collect();
        order.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        order.truncate((most as f64 * share) as usize);
        counts = order.into_iter().collect();
    }
    let all = |is_beginning: bool| {
        let mut parts: Vec<Vec<u8>> = counts.keys().filter(|part| part.0 == is_beginning).map(|part| part.1.to_vec()).collect();
        parts.sort_unstable();
        parts
    };
    (all(true), all(false))
}
