//! Letters in another shape: the presentation forms of Arabic, which old files have (ﺍﻟﺴﻼﻡ), and Hebrew letters that are one character with
//! their points (שׁ).
//!
//! A row of class `shape` names a range of them; which letters and points each is says Unicode. An Arabic letter has up to four shapes in
//! a row: alone, last, first and inside. A word all of whose letters have the shapes that their neighbours ask for has the units of the plain
//! word behind the mark `<shaped>`, and the decoder shapes it again. Of any other word each shape is a character of its own.

use std::ops::RangeInclusive;

use unicode_normalization_alignments::UnicodeNormalization;

/// A letter in its shapes, or several letters that are one character, or a letter with its points.
#[derive(Clone, Debug)]
pub struct Shape {
    letters: Vec<u8>,
    points: Vec<u8>,
    /// Alone, last, first, inside.
    forms: [Option<char>; 4],
}

/// What stands for some of the letters of a word.
pub struct Shaped {
    pub character: char,
    /// How many letters, and how many points behind the last of them, it is.
    pub letters: usize,
    pub points: usize,
}

/// All shapes of an alphabet.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    all: Vec<Shape>,
    /// The shape of each character, from the first on.
    numbers: Vec<(char, u8)>,
}

impl Shapes {
    /// Adds the characters of a range whose letters and points are known.
    pub fn add(&mut self, range: RangeInclusive<char>, letter: impl Fn(char) -> Option<u8>, point: impl Fn(char) -> Option<u8>) {
        for character in range {
            let (mut letters, mut points, mut is_known) = (Vec::new(), Vec::new(), true);
            for (sign, _) in std::iter::once(character).nfkc() {
                match (letter(sign), point(sign)) {
                    (Some(letter), _) => letters.push(letter),
                    (None, Some(point)) => points.push(point),
                    (None, None) => is_known = false,
                }
            }
            if !is_known || letters.is_empty() || self.all.len() > u8::MAX as usize {
                continue;
            }
            let known = self.all.iter().position(|shape| shape.letters == letters && shape.points == points);
            let number = known.unwrap_or(self.all.len());
            if known.is_none() {
                self.all.push(Shape { letters, points, forms: [None; 4] });
            }
            if let Some(form) = self.all[number].forms.iter_mut().find(|form| form.is_none()) {
                *form = Some(character);
                self.numbers.push((character, number as u8));
            }
        }
    }

    /// The letters and points that a character is.
    #[inline]
    pub fn of(&self, character: char) -> Option<(&[u8], &[u8])> {
        // Nearly every letter stands before all of them.
        self.numbers.first().filter(|first| first.0 <= character)?;
        let at = self.numbers.binary_search_by_key(&character, |entry| entry.0).ok()?;
        let shape = &self.all[self.numbers[at].1 as usize];
        Some((&shape.letters, &shape.points))
    }

    /// The characters that are shapes.
    pub fn characters(&self) -> impl Iterator<Item = char> {
        self.numbers.iter().map(|entry| entry.0)
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a letter touches the next one.
    fn joins(&self, letter: u8) -> bool {
        self.all.iter().any(|shape| shape.letters == [letter] && shape.forms[2].is_some())
    }

    /// What stands for the letter at a place of a word with the `points` behind it; none if it is written as it is.
    pub fn at(&self, word: &[u8], at: usize, points: &[u8]) -> Option<Shaped> {
        let fits = |shape: &&Shape| {
            word[at..].starts_with(&shape.letters)
                && if shape.letters.len() > 1 { points.is_empty() } else { points.starts_with(&shape.points) }
        };
        let shape = self.all.iter().filter(fits).max_by_key(|shape| (shape.letters.len(), shape.points.len()))?;
        let end = at + shape.letters.len();
        let is_behind = at > 0 && shape.forms[1].is_some() && self.joins(word[at - 1]);
        let touches = |&next: &u8| self.all.iter().any(|shape| shape.letters == [next] && shape.forms[1].is_some());
        let is_before = shape.forms[2].is_some() && word.get(end).is_some_and(touches);
        let character = shape.forms[usize::from(is_behind) + 2 * usize::from(is_before)]?;
        Some(Shaped { character, letters: shape.letters.len(), points: shape.points.len() })
    }

    /// Calls `write` with the characters of letters and the points behind them in their shapes, each with the number of its letter, or behind
    /// the letters that of its point. `letter` and `point` write those without a shape.
    pub fn write(
        &self,
        letters: &[u8],
        points: &[(u8, u8)],
        letter: impl Fn(u8) -> char,
        point: impl Fn(u8) -> char,
        mut write: impl FnMut(char, usize),
    ) {
        let (mut at, mut next) = (0, 0);
        while at < letters.len() {
            let behind: Vec<u8> = points[next..].iter().take_while(|point| point.0 as usize == at).map(|point| point.1).collect();
            match self.at(letters, at, &behind) {
                Some(shaped) => {
                    at += shaped.letters - 1;
                    next += shaped.points;
                    write(shaped.character, at);
                }
                None => write(letter(letters[at]), at),
            }
            while let Some(found) = points.get(next).filter(|point| point.0 as usize == at) {
                write(point(found.1), letters.len() + next);
                next += 1;
            }
            at += 1;
        }
    }
}
