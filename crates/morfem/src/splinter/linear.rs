//! Texts as linear texts, for any other tokenizer (Gazit et al. 2025, section 2.2), and words explained.
//!
//! In a linear text a word is a run of private-use characters, one for each of its units: affixes, the letters of the residue, then what puts the others back. Everything else
//! stands as it is; of the private-use characters that stand for something [`Linear::escape`] comes before those of the text itself. So the text is
//! had back exactly, whatever it is: the characters between are read unit by unit, as ids are, but imply no space.

use rustc_hash::FxHashMap;

use super::clitics::Cut;
use super::encode::{Encoder, Method, Reduced, Word};
use super::grammar::{pattern_letters, root_letters};
use super::reduction::position;
use super::train::all_units;
use super::unit::{Language, Unit, Writer};
use crate::{Error, Result, stop};

/// The first private-use character, which is the escape, and how many there are.
const FIRST: u32 = 0xE000;
const PRIVATE: usize = 0xF900 - 0xE000;

/// The characters of linear texts.
pub struct Linear {
    /// The language with the patterns that linear texts have.
    language: Language,
    units: Vec<Unit>,
    numbers: FxHashMap<Unit, u32>,
    patterns: FxHashMap<Vec<u8>, u32>,
}

/// How one word is taken apart. Positions are code points of the word.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What is taken off or out, in order.
    pub steps: Vec<Step>,
    /// The letters that are left at last, as they are inside a word, and where they stand.
    pub residue: String,
    pub residue_positions: Vec<usize>,
    /// The residue spelled as a word, if it has as many letters as roots have. By units also only if it is in the vocabulary and its pattern is, or both have
    /// been seen often: of names and loans, which stay whole or in pieces, the residue is but a candidate.
    pub root: Option<String>,
}

/// A unit that is taken off or out, as a token string, and what is left of the word then.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub token: String,
    pub left: String,
    pub positions: Vec<usize>,
    /// Whether what is left is known as a word or a stem.
    pub is_attested: bool,
}

impl Linear {
    fn new(encoder: &Encoder) -> Self {
        let mut language = encoder.language.clone();
        language.stems.clear();
        language.pieces.clear();
        language.patterns.clear();
        let mut units = all_units(&language, &encoder.method);
        if let Method::Units(grammar) = &encoder.method {
            let mut rows: Vec<&(Vec<u8>, f64)> = grammar.roots.patterns.iter().collect();
            rows.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            rows.truncate(PRIVATE.saturating_sub(units.len() + 1));
            language.patterns = rows.into_iter().map(|row| row.0.clone()).collect();
            units.extend((0..language.patterns.len() as u32).map(Unit::Pattern));
        }
        let numbers = units.iter().copied().zip(FIRST + 1..).collect();
        let patterns = language.patterns.iter().cloned().zip(0..).collect();
        Linear { language, units, numbers, patterns }
    }

    /// Whether a character stands for something in linear texts.
    fn is_sign(&self, character: char) -> bool {
        (FIRST..=FIRST + self.units.len() as u32).contains(&(character as u32))
    }
}

impl Encoder {
    fn linear(&self) -> &Linear {
        self.linear.get_or_init(|| Box::new(Linear::new(self)))
    }

    /// A text as a linear text.
    pub fn linearize(&self, text: &str) -> String {
        let linear = self.linear();
        let escape = char::from_u32(FIRST).unwrap_or_default();
        let (mut word, mut reduced) = (Word::default(), Reduced::default());
        let mut units = Vec::new();
        let mut written = String::with_capacity(text.len() * 2);
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            stop::check();
            let length = word.read(&self.language.alphabet, &text[at..]);
            if length == 0 {
                if linear.is_sign(character) {
                    written.push(escape);
                }
                written.push(character);
                at += character.len_utf8();
                continue;
            }
            units.clear();
            self.word_units(linear, &mut word, &mut reduced, &mut units);
            written.extend(units.iter().filter_map(|unit| char::from_u32(linear.numbers[unit])));
            at += length;
        }
        written
    }

    /// The text of a linear text.
    pub fn delinearize(&self, text: &str) -> String {
        let linear = self.linear();
        let mut bytes = Vec::with_capacity(text.len());
        let mut emit = |text: &[u8], _: u32| bytes.extend_from_slice(text);
        let mut writer = Writer::default();
        let mut buffer = [0; 4];
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            stop::check();
            let number = (character as u32).wrapping_sub(FIRST) as usize;
            let literal = match number {
                0 => characters.next().unwrap_or(character),
                _ if linear.is_sign(character) => {
                    let unit = linear.units[number - 1];
                    writer.push_alone(&linear.language, unit, &mut emit);
                    continue;
                }
                _ => character,
            };
            writer.push(&linear.language, Unit::Byte, literal.encode_utf8(&mut buffer).as_bytes(), 0, &mut emit);
        }
        writer.finish(&linear.language, &mut emit);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Appends the units of a word in a linear text.
    fn word_units(&self, linear: &Linear, word: &mut Word, reduced: &mut Reduced, units: &mut Vec<Unit>) {
        units.extend(word.case());
        word.turn_last(&self.language.alphabet);
        let letters = &word.letters;
        let spell = |letters: &[u8], units: &mut Vec<Unit>| {
            units.extend(letters.first().map(|&letter| Unit::Start(letter)));
            units.extend(letters.iter().skip(1).map(|&letter| Unit::Letter(letter)));
        };
        match &self.method {
            Method::Reductions(reductions) => {
                reduced.find(reductions, letters);
                spell(&reduced.residue.iter().map(|&place| letters[place]).collect::<Vec<_>>(), units);
                units.extend(reduced.taken.iter().rev().map(|&(reduction, _)| Unit::Reduction(reduction)));
            }
            Method::Units(grammar) => {
                let (Cut { prefix, suffix, stem }, places) = grammar.take_apart(&self.language, letters, grammar.cut(letters));
                let table = &grammar.clitics.table;
                units.extend(table.prefixes[prefix].parts.iter().map(|&affix| Unit::Prefix(affix)));
                let stem = &letters[stem];
                match places.and_then(|places| Some((places, *linear.patterns.get(&pattern_letters(stem, places))?))) {
                    Some((places, pattern)) => {
                        spell(&root_letters(stem, places), units);
                        units.push(Unit::Pattern(pattern));
                    }
                    None => spell(stem, units),
                }
                units.extend(table.suffixes[suffix].parts.iter().map(|&affix| Unit::Suffix(affix)));
            }
        }
        units.extend(word.points.iter().map(|&(index, mark)| Unit::Point { index, mark }));
    }

    /// How a word is taken apart; `is_token` says whether a word is one token.
    ///
    /// # Errors
    /// [`Error::Argument`] if it is not one word of the language.
    pub fn explain(&self, text: &str, is_token: impl Fn(&str) -> bool) -> Result<Explanation> {
        let alphabet = &self.language.alphabet;
        let mut word = Word::default();
        let length = word.read(alphabet, text);
        if length == 0 || length < text.len() {
            let stop = text[length..].chars().next().map_or_else(|| "nothing".into(), |stop| format!("{stop:?}"));
            return Err(Error::Argument(format!("{text:?} is not one word of the alphabet: it has {stop} at byte {length}")));
        }
        word.turn_last(alphabet);
        let letters = &word.letters;
        let at_places = |places: &[usize]| places.iter().map(|&place| letters[place]).collect::<Vec<u8>>();
        let spelled = |places: &[usize]| {
            let mut left = at_places(places);
            if let Some(last) = left.last_mut() {
                *last = alphabet.twin(*last);
            }
            left.into_iter().map(|letter| alphabet.letter(letter)).collect::<String>()
        };
        let positions = |places: &[usize]| -> Vec<usize> {
            let points_before = |place: usize| word.points.iter().filter(|point| (point.0 as usize) < place).count();
            places.iter().map(|&place| place + points_before(place)).collect()
        };
        let token = |unit: Unit| self.language.name(unit).map_or_else(String::new, |name| format!("+{}", name.1));
        let step = |token: String, places: &[usize]| {
            let left = spelled(places);
            let is_attested = match &self.method {
                Method::Reductions(_) => is_token(&left),
                Method::Units(grammar) => {
                    let stems = &grammar.clitics.counts.stems;
                    let stem = at_places(places);
                    stems.binary_search_by(|row| row.0.cmp(&stem)).is_ok()
                }
            };
            Step { token, left, positions: positions(places), is_attested }
        };
        let mut places: Vec<usize> = (0..letters.len()).collect();
        let mut steps = Vec::new();
        let mut is_known = true;
        match &self.method {
            Method::Reductions(reductions) => {
                let mut reduced = Reduced::default();
                reduced.find(reductions, letters);
                for &(reduction, place) in &reduced.taken {
                    debug_assert_eq!(position(places.iter().position(|&at| at == place).unwrap_or(0), places.len()), reduction.position);
                    places.retain(|&at| at != place);
                    steps.push(step(token(Unit::Reduction(reduction)), &places));
                }
            }
            Method::Units(grammar) => {
                let (Cut { prefix, suffix, stem }, root) = grammar.take_apart(&self.language, letters, grammar.cut(letters));
                for &affix in &grammar.clitics.table.prefixes[prefix].parts {
                    places.drain(..self.language.prefixes[affix as usize].len());
                    steps.push(step(token(Unit::Prefix(affix)), &places));
                }
                for &affix in grammar.clitics.table.suffixes[suffix].parts.iter().rev() {
                    places.truncate(places.len() - self.language.suffixes[affix as usize].len());
                    steps.push(step(token(Unit::Suffix(affix)), &places));
                }
                is_known = root.is_some_and(|root| self.has_root(grammar, letters, &stem, root));
                if let Some(root) = root {
                    let is_root = |at: usize| root >> (at - stem.start) & 1 == 1;
                    let pattern: String = stem.clone().map(|at| if is_root(at) { '_' } else { alphabet.letter(letters[at]) }).collect();
                    places.retain(|&at| is_root(at));
                    if places.len() < stem.len() {
                        steps.push(step(format!("+{pattern}"), &places));
                    }
                }
            }
        }
        let residue = at_places(&places).into_iter().map(|letter| alphabet.letter(letter)).collect();
        let root = (is_known && (3..=4).contains(&places.len())).then(|| spelled(&places));
        Ok(Explanation { steps, residue, residue_positions: positions(&places), root })
    }
}
