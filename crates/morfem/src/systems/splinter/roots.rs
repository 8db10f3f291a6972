//! Roots and patterns, chosen together.
//!
//! A stem of [`SHORTEST`] to [`LONGEST`] letters is a *root* of three or four letters in a *pattern*, the stem with a slot in the place of
//! each root letter: `_ו__`. A pattern's own letters are servile, the letters that a language builds patterns from; so the candidates of a
//! stem are the choices of three or four of its letters, all that are not servile among them. A stem that has more than four such letters
//! has no root; without servile letters a language has none.
//!
//! **Model.** Root and pattern are independent. Each was either seen before or is spelled letter by letter. Let n(r) be the expected count
//! of root r, and q(r) the product of the probabilities of its letters. Then its weight is n(r) + A q(r), and that of a pattern t is
//! n(t) + B q(t) / e: a Dirichlet prior whose base is the spelling. A stem gets the candidate with the largest product of the two weights.
//! If several are equal, it gets the one whose letters stand later.
//!
//! **Learning** is expectation maximisation over distinct stems, each of weight one. The counts that a stem is judged by leave out the
//! stem itself; otherwise every odd root would be its own best evidence. Each round computes the probabilities of letters again from the
//! expected counts.

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::packed::{BloomFilter, Packed, Packing, SLOT, SmallTable, Table, small};
use crate::Result;
use crate::run::progress::Progress;

/// The fewest and the most letters of a stem in which a root is looked for.
pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 12;
/// Letters of a root, at most (docs/design/splinter.md).
const MOST: usize = 4;
/// Two products of the same probabilities in different orders differ by less than this factor: there are at most [`LONGEST`] of them, and
/// each multiplication rounds by 2^-53 at most.
const ROUNDING: f64 = 1.0 + 1e-9;
/// Rounds of expectation maximisation.
const ROUNDS: usize = 8;
/// How many observations the spelling of a root or of a pattern counts as (docs/design/splinter.md).
const SPELLED_ROOT: f64 = 50.0;
const SPELLED_PATTERN: f64 = 20.0;
/// The same for a pattern before its letters: it is rarer than they say (docs/design/splinter.md).
const NEW_PATTERN: f64 = SPELLED_PATTERN / std::f64::consts::E;
/// What a candidate with a root of four letters is worth in the first round, beside 1 for three (docs/design/splinter.md).
const FOUR_AT_FIRST: f64 = 0.2;
/// Roots and patterns with a lower expected count are not kept: no stem mostly has them (docs/design/splinter.md).
const LEAST: f64 = 0.5;
/// Number of candidates that go through the filter of patterns before those that pass are weighed.
const FOUND: usize = 32;
/// Stems between two reports of progress.
const REPORT: usize = 1 << 14;

/// The places of a root's letters in a stem, as bits.
pub type Places = u16;

/// Calls `visit` with every choice of root letters; `letters` are those that roots know, at most [`LONGEST`].
fn for_each_choice(alphabet: &Alphabet, letters: &[u8], mut visit: impl FnMut(Places)) {
    let (mut free, mut known): (Vec<Places>, Places) = (Vec::new(), 0);
    for (at, &letter) in letters.iter().enumerate() {
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

/// All choices of up to [`MOST`] among up to [`LONGEST`] letters, as bits: by the number of letters, then by how many are chosen.
const CHOICES: [u16; 2379] = {
    let (mut choices, mut next, mut letters) = ([0; 2379], 0, 0);
    while letters <= LONGEST {
        let mut count = 0;
        while count <= MOST {
            let mut choice: u16 = 0;
            while choice >> letters == 0 {
                if choice.count_ones() as usize == count {
                    choices[next] = choice;
                    next += 1;
                }
                choice += 1;
            }
            count += 1;
        }
        letters += 1;
    }
    assert!(next == choices.len());
    choices
};

/// Where [`CHOICES`] has those of so many letters; the last entry of a row is their end.
const CHOICE_STARTS: [[usize; MOST + 2]; LONGEST + 1] = {
    let (mut starts, mut next, mut letters) = ([[0; MOST + 2]; LONGEST + 1], 0, 0);
    while letters <= LONGEST {
        // The binomial coefficient.
        let (mut count, mut choices) = (0, 1);
        while count <= MOST {
            starts[letters][count] = next;
            next += choices;
            choices = choices * (letters - if count < letters { count } else { letters }) / (count + 1);
            count += 1;
        }
        starts[letters][count] = next;
        letters += 1;
    }
    assert!(next == CHOICES.len());
    starts
};

/// The choices of `least` to `most` among so many letters.
#[inline]
fn choices(letters: usize, least: usize, most: usize) -> &'static [u16] {
    &CHOICES[CHOICE_STARTS[letters][least]..CHOICE_STARTS[letters][most + 1]]
}

/// Bits of a number that has the places of slots in its lowest bits and the hash of the pattern above them.
const PLACE_BITS: u32 = 16;

/// What a letter or slot at each place adds to the number of a pattern, which is the sum. So a slot more is one addition.
const fn sign_numbers(sign: u8) -> [u64; LONGEST] {
    let (mut numbers, mut at) = ([0; LONGEST], 0);
    while at < LONGEST {
        // An odd number for each place, by the golden ratio.
        let odd = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93) | 1;
        let place = if sign == SLOT { 1 << at } else { 0 };
        numbers[at] = (odd.wrapping_mul(2 * sign as u64 + 1) << PLACE_BITS).wrapping_add(place);
        at += 1;
    }
    numbers
}

const SLOT_NUMBERS: [u64; LONGEST] = sign_numbers(SLOT);

/// The sum, or the product, for each choice among up to [`LONGEST`] numbers: for the choices among the first four, the next four and the
/// last four.
struct Combined<N> {
    fours: [[N; 16]; 3],
}

impl<N: Copy> Combined<N> {
    #[inline(always)]
    fn new(start: N, neutral: N, numbers: &[N], join: impl Fn(N, N) -> N) -> Self {
        let mut fours = [[start; 16], [neutral; 16], [neutral; 16]];
        for (sums, numbers) in fours.iter_mut().zip(numbers.chunks(4)) {
            for (bit, &number) in numbers.iter().enumerate() {
                for at in 0..1 << bit {
                    sums[at | 1 << bit] = join(sums[at], number);
                }
            }
        }
        Combined { fours }
    }

    #[inline(always)]
    fn get(&self, choice: u16, join: impl Fn(N, N) -> N) -> N {
        let choice = choice as usize;
        join(join(self.fours[0][choice & 15], self.fours[1][choice >> 4 & 15]), self.fours[2][choice >> 8 & 15])
    }
}

/// Letters as one number, eight bits for each, from 1 on.
#[inline]
fn spelled(letters: impl DoubleEndedIterator<Item = u8>) -> Packed {
    letters.rev().fold(0, |packed, letter| packed << 8 | (letter as Packed + if letter == SLOT { 0 } else { 1 }))
}

/// The slots at some places of [`spelled`] letters.
#[inline]
fn slots(places: Places) -> Packed {
    const BYTES: [u64; 256] = {
        let (mut bytes, mut places) = ([0u64; 256], 0);
        while places < 256 {
            let mut at = 0;
            while at < 8 {
                if places >> at & 1 == 1 {
                    bytes[places] |= 0xff << (8 * at);
                }
                at += 1;
            }
            places += 1;
        }
        bytes
    };
    BYTES[places as usize & 0xff] as Packed | (BYTES[places as usize >> 8] as Packed) << 64
}

/// Roots and patterns with their expected counts, sorted.
pub type Rows = Vec<(Vec<u8>, f64)>;

/// The model, ready to use.
#[derive(Clone, Debug)]
pub struct Roots {
    pub roots: Rows,
    pub patterns: Rows,
    root_weights: SmallTable,
    /// The largest weight of a root with this first and second letter, for roots of three and of four letters.
    root_bounds: Vec<[f32; 2]>,
    /// The same for each first letter.
    first_bounds: Vec<[f32; 2]>,
    pattern_weights: Table<f64>,
    pattern_filter: BloomFilter,
    spelling: Spelling,
    /// What [`Stem`] needs to know about each letter.
    letters: Vec<Letter>,
}

/// A letter of a stem.
#[derive(Clone, Debug)]
struct Letter {
    base: u8,
    is_servile: bool,
    /// The probability in a pattern, and one divided by it.
    probability: f64,
    inverse: f64,
    /// The [`sign_numbers`] of the base.
    numbers: [u64; LONGEST],
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

    /// The weight of a root that has not been seen.
    fn of_root(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.fold(SPELLED_ROOT, |weight, letter| weight * self.root[letter as usize])
    }

    /// The weight of a pattern that has not been seen.
    fn of_pattern(&self, letters: impl Iterator<Item = u8>) -> f64 {
        letters.filter(|&letter| letter != SLOT).fold(NEW_PATTERN, |weight, letter| weight * self.pattern[letter as usize])
    }
}

impl Roots {
    /// The model of expected counts.
    pub fn new(alphabet: &Alphabet, roots: Rows, patterns: Rows) -> Self {
        let size = alphabet.len();
        let letters = |(letters, count): &(Vec<u8>, f64)| (letters.clone(), *count);
        let spelling = Spelling::new(size, roots.iter().map(letters), patterns.iter().map(letters));
        let root_weight = |letters: &[u8], count: f64| (count + spelling.of_root(letters.iter().copied())) as f32;
        let root_weights =
            SmallTable::new(roots.iter().map(|(letters, count)| (small(letters.iter().copied()), root_weight(letters, *count))));
        let commonest = spelling.root.iter().fold(0.0, |most: f64, &probability| most.max(probability));
        let unseen = |first, second| {
            let three = spelling.of_root([first, second].into_iter()) * commonest;
            [three, three * commonest].map(|weight| (weight as f32).next_up())
        };
        let mut root_bounds: Vec<[f32; 2]> = (0..size as u8)
            .flat_map(|first| (0..size as u8).map(move |second| (first, second)))
            .map(|(first, second)| unseen(first, second))
            .collect();
        for (letters, count) in roots.iter().filter(|root| (SHORTEST..=MOST).contains(&root.0.len())) {
            let bound = &mut root_bounds[letters[0] as usize * size + letters[1] as usize][letters.len() - SHORTEST];
            *bound = bound.max(root_weight(letters, *count));
        }
        let most = |bounds: &[[f32; 2]]| bounds.iter().fold([0.0f32; 2], |most, bound| [most[0].max(bound[0]), most[1].max(bound[1])]);
        let first_bounds = root_bounds.chunks(size).map(most).collect();
        let short = || patterns.iter().filter(|pattern| pattern.0.len() <= LONGEST);
        let weighed =
            |(letters, count): &(Vec<u8>, f64)| (spelled(letters.iter().copied()), count + spelling.of_pattern(letters.iter().copied()));
        let pattern_weights = Table::new(short().map(weighed).collect::<Vec<_>>().into_iter());
        let letter = |letter: u8| {
            let base = alphabet.base(letter);
            let probability = spelling.pattern[base as usize];
            Letter { base, is_servile: alphabet.is_servile(base), probability, inverse: 1.0 / probability, numbers: sign_numbers(base) }
        };
        let all_letters: Vec<Letter> = (0..size as u8).map(letter).collect();
        let number = |letters: &[u8]| {
            letters
                .iter()
                .enumerate()
                .fold(0u64, |number, (at, &sign)| number.wrapping_add(if sign == SLOT { SLOT_NUMBERS[at] } else { sign_numbers(sign)[at] }))
        };
        let pattern_filter = BloomFilter::new(short().map(|pattern| number(&pattern.0)).collect::<Vec<_>>().into_iter());
        Roots { roots, patterns, root_weights, root_bounds, first_bounds, pattern_weights, pattern_filter, spelling, letters: all_letters }
    }

    /// The places of the root in a stem, with their weight; none if it has none that weighs at least `least`.
    ///
    /// The few candidates whose pattern has been seen are found by a filter that all candidates pass through, and weighed. Then the others
    /// are bounded together, and nearly always none of them can win. Otherwise each is bounded by its pattern, spelled, and the heaviest
    /// root with the same first letters, and weighed if it can win. Bounds take products in any order; the product that counts is taken in
    /// the order of the letters.
    pub fn analyze(&self, stem: &[u8], least: f64) -> Option<(Places, f64)> {
        if !(SHORTEST..=LONGEST).contains(&stem.len()) || self.patterns.is_empty() {
            return None;
        }
        let stem = Stem::new(&self.letters, stem);
        let known = stem.known.count_ones() as usize;
        if known > MOST {
            return None;
        }
        let mut best = Best { weight: least, places: None };
        let sizes = known.max(SHORTEST)..=MOST.min(known + stem.count);
        if sizes.is_empty() {
            return None;
        }
        let numbers = Combined::new(stem.number, 0, &stem.numbers[..stem.count], u64::wrapping_add);
        let mut found = [0; FOUND];
        for choices in choices(stem.count, sizes.start() - known, sizes.end() - known).chunks(found.len()) {
            let mut count = 0;
            for &choice in choices {
                let number = numbers.get(choice, u64::wrapping_add);
                found[count % FOUND] = number;
                count += self.pattern_filter.may_have(number) as usize;
            }
            for &number in &found[..count] {
                let places = number as Places;
                if let Some(pattern) = self.pattern_weights.get(stem.spelled | slots(places)) {
                    best.add(places, self.root_weight(stem.root(places)) * pattern);
                }
            }
        }
        let is_open = |size: usize| self.bound(&stem, size) >= best.weight;
        let (three, four) = (sizes.contains(&SHORTEST) && is_open(SHORTEST), sizes.contains(&MOST) && is_open(MOST));
        if three || four {
            let sizes = if three { SHORTEST } else { MOST }..=if four { MOST } else { SHORTEST };
            self.weigh_unseen(&stem, choices(stem.count, sizes.start() - known, sizes.end() - known), &numbers, &mut best);
        }
        Some((best.places?, best.weight))
    }

    /// The largest possible weight of a candidate with `size` root letters whose pattern has not been seen.
    #[inline]
    fn bound(&self, stem: &Stem, size: usize) -> f64 {
        let known = stem.known.count_ones() as usize;
        // A root begins at the first letter that is not servile, or before it.
        let last = (stem.known.trailing_zeros() as usize).min(stem.letters().len() - size);
        let root =
            stem.letters()[..=last].iter().fold(0.0f32, |most, &letter| most.max(self.first_bounds[letter as usize][size - SHORTEST]));
        let slots = size - known;
        let rarest = if slots > 0 { stem.rarest[0] } else { 1.0 };
        let pattern = (1..slots).fold(stem.probability * rarest, |product, _| product * stem.rarest[1]);
        f64::from(root) * pattern * (NEW_PATTERN * ROUNDING)
    }

    /// Weighs the choices that may still win, as if their patterns had not been seen. A pattern that has been seen weighs more than that,
    /// but it has been weighed already.
    fn weigh_unseen(&self, stem: &Stem, choices: &[u16], numbers: &Combined<u64>, best: &mut Best) {
        let all: Places = (1 << stem.letters().len()) - 1;
        let size = self.first_bounds.len();
        let products =
            Combined::new(stem.probability * (NEW_PATTERN * ROUNDING), 1.0, &stem.inverses[..stem.count], |one, other| one * other);
        for &choice in choices {
            let places = numbers.get(choice, u64::wrapping_add) as Places;
            if places & !(places >> 1) & stem.doubled != 0 {
                // The slot could stand one place later, with the same root and the same letters around it.
                continue;
            }
            let first = places.trailing_zeros() as usize;
            let second = (places & (places - 1)).trailing_zeros() as usize;
            let pair = stem.letters[first] as usize * size + stem.letters[second] as usize;
            let root = f64::from(self.root_bounds[pair][places.count_ones() as usize - SHORTEST]);
            let product = products.get(choice, |one, other| one * other);
            if root * product < best.weight {
                continue;
            }
            let root = self.root_weight(stem.root(places));
            if root * product >= best.weight {
                let pattern = self.spelling.of_pattern(Bits(all & !places).map(|at| stem.letters[at]));
                best.add(places, root * pattern);
            }
        }
    }

    #[inline]
    fn root_weight(&self, letters: impl Iterator<Item = u8> + Clone) -> f64 {
        self.root_weights.get(small(letters.clone())).map_or_else(|| self.spelling.of_root(letters), f64::from)
    }
}

/// The heaviest candidate so far.
struct Best {
    weight: f64,
    places: Option<Places>,
}

impl Best {
    #[inline]
    fn add(&mut self, places: Places, weight: f64) {
        let wins = || self.places.is_none_or(|other| places != other && stands_later(places, other));
        if weight > self.weight || weight == self.weight && wins() {
            *self = Best { weight, places: Some(places) };
        }
    }
}

/// What the candidates of a stem have in common.
struct Stem {
    letters: [u8; LONGEST],
    length: usize,
    spelled: Packed,
    /// The places of the letters that are not servile.
    known: Places,
    /// The places of letters that are equal to the next one.
    doubled: Places,
    /// The number of the pattern whose slots are these, and the product of the probabilities of its letters.
    number: u64,
    probability: f64,
    /// The other letters: how many, and what changes in the number and in the product if one becomes a slot.
    count: usize,
    numbers: [u64; LONGEST],
    inverses: [f64; LONGEST],
    /// The two largest of these changes of the product.
    rarest: [f64; 2],
}

impl Stem {
    #[inline]
    fn new(signs: &[Letter], stem: &[u8]) -> Self {
        let (mut letters, mut numbers, mut inverses) = ([0; LONGEST], [0; LONGEST], [0.0; LONGEST]);
        let (mut known, mut number, mut probability, mut count, mut rarest) = (0, 0u64, 1.0, 0, [0.0f64; 2]);
        for (at, &letter) in stem.iter().enumerate().take(LONGEST) {
            let letter = &signs[letter as usize];
            letters[at] = letter.base;
            if letter.is_servile {
                number = number.wrapping_add(letter.numbers[at]);
                probability *= letter.probability;
                (numbers[count], inverses[count]) = (SLOT_NUMBERS[at].wrapping_sub(letter.numbers[at]), letter.inverse);
                rarest = [rarest[0].max(letter.inverse), rarest[1].max(rarest[0].min(letter.inverse))];
                count += 1;
            } else {
                known |= 1 << at;
                number = number.wrapping_add(SLOT_NUMBERS[at]);
            }
        }
        let doubled =
            (1..stem.len().min(LONGEST)).fold(0, |doubled, at| doubled | Places::from(letters[at - 1] == letters[at]) << (at - 1));
        let spelled = spelled(letters[..stem.len()].iter().copied());
        Stem { letters, length: stem.len(), spelled, known, doubled, number, probability, count, numbers, inverses, rarest }
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
}

/// Places, first to last.
#[derive(Clone)]
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
        for_each_choice(alphabet, stem, |places| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Five servile letters and three others.
    fn alphabet() -> Alphabet {
        let rows = "abcde"
            .chars()
            .map(|letter| format!("{letter}\tservile\t\t\t\n"))
            .chain("xyz".chars().map(|letter| format!("{letter}\tletter\t\t\t\n")));
        Alphabet::read("alphabet.tsv", &format!("character\tclass\tfinal\tcapital\tbase\n{}", rows.collect::<String>())).unwrap()
    }

    /// Some of the roots and patterns of stems, each with one of a few counts, so that equal weights occur.
    fn rows(alphabet: &Alphabet, stems: &[Vec<u8>], counts: &[f64], choose: impl Fn(&[u8], Places) -> Vec<u8>) -> Rows {
        let mut rows = Rows::new();
        for (stem, count) in stems.iter().zip(counts.iter().cycle()) {
            let mut number = 0;
            for_each_choice(alphabet, stem, |places| {
                number += 1;
                if number % 5 == 0 && rows.iter().all(|row| row.0 != choose(stem, places)) {
                    rows.push((choose(stem, places), *count));
                }
            });
        }
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    }

    proptest! {
        #[test]
        fn a_stem_gets_the_heaviest_candidate(
            stems in proptest::collection::vec(proptest::collection::vec(0u8..8, 3..=12), 1..6),
            servile in proptest::collection::vec(0u8..5, 3..=12),
            doubled in proptest::collection::vec(0u8..2, 3..=12),
            counts in proptest::collection::vec(select(vec![0.5, 1.0, 40.0, 900.0]), 3..7),
            least in select(vec![0.0, 1.0, 50.0]),
        ) {
            let alphabet = alphabet();
            let at = |places: Places, at: usize| places >> at & 1 == 1;
            let root = |stem: &[u8], places| (0..stem.len()).filter(|&index| at(places, index)).map(|index| stem[index]).collect::<Vec<u8>>();
            let pattern = |stem: &[u8], places| (0..stem.len()).map(|index| if at(places, index) { SLOT } else { stem[index] }).collect::<Vec<u8>>();
            let model = Roots::new(&alphabet, rows(&alphabet, &stems, &counts, root), rows(&alphabet, &stems, &counts[1..], pattern));
            for stem in stems.iter().chain([&servile, &doubled]) {
                let mut best = Best { weight: least, places: None };
                for_each_choice(&alphabet, stem, |places| {
                    let spelled = model.spelling.of_pattern(pattern(stem, places).into_iter());
                    let seen = model.patterns.iter().find(|row| row.0 == pattern(stem, places)).map_or(0.0, |row| row.1);
                    let weight = if seen > 0.0 { seen + spelled } else { spelled };
                    best.add(places, model.root_weight(root(stem, places).into_iter()) * weight);
                });
                let expected = best.places.filter(|_| !model.patterns.is_empty()).map(|places| (places, best.weight));
                prop_assert_eq!(model.analyze(stem, least), expected, "{:?}", stem);
            }
        }
    }
}
