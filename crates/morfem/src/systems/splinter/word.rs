//! The words of a text, as they are read: their letters, marks and case.

use super::alphabet::{Alphabet, Sign};
use super::packed::Packed;
use super::unit::POINTED;
use crate::surface::Case;

/// A part of a run: letters of one case, with marks.
#[derive(Default)]
pub(super) struct Word {
    pub letters: Vec<u8>,
    /// For each mark the letter that it stands behind.
    pub points: Vec<(u8, u8)>,
    pub case: Case,
    /// If its letters have other shapes: the number of the character of each.
    pub places: Vec<usize>,
    /// Its letters, packed, the last as it is inside a word, if that was asked for.
    pub packed: Option<Packed>,
}

/// Words that chunks begin with, read before the chunks are encoded, in the order of their text.
#[derive(Default)]
pub(super) struct Prepared {
    /// Where the chunk of each begins in its text, its length in bytes, and the word; those behind `count` are buffers.
    words: Vec<(usize, usize, Word)>,
    count: usize,
    /// How many have been passed.
    passed: usize,
}

impl Prepared {
    /// Forgets them.
    pub fn forget(&mut self) {
        (self.count, self.passed) = (0, 0);
    }

    /// Reads the word that `text` begins with; its chunk begins at `start`.
    pub fn read(&mut self, alphabet: &Alphabet, start: usize, text: &str) -> &mut Word {
        if self.count == self.words.len() {
            self.words.push(Default::default());
        }
        let (place, length, word) = &mut self.words[self.count];
        (*place, *length) = (start, word.read(alphabet, text));
        self.count += 1;
        word
    }

    /// The word of the chunk that begins at `start`, if it was read, and its bytes. Callers may change it, because it is read only once.
    #[inline]
    pub fn take(&mut self, start: usize) -> Option<(&mut Word, usize)> {
        while self.words[..self.count].get(self.passed).is_some_and(|word| word.0 < start) {
            self.passed += 1;
        }
        let (_, length, word) = self.words[..self.count].get_mut(self.passed).filter(|word| word.0 == start)?;
        self.passed += 1;
        Some((word, *length))
    }
}

/// Whether a text behind a joint begins with a letter, or with the joint once more and a letter.
fn stands_before_letter(alphabet: &Alphabet, joint: char, text: &str) -> bool {
    let text = text.strip_prefix(joint).unwrap_or(text);
    text.chars().next().is_some_and(|next| matches!(alphabet.sign(next), Sign::Letter(_) | Sign::Capital(_)))
}

impl Word {
    /// Reads the word that `text` begins with; returns its bytes, 0 if there is none.
    pub fn read(&mut self, alphabet: &Alphabet, text: &str) -> usize {
        self.letters.clear();
        self.points.clear();
        self.places.clear();
        self.packed = None;
        self.case = Case::Lower;
        if text.chars().next().is_some_and(|first| alphabet.shapes.of(first).is_some()) {
            return self.read_shaped(alphabet, text);
        }
        let mut length = 0;
        // Most words are nothing but small letters.
        while let Some((letter, bytes)) = alphabet.first_letter(&text.as_bytes()[length..]) {
            self.letters.push(letter);
            length += bytes;
        }
        for character in text[length..].chars() {
            match alphabet.sign(character) {
                Sign::Letter(letter) => {
                    // A word in capitals ends before small letters; so does one whose marks have come to an end.
                    if self.case == Case::Upper && alphabet.has_capital(letter) || self.is_full() {
                        break;
                    }
                    self.letters.push(letter);
                }
                Sign::Capital(letter) => {
                    match self.letters.len() {
                        0 => self.case = Case::Title,
                        1 if self.case == Case::Title => self.case = Case::Upper,
                        _ if self.case == Case::Upper => {}
                        _ => break,
                    }
                    if self.is_full() {
                        break;
                    }
                    self.letters.push(letter);
                }
                Sign::Mark(mark)
                    if !self.letters.is_empty()
                        && self.letters.len() <= POINTED
                        && (!alphabet.is_joint(mark)
                            || stands_before_letter(alphabet, character, &text[length + character.len_utf8()..])) =>
                {
                    self.points.push((self.letters.len() as u8 - 1, mark));
                }
                _ => break,
            }
            length += character.len_utf8();
        }
        length
    }

    /// The same of a word whose letters have other shapes: as many of them as have those that their neighbours ask for.
    fn read_shaped(&mut self, alphabet: &Alphabet, text: &str) -> usize {
        let mut ends = Vec::new();
        for (place, (at, character)) in text.char_indices().enumerate() {
            let (letters, points) = match (alphabet.shapes.of(character), alphabet.sign(character)) {
                (Some(shape), _) => shape,
                (None, Sign::Mark(mark)) if !alphabet.is_joint(mark) => (&[][..], &[mark][..]),
                (None, Sign::Letter(letter)) => (&[letter][..], &[][..]),
                _ => break,
            };
            if self.letters.len() + letters.len() > POINTED {
                break;
            }
            self.places.extend(letters.iter().map(|_| place));
            self.letters.extend_from_slice(letters);
            self.points.extend(points.iter().map(|&mark| (self.letters.len() as u8 - 1, mark)));
            ends.push((at + character.len_utf8(), self.letters.len(), self.points.len()));
        }
        let mut written = String::new();
        while let Some((length, letters, points)) = ends.pop() {
            self.letters.truncate(letters);
            self.places.truncate(letters);
            self.points.truncate(points);
            written.clear();
            alphabet.write_shaped(&self.letters, &self.points, |character, _| written.push(character));
            if written == text[..length] {
                return length;
            }
        }
        self.letters.clear();
        0
    }

    /// Gives the last letter the form it has inside a word.
    pub fn turn_last(&mut self, alphabet: &Alphabet) {
        if let Some(last) = self.letters.last_mut() {
            *last = alphabet.twin(*last);
        }
    }

    /// Whether a word with marks has as many letters as may have some.
    fn is_full(&self) -> bool {
        self.letters.len() == POINTED && !self.points.is_empty()
    }
}
