//! From units to text.
//!
//! The letters of a word wait until it ends, since a later unit may move them. Whatever does not go on with a word ends it. A word implies
//! a space before it, unless it stands at the start, after white space or a character that opens something, or after `<join>`. The last
//! letter of a word has its other form, final or not, if it has one.
//!
//! Everything has a meaning in every order, so that any ids can be written; an encoder uses the order of the table in [`super::unit`].
//! Time is linear: a reduction or pattern moves [`NEAR`] letters at most.

use serde::{Deserialize, Serialize};

use super::alphabet::Alphabet;
use super::inventory::Inventory;
use super::packed::{SILENT, SLOT};
use super::reduction::place;
use super::unit::Unit;
use crate::surface::{Case, MOST_WRITTEN};

/// Letters of a stem in which a reduction or a pattern finds its places; in a longer one its letters come to the end.
const NEAR: usize = 2 * super::MAX_WORD;
/// Letters of a stem, or of all affixes, that wait for the end of a word at most; units that come then may bring more.
const MOST_WAITING: usize = 2 * NEAR;

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
    /// The letter that the last prefix takes from the beginning of the stem.
    #[serde(default)]
    takes: Option<u8>,
    case: Case,
    next_case: Case,
    /// In which ways the word is typed, and the next one ([`Alphabet::as_typed`]).
    #[serde(default)]
    typed: u8,
    #[serde(default)]
    next_typed: u8,
    /// Whether the letters of the word, and of the next one, have other shapes.
    #[serde(default)]
    is_shaped: bool,
    #[serde(default)]
    is_next_shaped: bool,
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
    /// A buffer for the letters of a stem that a pattern takes.
    #[serde(skip)]
    taken: Vec<Tagged>,
}

/// Where a [`Writer`] writes, and looks back at what it has written.
pub trait Output {
    /// Appends text that belongs to a tag.
    fn append(&mut self, text: &[u8], tag: u32);

    /// Appends a character that belongs to a tag.
    #[inline]
    fn append_character(&mut self, character: char, tag: u32) {
        self.append(character.encode_utf8(&mut [0; 4]).as_bytes(), tag);
    }

    /// The text so far; its last 8 bytes have to be there.
    fn written(&self) -> &[u8];
}

impl Output for Vec<u8> {
    #[inline]
    fn append(&mut self, text: &[u8], _tag: u32) {
        self.extend_from_slice(text);
    }

    /// A copy of fixed length and a truncation are faster than a copy of the right length.
    #[inline]
    fn append_character(&mut self, character: char, _tag: u32) {
        let mut buffer = [0; 4];
        let length = self.len() + character.encode_utf8(&mut buffer).len();
        self.extend_from_slice(&buffer);
        self.truncate(length);
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
                self.forget_marks();
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
            Unit::Typed(way) => {
                self.flush(inventory, output);
                self.next_typed |= 1 << way;
            }
            Unit::Shaped => {
                self.flush(inventory, output);
                self.is_next_shaped = true;
            }
            Unit::Prefix(affix) => {
                if !self.is_prefixed {
                    self.begin(inventory, true, output);
                    self.is_prefixed = true;
                }
                let affix = &inventory.prefixes[affix as usize];
                self.prefix.extend(affix.letters.iter().map(|&letter| (letter, tag)));
                self.takes = affix.takes;
            }
            Unit::Start(letter) => {
                self.begin_stem(inventory, output);
                if self.takes.take() != Some(letter) {
                    self.stem.push((letter, tag));
                }
            }
            Unit::Stem(stem) => {
                self.begin_stem(inventory, output);
                let letters = &inventory.stems[stem as usize];
                let taken = usize::from(self.takes.take().is_some_and(|taken| letters.first() == Some(&taken)));
                self.stem.extend(letters[taken..].iter().map(|&letter| (letter, tag)));
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
            Unit::Behind(mark) => self.push_behind(inventory, mark, tag, output),
        }
    }

    /// Takes a mark that stands behind the last letter so far.
    fn push_behind(&mut self, inventory: &Inventory, mark: u8, tag: u32, output: &mut impl Output) {
        match self.drained + self.prefix.len() + self.stem.len() + self.suffix.len() {
            // Behind no letter it need not wait for one.
            0 => {
                self.flush(inventory, output);
                self.forget_marks();
                self.append_mark(inventory, mark, tag, output);
            }
            letters => {
                self.go_on(inventory, output);
                self.points.push(((letters - 1) as u32, mark, tag));
            }
        }
    }

    /// The letters of a word of units, the last one as it is inside a word; the writer is then as new.
    pub fn letters(&mut self, inventory: &Inventory, units: impl Iterator<Item = Unit>, letters: &mut Vec<u8>) {
        units.for_each(|unit| self.push(inventory, unit, &[], 0, &mut Vec::new()));
        letters.clear();
        letters.extend(self.prefix.iter().chain(&self.stem).chain(&self.suffix).map(|letter| letter.0));
        [&mut self.prefix, &mut self.stem, &mut self.suffix].into_iter().for_each(Vec::clear);
        (self.is_open, self.is_prefixed, self.takes) = (false, false, None);
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
            && self.takes.is_none_or(|taken| self.is_prefixed && (taken as usize) < alphabet.len())
            && letters.all(|&(letter, _)| (letter as usize) < alphabet.len())
            && self.points.iter().all(|&(_, mark, _)| (mark as usize) < alphabet.marks().len())
            && self.drained.max(self.since) <= MOST_WRITTEN
    }

    /// Whether no mark waits for the next word, and no prefixes for their stem.
    pub fn is_at_rest(&self) -> bool {
        !self.is_prefixed && !self.is_joined && self.next_case == Case::Lower && self.next_typed == 0 && !self.is_next_shaped
    }

    /// Writes the word that is open; nothing follows.
    pub fn finish(&mut self, inventory: &Inventory, output: &mut impl Output) {
        self.flush(inventory, output);
        *self = Writer::default();
    }

    /// A word begins.
    fn begin(&mut self, inventory: &Inventory, is_spaced: bool, output: &mut impl Output) {
        self.flush(inventory, output);
        // At once, because a list that grows from nothing grows several times.
        self.stem.reserve(super::MAX_WORD);
        self.is_open = true;
        self.is_spaced = is_spaced && !self.is_joined && inventory.alphabet.spacing.implies_space(self.seen(output));
        self.is_joined = false;
        self.case = std::mem::take(&mut self.next_case);
        self.typed = std::mem::take(&mut self.next_typed);
        self.is_shaped = std::mem::take(&mut self.is_next_shaped);
    }

    /// What comes next is no word that marks before it could belong to.
    fn forget_marks(&mut self) {
        (self.is_joined, self.next_case, self.next_typed, self.is_next_shaped) = (false, Case::Lower, 0, false);
    }

    /// The stem of the open word begins, or that of a new one.
    fn begin_stem(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if !std::mem::take(&mut self.is_prefixed) {
            self.begin(inventory, true, output);
        }
    }

    /// Continues the open word with a unit that belongs to it, or begins a word.
    fn go_on(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if !self.is_open {
            self.begin(inventory, false, output);
        }
        (self.is_prefixed, self.takes) = (false, None);
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

    /// Writes a mark that stands behind no letter.
    fn append_mark(&mut self, inventory: &Inventory, mark: u8, tag: u32, output: &mut impl Output) {
        self.append(inventory.alphabet.marks()[mark as usize].encode_utf8(&mut [0; 4]).as_bytes(), tag, output);
    }

    /// Puts the letters of the stem into the slots of a pattern, where a silent slot writes nothing; those for which there is none follow.
    fn fill(&mut self, pattern: &[u8], tag: u32) {
        if self.stem.len() > NEAR {
            self.stem.extend(pattern.iter().filter(|&&sign| !matches!(sign, SLOT | SILENT)).map(|&letter| (letter, tag)));
            return;
        }
        std::mem::swap(&mut self.stem, &mut self.taken);
        self.stem.clear();
        let mut letters = self.taken.iter().copied();
        self.stem.extend(pattern.iter().filter_map(|&sign| match sign {
            SLOT => letters.next(),
            SILENT => {
                letters.next();
                None
            }
            letter => Some((letter, tag)),
        }));
        self.stem.extend(letters);
    }

    /// Writes the word that is open.
    #[inline(always)]
    fn flush(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if self.is_open {
            self.close(inventory, output);
        }
    }

    fn close(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if self.prefix.is_empty() {
            std::mem::swap(&mut self.prefix, &mut self.stem);
        } else {
            self.prefix.append(&mut self.stem);
        }
        self.prefix.append(&mut self.suffix);
        if let Some((letter, _)) = self.prefix.last_mut() {
            let last = inventory.alphabet.twin(inventory.alphabet.as_typed(self.typed, *letter, true));
            self.type_letters(&inventory.alphabet);
            self.typed = 0;
            if let Some((letter, _)) = self.prefix.last_mut() {
                *letter = last;
            }
        }
        self.write_prefix(inventory, output);
        // Marks behind no letter: only ids that no encoder gives have them.
        for (_, mark, tag) in std::mem::take(&mut self.points) {
            self.append_mark(inventory, mark, tag, output);
        }
        (self.is_open, self.is_prefixed, self.takes, self.drained) = (false, false, None, 0);
    }

    /// Writes letters of a long word that no unit of an encoder can change any more, so that few letters wait.
    ///
    /// In a stem of more than [`NEAR`] letters every other letter comes to the end, and a word of more than [`POINTED`] letters has no
    /// marks. Longer affixes are only in ids that no encoder gives; there the word ends.
    #[inline(always)]
    pub fn drain(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if (self.prefix.len() + self.suffix.len()).max(self.stem.len()) > MOST_WAITING {
            self.drain_long(inventory, output);
        }
    }

    #[cold]
    fn drain_long(&mut self, inventory: &Inventory, output: &mut impl Output) {
        if self.prefix.len() + self.suffix.len() > MOST_WAITING {
            self.flush(inventory, output);
        } else {
            let kept = self.stem.split_off(self.stem.len() - NEAR - 1);
            self.prefix.append(&mut self.stem);
            self.stem = kept;
            self.write_prefix(inventory, output);
        }
    }

    /// Types the letters in `prefix` in the ways of the word.
    fn type_letters(&mut self, alphabet: &Alphabet) {
        if self.typed > 0 {
            self.prefix.iter_mut().for_each(|(letter, _)| *letter = alphabet.as_typed(self.typed, *letter, false));
        }
    }

    /// Writes the letters in `prefix`, with the space and the capitals of the word and the marks behind them.
    fn write_prefix(&mut self, inventory: &Inventory, output: &mut impl Output) {
        let alphabet = &inventory.alphabet;
        self.type_letters(alphabet);
        let before = output.written().len();
        if let Some(&(_, tag)) = self.prefix.first()
            && std::mem::take(&mut self.is_spaced)
        {
            output.append_character(' ', tag);
        }
        let capitals = match self.case {
            Case::Lower => 0,
            Case::Title => 1_usize.saturating_sub(self.drained).min(self.prefix.len()),
            Case::Upper => self.prefix.len(),
        };
        if self.is_shaped {
            self.write_shapes(alphabet, output);
        } else if self.points.is_empty() {
            let (large, small) = self.prefix.split_at(capitals);
            large.iter().for_each(|&(letter, tag)| output.append_character(alphabet.capital(letter), tag));
            small.iter().for_each(|&(letter, tag)| output.append_character(alphabet.letter(letter), tag));
        } else {
            self.points.sort_by_key(|point| point.0);
            let mut points = self.points.iter().peekable();
            for (index, &(letter, tag)) in self.prefix.iter().enumerate() {
                output.append_character(if index < capitals { alphabet.capital(letter) } else { alphabet.letter(letter) }, tag);
                while let Some(&(_, mark, tag)) = points.next_if(|point| point.0 as usize == self.drained + index) {
                    output.append_character(alphabet.marks()[mark as usize], tag);
                }
            }
            let written = self.points.len() - points.len();
            self.points.drain(..written);
        }
        self.since += output.written().len() - before;
        self.drained += self.prefix.len();
        self.prefix.clear();
    }

    /// Writes the letters in `prefix` and the marks behind them in their shapes.
    fn write_shapes(&mut self, alphabet: &Alphabet, output: &mut impl Output) {
        self.points.sort_by_key(|point| point.0);
        let end = self.points.partition_point(|point| (point.0 as usize) < self.drained + self.prefix.len());
        let written: Vec<(u32, u8, u32)> = self.points.drain(..end).collect();
        let letters: Vec<u8> = self.prefix.iter().map(|letter| letter.0).collect();
        let points: Vec<(u8, u8)> = written.iter().map(|point| ((point.0 as usize).saturating_sub(self.drained) as u8, point.1)).collect();
        let tag = |number: usize| self.prefix.get(number).map_or_else(|| written[number - letters.len()].2, |letter| letter.1);
        alphabet.write_shaped(&letters, &points, |character, number| output.append_character(character, tag(number)));
    }
}
