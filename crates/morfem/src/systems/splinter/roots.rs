//! Roots and patterns, chosen together.
//!
//! A stem of [`SHORTEST_STEM`] to [`LONGEST`] letters is a *root* of three or four letters in a *pattern*, the stem with a slot in the place of
//! each root letter: `_ו__`. A pattern's own letters are servile, the letters that a language builds patterns from; so the candidates of a
//! stem are the choices of three or four of its letters, all that are not servile among them, and the [patterns that a linguist
//! wrote](super::known), which may restore a letter that is not written: `_ו_.ימ`. A stem that has more than four letters that are not
//! servile, and no such pattern, has no root; without servile letters a language has none.
//!
//! **Model.** Root and pattern are independent. Each was either seen before or is spelled letter by letter. Let n(r) be the expected count
//! of root r, and q(r) the product of the probabilities of its letters. Then its weight is n(r) + A q(r), and that of a pattern t is
//! n(t) + B q(t) / e: a Dirichlet prior whose base is the spelling. A pattern of the table weighs n(t) + C, a root of the table
//! (n(r) + D) E + A q(r). A stem
//! gets the candidate with the largest product of the two weights. If several are equal, it gets the one whose letters stand later.
//!
//! The encoder knows no other roots and patterns than those that training has kept, and none that weigh less than [`SURE`] together. How they
//! are learned says [`roots_train`](super::roots_train).

use super::alphabet::Alphabet;
use super::known::{Known, Pattern};
use super::packed::{Packed, SLOT, Table, is_own, small};
use super::pattern_index::{PatternIndex, Weighed};
use super::root::{Bits, LONGEST, Places, Restored, Root, SHORTEST_STEM, spelled};

/// The fewest letters of a root.
const SHORTEST: usize = 3;
/// Letters of a root, at most (docs/design/splinter.md).
pub(super) const MOST: usize = 4;
/// How many observations the spelling of a root or of a pattern counts as (docs/design/splinter.md).
const SPELLED_ROOT: f64 = 50.0;
const SPELLED_PATTERN: f64 = 20.0;
/// The same for a pattern before its letters: it is rarer than they say (docs/design/splinter.md).
const NEW_PATTERN: f64 = SPELLED_PATTERN / std::f64::consts::E;
/// How many observations it counts as that a pattern stands in the table (docs/design/splinter.md).
pub(super) const WRITTEN: f64 = 150.0;
/// How many observations a root of the table has more, and how many times as much each counts: of two roots of the table that fit, the one
/// with more forms wins (docs/design/splinter.md).
const LISTED: f64 = 20.0;
const LISTED_TIMES: f64 = 6.0;
/// What a root and its pattern weigh together, at least: תלמידה weighs 500, ירושלים 60 (docs/design/splinter.md).
pub const SURE: f64 = 100.0;

/// What the forms of a root weigh that have been seen.
pub(super) fn weight_of(count: f64, is_listed: bool) -> f64 {
    if is_listed { (count + LISTED) * LISTED_TIMES } else { count }
}

/// Calls `visit` with every choice of root letters; `letters` are those that roots know, at most [`LONGEST`].
pub(super) fn for_each_choice(alphabet: &Alphabet, letters: &[u8], mut visit: impl FnMut(Places)) {
    let (mut free, mut known): (Vec<Places>, Places) = (Vec::new(), 0);
    for (at, &letter) in letters.iter().enumerate() {
        if alphabet.is_formative(letter) {
            continue;
        }
        if alphabet.is_servile(letter) { free.push(1 << at) } else { known |= 1 << at }
    }
    let fixed = known.count_ones() as usize;
    for size in SHORTEST..=MOST {
        if fixed == 0 {
            // In the order in which older models were learned.
            for second in (1..free.len().saturating_sub(size - 2)).rev() {
                for first in 0..second {
                    choose(&free[second + 1..], size - 2, free[first] | free[second], &mut visit);
                }
            }
        } else if fixed <= size && size <= letters.len() {
            choose(&free, size - fixed, known, &mut visit);
        }
    }
}

fn choose(free: &[Places], count: usize, chosen: Places, visit: &mut impl FnMut(Places)) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, place) in free[..free.len().saturating_sub(count - 1)].iter().enumerate() {
        choose(&free[index + 1..], count - 1, chosen | place, visit);
    }
}

/// Calls `visit` with the places where letters stand in a stem, from `from` on, beside those in `places`.
fn for_each_places(stem: &[u8], letters: &[u8], from: usize, places: Places, visit: &mut impl FnMut(Places)) {
    let Some((&letter, rest)) = letters.split_first() else { return visit(places) };
    for at in (from..stem.len()).filter(|&at| stem[at] == letter) {
        for_each_places(stem, rest, at + 1, places | 1 << at, visit);
    }
}

/// Roots and patterns with their expected counts, sorted.
pub type Rows = Vec<(Vec<u8>, f64)>;

/// The model, ready to use.
#[derive(Clone, Debug)]
pub struct Roots {
    pub roots: Rows,
    pub patterns: Rows,
    pub known: Known,
    /// By root, [`small`].
    root_weights: Table<f32>,
    heaviest_root: f64,
    index: PatternIndex,
    /// The letter that each letter counts as, and whether no root has it.
    letters: Vec<(u8, bool)>,
}

/// The probabilities of letters.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    root: Vec<f64>,
    pattern: Vec<f64>,
}

impl Spelling {
    /// Of the expected counts of roots and patterns, over an alphabet of so many letters.
    pub(super) fn new<R: IntoIterator<Item = u8>, P: IntoIterator<Item = u8>>(
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
            letters.into_iter().filter(|&sign| is_own(sign)).for_each(|letter| pattern[letter as usize] += count);
        }
        let (all, all_pattern): (f64, f64) = (root.iter().sum(), pattern.iter().sum());
        root.iter_mut().for_each(|count| *count = (*count + 1.0) / (all + size as f64));
        pattern.iter_mut().for_each(|count| *count = (*count + 0.5) / (all_pattern + 1.0));
        Spelling { root, pattern }
    }

    /// The weight of a root that has not been seen.
    pub(super) fn of_root(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.fold(SPELLED_ROOT, |weight, letter| weight * self.root[letter as usize])
    }

    /// The weight of a pattern that has not been seen.
    pub(super) fn of_pattern(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.filter(|&sign| is_own(sign)).fold(NEW_PATTERN, |weight, letter| weight * self.pattern[letter as usize])
    }
}

impl Roots {
    /// The model of expected counts.
    pub fn new(alphabet: &Alphabet, roots: Rows, patterns: Rows, known: Known) -> Self {
        let size = alphabet.len();
        let letters = |(letters, count): &(Vec<u8>, f64)| (letters.clone(), *count);
        let spelling = Spelling::new(size, roots.iter().map(letters), patterns.iter().map(letters));
        let root_weight = |letters: &[u8], count: f64| {
            let counted = weight_of(count, known.roots.has(small(letters.iter().copied())));
            (Packed::from(small(letters.iter().copied())), (counted + spelling.of_root(letters.iter().copied())) as f32)
        };
        // Of equal ones the first has its place: those that have been seen.
        let counted = roots.iter().map(|(letters, count)| root_weight(letters, *count));
        let root_weights: Vec<(Packed, f32)> = counted.chain(known.roots.roots.iter().map(|root| root_weight(root, 0.0))).collect();
        let heaviest_root = root_weights.iter().fold(0.0, |most: f64, root| most.max(root.1.into()));
        let root_weights = Table::new(root_weights.into_iter());
        let of_pattern = |letters: &[u8]| {
            let seen = patterns.binary_search_by(|row| row.0.as_slice().cmp(letters)).map_or(0.0, |at| patterns[at].1);
            seen + WRITTEN
        };
        // The letters that are not servile are all of the root.
        let is_learned = |pattern: &[u8]| {
            let slots = pattern.iter().filter(|&&sign| sign == SLOT).count();
            pattern.len() <= LONGEST
                && (SHORTEST..=MOST).contains(&slots)
                && pattern.iter().all(|&sign| sign == SLOT || is_own(sign) && alphabet.is_servile(sign))
        };
        let learned = patterns.iter().filter(|pattern| is_learned(&pattern.0));
        let weighed = learned.map(|(letters, count)| (&letters[..], count + spelling.of_pattern(letters.iter().copied())));
        let index = PatternIndex::new(size, weighed, &known, of_pattern);
        let letters = (0..size as u8).map(|letter| (alphabet.base(letter), alphabet.is_formative(letter))).collect();
        Roots { root_weights, heaviest_root, index, letters, roots, patterns, known }
    }

    /// The root of a stem with its weight; none if it has none that weighs at least `least`.
    pub fn analyze(&self, stem: &[u8], least: f64) -> Option<(Root, f64)> {
        if !(SHORTEST_STEM..=LONGEST).contains(&stem.len())
            || self.patterns.is_empty()
            || self.heaviest_root * self.index.heaviest(stem.len()) < least
        {
            return None;
        }
        let stem = Stem::new(&self.letters, stem);
        let mut best = Best { weight: least, root: None };
        let add = |best: &mut Best, root: Root, letters: u32, weight: f64, is_listed: bool| {
            if let Some((root, letters)) = self.known.roots.of_key(root, letters, stem.length)
                && let Some(of_root) = self.root_weights.get(letters.into())
                && (!is_listed || self.known.roots.has(letters))
            {
                best.add(root, f64::from(of_root) * weight);
            }
        };
        let barred = self.known.barred(stem.letters());
        self.index.for_each(stem.letters(), stem.formative, |heaviest, places, patterns| {
            // With none of the patterns from here on could a root win.
            if self.heaviest_root * heaviest < best.weight {
                return false;
            }
            let is_barred = places & barred != 0;
            for &Weighed { weight, known } in patterns {
                if self.heaviest_root * weight < best.weight {
                    continue;
                }
                let Some(number) = known else {
                    if !is_barred {
                        add(&mut best, Root::at(places, None), small(stem.root(places)), weight, false);
                    }
                    continue;
                };
                let pattern = &self.known.of_length(stem.length)[number as usize];
                if is_barred && pattern.silent.is_none() {
                    continue;
                }
                for root in candidates(&self.known, pattern, stem.letters()) {
                    add(&mut best, root, small(stem.letters_of(root)), weight, is_barred || pattern.is_bare());
                }
            }
            true
        });
        Some((best.root?, best.weight))
    }

    /// The places of a root in a stem, by the pattern that has been seen most; by any pattern, with a letter that is not written, if none has.
    pub fn with_letters(&self, stem: &[u8], root: &[u8]) -> Option<Root> {
        if !(SHORTEST_STEM..=LONGEST).contains(&stem.len()) {
            return None;
        }
        let whole = Stem::new(&self.letters, stem);
        let (letters, asked) = (whole.letters(), small(root.iter().copied()));
        let mut best = Best { weight: -1.0, root: None };
        let mut add = |found: Root, weight: f64| {
            if weight < best.weight {
                return;
            }
            let written = small(whole.letters_of(found));
            let ruled = self.known.roots.of_key(found, written, stem.len()).filter(|ruled| ruled.1 == asked);
            if let Some(found) = ruled.map(|ruled| ruled.0).or((written == asked).then_some(found)) {
                best.add(found, weight);
            }
        };
        self.index.for_each(letters, 0, |_, places, patterns| {
            for &Weighed { weight, known } in patterns {
                match known {
                    None => add(Root::at(places, None), weight),
                    Some(number) => {
                        let pattern = &self.known.of_length(stem.len())[number as usize];
                        candidates(&self.known, pattern, letters).for_each(|found| add(found, weight));
                    }
                }
            }
            true
        });
        for silent in std::iter::once(None).chain((0..SHORTEST).filter(|_| root.len() == SHORTEST).map(Some)) {
            let shown = (0..root.len()).filter(|&index| Some(index) != silent).map(|index| root[index]);
            for_each_places(letters, &shown.collect::<Vec<_>>(), 0, 0, &mut |places| {
                let at = |index: usize| Bits(places).nth(index).unwrap_or(0);
                let before = |index: usize| if index + 1 < SHORTEST { at(index) } else { at(index - 1) + 1 };
                let restored = silent.map(|index| Restored { index: index as u8, before: before(index) as u8, letter: root[index] });
                add(Root::at(places, restored), if restored.is_none() { 0.0 } else { -0.5 });
            });
        }
        best.root
    }

    /// Whether a stem may have a root in a pattern whose letters are never affixes.
    pub fn may_be_whole(&self, stem: &[u8]) -> bool {
        let whole = self.known.whole_of_length(stem.len());
        !whole.is_empty() && {
            let letters = self.spelled(stem);
            whole.iter().any(|pattern| pattern.fits(letters))
        }
    }

    /// Whether a stem has its root in a pattern whose letters are never affixes.
    pub fn is_whole(&self, stem: &[u8], root: Root) -> bool {
        let before = root.restored.map(|restored| restored.before);
        let mut whole = self.known.whole_of_length(stem.len()).iter();
        whole.any(|pattern| {
            pattern.places == root.places
                && pattern.silent.as_ref().map(|silent| silent.before) == before
                && pattern.fits(self.spelled(stem))
        })
    }

    /// A stem, [`spelled`] from the letters that roots know.
    fn spelled(&self, stem: &[u8]) -> Packed {
        spelled(stem.iter().map(|&letter| self.letters[letter as usize].0))
    }
}

/// The roots that a stem may have in a pattern of the table.
pub(super) fn candidates<'a>(known: &'a Known, pattern: &'a Pattern, stem: &'a [u8]) -> impl Iterator<Item = Root> + 'a {
    pattern.restored(stem, |letter| known.roots.may_double(letter)).map(|letter| {
        let restored = pattern.silent.as_ref().map(|silent| Restored { index: silent.index, before: silent.before, letter });
        Root::at(pattern.places, restored)
    })
}

/// The heaviest candidate so far.
struct Best {
    weight: f64,
    root: Option<Root>,
}

impl Best {
    #[inline]
    fn add(&mut self, root: Root, weight: f64) {
        let wins = || self.root.is_none_or(|other| root.places != other.places && stands_later(root.places, other.places));
        if weight > self.weight || weight == self.weight && wins() {
            *self = Best { weight, root: Some(root) };
        }
    }
}

/// A stem in the letters that roots know.
struct Stem {
    letters: [u8; LONGEST],
    length: usize,
    /// The places of the letters that no root has.
    formative: Places,
}

impl Stem {
    #[inline]
    fn new(signs: &[(u8, bool)], stem: &[u8]) -> Self {
        let (mut letters, mut formative) = ([0; LONGEST], 0);
        for (at, &letter) in stem.iter().enumerate().take(LONGEST) {
            let (base, is_formative) = signs[letter as usize];
            letters[at] = base;
            formative |= Places::from(is_formative) << at;
        }
        Stem { letters, length: stem.len(), formative }
    }

    #[inline]
    fn letters(&self) -> &[u8] {
        &self.letters[..self.length]
    }

    /// The letters at some places.
    #[inline]
    fn root(&self, places: Places) -> impl Iterator<Item = u8> + Clone {
        Bits(places).map(|at| self.letters[at])
    }

    /// The letters of a root.
    #[inline]
    fn letters_of(&self, root: Root) -> impl Iterator<Item = u8> {
        let mut written = self.root(root.places);
        let restored = root.restored.map_or((u8::MAX, 0), |restored| (restored.index, restored.letter));
        (0..SHORTEST as u8 + u8::from(root.restored.is_none()))
            .filter_map(move |index| if index == restored.0 { Some(restored.1) } else { written.next() })
    }
}

/// Whether the letters of the first choice stand later, the first that differs deciding.
fn stands_later(places: Places, other: Places) -> bool {
    let differing = (places ^ other).trailing_zeros();
    places >> differing & 1 == 0
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_splinter_roots.rs"]
mod tests;
