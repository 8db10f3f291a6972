//! Which prefixes and suffixes a word has: what is cut off its edges before its stem is looked at.
//!
//! docs/splinter.md describes the columns of `clitics.tsv`.
//!
//! A part that is written `men[t]` is a unit of its own, which takes t from the stem behind it: the stem unit of `menulis` is `tulis`.
//! [`conditions`](super::conditions) says what an affix needs beside that.
//! Rows may have one form, if they differ in the last two columns.
//!
//! **Model.** A word is prefixes, stem and suffixes, which are independent of each other. Let s be a stem with its lost letters restored,
//! n(s) its expected count, and q(s) the probability of its spelling from independent letters. Then its weight is n(s) + A q(s). The weight
//! of a form is the product of the odds of its parts, raised to a power. The odds of a part are its expected count divided by that of all
//! words without it. The power is below 1, because affixes and stems are not really independent: frequent stems have more affixes. With the
//! product, forms of several parts are cut off as easily as their parts. A word gets the cut with the largest product of weights; of equal
//! ones the first in the order of the table, which begins with the empty form.
//!
//! **Learning** is expectation maximisation over the words, each with its frequency. The counts that a word is judged by leave out the word
//! itself. Where words have roots, a stem that is hardly seen but between the same two affixes is forgotten: of מיצה, ומיצה and שמיצה nothing
//! says that they are יצה. A word of the table of closed words, and one that is affixes and a word of it without a given root, has no other cut.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::affix::Affix;
use super::alphabet::Alphabet;
use super::closed::{Closed, Kind};
use super::conditions::Conditions;
use super::packed::{self, Packed, Packing};
use super::typed::TypedStems;
use crate::Result;
use crate::files::tsv;
use crate::run::progress::Progress;

const COLUMNS: [&str; 5] = ["side", "form", "parts", "beside", "restores"];
/// Letters of the longest word that is cut.
pub const LONGEST: usize = 24;
/// Letters that a stem has left, at least: two where patterns are built from letters, since roots lose weak letters; else three, as shorter
/// stems are mostly halves of words (Malay `per-gi`; docs/design/splinter.md).
const SHORTEST_STEM: usize = 2;
const SHORTEST_WHOLE_STEM: usize = 3;
/// Letters of a word that is not taken apart behind which affixes are sure: ולכן is ו and לכן, while בעל may be a word.
const LONG_CLOSED: usize = 3;
/// Rounds of expectation maximisation.
const ROUNDS: usize = 10;
/// How many observations the spelling of a stem counts as (docs/design/splinter.md).
const SPELLED: f64 = 1000.0;
/// Added to the expected count of each form, so that no weight is zero (docs/design/splinter.md).
const FORM: f64 = 0.1;
/// Words between two reports of progress.
const REPORT: usize = 1 << 14;

/// What may stand at one edge of a word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    pub letters: Vec<u8>,
    /// Numbers of the affixes it consists of.
    pub parts: Vec<u16>,
    /// Letters of the stem that may stand beside it; empty if any letter may.
    beside: Vec<u8>,
    /// What a prefix has taken from the beginning of the stem; the last letter of the stem without a suffix.
    restores: Vec<u8>,
    /// What its last unit takes from the beginning of the stem.
    takes: Option<u8>,
    /// Whether `conditions.tsv` asks something of it.
    is_conditioned: bool,
}

impl Form {
    /// Whether a letter of the stem may stand beside it.
    fn may_touch(&self, letter: Option<&u8>) -> bool {
        self.beside.is_empty() || letter.is_some_and(|letter| self.beside.contains(letter))
    }
}

/// The table: forms, the empty one first, and the affixes they consist of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub prefixes: Vec<Form>,
    pub suffixes: Vec<Form>,
    pub prefix_parts: Vec<Affix>,
    pub suffix_parts: Vec<Vec<u8>>,
    /// Letters that a stem has left, at least.
    shortest_stem: usize,
    pub conditions: Option<Conditions>,
    /// The file it was read from.
    pub source: String,
}

impl Table {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let empty = || vec![Form::default()];
        let has_patterns = (0..alphabet.len() as u8).any(|letter| alphabet.is_servile(letter));
        let shortest_stem = if has_patterns { SHORTEST_STEM } else { SHORTEST_WHOLE_STEM };
        let mut table = Table { prefixes: empty(), suffixes: empty(), shortest_stem, source: source.to_owned(), ..Table::default() };
        for (line, [side, form, parts, beside, restores]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            let fault = |what: String| place.error(what);
            let is_prefix = match side {
                "prefix" => true,
                "suffix" => false,
                _ => return Err(fault(format!("side {side:?} is neither prefix nor suffix"))),
            };
            let spelled = |text: &str| alphabet.spelled(place, text, "write letters of alphabet.tsv");
            let letters = spelled(form)?;
            let (beside, restores) = (spelled(beside)?, spelled(restores)?);
            if !is_prefix && !restores.is_empty() && (restores.len() > 1 || beside.is_empty()) {
                return Err(fault(format!("{form:?} is a suffix; give it one letter as restores, and in beside the letters in its place")));
            }
            let mut units = Vec::new();
            for part in parts.split('+') {
                let unit = Affix::read(part, |sign| alphabet.number(sign)).filter(|unit| is_prefix || unit.takes.is_none());
                units.push(unit.ok_or_else(|| fault(format!("{part:?} is no affix; write its letters, and of a prefix men[t]")))?);
            }
            if letters.is_empty()
                || units.iter().any(|unit| unit.letters.is_empty())
                || units.iter().flat_map(|unit| &unit.letters).ne(&letters)
            {
                return Err(fault(format!("the parts of {form:?} do not spell it")));
            }
            let takes = units.last().and_then(|unit| unit.takes);
            if takes.is_some_and(|taken| restores != [taken]) || units.iter().rev().skip(1).any(|unit| unit.takes.is_some()) {
                return Err(fault(format!("{parts:?}: only the last part takes a letter, and that is what {form:?} restores")));
            }
            if takes.is_some() && has_patterns {
                return Err(fault(format!("{parts:?} takes a letter of a stem that has a root and a pattern; write {form:?} alone")));
            }
            let numbered = |unit: Affix| match is_prefix {
                true => number(&mut table.prefix_parts, unit),
                false => number(&mut table.suffix_parts, unit.letters),
            };
            let parts = units.into_iter().map(numbered).collect();
            let form = Form { letters, parts, beside, restores, takes, is_conditioned: false };
            let forms = if is_prefix { &mut table.prefixes } else { &mut table.suffixes };
            if forms.iter().any(|known| known.letters == form.letters && known.beside == form.beside && known.restores == form.restores) {
                return Err(fault("the form is listed twice; remove one of the two rows".into()));
            }
            forms.push(form);
        }
        Ok(table)
    }

    /// The same with what its affixes need, from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn with_conditions(self, name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let conditions = Conditions::read(name, source, alphabet, &self.prefix_parts, &self.suffix_parts)?;
        let mut table = self;
        table.prefixes.iter_mut().for_each(|form| form.is_conditioned = conditions.ask(&form.parts, &[]));
        table.suffixes.iter_mut().for_each(|form| form.is_conditioned = conditions.ask(&[], &form.parts));
        table.conditions = Some(conditions);
        Ok(table)
    }
}

/// The number of an affix, which is added if it is new.
fn number<T: PartialEq>(known: &mut Vec<T>, affix: T) -> u16 {
    let place = known.iter().position(|known| *known == affix).unwrap_or_else(|| {
        known.push(affix);
        known.len() - 1
    });
    place as u16
}

impl Table {
    /// The stem of a word, with the letter that the last prefix has taken from it.
    pub fn stem<'a>(&self, word: &'a [u8], cut: &Cut) -> Cow<'a, [u8]> {
        let written = &word[cut.stem.clone()];
        match self.prefixes[cut.prefix].takes {
            None => Cow::Borrowed(written),
            Some(taken) => Cow::Owned([&[taken], written].concat()),
        }
    }

    /// The stem of a cut as it is without the prefix, and how many of its letters are not written in the word, nor taken by the prefix.
    pub fn stem_before<'a>(&self, word: &'a [u8], cut: &Cut) -> (Cow<'a, [u8]>, usize) {
        let prefix = &self.prefixes[cut.prefix];
        match prefix.takes {
            Some(_) => (self.stem(word, cut), 0),
            None => (self.restored(cut.prefix, 0, &word[cut.stem.clone()]), prefix.restores.len()),
        }
    }

    /// A stem as it is without these forms.
    fn restored<'a>(&self, prefix: usize, suffix: usize, stem: &'a [u8]) -> Cow<'a, [u8]> {
        let (before, behind) = (&self.prefixes[prefix].restores, &self.suffixes[suffix].restores);
        if before.is_empty() && behind.is_empty() {
            return Cow::Borrowed(stem);
        }
        Cow::Owned([before, &stem[..stem.len() - behind.len()], behind].concat())
    }

    /// Whether letters between these forms may be their stem.
    #[inline]
    fn allows(&self, prefix: usize, suffix: usize, stem: &[u8]) -> bool {
        self.conditions.as_ref().is_none_or(|conditions| {
            let (before, behind) = (&self.prefixes[prefix], &self.suffixes[suffix]);
            !(before.is_conditioned || behind.is_conditioned)
                || conditions.allow(&before.parts, &behind.parts, &self.restored(prefix, suffix, stem))
        })
    }
}

impl Table {
    /// The prefix that is the first letters of a word, and the suffix that is the last.
    pub fn prefix(&self, word: &[u8], letters: usize) -> Option<usize> {
        let stem = word.get(letters);
        self.prefixes.iter().skip(1).position(|form| form.letters == word[..letters] && form.may_touch(stem)).map(|form| form + 1)
    }

    /// The suffix that stands behind a digit or a sign (orang2nya): one of several letters, of a language whose stems are whole.
    pub fn suffix_alone(&self, letters: &[u8]) -> Option<usize> {
        let is_clear = letters.len() > 1 && self.shortest_stem == SHORTEST_WHOLE_STEM;
        is_clear.then(|| self.suffix(letters, letters.len())).flatten()
    }

    /// Whether letters are a prefix.
    pub fn has_prefix(&self, letters: &[u8]) -> bool {
        self.prefixes.iter().any(|form| form.letters == letters)
    }

    pub fn suffix(&self, word: &[u8], letters: usize) -> Option<usize> {
        let (stem, form) = word.split_at(word.len() - letters);
        self.suffixes.iter().skip(1).position(|known| known.letters == form && known.may_touch(stem.last())).map(|form| form + 1)
    }
}

/// Weights of prefixes and suffixes, in the order of the table, and expected counts of stems, sorted.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub prefixes: Vec<f64>,
    pub suffixes: Vec<f64>,
    pub stems: Vec<(Vec<u8>, f64)>,
}

/// The model, ready to use.
#[derive(Clone, Debug)]
pub struct Clitics {
    pub table: Table,
    pub counts: Counts,
    pub packing: Packing,
    prefixes: Edges,
    suffixes: Edges,
    /// Weights of the stems that have been seen.
    stems: packed::Table<f64>,
    spelling: Spelling,
    pub typed: TypedStems,
}

/// The forms of one edge, packed.
#[derive(Clone, Debug)]
struct Edges {
    forms: Vec<Edge>,
    /// For each outermost letter of a word and the next one, or none, where the forms that it may have begin, in the order of the table.
    begins: Vec<u32>,
    outer: Vec<Outer>,
    letters: usize,
}

/// The outermost letters of a form, as many as fit into 64 bits, with the outermost in the lowest bits; the mask of their bits; and the
/// number of the form.
#[derive(Clone, Copy, Debug)]
struct Outer {
    letters: u64,
    mask: u64,
    form: usize,
}

#[derive(Clone, Debug)]
struct Edge {
    letters: Packed,
    length: usize,
    /// Whether any letter may stand beside it.
    is_free: bool,
    /// Its share of the expected counts.
    weight: f64,
    restores: Packed,
    restored: usize,
}

impl Edges {
    /// `from_outside` gives letters in the order from the edge of the word inwards.
    fn new(packing: Packing, letters: usize, forms: &[Form], counts: &[f64], from_outside: impl Fn(&[u8]) -> Vec<u8>) -> Self {
        let all: f64 = counts.iter().sum();
        let edge = |(form, count): (&Form, &f64)| Edge {
            letters: packing.pack(&form.letters).unwrap_or_default(),
            length: form.letters.len(),
            is_free: form.beside.is_empty(),
            weight: count / all,
            restores: packing.pack(&form.restores).unwrap_or_default(),
            restored: form.restores.len(),
        };
        let outermost: Vec<Vec<u8>> = forms.iter().map(|form| from_outside(&form.letters)).collect();
        let (mut begins, mut outer) = (vec![0], Vec::new());
        for (first, next) in (0..letters).flat_map(|first| (0..=letters).map(move |next| (first as u8, next as u8))) {
            for (form, from_outside) in outermost.iter().enumerate() {
                if [first, next].iter().zip(from_outside).all(|(letter, known)| letter == known) {
                    let letters = packing.pack(from_outside).unwrap_or_default() as u64;
                    outer.push(Outer { letters, mask: packing.mask(from_outside.len()) as u64, form });
                }
            }
            begins.push(outer.len() as u32);
        }
        Edges { forms: forms.iter().zip(counts).map(edge).collect(), begins, outer, letters }
    }

    /// The forms that a word may have whose outermost letters are these, the first of them `first`, then `next`, in the order of the table,
    /// the empty one first.
    #[inline]
    fn of(&self, first: u8, next: Option<u8>, letters: u64) -> impl Iterator<Item = (usize, &Edge)> {
        let place = first as usize * (self.letters + 1) + next.map_or(self.letters, usize::from);
        let fitting = self.outer[self.begins[place] as usize..self.begins[place + 1] as usize].iter();
        fitting.filter(move |outer| letters & outer.mask == outer.letters).map(|outer| (outer.form, &self.forms[outer.form]))
    }
}

/// The probabilities of letters, and of the end of a word.
#[derive(Clone, Debug)]
struct Spelling(Vec<f64>);

impl Spelling {
    fn new<'a>(size: usize, words: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut counts = vec![0.5; size + 1];
        for word in words {
            word.iter().for_each(|&letter| counts[letter as usize] += 1.0);
            counts[size] += 1.0;
        }
        let all: f64 = counts.iter().sum();
        Spelling(counts.iter().map(|count| count / all).collect())
    }

    /// The weight of a stem that has not been seen.
    fn weight(&self, letters: &[u8]) -> f64 {
        letters.iter().fold(SPELLED * self.0[self.0.len() - 1], |weight, &letter| weight * self.0[letter as usize])
    }

    /// Weights of the beginnings of a stem, by their length, if restored letters stand before them and they have not been seen.
    fn weights(&self, restored: &[u8], stem: &[u8], weights: &mut [f64]) {
        let mut weight = self.weight(restored);
        weights[0] = weight;
        for (longer, &letter) in weights[1..].iter_mut().zip(stem) {
            weight *= self.0[letter as usize];
            *longer = weight;
        }
    }
}

/// Calls `visit` with every cut of a word: the number of the prefix, that of the suffix, and the range of the stem.
#[inline]
fn cuts(table: &Table, word: &[u8], mut visit: impl FnMut(usize, usize, Range<usize>)) {
    for (prefix, before) in table.prefixes.iter().enumerate() {
        if !word.starts_with(&before.letters) || !before.may_touch(word.get(before.letters.len())) {
            continue;
        }
        for (suffix, behind) in table.suffixes.iter().enumerate() {
            let edges = before.letters.len() + behind.letters.len();
            let least = if edges > 0 { table.shortest_stem } else { 1 };
            let last = || word.get(word.len() - behind.letters.len() - 1);
            let stem = before.letters.len()..word.len().saturating_sub(behind.letters.len());
            if word.len() >= edges + least
                && word.ends_with(&behind.letters)
                && behind.may_touch(last())
                && table.allows(prefix, suffix, &word[stem.clone()])
            {
                visit(prefix, suffix, stem);
            }
        }
    }
}

/// A word that is cut into prefix, stem and suffix.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Numbers of prefix and suffix in the table; 0 is none.
    pub prefix: usize,
    pub suffix: usize,
    /// The letters of the word that are the stem.
    pub stem: Range<usize>,
}

impl Cut {
    /// That of a word without affixes.
    pub fn whole(word: &[u8]) -> Self {
        Cut { prefix: 0, suffix: 0, stem: 0..word.len() }
    }
}

impl Clitics {
    /// The model of expected counts.
    pub fn new(alphabet: &Alphabet, table: Table, counts: Counts) -> Self {
        let (packing, size) = (Packing::new(alphabet.len()), alphabet.len());
        let spelling = Spelling::new(size, counts.stems.iter().map(|(stem, _)| stem.as_slice()));
        let weighed = |(stem, count): &(Vec<u8>, f64)| (packing.pack(stem).unwrap_or_default(), count + spelling.weight(stem));
        let (typed, weights) = TypedStems::new(alphabet, &counts.stems);
        let stems = packed::Table::new(weights.into_iter().chain(counts.stems.iter().map(weighed)).collect::<Vec<_>>().into_iter());
        let prefixes = Edges::new(packing, size, &table.prefixes, &counts.prefixes, <[u8]>::to_vec);
        let suffixes = Edges::new(packing, size, &table.suffixes, &counts.suffixes, |form| form.iter().rev().copied().collect());
        Clitics { table, counts, packing, prefixes, suffixes, stems, spelling, typed }
    }

    /// Calls `visit` with every prefix and suffix that a word may have, the empty ones first, and with the places of the stem between them.
    #[inline(always)]
    fn for_each_pair(&self, word: &[u8], letters: Packed, mut visit: impl FnMut((usize, &Edge), (usize, &Edge), Range<usize>)) {
        let (&[first, ..], &[.., last], size) = (word, word, word.len()) else { return };
        let (begin, end) = (letters as u64, self.packing.pack_reversed(word));
        let (second, last_but_one) = (word.get(1).copied(), word.iter().rev().nth(1).copied());
        for (prefix, before) in self.prefixes.of(first, second, begin) {
            let from = before.length;
            if from >= size
                || self.packing.part(letters, 0, from) != before.letters
                || !(before.is_free || self.table.prefixes[prefix].may_touch(word.get(from)))
            {
                continue;
            }
            for (suffix, behind) in self.suffixes.of(last, last_but_one, end) {
                let edges = from + behind.length;
                let least = if edges > 0 { self.table.shortest_stem } else { 1 };
                if size < edges + least.max(behind.restored) {
                    continue;
                }
                let to = size - behind.length;
                if self.packing.part(letters, to, size) == behind.letters
                    && (behind.is_free || self.table.suffixes[suffix].may_touch(word.get(to - 1)))
                {
                    visit((prefix, before), (suffix, behind), from..to);
                }
            }
        }
    }

    /// Calls `visit` with every cut of a word with affixes, and how many times as much these weigh as none; `letters` is the word, packed.
    #[inline]
    pub fn for_each_cut(&self, word: &[u8], letters: Packed, mut visit: impl FnMut(Cut, f64)) {
        let counts = &self.counts;
        self.for_each_pair(word, letters, |(prefix, _), (suffix, _), stem| {
            if (prefix, suffix) != (0, 0) && self.table.allows(prefix, suffix, &word[stem.clone()]) {
                let odds = counts.prefixes[prefix] * counts.suffixes[suffix] / (counts.prefixes[0] * counts.suffixes[0]);
                visit(Cut { prefix, suffix, stem }, odds);
            }
        });
    }

    /// A word of so few letters that it may be cut, packed.
    #[inline]
    pub fn packed(&self, word: &[u8]) -> Option<Packed> {
        self.packing.pack(word).filter(|_| word.len() <= LONGEST)
    }

    /// The stem of a word that is packed, with the letter that the last prefix has taken from it.
    #[inline]
    pub fn packed_stem(&self, word: Packed, cut: &Cut) -> Packed {
        let written = self.packing.part(word, cut.stem.start, cut.stem.end);
        match self.table.prefixes[cut.prefix].takes {
            None => written,
            Some(taken) => self.packing.joined(self.packing.pack(&[taken]).unwrap_or_default(), 1, written),
        }
    }

    /// Fetches from memory what is known of a stem that is packed.
    #[inline]
    pub fn prefetch(&self, stem: Packed) {
        self.stems.prefetch(stem);
    }

    /// How often a stem that is packed is expected.
    #[inline]
    pub fn count(&self, stem: Packed) -> f64 {
        self.stems.get(stem).unwrap_or(0.0)
    }

    /// The best cut of a word, and how many times as much it weighs as no cut; `letters` is the word, packed.
    pub fn cut(&self, word: &[u8], letters: Packed) -> (Cut, f64) {
        let (mut best, mut whole) = ((0.0, Cut::whole(word)), 1.0);
        let packing = self.packing;
        // For each place, the weight of the stem that ends there, if it has not been seen; and the prefix for which it is known.
        let (mut spelled, mut spelled_for) = ([0.0; LONGEST + 1], usize::MAX);
        self.for_each_pair(word, letters, |(prefix, before), (suffix, behind), Range { start: from, end: to }| {
            let kept = to - behind.restored;
            let stem = match (before.restored, behind.restored) {
                (0, 0) => packing.part(letters, from, to),
                (begin, _) if begin + to - from > packing.longest() => 0,
                (begin, _) => {
                    let stem = packing.joined(before.restores, begin, packing.part(letters, from, kept));
                    packing.joined(stem, begin + kept - from, behind.restores)
                }
            };
            let weight = self.stems.get(stem).unwrap_or_else(|| {
                if std::mem::replace(&mut spelled_for, prefix) != prefix {
                    self.spelling.weights(&self.table.prefixes[prefix].restores, &word[from..], &mut spelled[from..]);
                }
                spelled[to]
            });
            let weight = weight * before.weight * behind.weight;
            if (prefix, suffix) == (0, 0) {
                whole = weight;
            }
            if weight > best.0 && self.table.allows(prefix, suffix, &word[from..to]) {
                best = (weight, Cut { prefix, suffix, stem: from..to });
            }
        });
        (best.1, best.0 / whole)
    }
}

/// The weight of each form, from their expected counts.
fn weights(forms: &[Form], counts: &[f64], affix_exponent: f64) -> Vec<f64> {
    let all: f64 = counts.iter().sum();
    let mut parts: FxHashMap<u16, f64> = FxHashMap::default();
    for (form, count) in forms.iter().zip(counts) {
        form.parts.iter().for_each(|&part| *parts.entry(part).or_default() += count);
    }
    let odds = |part: &u16| parts[part] / (all - parts[part]).max(FORM);
    forms.iter().map(|form| form.parts.iter().map(odds).product::<f64>().powf(affix_exponent)).collect()
}

/// Which stems a word may have: that which `closed` gives it; or, if closed words are among its stems, these alone.
fn allowed<'a>(table: &Table, word: &'a [u8], closed: Option<&'a Closed>) -> impl Fn(&Range<usize>) -> bool + use<'a> {
    let given = closed.and_then(|closed| closed.word(word)).map(|row| &row.stem);
    // Between affixes on both sides two letters are enough: فإنها is ف, إن and ها.
    let is_long =
        |range: &Range<usize>| range.len() >= LONG_CLOSED || range.len() + 1 == LONG_CLOSED && range.start > 0 && range.end < word.len();
    let row = move |range: &Range<usize>| closed.and_then(|closed| closed.stem(&word[range.clone()])).map(|row| &row.kind);
    let is_closed = move |range: &Range<usize>| is_long(range) && matches!(row(range), Some(Kind::Rootless | Kind::Stem));
    let mut has_closed = false;
    cuts(table, word, |_, _, range| has_closed |= is_closed(&range));
    move |range| given.map_or(!has_closed || is_closed(range), |given| given == range)
}

/// Learns from words and their frequencies; the odds of affixes count to the power of `affix_exponent`; stems whose expected
/// count is below `least` are forgotten. Words of `closed` have no affixes.
///
/// # Errors
/// What `progress` returns.
pub fn learn(
    alphabet: &Alphabet,
    table: Table,
    words: &[(&[u8], u64)],
    closed: Option<&Closed>,
    affix_exponent: f64,
    least: f64,
    progress: &dyn Progress,
) -> Result<Clitics> {
    let mut ids: FxHashMap<Cow<[u8]>, u32> = FxHashMap::default();
    let mut stems: Vec<Cow<[u8]>> = Vec::new();
    let mut found: Vec<(u16, u16, u32)> = Vec::new();
    // For each word, the end of its cuts in `found`, and its frequency.
    let mut ends: Vec<(usize, f64)> = Vec::new();
    for (number, &(word, count)) in words.iter().enumerate().filter(|(_, word)| word.0.len() <= LONGEST) {
        if number % REPORT == 0 {
            progress.report("clitics", number as u64, words.len() as u64)?;
        }
        let may_be = allowed(&table, word, closed);
        cuts(&table, word, |prefix, suffix, range| {
            if !may_be(&range) {
                return;
            }
            let stem = table.restored(prefix, suffix, &word[range]);
            let id = *ids.entry(stem).or_insert_with_key(|stem| {
                stems.push(stem.clone());
                stems.len() as u32 - 1
            });
            found.push((prefix as u16, suffix as u16, id));
        });
        ends.push((found.len(), count as f64));
    }
    let spelling = Spelling::new(alphabet.len(), words.iter().map(|word| word.0));
    let spelled: Vec<f64> = stems.iter().map(|stem| spelling.weight(stem)).collect();
    let mut shares = vec![1.0; found.len()];
    let each_word = |shares: &mut [f64]| {
        let mut begin = 0;
        for &(end, count) in &ends {
            let sum: f64 = shares[begin..end].iter().sum();
            shares[begin..end].iter_mut().for_each(|share| *share *= count / sum);
            begin = end;
        }
    };
    each_word(&mut shares);
    let mut counts = Counts::default();
    let mut stem_counts = Vec::new();
    for round in 0..ROUNDS {
        progress.report("clitics", round as u64, ROUNDS as u64)?;
        counts.prefixes = vec![FORM; table.prefixes.len()];
        counts.suffixes = vec![FORM; table.suffixes.len()];
        stem_counts = vec![0.0; stems.len()];
        for (&(prefix, suffix, stem), share) in found.iter().zip(&shares) {
            counts.prefixes[prefix as usize] += share;
            counts.suffixes[suffix as usize] += share;
            stem_counts[stem as usize] += share;
        }
        counts.prefixes = weights(&table.prefixes, &counts.prefixes, affix_exponent);
        counts.suffixes = weights(&table.suffixes, &counts.suffixes, affix_exponent);
        for (&(prefix, suffix, stem), share) in found.iter().zip(&mut shares) {
            *share = ((stem_counts[stem as usize] - *share).max(0.0) + spelled[stem as usize])
                * counts.prefixes[prefix as usize]
                * counts.suffixes[suffix as usize];
        }
        each_word(&mut shares);
    }
    let elsewhere = if (0..alphabet.len() as u8).any(|letter| alphabet.is_servile(letter)) {
        counts_elsewhere(&table, &found, &shares, &stem_counts)
    } else {
        stem_counts.clone()
    };
    let rounded = |count: &f64| (count * 64.0).round() / 64.0;
    let nine_digits = |weight: &f64| format!("{weight:.8e}").parse().unwrap_or(*weight);
    counts.prefixes.iter_mut().chain(&mut counts.suffixes).for_each(|weight| *weight = nine_digits(weight));
    let counted = stems.iter().zip(stem_counts.iter().zip(&elsewhere));
    let kept = counted.filter(|(_, (count, elsewhere))| elsewhere.min(**count) >= least);
    counts.stems = kept.map(|(stem, (count, _))| (stem.to_vec(), rounded(count))).collect();
    counts.stems.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(Clitics::new(alphabet, table, counts))
}

/// How often each stem is expected without its most frequent neighbours: the prefix before it and the suffix behind it.
fn counts_elsewhere(table: &Table, found: &[(u16, u16, u32)], shares: &[f64], counts: &[f64]) -> Vec<f64> {
    let mut between: FxHashMap<(u32, Option<u16>, Option<u16>), f64> = FxHashMap::default();
    for (&(prefix, suffix, stem), share) in found.iter().zip(shares).filter(|(cut, _)| (cut.0, cut.1) != (0, 0)) {
        let (prefix, suffix) = (&table.prefixes[prefix as usize].parts, &table.suffixes[suffix as usize].parts);
        *between.entry((stem, prefix.last().copied(), suffix.first().copied())).or_default() += share;
    }
    let mut most = vec![0.0; counts.len()];
    for ((stem, ..), share) in between {
        most[stem as usize] = share.max(most[stem as usize]);
    }
    counts.iter().zip(most).map(|(count, most)| count - most).collect()
}
