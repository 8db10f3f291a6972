//! All patterns of a model, learned and of the table, each as one bit.
//!
//! For each number of letters, place and letter there is a row of bits: the patterns that may have the letter at the place, as their own or
//! in a slot. The patterns of a stem are the bits that all its rows have in common; nothing is tried letter by letter. The heaviest
//! patterns come first, so that a search may end where no other can win.

use std::collections::BTreeMap;

use super::known::Known;
use super::packed::{SILENT, SLOT};
use super::root::{Bits, LONGEST, Places};

/// Bits that are compared at once.
type Block = [u64; 4];
const BITS: usize = u64::BITS as usize;
const BLOCK: usize = 4 * BITS;

/// The index, by the number of letters that are written.
#[derive(Clone, Debug)]
pub(super) struct PatternIndex(Vec<OfLength>);

/// Patterns of so many letters.
#[derive(Clone, Debug, Default)]
struct OfLength {
    /// In each way that patterns are written, the heaviest first.
    written: Vec<Written>,
    all: Vec<Weighed>,
    /// By block, then place, then letter: the patterns that may have it there.
    fitting: Vec<Block>,
    /// By block, then place: the patterns that have no slot there.
    slotless: Vec<Block>,
    letters: usize,
}

/// Patterns that are written in one way.
#[derive(Clone, Copy, Debug)]
struct Written {
    /// The places of their slots.
    places: Places,
    /// What the heaviest weighs.
    heaviest: f64,
    /// Where they stand in `all`.
    begin: u32,
    end: u32,
}

/// A pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub weight: f64,
    /// Its number among those of the table with as many letters; none if it has been learned.
    pub known: Option<u32>,
}

impl PatternIndex {
    /// Of the patterns over so many letters that have been learned, with their weights, of equal ones the first; and of those of the table.
    pub fn new<'a>(letters: usize, learned: impl Iterator<Item = (&'a [u8], f64)>, known: &Known, weight: impl Fn(&[u8]) -> f64) -> Self {
        let written = |signs: &[u8]| signs.iter().copied().filter(|&sign| sign != SILENT).collect::<Vec<u8>>();
        let mut rows: BTreeMap<Vec<u8>, Vec<Weighed>> = BTreeMap::new();
        for (signs, weight) in learned {
            rows.entry(written(signs)).or_insert_with(|| vec![Weighed { weight, known: None }]);
        }
        for (pattern, number) in (0..=LONGEST).flat_map(|length| known.of_length(length).iter().zip(0..)) {
            let weighed = Weighed { weight: weight(&pattern.letters), known: Some(number) };
            rows.entry(written(&pattern.letters)).or_default().push(weighed);
        }
        let mut by_length: Vec<Vec<(Vec<u8>, Vec<Weighed>)>> = vec![Vec::new(); LONGEST + 1];
        for (signs, patterns) in rows {
            by_length[signs.len()].push((signs, patterns));
        }
        PatternIndex(by_length.into_iter().zip(0..).map(|(rows, length)| OfLength::new(letters, length, rows, known)).collect())
    }

    /// What a pattern of a stem of so many letters weighs at most.
    #[inline]
    pub fn heaviest(&self, length: usize) -> f64 {
        self.0[length].written.first().map_or(0.0, |first| first.heaviest)
    }

    /// Calls `visit` with the patterns that a stem has and the places of their slots, of which none is in `barred`, the heaviest first; it gets
    /// the largest weight as well, and ends the search by saying false. Before each block it is asked with the heaviest weight in it, and no
    /// patterns.
    #[inline]
    pub fn for_each(&self, stem: &[u8], barred: Places, mut visit: impl FnMut(f64, Places, &[Weighed]) -> bool) {
        let OfLength { written, all, fitting, slotless, letters } = &self.0[stem.len()];
        for (number, written) in written.chunks(BLOCK).enumerate() {
            if !visit(written[0].heaviest, 0, &[]) {
                return;
            }
            let mut common: Block = [u64::MAX; 4];
            let first = number * stem.len();
            for (row, &letter) in fitting[first * letters..].chunks_exact(*letters).zip(stem) {
                intersect(&mut common, &row[letter as usize]);
            }
            Bits(barred).for_each(|at| intersect(&mut common, &slotless[first + at]));
            for (first, mut bits) in (0..).step_by(BITS).zip(common) {
                while bits != 0 {
                    let Written { places, heaviest, begin, end } = written[first + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                    if !visit(heaviest, places, &all[begin as usize..end as usize]) {
                        return;
                    }
                }
            }
        }
    }
}

#[inline]
fn intersect(common: &mut Block, row: &Block) {
    *common = std::array::from_fn(|at| common[at] & row[at]);
}

impl OfLength {
    fn new(letters: usize, length: usize, rows: Vec<(Vec<u8>, Vec<Weighed>)>, known: &Known) -> Self {
        let heaviest = |patterns: &[Weighed]| patterns.iter().fold(0.0, |most: f64, pattern| most.max(pattern.weight));
        let mut rows: Vec<_> = rows.into_iter().map(|(signs, patterns)| (heaviest(&patterns), signs, patterns)).collect();
        rows.sort_by(|one, other| other.0.total_cmp(&one.0));
        let blocks = rows.len().div_ceil(BLOCK);
        let (fitting, slotless) = (vec![Block::default(); blocks * length * letters], vec![Block::default(); blocks * length]);
        let mut found = OfLength { written: Vec::new(), all: Vec::new(), fitting, slotless, letters };
        for (number, (heaviest, signs, patterns)) in rows.into_iter().enumerate() {
            let (word, bit) = (number % BLOCK / BITS, 1 << (number % BITS));
            let mut places = 0;
            for (at, &sign) in signs.iter().enumerate() {
                let place = number / BLOCK * length + at;
                let rows = &mut found.fitting[place * letters..][..letters];
                let some = signs.get(at + 1).and_then(|&next| known.before(next));
                match (sign, some) {
                    (SLOT, Some(some)) => some.iter().for_each(|&letter| rows[letter as usize][word] |= bit),
                    (SLOT, None) => rows.iter_mut().for_each(|row| row[word] |= bit),
                    _ => rows[sign as usize][word] |= bit,
                }
                match sign {
                    SLOT => places |= 1 << at,
                    _ => found.slotless[place][word] |= bit,
                }
            }
            let begin = found.all.len() as u32;
            found.all.extend(patterns);
            found.written.push(Written { places, heaviest, begin, end: found.all.len() as u32 });
        }
        found
    }
}
