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
/// What a candidate with a root of four letters is worth at first.
const FOUR_AT_FIRST: f64 = 0.2;
/// Expected counts below this are not kept.
const LEAST: f64 = 0.5;
/// The slot of a root letter in a pattern.
pub const SLOT: u8 = 0xFF;
/// Stems between two reports of progress.
const REPORT: usize = 1 << 14;

/// Letters of at most [`LONGEST`] in one number, one byte each, plus one.
type Packed = u128;

fn packed(letters: impl Iterator<Item = u8>) -> Packed {
    letters.fold(0, |packed, letter| packed << 9 | (letter as Packed + 1))
}

fn unpacked(packed: Packed) -> Vec<u8> {
    let mut letters: Vec<u8> = backwards(packed).collect();
    letters.reverse();
    letters
}

/// The letters of a packed number, last to first.
fn backwards(mut packed: Packed) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let letter = (packed & 0x1FF).checked_sub(1)?;
        packed >>= 9;
        Some(letter as u8)
    })
}

/// The places of a root's letters in a stem, as bits.
pub type Places = u16;

/// Calls `visit` with every choice of root letters, in order; `letters` are those that roots know.
fn candidates(alphabet: &Alphabet, letters: &[u8], mut visit: impl FnMut(Places)) {
    let free: Vec<usize> = (0..letters.len()).filter(|&at| alphabet.is_servile(letters[at])).collect();
    let fixed = letters.iter().enumerate().filter(|(_, letter)| !alphabet.is_servile(**letter)).fold(0, |bits, (at, _)| bits | 1u16 << at);
    let count = letters.len() - free.len();
    for size in SHORTEST..=MOST {
        if count > size || letters.len() < size {
            continue;
        }
        choose(&free, size - count, fixed, &mut visit);
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

fn root_of(letters: &[u8], places: Places) -> Packed {
    packed(letters.iter().enumerate().filter(|(at, _)| places >> at & 1 == 1).map(|(_, &letter)| letter))
}

fn pattern_of(letters: &[u8], places: Places) -> Packed {
    packed(letters.iter().enumerate().map(|(at, &letter)| if places >> at & 1 == 1 { SLOT } else { letter }))
}

/// Roots and patterns with their expected counts, sorted.
pub type Rows = Vec<(Vec<u8>, f64)>;

/// The model, ready to use: logarithms of weights.
#[derive(Clone, Debug)]
pub struct Roots {
    pub roots: Rows,
    pub patterns: Rows,
    root_weights: FxHashMap<Packed, f64>,
    pattern_weights: FxHashMap<Packed, f64>,
    spelling: Spelling,
}

/// Logarithms of the probabilities of letters.
#[derive(Clone, Debug)]
struct Spelling {
    root: Vec<f64>,
    pattern: Vec<f64>,
}

impl Spelling {
    fn new(size: usize, roots: impl Iterator<Item = (Packed, f64)>, patterns: impl Iterator<Item = (Packed, f64)>) -> Self {
        let mut root = vec![0.0; size];
        let mut pattern = vec![0.0; size];
        for (packed, count) in roots {
            unpacked(packed).into_iter().for_each(|letter| root[letter as usize] += count);
        }
        for (packed, count) in patterns {
            unpacked(packed).into_iter().filter(|&letter| letter != SLOT).for_each(|letter| pattern[letter as usize] += count);
        }
        let (all, all_pattern): (f64, f64) = (root.iter().sum(), pattern.iter().sum());
        root.iter_mut().for_each(|count| *count = ((*count + 1.0) / (all + size as f64)).ln());
        pattern.iter_mut().for_each(|count| *count = ((*count + 0.5) / (all_pattern + 1.0)).ln());
        Spelling { root, pattern }
    }

    fn of_root(&self, root: Packed) -> f64 {
        backwards(root).map(|letter| self.root[letter as usize]).sum()
    }

    fn of_pattern(&self, pattern: Packed) -> f64 {
        backwards(pattern).filter(|&letter| letter != SLOT).map(|letter| self.pattern[letter as usize]).sum::<f64>() - 1.0
    }
}

impl Roots {
    /// The model of expected counts.
    pub fn new(alphabet: &Alphabet, roots: Rows, patterns: Rows) -> Self {
        let pack =
            |rows: &Rows| -> Vec<(Packed, f64)> { rows.iter().map(|(letters, count)| (packed(letters.iter().copied()), *count)).collect() };
        let (packed_roots, packed_patterns) = (pack(&roots), pack(&patterns));
        let spelling = Spelling::new(alphabet.len(), packed_roots.iter().copied(), packed_patterns.iter().copied());
        let root_weights =
            packed_roots.iter().map(|&(root, count)| (root, (count + SPELLED_ROOT * spelling.of_root(root).exp()).ln())).collect();
        let pattern_weights = packed_patterns
            .iter()
            .map(|&(pattern, count)| (pattern, (count + SPELLED_PATTERN * spelling.of_pattern(pattern).exp()).ln()))
            .collect();
        Roots { roots, patterns, root_weights, pattern_weights, spelling }
    }

    /// The places of the root in a stem, with the logarithm of their weight; none if it has none.
    pub fn analyze(&self, alphabet: &Alphabet, stem: &[u8]) -> Option<(Places, f64)> {
        if !(SHORTEST..=LONGEST).contains(&stem.len()) || self.patterns.is_empty() {
            return None;
        }
        let mut letters = [0; LONGEST];
        letters.iter_mut().zip(stem).for_each(|(letter, &from)| *letter = alphabet.base(from));
        let letters = &letters[..stem.len()];
        let mut best = (f64::NEG_INFINITY, None);
        candidates(alphabet, letters, |places| {
            let (root, pattern) = (root_of(letters, places), pattern_of(letters, places));
            let root = self.root_weights.get(&root).copied().unwrap_or_else(|| SPELLED_ROOT.ln() + self.spelling.of_root(root));
            let pattern =
                self.pattern_weights.get(&pattern).copied().unwrap_or_else(|| SPELLED_PATTERN.ln() + self.spelling.of_pattern(pattern));
            if root + pattern > best.0 || root + pattern == best.0 && best.1.is_none_or(|other: Places| stands_later(places, other)) {
                best = (root + pattern, Some(places));
            }
        });
        Some((best.1?, best.0))
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
    for (number, stem) in stems.iter().enumerate().filter(|(_, stem)| (SHORTEST..=LONGEST).contains(&stem.len())) {
        if number % REPORT == 0 {
            progress.report("roots", number as u64, stems.len() as u64)?;
        }
        let begin = pairs.len();
        candidates(alphabet, stem, |places| {
            let (root, pattern) = (root_of(stem, places), pattern_of(stem, places));
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
        let counted = |ids: &[Packed], counts: &[f64]| ids.iter().copied().zip(counts.iter().copied()).collect::<Vec<_>>();
        let spelling =
            Spelling::new(alphabet.len(), counted(&roots, &root_counts).into_iter(), counted(&patterns, &pattern_counts).into_iter());
        let spelled_roots: Vec<f64> = roots.iter().map(|&root| SPELLED_ROOT * spelling.of_root(root).exp()).collect();
        let spelled_patterns: Vec<f64> = patterns.iter().map(|&pattern| SPELLED_PATTERN * spelling.of_pattern(pattern).exp()).collect();
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
        let mut rows: Rows = kept.map(|(&id, &count)| (unpacked(id), (count * 64.0).round() / 64.0)).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    };
    Ok(Roots::new(alphabet, rows(&roots, &root_counts), rows(&patterns, &pattern_counts)))
}

fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
}
