//! What an id stands for, and how a sequence of ids is written.
//!
//! | token string | unit |
//! |---|---|
//! | `<join>` | no space stands before the next word |
//! | `<title>` `<upper>` | the next word begins with a capital, is in capitals |
//! | `+ו-` | a prefix of the word; the first of a word begins it |
//! | `▁ע` | the first letter of the stem: it begins a word, unless a prefix has |
//! | `ב`, `ספ` | another letter of the stem, or several |
//! | `▁ספר` | several letters that begin a stem: a root, or all of a stem |
//! | `+__ו_` | a pattern: the letters of the stem so far come into its places |
//! | `+1:ו` | a reduction undone: the letter comes to position 1 of the stem so far; -1 is its end |
//! | `+-ים` | a suffix of the word |
//! | `+0=ָ` | a mark behind letter 0 of the word |
//! | `ָ` | a mark behind the last letter so far |
//!
//! Whatever is written else ends the word. A word implies a space before it, unless it stands at the start, after white space or a
//! character that opens something, or after `<join>`. The last letter of a word has its other form, final or not, if it has one.
//!
//! Everything has a meaning in every order, so that any ids can be written; an encoder uses the order of the table. Time is linear: a
//! reduction or pattern moves [`NEAR`] letters at most.

use serde::{Deserialize, Serialize};

use super::alphabet::Alphabet;
use super::packed::SLOT;
use super::reduction::{Reduction, place};
use crate::surface::{Case, MOST_WRITTEN};
use crate::vocab::{Kind, Vocabulary};

/// Letters of a word that may have marks; what follows is another word.
pub const POINTED: usize = 12;
/// Letters of a stem in which a reduction or a pattern finds its places; in a longer one its letters come to the end.
const NEAR: usize = 2 * super::MAX_WORD;
/// Letters of a stem, or of all affixes, that wait for the end of a word at most; units that come then may bring more.
const MOST_WAITING: usize = 2 * NEAR;

/// What an unmerged id stands for. Affixes, stems and patterns are numbers of a [`Inventory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    Special,
    Byte,
    Join,
    Title,
    Upper,
    Prefix(u16),
    Start(u8),
    Letter(u8),
    Stem(u32),
    Pattern(u32),
    Piece(u32),
    Reduction(Reduction),
    Suffix(u16),
    Point {
        index: u8,
        mark: u8,
    },
    /// A mark behind the last letter so far.
    Behind(u8),
}

impl Unit {
    /// Whether it belongs to the word that is open.
    pub fn goes_on(self) -> bool {
        match self {
            Unit::Letter(_)
            | Unit::Piece(_)
            | Unit::Pattern(_)
            | Unit::Reduction(_)
            | Unit::Suffix(_)
            | Unit::Point { .. }
            | Unit::Behind(_) => true,
            Unit::Special | Unit::Byte | Unit::Join | Unit::Title | Unit::Upper | Unit::Prefix(_) | Unit::Start(_) | Unit::Stem(_) => false,
        }
    }
}

/// What a language has: its signs and the affixes that are units.
#[derive(Clone, Debug)]
pub struct Inventory {
    pub alphabet: Alphabet,
    pub prefixes: Vec<Vec<u8>>,
    pub suffixes: Vec<Vec<u8>>,
    /// Beginnings of stems that are units.
    pub stems: Vec<Vec<u8>>,
    /// Runs of letters inside stems that are units.
    pub pieces: Vec<Vec<u8>>,
    /// Patterns that are units, with [`SLOT`] for the letters of a root.
    pub patterns: Vec<Vec<u8>>,
}

impl Inventory {
    /// The kind of a unit and what the vocabulary has for it; nothing for specials and bytes.
    pub fn name(&self, unit: Unit) -> Option<(Kind, String)> {
        let letter = |number: u8| self.alphabet.letter(number);
        let spelled = |letters: &[u8]| letters.iter().map(|&number| letter(number)).collect::<String>();
        Some(match unit {
            Unit::Special | Unit::Byte => return None,
            Unit::Join => (Kind::Mark, "<join>".into()),
            Unit::Title => (Kind::Mark, "<title>".into()),
            Unit::Upper => (Kind::Mark, "<upper>".into()),
            Unit::Prefix(affix) => (Kind::Affix, format!("{}-", spelled(&self.prefixes[affix as usize]))),
            Unit::Start(number) => (Kind::Subword, format!(" {}", letter(number))),
            Unit::Letter(number) => (Kind::Subword, letter(number).to_string()),
            Unit::Stem(stem) => (Kind::Root, format!(" {}", spelled(&self.stems[stem as usize]))),
            Unit::Piece(piece) => (Kind::Subword, spelled(&self.pieces[piece as usize])),
            Unit::Pattern(pattern) => {
                let sign = |&number: &u8| if number == SLOT { '_' } else { letter(number) };
                (Kind::Pattern, self.patterns[pattern as usize].iter().map(sign).collect())
            }
            Unit::Reduction(_) | Unit::Point { .. } => (Kind::Pattern, numbered_name(&self.alphabet, unit)?),
            Unit::Behind(mark) => (Kind::Symbol, self.alphabet.marks()[mark as usize].to_string()),
            Unit::Suffix(affix) => (Kind::Affix, format!("-{}", spelled(&self.suffixes[affix as usize]))),
        })
    }
}

/// The name of a reduction or a point.
pub fn numbered_name(alphabet: &Alphabet, unit: Unit) -> Option<String> {
    match unit {
        Unit::Reduction(Reduction { position, letter }) => Some(format!("{position}:{}", alphabet.letter(letter))),
        Unit::Point { index, mark } => Some(format!("{index}={}", alphabet.marks()[mark as usize])),
        _ => None,
    }
}

/// Refuses a joined id that is neither a word or stem from its beginning on nor a run of suffixes: it would be written as something else
/// than its letters.
///
/// # Errors
/// A sentence with the id.
pub fn check_joined(units: &[Unit], vocabulary: &Vocabulary) -> Result<(), String> {
    for id in units.len() as u32..vocabulary.len() as u32 {
        let mut joined = vocabulary.units(id).unwrap_or_default().iter().map(|&unit| units[unit as usize]).peekable();
        let mut has_begun = false;
        while joined.next_if(|unit| matches!(unit, Unit::Prefix(_))).is_some() {
            has_begun = true;
        }
        has_begun |= joined.next_if(|unit| matches!(unit, Unit::Start(_) | Unit::Stem(_))).is_some();
        let goes_on = |unit: Unit| match unit {
            Unit::Suffix(_) => true,
            Unit::Letter(_) | Unit::Piece(_) | Unit::Pattern(_) | Unit::Reduction(_) => has_begun,
            _ => false,
        };
        if !joined.all(goes_on) {
            return Err(format!(
                "id {id}: {:?} is not a word: it takes prefixes, the beginning of a stem, what goes on with it, and suffixes",
                vocabulary.token(id)
            ));
        }
    }
    Ok(())
}

/// A letter and the token that it belongs to.
type Tagged = (u8, u32);

/// Writes units, one after the other. Everything that is written has the tag of its unit. What the writer needs to know about the text
/// before, it reads from the text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Writer {
    /// Whether there is a word, and whether it implies a space.
    is_open: bool,
    is_spaced: bool,
    /// Whether the word has nothing but prefixes so far.
    is_prefixed: bool,
    case: Case,
    next_case: Case,
    is_joined: bool,
    prefix: Vec<Tagged>,
    stem: Vec<Tagged>,
    suffix: Vec<Tagged>,
    /// Marks: the number of the letter that each stands behind, the mark, its tag.
    points: Vec<(u32, u8, u32)>,
    /// Letters of the open word that have been written already.
    #[serde(default)]
    drained: usize,
    /// Bytes written since the start or a special.
    since: usize,
}

/// Where a [`Writer`] writes, and looks back at what it has written.
pub trait Output {
    /// Appends text that belongs to a tag.
    fn append(&mut self, text: &[u8], tag: u32);

    /// The text so far; its last 8 bytes have to be there.
    fn written(&self) -> &[u8];
}

impl Output for Vec<u8> {
    #[inline]
    fn append(&mut self, text: &[u8], _tag: u32) {
        self.extend_from_slice(text);
    }

    #[inline]
    fn written(&self) -> &[u8] {
        self
    }
}

/// A text and, for each of its bytes, the tag that it belongs to.
#[derive(Default)]
pub struct TaggedText {
    text: Vec<u8>,
    pub tags: Vec<u32>,
}

impl TaggedText {
    /// A text to go on behind, which belongs to tag 0.
    pub fn behind(text: &[u8]) -> Self {
        TaggedText { text: text.to_vec(), tags: vec![0; text.len()] }
    }
}

impl Output for TaggedText {
    fn append(&mut self, text: &[u8], tag: u32) {
        self.text.extend_from_slice(text);
        self.tags.resize(self.text.len(), tag);
    }

    fn written(&self) -> &[u8] {
        &self.text
    }
}

impl Writer {
    /// A writer that goes on behind a text that it can look back at.
    pub fn behind(text: &[u8]) -> Self {
        Writer { since: text.len(), ..Writer::default() }
    }

    /// Takes the next unit; `text` is what the vocabulary has for a byte or a special.
    pub fn push(&mut self, inventory: &Inventory, unit: Unit, text: &[u8], tag: u32, output: &mut impl Output) {
        match unit {
            Unit::Special => {
                self.finish(inventory, output);
                output.append(text, tag);
            }
            Unit::Byte => {
                self.flush(inventory, output);
                (self.is_joined, self.next_case) = (false, Case::Lower);
                self.append(text, tag, output);
            }
            Unit::Join => {
                self.flush(inventory, output);
                self.is_joined = true;
            }
            Unit::Title | Unit::Upper => {
                self.flush(inventory, output);
                self.next_case = if unit == Unit::Title { Case::Title } else { Case::Upper };
            }
            Unit::Prefix(affix) => {
                if !self.is_prefixed {
                    self.begin(inventory, true, output);
                    self.is_prefixed = true;
                }
                self.prefix.extend(inventory.prefixes[affix as usize].iter().map(|&letter| (letter, tag)));
            }
            Unit::Start(letter) => {
                if !std::mem::take(&mut self.is_prefixed) {
                    self.begin(inventory, true, output);
                }
                self.stem.push((letter, tag));
            }
            Unit::Stem(stem) => {
                if !std::mem::take(&mut self.is_prefixed) {
                    self.begin(inventory, true, output);
                }
                self.stem.extend(inventory.stems[stem as usize].iter().map(|&letter| (letter, tag)));
            }
            Unit::Piece(piece) => {
                self.go_on(inventory, output);
                self.stem.extend(inventory.pieces[piece as usize].iter().map(|&letter| (letter, tag)));
            }
            Unit::Pattern(pattern) => {
                self.go_on(inventory, output);
                self.fill(&inventory.patterns[pattern as usize], tag);
            }
            Unit::Letter(letter) => {
                self.go_on(inventory, output);
                self.stem.push((letter, tag));
            }
            Unit::Reduction(reduction) => {
                self.go_on(inventory, output);
                let length = self.stem.len();
                let at = if length < NEAR { place(reduction.position, length + 1) } else { length };
                self.stem.insert(at, (reduction.letter, tag));
            }
            Unit::Suffix(affix) => {
                self.go_on(inventory, output);
                self.suffix.extend(inventory.suffixes[affix as usize].iter().map(|&letter| (letter, tag)));
            }
            Unit::Point { index, mark } => {
                self.go_on(inventory, output);
                self.points.push((index as u32, mark, tag));
            }
            Unit::Behind(mark) => match self.drained + self.prefix.len() + self.stem.len() + self.suffix.len() {
                // Behind no letter it need not wait for one.
                0 => {
                    self.flush(inventory, output);
                    (self.is_joined, self.next_case) = (false, Case::Lower);
                    self.append(inventory.alphabet.marks()[mark as usize].encode_utf8(&mut [0; 4]).as_bytes(), tag, output);
                }
                letters => {
                    self.go_on(inventory, output);
                    self.points.push(((letters - 1) as u32, mark, tag));
                }
            },
        }
    }

    /// The letters of a word of units, the last one as it is inside a word; the writer is then as new.
    pub fn letters(&mut self, inventory: &Inventory, units: impl Iterator<Item = Unit>, letters: &mut Vec<u8>) {
        units.for_each(|unit| self.push(inventory, unit, &[], 0, &mut Vec::new()));
        letters.clear();
        letters.extend(self.prefix.iter().chain(&self.stem).chain(&self.suffix).map(|letter| letter.0));
        [&mut self.prefix, &mut self.stem, &mut self.suffix].into_iter().for_each(Vec::clear);
        (self.is_open, self.is_prefixed) = (false, false);
    }

    /// Takes the next unit of a linear text, where no space is implied.
    pub fn push_alone(&mut self, inventory: &Inventory, unit: Unit, output: &mut impl Output) {
        self.is_joined = true;
        self.push(inventory, unit, &[], 0, output);
    }

    /// Whether a writer that was read from a saved state has letters and marks of the alphabet, and those only in an open word.
    pub fn is_sound(&self, alphabet: &Alphabet) -> bool {
        let mut letters = self.prefix.iter().chain(&self.stem).chain(&self.suffix);
        let is_empty = letters.clone().next().is_none() && self.points.is_empty() && self.drained == 0 && !self.is_prefixed;
        (self.is_open || is_empty)
            && letters.all(|&(letter, _)| (letter as usize) < alphabet.len())
            && self.points.iter().all(|&(_, mark, _)| (mark as usize) < alphabet.marks().len())
            && self.drained.max(self.since) <= MOST_WRITTEN
    }

    /// Whether no mark waits for the next word, and no prefixes for their stem.
    pub fn is_at_rest(&self) -> bool {
        !self.is_prefixed && !self.is_joined && self.next_case == Case::Lower
    }

    /// Writes the word that is open; nothing follows.
    pub fn finish(&mut self, inventory: &Inventory, output: &mut impl Output) {
        self.flush(inventory, output);
        *self = Writer::default();
    }

    /// A word begins.
    fn begin(&mut self, inventory: &Inventory, is_spaced: bool, output: &mut impl Output) {
        self.flush(inventory, output);
        self.is_open = true;
        self.is_spaced = is_spaced && !self.is_joined && inventory.alphabet.spacing.implies_space(self.seen(output));
        self.is_joined = false;
        self.case = std::mem::take(&mut self.next_case);
    }

    /// Continues the open word with a unit that belongs to it, or begins a word.
    fn go_on(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if !self.is_open {
            self.begin(inventory, false, output);
        }
        self.is_prefixed = false;
    }

    /// The end of what has been written since the start or a special, as much of it as is needed.
    fn seen<'a>(&self, output: &'a impl Output) -> &'a [u8] {
        let written = output.written();
        &written[written.len() - self.since.min(written.len())..]
    }

    fn append(&mut self, text: &[u8], tag: u32, output: &mut impl Output) {
        output.append(text, tag);
        self.since += text.len();
    }

    /// Puts the letters of the stem into the slots of a pattern; those for which there is none follow.
    fn fill(&mut self, pattern: &[u8], tag: u32) {
        let own = |&letter: &u8| (letter != SLOT).then_some((letter, tag));
        if self.stem.len() > NEAR {
            self.stem.extend(pattern.iter().filter_map(own));
            return;
        }
        let mut letters = std::mem::take(&mut self.stem).into_iter();
        self.stem.extend(pattern.iter().filter_map(|letter| own(letter).or_else(|| letters.next())));
        self.stem.extend(letters);
    }

    fn flush(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if !self.is_open {
            return;
        }
        self.prefix.append(&mut self.stem);
        self.prefix.append(&mut self.suffix);
        if let Some((letter, _)) = self.prefix.last_mut() {
            *letter = inventory.alphabet.twin(*letter);
        }
        self.write_prefix(inventory, output);
        // Marks behind no letter: only ids that no encoder gives have them.
        for (_, mark, tag) in std::mem::take(&mut self.points) {
            self.append(inventory.alphabet.marks()[mark as usize].encode_utf8(&mut [0; 4]).as_bytes(), tag, output);
        }
        (self.is_open, self.is_prefixed, self.drained) = (false, false, 0);
    }

    /// Writes letters of a long word that no unit of an encoder can change any more, so that few letters wait.
    ///
    /// In a stem of more than [`NEAR`] letters every other letter comes to the end, and a word of more than [`POINTED`] letters has no
    /// marks. Longer affixes are only in ids that no encoder gives; there the word ends.
    pub fn drain(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if self.prefix.len() + self.suffix.len() > MOST_WAITING {
            self.flush(inventory, output);
        } else if self.stem.len() > MOST_WAITING {
            let kept = self.stem.split_off(self.stem.len() - NEAR - 1);
            self.prefix.append(&mut self.stem);
            self.stem = kept;
            self.write_prefix(inventory, output);
        }
    }

    /// Writes the letters in `prefix`, with the space and the capitals of the word and the marks behind them.
    fn write_prefix(&mut self, inventory: &Inventory, output: &mut impl Output) {
        let alphabet = &inventory.alphabet;
        self.points.sort_by_key(|point| point.0);
        let mut points = self.points.iter().peekable();
        let mut buffer = [0; 4];
        let before = output.written().len();
        for (&(letter, tag), index) in self.prefix.iter().zip(self.drained..) {
            if std::mem::take(&mut self.is_spaced) {
                output.append(b" ", tag);
            }
            let is_capital = self.case == Case::Upper || self.case == Case::Title && index == 0;
            let letter = if is_capital { alphabet.capital(letter) } else { alphabet.letter(letter) };
            output.append(letter.encode_utf8(&mut buffer).as_bytes(), tag);
            while let Some(&(_, mark, tag)) = points.next_if(|point| point.0 as usize == index) {
                output.append(alphabet.marks()[mark as usize].encode_utf8(&mut buffer).as_bytes(), tag);
            }
        }
        let written = self.points.len() - points.len();
        self.points.drain(..written);
        self.since += output.written().len() - before;
        self.drained += self.prefix.len();
        self.prefix.clear();
    }
}
