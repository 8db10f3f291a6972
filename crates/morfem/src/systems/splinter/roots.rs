//! Roots and patterns, chosen together.
//!
//! A stem of [`SHORTEST`] to [`LONGEST`] letters is a *root* of three or four letters in a *pattern*, the stem with a slot in the place of each root letter: `_ו__`. A pattern's own letters
//! are servile, the letters that a language builds patterns from; so the candidates of a stem are the choices of three or four of its letters, all that are
//! not servile among them. A stem that has more than four such letters has no root; without servile letters a language has none.
//!
//! **Model.** Root and pattern are independent, and each is drawn from what has been seen or spelled anew: with n(r) the expected count of root r
//! and q(r) the product of the probabilities of its letters, its weight is n(r) + A q(r), likewise n(t) + B q(t) / e for a pattern t (a Dirichlet prior with the
//! spelling as its base). A stem gets the candidate with the largest product of weights, of equals the one whose letters stand later.
//!
//! **Learning** is expectation maximisation over distinct stems, each of weight one. In its own expectation a stem leaves itself out:
//! else every odd root would be its own best support. The letters' probabilities are taken anew from the expected counts in each round.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::packed::{BloomFilter, Packed, Packing, SLOT, SmallTable, Table, small};
use crate::Result;
use crate::progress::Progress;

pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 12;
/// Letters of a root, at most.
const MOST: usize = 4;
/// More than two products of at most [`LONGEST`] probabilities, taken in different orders, differ by.
const ROUNDING: f64 = 1.0 + 1e-9;
const ROUNDS: usize = 8;
/// What spelling a root or a pattern anew is worth, in observations.
const SPELLED_ROOT: f64 = 50.0;
const SPELLED_PATTERN: f64 = 20.0;
/// The same for a pattern before its letters: it is rarer than they say.
const NEW_PATTERN: f64 = SPELLED_PATTERN / std::f64::consts::E;
/// What a candidate with a root of four letters is worth at first.
const FOUR_AT_FIRST: f64 = 0.2;
/// Expected counts below this are not kept.
const LEAST: f64 = 0.5;
/// Stems between two reports of progress.
const REPORT: usize = 1 << 14;

/// The places of a root's letters in a stem, as bits.
pub type Places = u16;

/// A choice of root letters: their places, the hash of the pattern, and the product of the probabilities of the pattern's letters, but for rounding.
#[derive(Clone, Copy)]
struct Candidate {
    places: Places,
    hash: u64,
    spelled: f64,
}

impl Candidate {
    const NONE: Candidate = Candidate { places: 0, hash: 0, spelled: 1.0 };

    /// With one letter more; `slot` is what that changes.
    #[inline(always)]
    fn with(self, slot: &Candidate) -> Candidate {
        Candidate { places: self.places | slot.places, hash: self.hash.wrapping_add(slot.hash), spelled: self.spelled * slot.spelled }
    }
}

/// Calls `visit` with every choice of root letters; `letters` are those that roots know, at most [`LONGEST`], and `probability` is that of a letter of a
/// pattern.
///
/// A stem of servile letters alone has the most choices, 715 of twelve letters. They are taken by their first two letters; `matters` says, for these,
/// for the number of root letters and for what `spelled` is at most, whether one of them may be wanted.
#[inline]
fn candidates(
    alphabet: &Alphabet,
    letters: &[u8],
    probability: impl Fn(u8) -> f64,
    matters: impl Fn(Places, usize, f64) -> bool,
    mut visit: impl FnMut(Candidate),
) {
    let (mut free, mut count, mut fixed) = ([Candidate::NONE; LONGEST], 0, Candidate::NONE);
    for (at, &letter) in letters.iter().enumerate() {
        let slot = Candidate { places: 1 << at, hash: sign_hash(at, SLOT), spelled: 1.0 };
        if alphabet.is_servile(letter) {
            // What changes if the letter becomes a slot.
            let own = Candidate { places: 0, hash: sign_hash(at, letter), spelled: probability(letter) };
            fixed = fixed.with(&own);
            free[count] = Candidate { hash: slot.hash.wrapping_sub(own.hash), spelled: 1.0 / own.spelled, ..slot };
            count += 1;
        } else {
            fixed = fixed.with(&slot);
        }
    }
    let known = letters.len() - count;
    let free = &free[..count];
    for size in SHORTEST..=MOST {
        if known == 0 {
            let mut rarest = 1.0f64;
            for second in (1..count.saturating_sub(size - 2)).rev() {
                rarest = free[second + 1..=second + size - 2].iter().fold(rarest, |rarest, slot| rarest.max(slot.spelled));
                for first in 0..second {
                    let chosen = fixed.with(&free[first]).with(&free[second]);
                    let most = (2..size).fold(chosen.spelled, |most, _| most * rarest);
                    if matters(chosen.places, size, most) {
                        choose(&free[second + 1..], size - 2, chosen, &mut visit);
                    }
                }
            }
        } else if known <= size && size <= letters.len() {
            choose(free, size - known, fixed, &mut visit);
        }
    }
}

fn choose(free: &[Candidate], count: usize, chosen: Candidate, visit: &mut impl FnMut(Candidate)) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, slot) in free[..free.len().saturating_sub(count - 1)].iter().enumerate() {
        choose(&free[index + 1..], count - 1, chosen.with(slot), visit);
    }
}

/// The hash of a letter or slot at some place of a pattern; that of the pattern is the sum, so a slot more is one addition.
#[inline]
fn sign_hash(at: usize, sign: u8) -> u64 {
    (at as u64 + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
        .wrapping_mul(2 * sign as u64 + 1)
        .wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Roots and patterns with their expected counts, sorted.
pub type Rows = Vec<(Vec<u8>, f64)>;

/// The model, ready to use.
#[derive(Clone, Debug)]
pub struct Roots {
    pub roots: Rows,
    pub patterns: Rows,
    packing: Packing,
    root_weights: SmallTable,
    /// For each first and second letter, and 3 or 4 letters in all, what a root weighs at most.
    root_bounds: Vec<[f32; 2]>,
    pattern_weights: Table<f64>,
    pattern_filter: BloomFilter,
    /// For each length, place of the first and of the second slot, and 3 or 4 slots, what a pattern that has been seen weighs at most.
    pattern_bounds: Vec<[f64; 2]>,
    spelling: Spelling,
}

/// The probabilities of letters.
#[derive(Clone, Debug)]
struct Spelling {
    root: Vec<f64>,
    pattern: Vec<f64>,
}

impl Spelling {
    /// Of the expected counts of roots and patterns, over an alphabet of so many letters.
    fn new<R: IntoIterator<Item = u8>, P: IntoIterator<Item = u8>>(
        size: usize,
        roots: impl Iterator<Item = (R, f64)>,
        patterns: impl Iterator<Item = (P, f64)>,
    ) -> Self {
        let mut root = vec![0.0; size];
        let mut pattern = vec![0.0; size];
        for (letters, count) in roots {
            letters.into_iter().for_each(|letter| root[letter as usize] += count);
        }
        for (letters, count) in patterns {
            letters.into_iter().filter(|&letter| letter != SLOT).for_each(|letter| pattern[letter as usize] += count);
        }
        let (all, all_pattern): (f64, f64) = (root.iter().sum(), pattern.iter().sum());
        root.iter_mut().for_each(|count| *count = (*count + 1.0) / (all + size as f64));
        pattern.iter_mut().for_each(|count| *count = (*count + 0.5) / (all_pattern + 1.0));
        Spelling { root, pattern }
    }

    /// What a root is worth if it has not been seen.
    fn of_root(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.fold(SPELLED_ROOT, |weight, letter| weight * self.root[letter as usize])
    }

    /// What a pattern is worth if it has not been seen.
    fn of_pattern(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.filter(|&letter| letter != SLOT).fold(NEW_PATTERN, |weight, letter| weight * self.pattern[letter as usize])
    }
}

impl Roots {
    /// The model of expected counts.
    pub fn new(alphabet: &Alphabet, roots: Rows, patterns: Rows) -> Self {
        let packing = Packing::new(alphabet.len());
        let letters = |(letters, count): &(Vec<u8>, f64)| (letters.clone(), *count);
        let spelling = Spelling::new(alphabet.len(), roots.iter().map(letters), patterns.iter().map(letters));
        let packed = |letters: &[u8]| packing.pack(letters).unwrap_or_default();
        let root_weight = |letters: &[u8], count: f64| (count + spelling.of_root(letters.iter().copied())) as f32;
        let root_weights =
            SmallTable::new(roots.iter().map(|(letters, count)| (small(letters.iter().copied()), root_weight(letters, *count))));
        let size = alphabet.len() as u8;
        let commonest = spelling.root.iter().fold(0.0, |most: f64, &probability| most.max(probability));
        let spelled = |first, second| {
            let three = spelling.of_root([first, second].into_iter()) * commonest;
            [three, three * commonest].map(|weight| (weight as f32).next_up())
        };
        let mut root_bounds: Vec<[f32; 2]> = (0..size)
            .flat_map(|first| (0..size).map(move |second| (first, second)))
            .map(|(first, second)| spelled(first, second))
            .collect();
        for (letters, count) in roots.iter().filter(|root| (SHORTEST..=MOST).contains(&root.0.len())) {
            let bound = &mut root_bounds[letters[0] as usize * alphabet.len() + letters[1] as usize][letters.len() - SHORTEST];
            *bound = bound.max(root_weight(letters, *count));
        }
        let weighed = |(letters, count): &(Vec<u8>, f64)| (packed(letters), count + spelling.of_pattern(letters.iter().copied()));
        let pattern_weights = Table::new(patterns.iter().map(weighed));
        let hash = |letters: &[u8]| letters.iter().enumerate().fold(0u64, |hash, (at, &sign)| hash.wrapping_add(sign_hash(at, sign)));
        let pattern_filter = BloomFilter::new(patterns.iter().map(|pattern| hash(&pattern.0)));
        let mut pattern_bounds = vec![[0.0f64; 2]; (LONGEST + 1) * LONGEST * LONGEST];
        for pattern in patterns.iter().filter(|pattern| pattern.0.len() <= LONGEST) {
            let slots = || (0..).zip(&pattern.0).filter(|(_, sign)| **sign == SLOT).map(|(at, _)| 1 << at);
            if (SHORTEST..=MOST).contains(&slots().count()) {
                let bound = &mut pattern_bounds[pair_index(pattern.0.len(), slots().sum())][slots().count() - SHORTEST];
                *bound = bound.max(weighed(pattern).1);
            }
        }
        Roots { roots, patterns, packing, root_weights, root_bounds, pattern_weights, pattern_filter, pattern_bounds, spelling }
    }

    /// The places of the root in a stem, with their weight; none if it has none that weighs at least `least`.
    ///
    /// Few candidates have a pattern that has been seen. What the others weigh is bounded by their pattern, spelled, and the heaviest root with the same
    /// first letters. The bound takes two multiplications, as the product of a pattern's letters grows with the choice; the product that counts, in the
    /// order of the letters, is taken only of the few candidates whose bound is not below the heaviest so far.
    pub fn analyze(&self, alphabet: &Alphabet, stem: &[u8], least: f64) -> Option<(Places, f64)> {
        if !(SHORTEST..=LONGEST).contains(&stem.len()) || self.patterns.is_empty() {
            return None;
        }
        let mut letters = [0; LONGEST];
        letters.iter_mut().zip(stem).for_each(|(letter, &from)| *letter = alphabet.base(from));
        let (letters, packing) = (&letters[..stem.len()], self.packing);
        let packed = packing.pack(letters)?;
        let root_of = |places: Places| {
            let letters = || Bits(places).map(|at| letters[at]);
            self.root_weights.get(small(letters())).map_or_else(|| self.spelling.of_root(letters()), f64::from)
        };
        let mut best = (least, None);
        let mut add = |places: Places, weight: f64| {
            if weight > best.0 || weight == best.0 && best.1.is_none_or(|other| stands_later(places, other)) {
                best = (weight, Some(places));
            }
            best.0
        };
        let heaviest = Cell::new(least);
        let all: Places = (1 << letters.len()) - 1;
        let probability = |letter: u8| self.spelling.pattern[letter as usize];
        // What a root with the first two letters of the places weighs at most.
        let root_bound = |places: Places, size: usize| {
            let mut first = Bits(places).map(|at| letters[at] as usize);
            let pair = first.next().unwrap_or(0) * alphabet.len() + first.next().unwrap_or(0);
            f64::from(self.root_bounds[pair][size - SHORTEST])
        };
        let matters = |pair: Places, size: usize, spelled: f64| {
            let seen = self.pattern_bounds[pair_index(letters.len(), pair)][size - SHORTEST];
            root_bound(pair, size) * seen.max(spelled * (NEW_PATTERN * ROUNDING)) >= heaviest.get()
        };
        candidates(alphabet, letters, probability, matters, |Candidate { places, hash, spelled }| {
            let seen = if self.pattern_filter.may_have(hash) { self.pattern_weights.get(packing.slotted(packed, places, 0)) } else { None };
            match seen {
                Some(pattern) => heaviest.set(add(places, root_of(places) * pattern)),
                None => {
                    if root_bound(places, places.count_ones() as usize) * (spelled * (NEW_PATTERN * ROUNDING)) >= heaviest.get() {
                        let pattern = self.spelling.of_pattern(Bits(all & !places).map(|at| letters[at]));
                        heaviest.set(add(places, root_of(places) * pattern));
                    }
                }
            }
        });
        Some((best.1?, best.0))
    }
}

/// Where [`Roots::pattern_bounds`] has the patterns of a length whose first two slots are the first two of some places.
#[inline]
fn pair_index(length: usize, places: Places) -> usize {
    let mut slots = Bits(places);
    (length * LONGEST + slots.next().unwrap_or(0)) * LONGEST + slots.next().unwrap_or(0)
}

/// Places, first to last.
struct Bits(Places);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (at < Places::BITS).then_some(at as usize)
    }
}

/// Whether the letters of the first choice stand later, the first that differs deciding.
fn stands_later(places: Places, other: Places) -> bool {
    let differing = (places ^ other).trailing_zeros();
    places >> differing & 1 == 0
}

/// Learns from distinct stems, sorted.
///
/// # Errors
/// What `progress` returns.
pub fn learn(alphabet: &Alphabet, stems: &[&[u8]], progress: &dyn Progress) -> Result<Roots> {
    let mut root_ids: FxHashMap<Packed, u32> = FxHashMap::default();
    let mut pattern_ids: FxHashMap<Packed, u32> = FxHashMap::default();
    let (mut roots, mut patterns): (Vec<Packed>, Vec<Packed>) = (Vec::new(), Vec::new());
    // Candidates of all stems, end to end: root, pattern, and the share of the stem that each has.
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut shares: Vec<f64> = Vec::new();
    let stems = if (0..alphabet.len() as u8).any(|letter| alphabet.is_servile(letter)) { stems } else { &[] };
    let packing = Packing::new(alphabet.len());
    for (number, stem) in stems.iter().enumerate().filter(|(_, stem)| (SHORTEST..=LONGEST).contains(&stem.len())) {
        if number % REPORT == 0 {
            progress.report("roots", number as u64, stems.len() as u64)?;
        }
        let begin = pairs.len();
        let Some(packed) = packing.pack(stem) else { continue };
        candidates(
            alphabet,
            stem,
            |_| 1.0,
            |_, _, _| true,
            |Candidate { places, .. }| {
                let (root, pattern) = (packing.chosen(packed, places), packing.slotted(packed, places, 0));
                let root_id = *root_ids.entry(root).or_insert_with(|| {
                    roots.push(root);
                    roots.len() as u32 - 1
                });
                let pattern_id = *pattern_ids.entry(pattern).or_insert_with(|| {
                    patterns.push(pattern);
                    patterns.len() as u32 - 1
                });
                pairs.push((root_id, pattern_id));
                shares.push(if places.count_ones() as usize == MOST { FOUR_AT_FIRST } else { 1.0 });
            },
        );
        if pairs.len() > begin {
            normalize(&mut shares[begin..]);
            ends.push(pairs.len());
        }
    }
    let (mut root_counts, mut pattern_counts) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        progress.report("roots", round as u64, ROUNDS as u64)?;
        root_counts = vec![0.0; roots.len()];
        pattern_counts = vec![0.0; patterns.len()];
        for (&(root, pattern), &share) in pairs.iter().zip(&shares) {
            root_counts[root as usize] += share;
            pattern_counts[pattern as usize] += share;
        }
        let counted = |(&letters, &count): (&Packed, &f64)| (packing.letters(letters), count);
        let spelling =
            Spelling::new(alphabet.len(), roots.iter().zip(&root_counts).map(counted), patterns.iter().zip(&pattern_counts).map(counted));
        let spelled_roots: Vec<f64> = roots.iter().map(|&root| spelling.of_root(packing.letters(root))).collect();
        let spelled_patterns: Vec<f64> = patterns.iter().map(|&pattern| spelling.of_pattern(packing.letters(pattern))).collect();
        for (&(root, pattern), share) in pairs.iter().zip(&mut shares) {
            let (root, pattern) = (root as usize, pattern as usize);
            *share = ((root_counts[root] - *share).max(0.0) + spelled_roots[root])
                * ((pattern_counts[pattern] - *share).max(0.0) + spelled_patterns[pattern]);
        }
        let mut begin = 0;
        for &end in &ends {
            normalize(&mut shares[begin..end]);
            begin = end;
        }
    }
    let rows = |ids: &[Packed], counts: &[f64]| {
        let kept = ids.iter().zip(counts).filter(|(_, count)| **count >= LEAST);
        let mut rows: Rows = kept.map(|(&id, &count)| (packing.letters(id).collect(), (count * 64.0).round() / 64.0)).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    };
    Ok(Roots::new(alphabet, rows(&roots, &root_counts), rows(&patterns, &pattern_counts)))
}

fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
}
