//! Texts as linear texts, for any other tokenizer (Gazit et al. 2025, section 2.2), and words explained.
//!
//! In a linear text a word is a run of private-use characters, one for each of its units: affixes, the letters of the residue, then the
//! units that put the other letters back. Everything else stays as it is. If the text itself has a private-use character that stands for a
//! unit, the escape, U+E000, is written before it. So every text can be restored exactly: private-use characters are read as ids are, unit
//! by unit, but imply no space.

use rustc_hash::FxHashMap;

use super::affix::Affix;
use super::closed::Kind;
use super::encode::{Encoder, Reduced};
use super::grammar::Method;
use super::inventory::{Inventory, all_units, points_of};
use super::joined::Joints;
use super::packed::{SILENT, SLOT};
use super::reduction::position;
use super::unit::Unit;
use super::word::Word;
use super::writer::Writer;
use crate::result::analysis::{Explanation, Step};
use crate::run::stop;
use crate::surface::Case;
use crate::vocab::Vocabulary;
use crate::{Error, Result};

/// The first private-use character, which is the escape, and how many there are.
const FIRST: u32 = 0xE000;
const PRIVATE: usize = 0xF900 - 0xE000;
/// Code points of the longest word that is explained: each step returns the whole rest of the word, so time grows with their square.
pub const LONGEST: usize = 1_000;

/// The characters of linear texts.
pub struct Linear {
    /// The language with the patterns that linear texts have.
    inventory: Inventory,
    units: Vec<Unit>,
    numbers: FxHashMap<Unit, u32>,
}

/// A part of a word that is taken apart by itself.
struct Part {
    /// The last one is as it is inside a word.
    letters: Vec<u8>,
    /// Where they stand in the word, in code points.
    positions: Vec<usize>,
    joints: Option<Joints>,
    /// How many characters of the word stand before it, without marks.
    begin: usize,
}

impl Linear {
    /// The characters for the units of an encoder.
    pub fn new(encoder: &Encoder) -> Self {
        let mut inventory = encoder.inventory.without_words();
        let mut units = all_units(&inventory, encoder.method.reductions());
        // A linear text has the points of every word behind its units.
        let spelled = (0..inventory.alphabet.marks().len() as u8).filter(|&mark| inventory.alphabet.is_spelled(mark));
        units.extend(points_of(&spelled.collect::<Vec<_>>()));
        let room = PRIVATE.saturating_sub(units.len() + 1);
        inventory.patterns = encoder.inventory.patterns.iter().take(room).cloned().collect();
        units.extend((0..inventory.patterns.len() as u32).map(Unit::Pattern));
        let numbers = units.iter().copied().zip(FIRST + 1..).collect();
        Linear { inventory, units, numbers }
    }

    /// Whether a character stands for something in linear texts.
    fn is_sign(&self, character: char) -> bool {
        (FIRST..=FIRST + self.units.len() as u32).contains(&(character as u32))
    }
}

impl Linear {
    /// A text as a linear text.
    pub fn linearize(&self, encoder: &Encoder, vocabulary: &Vocabulary, text: &str) -> String {
        let escape = char::from_u32(FIRST).unwrap_or_default();
        let (mut word, mut reduced) = (Word::default(), Reduced::default());
        let mut units = Vec::new();
        let mut written = String::with_capacity(text.len() * 2);
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            stop::check();
            let length = word.read(&encoder.inventory.alphabet, &text[at..]);
            if length == 0 {
                if self.is_sign(character) {
                    written.push(escape);
                }
                written.push(character);
                at += character.len_utf8();
                continue;
            }
            units.clear();
            encoder.linear_units(self, vocabulary, &mut word, &mut reduced, &mut units);
            written.extend(units.iter().filter_map(|unit| char::from_u32(self.numbers[unit])));
            at += length;
        }
        written
    }

    /// The text of a linear text.
    pub fn delinearize(&self, text: &str) -> String {
        let mut bytes = Vec::with_capacity(text.len());
        let mut writer = Writer::default();
        let mut buffer = [0; 4];
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            stop::check();
            let number = (character as u32).wrapping_sub(FIRST) as usize;
            let literal = match number {
                0 => characters.next().unwrap_or(character),
                _ if self.is_sign(character) => {
                    let unit = self.units[number - 1];
                    writer.push_alone(&self.inventory, unit, &mut bytes);
                    continue;
                }
                _ => character,
            };
            writer.push(&self.inventory, Unit::Byte, literal.encode_utf8(&mut buffer).as_bytes(), 0, &mut bytes);
        }
        writer.finish(&self.inventory, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Encoder {
    /// Appends the units of a word in a linear text.
    fn linear_units(&self, linear: &Linear, vocabulary: &Vocabulary, word: &mut Word, reduced: &mut Reduced, units: &mut Vec<Unit>) {
        units.extend(match word.case {
            Case::Lower => None,
            Case::Title => Some(Unit::Title),
            Case::Upper => Some(Unit::Upper),
        });
        units.extend(word.places.first().map(|_| Unit::Shaped));
        word.turn_last(&self.inventory.alphabet);
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
            Method::Units(_) => {
                let (mut parts, begin) = (Vec::new(), units.len());
                self.units_of_word(vocabulary, letters, Joints::new(&self.inventory.alphabet, &word.points), &mut parts);
                for unit in parts {
                    match unit {
                        Unit::Stem(stem) => spell(&self.inventory.stems[stem as usize], units),
                        Unit::Piece(piece) => {
                            units.extend(self.inventory.pieces[piece as usize].iter().map(|&letter| Unit::Letter(letter)))
                        }
                        _ => units.push(unit),
                    }
                }
                if units[begin..].iter().any(|unit| !linear.numbers.contains_key(unit)) {
                    units.truncate(begin);
                    spell(letters, units);
                }
            }
        }
        units.extend(word.points.iter().map(|&(index, mark)| Unit::Point { index, mark }));
    }

    /// The steps that reduce a word; `is_token` says whether a word is one token.
    ///
    /// A capital or a hyphen inside divides a word into several parts, which [`Word::read`] reads one after the other. Each part is reduced
    /// by itself. Other characters, such as digits, stay where they are.
    ///
    /// # Errors
    /// [`Error::Argument`] if the word contains white space, or is longer than [`LONGEST`].
    pub fn explain(&self, vocabulary: &Vocabulary, text: &str, is_token: &dyn Fn(&str) -> bool) -> Result<Explanation> {
        let alphabet = &self.inventory.alphabet;
        let length = text.chars().count();
        if length > LONGEST {
            return Err(Error::Argument(format!("a word of {length} characters is too long; explain takes up to {LONGEST}")));
        }
        if text.contains(char::is_whitespace) {
            return Err(Error::Argument(format!("{text:?} holds white space; explain takes one word")));
        }
        let (mut left, parts) = self.word_parts(text);
        let (mut steps, mut roots, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        let mut taken = 0;
        for Part { letters, positions, joints, begin } in parts {
            let begin = begin - taken;
            let (takings, root) = self.takings(vocabulary, &letters, joints);
            let mut places: Vec<usize> = (0..letters.len()).collect();
            let taken_by = |unit: &str| Affix::read(unit.strip_suffix('-').unwrap_or_default(), |sign| alphabet.number(sign))?.takes;
            let mut lost = None;
            for (unit, next) in takings {
                lost = taken_by(&unit).or(lost);
                let spelled = self.spelled(&letters, &next);
                let new = next.iter().map(|&place| positions[place]).zip(spelled.chars());
                left.splice(begin..begin + places.len(), new);
                let is_attested = match &self.method {
                    Method::Reductions(_) => is_token(&spelled),
                    Method::Units(grammar) => {
                        let stem: Vec<u8> = lost.into_iter().chain(next.iter().map(|&place| letters[place])).collect();
                        grammar.clitics.counts.stems.binary_search_by(|row| row.0.cmp(&stem)).is_ok()
                    }
                };
                let (positions, left) = left.iter().copied().unzip();
                steps.push(Step { token: format!("+{unit}"), left, positions, is_attested });
                places = next;
            }
            taken += letters.len() - places.len();
            inner.extend(places.iter().zip(begin..).map(|(&place, at)| (at, alphabet.letter(letters[place]))));
            roots.extend(root);
        }
        let (residue_positions, mut residue): (Vec<usize>, Vec<char>) = left.into_iter().unzip();
        inner.into_iter().for_each(|(at, letter)| residue[at] = letter);
        let root = roots.pop().filter(|_| roots.is_empty());
        Ok(Explanation { steps, residue: residue.into_iter().collect(), residue_positions, root })
    }

    /// The characters of a word without its marks, in small letters, with their positions; and its parts.
    fn word_parts(&self, text: &str) -> (Vec<(usize, char)>, Vec<Part>) {
        let alphabet = &self.inventory.alphabet;
        let (mut left, mut parts) = (Vec::new(), Vec::new());
        let mut word = Word::default();
        let (mut at, mut position) = (0, 0);
        while let Some(character) = text[at..].chars().next() {
            let length = word.read(alphabet, &text[at..]);
            if length == 0 {
                left.push((position, character));
                at += character.len_utf8();
                position += 1;
                continue;
            }
            let points_before = |place: usize| word.points.iter().filter(|point| (point.0 as usize) < place).count();
            let positions: Vec<usize> = match word.places.is_empty() {
                true => (0..word.letters.len()).map(|place| position + place + points_before(place)).collect(),
                false => word.places.iter().map(|place| position + place).collect(),
            };
            let begin = left.len();
            left.extend(positions.iter().copied().zip(word.letters.iter().map(|&letter| alphabet.letter(letter))));
            position += text[at..at + length].chars().count();
            at += length;
            word.turn_last(alphabet);
            let joints = Joints::new(alphabet, &word.points);
            parts.push(Part { letters: std::mem::take(&mut word.letters), positions, joints, begin });
        }
        (left, parts)
    }

    /// The units that are taken from a part of a word, each with the places of the letters that remain; and the root.
    fn takings(&self, vocabulary: &Vocabulary, letters: &[u8], joints: Option<Joints>) -> (Vec<(String, Vec<usize>)>, Option<String>) {
        let name = |unit: Unit| self.inventory.name(unit).map_or_else(String::new, |name| name.1);
        let mut places: Vec<usize> = (0..letters.len()).collect();
        let mut takings = Vec::new();
        if let Method::Reductions(reductions) = &self.method {
            let mut reduced = Reduced::default();
            reduced.find(reductions, letters);
            for &(reduction, place) in &reduced.taken {
                debug_assert_eq!(position(places.iter().position(|&at| at == place).unwrap_or(0), places.len()), reduction.position);
                places.retain(|&at| at != place);
                takings.push((name(Unit::Reduction(reduction)), places.clone()));
            }
            let root = (3..=4).contains(&places.len()).then(|| self.spelled(letters, &places));
            return (takings, root);
        }
        let mut units = Vec::new();
        self.units_of_word(vocabulary, letters, joints, &mut units);
        // What is meant has as many letters as what is typed.
        units.retain(|unit| !matches!(unit, Unit::Typed(_) | Unit::Shaped));
        for &unit in &units {
            let Unit::Prefix(affix) = unit else { break };
            places.drain(..self.inventory.prefixes[affix as usize].letters.len());
            takings.push((name(unit), places.clone()));
        }
        for &unit in units.iter().rev() {
            let Unit::Suffix(affix) = unit else { break };
            places.truncate(places.len() - self.inventory.suffixes[affix as usize].len());
            takings.push((name(unit), places.clone()));
        }
        let is_joined = joints.zip(self.method.table()).is_some_and(|(joints, table)| joints.stem_end(letters, table).is_some());
        let stem: Vec<Unit> = units.into_iter().filter(|unit| !matches!(unit, Unit::Prefix(_) | Unit::Suffix(_))).collect();
        let root = match stem[..] {
            [Unit::Stem(root), Unit::Pattern(pattern)] => {
                let written = self.inventory.patterns[pattern as usize].iter().filter(|&&sign| sign != SILENT);
                places = places.into_iter().zip(written).filter(|(_, sign)| **sign == SLOT).map(|(place, _)| place).collect();
                takings.push((name(stem[1]), places.clone()));
                Some(root)
            }
            [Unit::Stem(root)] if self.inventory.is_root[root as usize] && !self.is_closed(root) && !is_joined => Some(root),
            _ => None,
        };
        let spelled = |root: u32| {
            let letters = &self.inventory.stems[root as usize];
            self.spelled(letters, &(0..letters.len()).collect::<Vec<_>>())
        };
        (takings, root.map(spelled))
    }

    /// Whether a stem is a word without a root.
    fn is_closed(&self, stem: u32) -> bool {
        let Method::Units(grammar) = &self.method else { return false };
        let stem = &self.inventory.stems[stem as usize];
        grammar.closed.as_ref().is_some_and(|closed| closed.stem(stem).is_some_and(|row| row.kind == Kind::Rootless))
    }

    /// Letters of a part of a word, spelled as a word.
    fn spelled(&self, letters: &[u8], places: &[usize]) -> String {
        let alphabet = &self.inventory.alphabet;
        let last = places.last();
        let letter = |place: &usize| if Some(place) == last { alphabet.twin(letters[*place]) } else { letters[*place] };
        places.iter().map(|place| alphabet.letter(letter(place))).collect()
    }
}
