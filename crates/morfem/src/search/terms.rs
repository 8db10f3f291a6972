//! The terms of texts.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use unicode_normalization_alignments::UnicodeNormalization;
use unicode_normalization_alignments::char::is_combining_mark;

use super::fold::{Folds, drawn_out};
use super::parts::{ACRONYM, Lemmas, Parts, RATHER, score};
use super::table::{Field, Table};
use super::unit_model::{Unit, Units};
use super::words::{Word, is_conjoining, words};
use crate::cache::shelf::Shelf;
use crate::run::stop::{self, Stop};
use crate::surface::apostrophe::APOSTROPHES;
use crate::text::properties;
use crate::tokenizer::Tokenizer;

/// Most words in a cache; then it starts again. A word takes about 300 bytes.
const CACHED: usize = 1 << 17;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Document,
    Query,
}

/// One term of a text. Several terms of one word have the same position and span.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub text: Arc<str>,
    /// 1 in a document.
    pub weight: f32,
    /// Number of the word in the text, from 0.
    pub position: usize,
    /// The code points of the text that the word covers.
    pub start: usize,
    pub end: usize,
    /// Which part of the word it is, such as `root`.
    pub field: &'static str,
}

/// A term of a word: its text, weight and field.
type Own = (Arc<str>, f32, &'static str);

/// What is known of a word.
struct Known {
    terms: Box<[Own]>,
    /// Whether it may be the first half of a word that is also written as two.
    is_half: bool,
}

/// The words of documents or of queries.
#[derive(Default)]
struct Words {
    known: Vec<Known>,
    /// The index of each in `known`.
    places: FxHashMap<Box<str>, usize>,
}

#[derive(Default)]
struct Cache {
    document: Words,
    query: Words,
}

/// Makes terms with a tokenizer and a table.
pub struct Terms {
    tokenizer: Arc<Tokenizer>,
    table: Table,
    folds: Folds,
    lemmas: Lemmas,
    units: Option<Units>,
    caches: Shelf<Cache>,
}

impl Terms {
    /// Terms of the words that `units`, or else `tokenizer`, takes apart, by the rules of `table`, in the spelling of `folds`.
    pub fn new(tokenizer: Arc<Tokenizer>, table: Table, folds: Folds, units: Option<Units>) -> Self {
        let lemmas = Lemmas::new(&tokenizer, &folds);
        Terms { tokenizer, table, folds, lemmas, units, caches: Shelf::default() }
    }

    /// The terms of a text, in order of their words.
    pub fn of(&self, text: &str, side: Side) -> Vec<Term> {
        let mut terms = Vec::with_capacity(text.len() / 5);
        self.visit(text, side, |position, word, (text, weight, field)| {
            terms.push(Term { text: text.clone(), weight: *weight, position, start: word.start, end: word.end, field });
        });
        terms
    }

    /// The texts of the terms of a text.
    pub fn texts(&self, text: &str, side: Side) -> Vec<Arc<str>> {
        let mut texts = Vec::with_capacity(text.len() / 5);
        self.visit(text, side, |_, _, (text, ..)| texts.push(text.clone()));
        texts
    }

    /// The texts of the terms of each text, on the threads of the pool.
    pub fn texts_of_all(&self, texts: &[&str], side: Side) -> Vec<Vec<Arc<str>>> {
        let stop = Stop::current();
        texts.par_iter().map_init(|| stop.known(), |_, text| self.texts(text, side)).collect()
    }

    fn visit(&self, text: &str, side: Side, mut see: impl FnMut(usize, Word, &Own)) {
        let folded = self.folds.text(text);
        let mut caches = self.caches.take();
        let Words { known, places } = match side {
            Side::Document => &mut caches.document,
            Side::Query => &mut caches.query,
        };
        let (mut is_empty, mut joined) = (true, String::new());
        let mut before: Option<(&str, usize, usize)> = None;
        let mut half: Option<(usize, usize, usize)> = None;
        for (position, mut word) in words(&folded.text, &self.table.cuts).enumerate() {
            if position % 256 == 0 {
                stop::check();
            }
            let (begin, end) = (word.start, word.end);
            (word.start, word.end) = folded.span(begin, end);
            let place = places.get(word.text).copied().unwrap_or_else(|| {
                // Not between two halves, of which the first is still asked for.
                if known.len() >= CACHED && half.is_none() {
                    known.clear();
                    places.clear();
                }
                let terms = self.of_word(&word, side, false).into_boxed_slice();
                known.push(Known { is_half: terms.iter().any(|(text, ..)| self.table.is_half(text)), terms });
                places.insert(word.text.into(), known.len() - 1);
                known.len() - 1
            });
            let Known { terms: own, is_half } = &known[place];
            is_empty &= own.is_empty();
            own.iter().for_each(|term| see(position, word, term));
            // Two words that are also written as one: iş yeri is also işyeri.
            if let Some((first, start, _)) = half.take().filter(|&(.., next)| next == begin) {
                let has = |second: &str| own.iter().any(|(text, ..)| **text == *second);
                let both = known[first].terms.iter().find_map(|(text, ..)| self.table.both(text, has));
                if let (Some(both), Some((_, weight, field))) = (both, own.first()) {
                    see(position, Word { start, ..word }, &(both.into(), *weight, field));
                }
            }
            half = is_half.then_some((place, word.start, end + 1));
            let Some(units) = &self.units else { continue };
            // Two words that are one noun where they are written without a space: 고속 도로 is also 고속도로.
            if let (Some((text, weight, field)), Some((first, start, next))) = (own.first(), before)
                && next == begin
            {
                joined.clear();
                joined.push_str(first);
                joined.push_str(text);
                if units.is_noun(&joined) {
                    see(position, Word { start, ..word }, &(joined.as_str().into(), *weight, field));
                }
            }
            before = own.first().filter(|(text, ..)| **text == *word.text).map(|_| (word.text, word.start, end + 1));
        }
        self.caches.put(caches);
        if is_empty {
            // A text of words without content is asked for by these words.
            for (position, mut word) in words(&folded.text, &self.table.cuts).enumerate() {
                (word.start, word.end) = folded.span(word.start, word.end);
                self.of_word(&word, side, true).iter().for_each(|term| see(position, word, term));
            }
        }
    }

    /// The terms of a word; with `keeps_functions`, also those of one without content.
    fn of_word(&self, word: &Word, side: Side, keeps_functions: bool) -> Vec<Own> {
        let (table, folds) = (&self.table, &self.folds);
        let mut own = OwnTerms { terms: Vec::new(), factor: 1.0, side, folds };
        let mut text = composed(word.text);
        let single = folds.single(word.text);
        if let Some((single, ending)) = single {
            // Both spellings of a word that means another thing where it stands twice: kura2, kura-kura.
            let is_other = table.cuts.doubled.contains(&*single.to_ascii_lowercase());
            text = if is_other { Cow::Owned(single.repeat(2)) } else { Cow::Owned(format!("{single}{ending}")) };
        } else if word.is_code || !text.contains(properties::is_alphabetic) {
            own.add_number(&text, table);
            own.terms.extend(self.of_parts(&text, side));
            return own.terms;
        }
        text = self.undrawn(folds.spelled(folds.joined(text)));
        let is_function_unit = |text: &str, kind: Unit| self.table.is_function_unit(text, kind) && !keeps_functions;
        let split = self.units.as_ref().and_then(|units| units.split(&text));
        let mut parts = match &split {
            Some(split) => Parts::of_split(split, is_function_unit),
            None => self.best_parts(&mut text),
        };
        let mut folded = folds.letters(&text);
        if split.is_none() && !table.is_name(&text) {
            parts.add_probable(&self.tokenizer, &self.lemmas, folds, (&text, &folded), side == Side::Query);
            if self.lemmas.is_lexicon() {
                parts.add_typed(&self.tokenizer, &self.lemmas, folds, (&text, &folded), side == Side::Query);
            }
        }
        parts.roots.extend(table.others(&folded).map(|other| (other.to_owned(), 1.0)));
        if parts.stem.starts_with(|first: char| first.is_ascii_digit()) && !parts.stem.contains(properties::is_alphabetic) {
            own.add_number(&parts.stem, table);
            return own.terms;
        }
        let mut stem = folds.letters(&parts.stem);
        if parts.roots.is_empty() {
            parts.roots.extend(table.made_from(&folded, &stem).into_iter().map(|root| (root.to_owned(), 1.0)));
        }
        if parts.roots.is_empty() {
            (folded, stem) = (folds.unknown(&folded), folds.unknown(&stem));
        }
        if text.contains(ACRONYM) && table.is_function(&stem) {
            // An acronym that without its mark is a word without content: עו"ד (a lawyer), עוד (still).
            let is_stem = |rest: &&str| rest.replace(ACRONYM, "") == parts.stem;
            let signed = text.char_indices().map(|(at, _)| &text[at..]).find(is_stem).unwrap_or(&parts.stem);
            (folded, stem) = (text.to_string(), signed.to_owned());
        }
        let has_content = match &split {
            Some(_) => !parts.roots.is_empty() && !table.is_function_unit(&folded, Unit::Noun),
            None => !table.is_function(&folded) && !table.is_function(&stem),
        };
        if !has_content && !keeps_functions {
            own.factor = table.function_weight;
        }
        if own.factor == 0.0 {
            return own.terms;
        }
        if side == Side::Query && (table.is_question(&folded) || table.is_question(&stem)) {
            own.factor *= table.question_weight;
        }
        let (sense, light) = table.sense(&folded, &stem);
        if let Some(sense) = sense {
            let replaced = parts.roots.len().min(1);
            parts.roots.splice(..replaced, [(sense.to_owned(), 1.0)]);
        }
        own.add_fields(table, &parts.roots, (&folded, &stem, light));
        own.terms
    }

    /// The terms of the words of which an identifier with underscores consists: wisata_bahari. They are no independent evidence, so each
    /// of n words weighs 1 / √n.
    fn of_parts(&self, code: &str, side: Side) -> Vec<Own> {
        if !code.contains('_') || code.contains('@') {
            return Vec::new();
        }
        let parts: Vec<Word> = code.split('_').flat_map(|part| words(part, &self.table.cuts)).collect();
        let share = if side == Side::Query { 1.0 / (parts.len() as f32).sqrt() } else { 1.0 };
        let own = parts.iter().flat_map(|part| self.of_word(part, side, false));
        own.map(|(text, weight, field)| (text, weight * share, field)).collect()
    }

    /// A word without letters that are drawn out.
    fn undrawn<'w>(&self, word: Cow<'w, str>) -> Cow<'w, str> {
        match drawn_out(&word) {
            Some([twice, once]) => {
                let parts = Parts::of_best(&self.tokenizer, &self.lemmas, &self.table, &self.folds, &twice);
                let is_word = self.lemmas.is_lexicon() && !parts.roots.is_empty() && !parts.is_name;
                let is_rather = || score(&self.tokenizer, &twice) + RATHER >= score(&self.tokenizer, &once);
                Cow::Owned(if is_word && is_rather() { twice } else { once })
            }
            None => word,
        }
    }

    /// The parts of a word. A word that the tokenizer does not know, or knows as a name only, may be meant in its other reading. A name in
    /// capitals has both.
    fn best_parts(&self, text: &mut Cow<'_, str>) -> Parts {
        if let Some(root) = self.table.whole(text, &self.folds) {
            return Parts::of_whole(text, root);
        }
        if self.table.is_name(text) {
            let name = text.split(APOSTROPHES).next().unwrap_or(text);
            return Parts::of_whole(name, name);
        }
        let of_best = |word: &str| Parts::of_best(&self.tokenizer, &self.lemmas, &self.table, &self.folds, word);
        let parts = of_best(text);
        let (is_known, is_name) = (!parts.roots.is_empty(), parts.is_name);
        if is_known && !is_name {
            return parts;
        }
        if let Some(other) = self.folds.other_reading(text) {
            let others = of_best(&other);
            let is_better = !others.roots.is_empty() && score(&self.tokenizer, &other) > score(&self.tokenizer, text);
            if is_known && !is_better {
                return parts.with_name(&other);
            }
            if is_known || !others.roots.is_empty() || text.is_ascii() {
                let own = std::mem::replace(text, Cow::Owned(other));
                return if is_known { others.with_name(&own) } else { others };
            }
        }
        if is_known || text.is_ascii() || !self.lemmas.is_lexicon() {
            return parts;
        }
        // A word in which some letters are typed without their marks, as cocuğu: all of them are, so that the tokenizer knows it.
        let plain = self.folds.unknown(&self.folds.letters(text));
        let others = of_best(&plain);
        if others.roots.is_empty() || others.is_name {
            return parts;
        }
        *text = Cow::Owned(plain);
        others
    }
}

/// The terms of one word while they are collected.
struct OwnTerms<'f> {
    terms: Vec<Own>,
    factor: f32,
    side: Side,
    folds: &'f Folds,
}

impl OwnTerms<'_> {
    /// Adds the terms of a number, an address or an identifier: as often as the other words, so that it counts as much as they do.
    fn add_number(&mut self, text: &str, table: &Table) {
        let is_number = text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(properties::is_alphabetic);
        let texts = if is_number { self.folds.number(text) } else { vec![self.folds.unknown(&self.folds.letters(text))] };
        for text in texts {
            table.fields.iter().for_each(|(_, weight)| self.add(&text, weight * table.number_weight, Field::Word));
        }
    }

    /// Adds the terms of the fields of a word, given as its folded text, its stem and its light stem.
    fn add_fields(&mut self, table: &Table, roots: &[(String, f32)], (word, stem, light): (&str, &str, &str)) {
        let fields = if roots.is_empty() { &table.unknown } else { &table.fields };
        for &(field, weight) in fields {
            match field {
                Field::Root if roots.is_empty() => self.add(light, weight, field),
                Field::Root => {
                    for (root, share) in roots {
                        self.add(table.root(&self.folds.letters(root)), weight * share, field);
                    }
                }
                Field::Stem => self.add(stem, weight, field),
                Field::Light => self.add(light, weight, field),
                Field::Word => self.add(word, weight, field),
                Field::Head(length) => self.add(&format!("{}*", head(word, length)), weight, field),
                Field::Grams(length) => {
                    let count = grams(light, length).count() as f32;
                    grams(light, length).for_each(|gram| self.add(gram, weight / count.sqrt(), field));
                }
            }
        }
    }

    /// Adds a term. Where two fields of a word coincide, the term counts twice: otherwise a bare root would weigh less than its
    /// derivations.
    fn add(&mut self, text: &str, weight: f32, field: Field) {
        let weight = match self.side {
            Side::Document => 1.0,
            Side::Query => weight * self.factor,
        };
        if !text.is_empty() && weight > 0.0 {
            let text = self.folds.term(text);
            let same = self.terms.iter().find(|(own, ..)| **own == *text).map(|(own, ..)| own.clone());
            self.terms.push((same.unwrap_or_else(|| text.as_ref().into()), weight, field.name()));
        }
    }
}

/// A word with its letters composed (NFC), as roots and units are written; some systems decompose them. A word in which nothing can be
/// composed is left as it is: NFC would put Arabic vowel marks into another order than people type.
fn composed(word: &str) -> Cow<'_, str> {
    if !word.is_ascii() && word.contains(|character| is_conjoining(character) || is_combining_mark(character)) {
        let composed: String = word.nfc().map(|(character, _)| character).collect();
        if composed.chars().count() < word.chars().count() {
            return Cow::Owned(composed);
        }
    }
    Cow::Borrowed(word)
}

/// The first letters of a word, at most those before an apostrophe. As a term they have an asterisk, so that they never equal a whole word.
fn head(word: &str, length: usize) -> &str {
    let word = word.split('\'').next().filter(|word| !word.is_empty()).unwrap_or(word);
    word.char_indices().nth(length).map_or(word, |(end, _)| &word[..end])
}

/// All runs of `length` letters of a word, or the word if it is shorter. The runs of one word are not independent evidence, so each of the
/// n runs weighs 1 / √n.
fn grams(word: &str, length: usize) -> impl Iterator<Item = &str> {
    let ends = word.char_indices().map(|(at, _)| at).skip(length).chain([word.len()]);
    word.char_indices().zip(ends).map(|((start, _), end)| &word[start..end])
}

#[cfg(test)]
#[path = "../../tests/inside/search_terms.rs"]
mod tests;
