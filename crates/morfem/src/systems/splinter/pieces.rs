//! Pieces of stems that have no id of their own and no root, such as names and loans.
//!
//! Such a stem is cut into a beginning and pieces. The beginning is one letter, or any stem or root that is a unit; a piece has one to
//! [`LONGEST`] letters. The cut with the fewest parts wins. Of several, the one whose parts have the largest sum of squared lengths wins,
//! and then the one whose last part is longest. One pass over the places of the stem finds it, in time linear in its length.
//!
//! The pieces are found by trial. At first there are several times too many: the most frequent beginnings and pieces of the corpus. In each
//! round all stems are cut with them, and those that are used most are kept.

use rustc_hash::FxHashMap;

/// Letters of the longest piece.
pub const LONGEST: usize = 8;
/// Letters of the longest beginning that is learned here.
const LONGEST_BEGINNING: usize = 20;
/// How many times as many there are in each round as in the end (docs/design/splinter.md).
const ROUNDS: [f64; 5] = [6.0, 3.0, 1.7, 1.2, 1.0];

/// The number of a part of one letter.
pub const LETTER: u32 = u32::MAX;

/// Buffers of a search.
#[derive(Default)]
pub struct PieceBuffers {
    best: Vec<Best>,
    /// Where the parts end, and their numbers.
    pub parts: Vec<(usize, u32)>,
}

/// The best cut of a beginning of the stem.
#[derive(Clone, Copy)]
struct Best {
    /// The number of parts in the upper half, less the sum of the squares of their lengths: the smaller, the better.
    cost: u64,
    /// Where the last part begins, and its number.
    from: u32,
    number: u32,
}

impl PieceBuffers {
    /// Cuts a stem of so many letters; `parts_at` gives, for a place, the ends and numbers of the parts of two letters or more that begin
    /// there.
    #[inline]
    pub fn cut<I: Iterator<Item = (usize, u32)>>(&mut self, length: usize, parts_at: impl Fn(usize) -> I) {
        let best = &mut self.best;
        best.clear();
        best.resize(length + 1, Best { cost: u64::MAX, from: 0, number: LETTER });
        best[0].cost = u32::MAX as u64;
        for from in 0..length {
            let before = best[from].cost + (1 << 32);
            let mut add = |to: usize, number: u32| {
                let cost = before - ((to - from) * (to - from)) as u64;
                if cost < best[to].cost {
                    best[to] = Best { cost, from: from as u32, number };
                }
            };
            add(from + 1, LETTER);
            parts_at(from).for_each(|(to, number)| add(to, number));
        }
        self.parts.clear();
        let mut end = length;
        while end > 0 {
            let Best { from, number, .. } = self.best[end];
            self.parts.push((end, number));
            end = from as usize;
        }
        self.parts.reverse();
    }
}

/// The ends of the known parts of a stem that begin at `from`.
fn known_parts(stem: &[u8], from: usize, is_part: impl Fn(bool, &[u8]) -> bool) -> impl Iterator<Item = (usize, u32)> {
    let longest = if from == 0 { LONGEST_BEGINNING } else { LONGEST };
    (from + 2..=stem.len().min(from + longest)).filter(move |&to| is_part(from == 0, &stem[from..to])).map(|to| (to, 0))
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
    let mut buffers = PieceBuffers::default();
    for (round, share) in ROUNDS.into_iter().enumerate() {
        if round > 0 {
            let pool = std::mem::take(&mut counts);
            for &(stem, count) in stems {
                let is_part = |is_first: bool, part: &[u8]| is_first && is_known(part) || pool.contains_key(&(is_first, part));
                buffers.cut(stem.len(), |from| known_parts(stem, from, is_part));
                let mut from = 0;
                for &(to, _) in &buffers.parts {
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
