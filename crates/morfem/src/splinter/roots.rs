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

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::packed::{Packed, Packing, SmallTable, Table, small};
use crate::Result;
use crate::progress::Progress;

pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 12;
/// Letters of a root, at most.
const MOST: usize = 4;
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
/// The slot of a root letter in a pattern.
pub const SLOT: u8 = 0xFF;
/// Stems between two reports of progress.
const REPORT: usize = 1 << 14;

/// The places of a root's letters in a stem, as bits.
pub type Places = u16;

/// Calls `visit` with every choice of root letters, in order; `letters` are those that roots know, at most [`LONGEST`].
#[inline]
fn candidates(alphabet: &Alphabet, letters: &[u8], mut visit: impl FnMut(Places)) {
    let (mut free, mut count, mut fixed) = ([0; LONGEST], 0, 0);
    for (at, &letter) in letters.iter().enumerate() {
        if alphabet.is_servile(letter) {
            free[count] = at;
            count += 1;
        } else {
            fixed |= 1 << at;
        }
    }
    let known = letters.len() - count;
    for size in SHORTEST..=MOST {
        if known <= size && size <= letters.len() {
            choose(&free[..count], size - known, fixed, &mut visit);
        }
    }
}

fn choose(free: &[usize], count: usize, chosen: Places, visit: &mut impl FnMut(Places)) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, &at) in free.iter().enumerate() {
        if free.len() - index < count {
            return;
        }
        choose(&free[index + 1..], count - 1, chosen | 1 << at, visit);
    }
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
    pattern_weights: Table<f64>,
    /// For each length, and 3 or 4 slots, what a pattern weighs at most.
    most: [[f64; 2]; LONGEST + 1],
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
        let root_weights = SmallTable::new(roots.iter().map(|(letters, count)| {
            let weight = count + spelling.of_root(letters.iter().copied());
            (small(letters.iter().copied()), weight as f32)
        }));
        let mut most = [[NEW_PATTERN; 2]; LONGEST + 1];
        let weighed = |(letters, count): &(Vec<u8>, f64)| {
            let weight = count + spelling.of_pattern(letters.iter().copied());
            let slots = letters.iter().filter(|&&letter| letter == SLOT).count();
            if let Some(most) = most.get_mut(letters.len()) {
                let most = &mut most[(slots == MOST) as usize];
                *most = most.max(weight);
            }
            (packed(letters), weight)
        };
        let pattern_weights = Table::new(patterns.iter().map(weighed));
        Roots { roots, patterns, packing, root_weights, pattern_weights, most, spelling }
    }

    /// The places of the root in a stem, with their weight; none if it has none that weighs at least `least`.
    pub fn analyze(&self, alphabet: &Alphabet, stem: &[u8], least: f64) -> Option<(Places, f64)> {
        if !(SHORTEST..=LONGEST).contains(&stem.len()) || self.patterns.is_empty() {
            return None;
        }
        let mut letters = [0; LONGEST];
        letters.iter_mut().zip(stem).for_each(|(letter, &from)| *letter = alphabet.base(from));
        let (letters, packing) = (&letters[..stem.len()], self.packing);
        let packed = packing.pack(letters)?;
        let most = self.most[stem.len()];
        let mut best = (least, None);
        candidates(alphabet, letters, |places| {
            let root_letters = || Bits(places).map(|at| letters[at]);
            let known = self.root_weights.get(small(root_letters())).map(f64::from);
            let root = known.unwrap_or_else(|| self.spelling.of_root(root_letters()));
            // Most candidates cannot win, whatever their pattern.
            if root * most[(places.count_ones() as usize == MOST) as usize] < best.0 {
                return;
            }
            let pattern = packing.slotted(packed, places, 0);
            let pattern = self.pattern_weights.get(pattern).unwrap_or_else(|| self.spelling.of_pattern(packing.letters(pattern)));
            let weight = root * pattern;
            if weight > best.0 || weight == best.0 && best.1.is_none_or(|other: Places| stands_later(places, other)) {
                best = (weight, Some(places));
            }
        });
        Some((best.1?, best.0))
    }
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
        candidates(alphabet, stem, |places| {
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
        });
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
