//! Roots and patterns, learned from the stems of a corpus.
//!
//! The model is that of [`roots`](super::roots). Learning is expectation maximisation over distinct stems, each of weight one. The counts
//! that a stem is judged by leave out the stem itself; otherwise every odd root would be its own best evidence. So the letter that a pattern
//! restores is decided by all forms of the root. Each round computes the probabilities of letters again from the expected counts.
//!
//! A string of letters that all its stems have in common, such as גורי in גוריון, is evidence of a stem, not of a root: a root is kept only
//! if its letters stand in two ways at least, next to each other, apart, or with one that is not written, or if it is in the table of roots.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alphabet::Alphabet;
use super::known::{Known, Pattern};
use super::packed::{Packed, Packing, is_own, small};
use super::root::{LONGEST, Places, Root, SHORTEST_STEM, spelled};
use super::roots::{MOST, Roots, Rows, SURE, Spelling, WRITTEN, candidates, for_each_choice, weight_of};
use crate::Result;
use crate::run::progress::Progress;

/// Rounds of expectation maximisation.
const ROUNDS: usize = 8;
/// What a candidate with a root of four letters is worth in the first round, beside 1 for three (docs/design/splinter.md).
const FOUR_AT_FIRST: f64 = 0.2;
/// What a candidate with a root of the table is worth in the first round, beside 1 for another (docs/design/splinter.md).
const LISTED_AT_FIRST: f64 = 10.0;
/// Rounds in which roots are left out whose letters always stand in one way.
const PRUNINGS: usize = 2;
/// Roots and patterns with a lower expected count are not kept: no stem mostly has them (docs/design/splinter.md).
const LEAST: f64 = 0.5;
/// Stems between two reports of progress.
const REPORT: usize = 1 << 14;

/// The candidates of all stems, end to end.
#[derive(Default)]
struct Candidates {
    root_ids: FxHashMap<Packed, u32>,
    pattern_ids: FxHashMap<Packed, u32>,
    roots: Vec<Packed>,
    patterns: Vec<Packed>,
    /// Root, pattern, and the share of the stem that each has.
    pairs: Vec<(u32, u32)>,
    shares: Vec<f64>,
    /// Where those of each stem end.
    ends: Vec<usize>,
}

impl Candidates {
    /// Adds those of a stem.
    fn add(&mut self, alphabet: &Alphabet, packing: Packing, known: &Known, stem: &[u8]) {
        let begin = self.pairs.len();
        for_each_choice(alphabet, stem, |places| {
            if !known.may_part(stem, places) {
                return;
            }
            let share = if places.count_ones() as usize == MOST { FOUR_AT_FIRST } else { 1.0 };
            self.add_root(alphabet, packing, known, stem, Root::at(places, None), share);
        });
        let letters = spelled(stem.iter().copied());
        let has_formative =
            |places: Places| stem.iter().enumerate().any(|(at, &letter)| places >> at & 1 == 1 && alphabet.is_formative(letter));
        let barred = known.barred(stem);
        let has = |pattern: &&Pattern| pattern.fits(letters) && !has_formative(pattern.places) && known.may_follow(stem, pattern.places);
        for pattern in known.of_length(stem.len()).iter().filter(has) {
            let is_barred = pattern.places & barred != 0;
            // Without a letter that is restored it is a choice as well, unless a letter is not servile.
            let is_new = pattern.silent.is_some() || !is_barred && !has_choice(alphabet, stem, pattern.places);
            let is_known = |root: &Root| !(is_barred || pattern.is_bare()) || known.roots.has(small(root.letters(alphabet, stem)));
            for root in candidates(known, pattern, stem).filter(|root| is_new && is_known(root)) {
                self.add_root(alphabet, packing, known, stem, root, 1.0);
            }
        }
        if self.pairs.len() > begin {
            normalize(&mut self.shares[begin..]);
            self.ends.push(self.pairs.len());
        }
    }

    fn add_root(&mut self, alphabet: &Alphabet, packing: Packing, known: &Known, stem: &[u8], found: Root, share: f64) {
        let Some((found, key)) = known.roots.of_key(found, small(found.letters(alphabet, stem)), stem.len()) else { return };
        let root = packing.pack_signs(found.letters(alphabet, stem));
        let pattern = packing.pack_signs(Root::at(found.places, found.restored).pattern(alphabet, stem));
        let id = |ids: &mut FxHashMap<Packed, u32>, all: &mut Vec<Packed>, sign| {
            *ids.entry(sign).or_insert_with(|| {
                all.push(sign);
                all.len() as u32 - 1
            })
        };
        let root = id(&mut self.root_ids, &mut self.roots, root);
        self.pairs.push((root, id(&mut self.pattern_ids, &mut self.patterns, pattern)));
        self.shares.push(if known.roots.has(key) { share * LISTED_AT_FIRST } else { share });
    }

    /// The expected counts of roots and of patterns.
    fn counts(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut roots, mut patterns) = (vec![0.0; self.roots.len()], vec![0.0; self.patterns.len()]);
        for (&(root, pattern), &share) in self.pairs.iter().zip(&self.shares) {
            roots[root as usize] += share;
            patterns[pattern as usize] += share;
        }
        (roots, patterns)
    }

    /// Shares the stems out again by the counts.
    fn share_out(&mut self, alphabet: &Alphabet, packing: Packing, known: &Known, (root_counts, pattern_counts): (&[f64], &[f64])) {
        let counted = |(&letters, &count): (&Packed, &f64)| (packing.letters(letters), count);
        let of_patterns = self.patterns.iter().zip(pattern_counts).map(counted);
        let spelling = Spelling::new(alphabet.len(), self.roots.iter().zip(root_counts).map(counted), of_patterns);
        let in_table: FxHashSet<Packed> = (0..=LONGEST)
            .flat_map(|length| known.of_length(length))
            .map(|pattern| packing.pack_signs(pattern.letters.iter().copied()))
            .collect();
        let of_root = |&root: &Packed| spelling.of_root(packing.letters(root));
        let listed: Vec<bool> = self.roots.iter().map(|&root| known.roots.has(small(packing.letters(root)))).collect();
        let of_pattern =
            |pattern: &Packed| if in_table.contains(pattern) { WRITTEN } else { spelling.of_pattern(packing.letters(*pattern)) };
        let spelled_roots: Vec<f64> = self.roots.iter().map(of_root).collect();
        let spelled_patterns: Vec<f64> = self.patterns.iter().map(of_pattern).collect();
        for (&(root, pattern), share) in self.pairs.iter().zip(&mut self.shares) {
            let (root, pattern) = (root as usize, pattern as usize);
            *share = (weight_of((root_counts[root] - *share).max(0.0), listed[root]) + spelled_roots[root])
                * ((pattern_counts[pattern] - *share).max(0.0) + spelled_patterns[pattern]);
        }
        let mut begin = 0;
        for &end in &self.ends {
            normalize(&mut self.shares[begin..end]);
            begin = end;
        }
    }
}

/// Learns from distinct stems, sorted.
///
/// # Errors
/// What `progress` returns.
pub fn learn(alphabet: &Alphabet, stems: &[&[u8]], known: Known, progress: &dyn Progress) -> Result<Roots> {
    let stems = if (0..alphabet.len() as u8).any(|letter| alphabet.is_servile(letter)) { stems } else { &[] };
    let packing = Packing::new(alphabet.len());
    let mut found = Candidates::default();
    for (number, stem) in stems.iter().enumerate().filter(|(_, stem)| (SHORTEST_STEM..=LONGEST).contains(&stem.len())) {
        if number % REPORT == 0 {
            progress.report("roots", number as u64, stems.len() as u64)?;
        }
        found.add(alphabet, packing, &known, stem);
    }
    let mut counts = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        progress.report("roots", round as u64, ROUNDS as u64)?;
        counts = found.counts();
        found.share_out(alphabet, packing, &known, (&counts.0, &counts.1));
    }
    let rows = |ids: &[Packed], counts: &[f64]| {
        let kept = ids.iter().zip(counts).filter(|(_, count)| **count >= LEAST);
        let mut rows: Rows = kept.map(|(&id, &count)| (packing.letters(id).collect(), (count * 64.0).round() / 64.0)).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    };
    let mut learned = Roots::new(alphabet, rows(&found.roots, &counts.0), rows(&found.patterns, &counts.1), known);
    for round in 0..PRUNINGS {
        progress.report("roots", round as u64, PRUNINGS as u64)?;
        let kept = learned.evident(alphabet, stems);
        learned = Roots::new(alphabet, kept, learned.patterns, learned.known);
    }
    Ok(learned)
}

/// Whether a pattern with these slots is among the choices.
fn has_choice(alphabet: &Alphabet, stem: &[u8], places: Places) -> bool {
    stem.iter().enumerate().all(|(at, &letter)| places >> at & 1 == 1 || alphabet.is_servile(letter))
}

impl Roots {
    /// The roots whose letters stand in two ways at least in the stems.
    fn evident(&self, alphabet: &Alphabet, stems: &[&[u8]]) -> Rows {
        let mut ways: FxHashMap<Vec<u8>, FxHashSet<Vec<u8>>> = FxHashMap::default();
        for stem in stems {
            if let Some((root, _)) = self.analyze(stem, SURE) {
                let pattern: Vec<u8> = root.pattern(alphabet, stem).collect();
                let is_of_root = |&sign: &u8| !is_own(sign);
                let (first, last) = (pattern.iter().position(is_of_root), pattern.iter().rposition(is_of_root));
                let way = pattern[first.unwrap_or(0)..=last.unwrap_or(0)].to_vec();
                ways.entry(root.letters(alphabet, stem).collect()).or_default().insert(way);
            }
        }
        let is_evident =
            |root: &[u8]| self.known.roots.has(small(root.iter().copied())) || ways.get(root).is_some_and(|ways| ways.len() > 1);
        self.roots.iter().filter(|row| is_evident(&row.0)).cloned().collect()
    }
}

fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
}
