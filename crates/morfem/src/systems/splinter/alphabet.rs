//! The signs of a language: a table that a linguist can edit.
//!
//! `alphabet.tsv` has five columns; a line that begins with `#` is a comment, unless a tab follows, which makes it the row of that sign:
//!
//! | column | meaning |
//! |---|---|
//! | `character` | the character, or its code point, `U+05B8` |
//! | `class` | what it is, see below |
//! | `final` | the form of the letter at the end of a word, where it has another |
//! | `capital` | the capital of the letter |
//! | `base` | the letter it counts as in a root |
//!
//! | class | meaning |
//! |---|---|
//! | `letter` | a letter |
//! | `servile` | a letter that patterns and affixes are built from as well |
//! | `formative` | a letter that only patterns and affixes are built from: no root has it, as Arabic has no root with ا |
//! | `mark` | a vowel point or the like, which may follow a letter |
//! | `joint` | a mark only where a letter stands on both sides, such as geresh; it may also be `inner`, `open` or `quote` |
//! | `acronym` | a joint before the last letter of an acronym, as gershayim; two joints of one kind are one as well |
//! | `point` | the same, but a word that has one is spelled, each point behind its letter |
//! | `typed` | a letter that careless writers type for others, too: for those in `base` anywhere, for those in `final` at the end of a word |
//! | `shape` | a letter in another shape, or a range of them, `U+FE80-U+FEFC` |
//! | `ligature` | a character that is several letters, or a range of them: always an id of its own |
//! | `open` | a character after which a word stands without a space |
//! | `quote` | the same, if white space or nothing stands before it |
//! | `inner` | the same, unless white space or nothing stands before it, as a hyphen |
//!
//! Letters have numbers in the order of the table, the final form of a letter right after it. A word is a run of letters with their marks.

use std::ops::RangeInclusive;

use super::MOST_LETTERS;
use super::packed::{SILENT, SLOT};
use super::shapes::Shapes;
use crate::files::tsv;
use crate::surface::spacing::Spacing;
use crate::text::{Class, class};
use crate::{Error, Result};

const COLUMNS: [&str; 5] = ["character", "class", "final", "capital", "base"];
/// Marks that an alphabet may have.
const MOST_MARKS: usize = 64;
/// Letters that are typed for others, at most.
const MOST_TYPED: usize = 7;

/// What a character is to the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Other,
    Letter(u8),
    /// The capital of a letter.
    Capital(u8),
    Mark(u8),
}

/// A letter that is typed for others.
#[derive(Clone, Debug)]
pub struct Typed {
    pub letter: u8,
    /// The letters that it is typed for anywhere, and at the end of a word.
    anywhere: Vec<u8>,
    last: Vec<u8>,
    /// Whether it is a letter of other languages, which is always typed for one of these.
    pub is_foreign: bool,
}

/// The signs of a language.
#[derive(Clone, Debug, Default)]
pub struct Alphabet {
    /// The file it was read from.
    pub source: String,
    letters: Vec<char>,
    capitals: Vec<Option<char>>,
    /// The other form of a letter, at the end of a word or elsewhere; itself where it has none.
    twins: Vec<u8>,
    servile: Vec<bool>,
    formative: Vec<bool>,
    bases: Vec<u8>,
    typed: Vec<Typed>,
    /// Whether a letter is always typed for one of this language.
    foreign: Vec<bool>,
    /// Letters in another shape.
    pub shapes: Shapes,
    /// Ligatures: characters that stand for several letters. Each is an id of its own, because keyboards write the letters instead.
    ligatures: Vec<RangeInclusive<char>>,
    marks: Vec<char>,
    /// Whether a mark is of class `joint` or `acronym`, and whether of the second.
    joints: Vec<bool>,
    acronyms: Vec<bool>,
    /// Whether a mark is of class `point`.
    spelled: Vec<bool>,
    /// Where a word implies a space.
    pub spacing: Spacing,
    first: u32,
    signs: Vec<u16>,
}

const LETTER: u16 = 0x100;
const CAPITAL: u16 = 0x200;
const MARK: u16 = 0x300;

impl Alphabet {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`] with the line: a faulty row, a character that the table has already, or a letter that Unicode does not count as
    /// one. [`Error::Training`] if the table has no letter, or letters of several scripts.
    pub fn read(name: &str, source: &str) -> Result<Self> {
        let mut alphabet = Alphabet { source: source.to_owned(), ..Alphabet::default() };
        let mut signs: Vec<(char, u16)> = Vec::new();
        let (mut open, mut quotes, mut inner): (Vec<char>, Vec<char>, Vec<char>) = Default::default();
        let mut based: Vec<(usize, &str, tsv::Place)> = Vec::new();
        let mut shapes: Vec<RangeInclusive<char>> = Vec::new();
        let mut typed: Vec<(char, [&str; 2], tsv::Place)> = Vec::new();
        for (line, cells) in tsv::rows_of_signs(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            let [sign, kind, last, capital, base] = cells;
            let fault = |what: String| place.error(what);
            if matches!(kind, "shape" | "ligature") {
                let ranges = if kind == "shape" { &mut shapes } else { &mut alphabet.ligatures };
                ranges.push(read_range(place, sign)?);
                continue;
            }
            let sign = read_character(place, sign)?;
            let is_letter = matches!(kind, "letter" | "servile" | "formative");
            if kind == "typed" {
                typed.push((sign, [base, last], place));
                continue;
            }
            if !is_letter && [last, capital, base].iter().any(|cell| !cell.is_empty()) {
                return Err(fault("only a letter has a final form, a capital or a base".into()));
            }
            match kind {
                "letter" | "servile" | "formative" => {
                    let number = alphabet.letters.len();
                    based.push((number, base, place));
                    alphabet.add_letter(place, cells, &mut signs)?;
                    based.extend((number + 1..alphabet.letters.len()).map(|number| (number, "", place)));
                }
                "mark" | "joint" | "acronym" | "point" => alphabet.add_mark(place, sign, kind, &mut signs)?,
                "open" | "quote" | "inner" => {
                    if class(sign) == Class::Space || [&open, &quotes, &inner].iter().any(|known| known.contains(&sign)) {
                        return Err(fault(format!("{sign:?} is white space or is listed twice; remove this row")));
                    }
                    match kind {
                        "open" => &mut open,
                        "quote" => &mut quotes,
                        _ => &mut inner,
                    }
                    .push(sign);
                }
                _ => {
                    return Err(fault(format!(
                        "class {kind:?} is not one of letter, servile, formative, mark, joint, acronym, point, shape, ligature, typed, open, quote, inner"
                    )));
                }
            }
        }
        if alphabet.letters.is_empty() {
            return Err(Error::Training(format!("{name}: has no letter; give it rows of the class letter")));
        }
        alphabet.read_bases(based)?;
        alphabet.spacing = Spacing::new(&open, &quotes).with_inner(&inner);
        alphabet.index(name, &signs)?;
        alphabet.shapes = alphabet.read_shapes(shapes);
        alphabet.add_typed(typed)?;
        Ok(alphabet)
    }

    /// Adds the letter of a row, its final form and its capital.
    fn add_letter(&mut self, place: tsv::Place, [sign, kind, last, capital, _]: [&str; 5], signs: &mut Vec<(char, u16)>) -> Result<()> {
        let number = self.letters.len() as u16;
        if let Some(other) = [sign, last, capital].into_iter().filter_map(character).find(|&sign| class(sign) != Class::Letter) {
            return Err(place.error(format!("{other:?} is not a letter")));
        }
        if self.letters.len() + 2 > MOST_LETTERS {
            return Err(place.error(format!("more than {MOST_LETTERS} letters")));
        }
        let forms = [sign, last].into_iter().filter(|form| !form.is_empty());
        for (form, number) in forms.zip(number..) {
            let form = read_character(place, form)?;
            add(place, signs, form, LETTER | number)?;
            self.letters.push(form);
            self.capitals.push(None);
            self.twins.push(number as u8);
            self.servile.push(kind != "letter");
            self.formative.push(kind == "formative");
        }
        if !last.is_empty() {
            self.twins.swap(number as usize, number as usize + 1);
        }
        if !capital.is_empty() {
            let capital = read_character(place, capital)?;
            add(place, signs, capital, CAPITAL | number)?;
            self.capitals[number as usize] = Some(capital);
        }
        Ok(())
    }

    /// Adds a mark of a class.
    fn add_mark(&mut self, place: tsv::Place, sign: char, kind: &str, signs: &mut Vec<(char, u16)>) -> Result<()> {
        if self.marks.len() == MOST_MARKS {
            return Err(place.error(format!("more than {MOST_MARKS} marks")));
        }
        add(place, signs, sign, MARK | self.marks.len() as u16)?;
        self.marks.push(sign);
        self.joints.push(matches!(kind, "joint" | "acronym"));
        self.acronyms.push(kind == "acronym");
        self.spelled.push(kind == "point");
        Ok(())
    }

    /// The shapes of the letters in some ranges.
    fn read_shapes(&self, mut ranges: Vec<RangeInclusive<char>>) -> Shapes {
        let mark = |sign: char| if let Sign::Mark(mark) = self.sign(sign) { Some(mark) } else { None };
        let mut shapes = Shapes::default();
        ranges.sort_by_key(|range| *range.start());
        ranges.into_iter().for_each(|range| shapes.add(range, |sign| self.number(sign), mark));
        shapes
    }

    /// The characters that are an id of their own where they are not in a word: shapes and ligatures.
    pub fn single(&self) -> impl Iterator<Item = char> {
        self.shapes.characters().chain(self.ligatures.iter().cloned().flatten())
    }

    /// Calls `write` with the characters of letters and the points behind them in their shapes, as [`Shapes::write`] does.
    pub fn write_shaped(&self, letters: &[u8], points: &[(u8, u8)], write: impl FnMut(char, usize)) {
        self.shapes.write(letters, points, |letter| self.letter(letter), |mark| self.marks[mark as usize], write);
    }

    /// Reads the cells of bases: the number of a letter, its cell, and the row.
    fn read_bases(&mut self, cells: Vec<(usize, &str, tsv::Place)>) -> Result<()> {
        for (number, base, place) in cells {
            let found = self.letters.iter().position(|letter| character(base) == Some(*letter));
            self.bases.push(match (base.is_empty(), found) {
                (true, _) => number as u8,
                (false, Some(found)) => found as u8,
                (false, None) => return Err(place.error(format!("{base:?} is not a letter of the table"))),
            });
        }
        Ok(())
    }

    /// Adds the letters of class `typed`: each with its cells, and the row.
    fn add_typed(&mut self, rows: Vec<(char, [&str; 2], tsv::Place)>) -> Result<()> {
        for (sign, cells, place) in rows {
            let typed = self.read_typed(place, sign, cells)?;
            self.typed.push(typed);
        }
        let is_foreign = |letter: u8| self.typed.iter().any(|typed| typed.is_foreign && typed.letter == letter);
        self.foreign = (0..self.len() as u8).map(is_foreign).collect();
        Ok(())
    }

    /// Reads a row of a letter that is typed for those in the cells: anywhere, and at the end of a word.
    fn read_typed(&self, place: tsv::Place, sign: char, cells: [&str; 2]) -> Result<Typed> {
        let spelled = |cell: &str| self.spelled(place, cell, "give it a row of its own");
        let letter_of_row = spelled(&sign.to_string())?[0];
        let is_foreign = self.base(letter_of_row) != letter_of_row;
        let typed = Typed { letter: letter_of_row, anywhere: spelled(cells[0])?, last: spelled(cells[1])?, is_foreign };
        let of = || typed.anywhere.iter().chain(&typed.last);
        if of().next().is_none() || of().any(|&letter| letter == letter_of_row) {
            return Err(place.error(format!("write into base or final what {sign:?} is typed for: other letters")));
        }
        if self.typed.len() == MOST_TYPED || self.typed.iter().any(|known| known.letter == letter_of_row) {
            return Err(
                place.error(format!("{sign:?} has a row of class typed already, or {MOST_TYPED} other letters have; remove this row"))
            );
        }
        Ok(typed)
    }

    /// Makes the table that finds the code of a character.
    fn index(&mut self, name: &str, signs: &[(char, u16)]) -> Result<()> {
        let points = || signs.iter().map(|sign| sign.0 as u32);
        self.first = points().min().unwrap_or_default();
        let last = points().max().unwrap_or_default();
        if last - self.first > 0xFFFF {
            return Err(Error::Training(format!("{name}: the letters and marks lie too far apart in Unicode; keep those of one script")));
        }
        self.signs = vec![0; (last - self.first) as usize + 1];
        for &(sign, code) in signs {
            self.signs[(sign as u32 - self.first) as usize] = code;
        }
        Ok(())
    }

    /// What a character is.
    #[inline]
    pub fn sign(&self, character: char) -> Sign {
        let code = self.signs.get((character as u32).wrapping_sub(self.first) as usize).copied().unwrap_or(0);
        match code & 0xFF00 {
            LETTER => Sign::Letter(code as u8),
            CAPITAL => Sign::Capital(code as u8),
            MARK => Sign::Mark(code as u8),
            _ => Sign::Other,
        }
    }

    /// The small letter that a text begins with, and its bytes. None also for one of three bytes or more, which is rare.
    #[inline]
    pub fn first_letter(&self, text: &[u8]) -> Option<(u8, usize)> {
        let (point, bytes) = match *text {
            [byte @ ..0x80, ..] => (u32::from(byte), 1),
            [first @ 0xc2..0xe0, second, ..] => (u32::from(first & 0x1f) << 6 | u32::from(second & 0x3f), 2),
            _ => return None,
        };
        let code = *self.signs.get(point.wrapping_sub(self.first) as usize)?;
        (code & 0xFF00 == LETTER).then_some((code as u8, bytes))
    }

    /// The number of a letter; none for other characters.
    #[inline]
    pub fn number(&self, character: char) -> Option<u8> {
        if let Sign::Letter(letter) = self.sign(character) { Some(letter) } else { None }
    }

    /// The letters of a cell.
    ///
    /// # Errors
    /// [`Error::Table`] with the character that is none, and how to fix that.
    pub fn spelled(&self, place: tsv::Place, cell: &str, fix: &str) -> Result<Vec<u8>> {
        let none = |sign: char| place.error(format!("{sign:?} is not a letter of the alphabet; {fix}"));
        cell.chars().map(|sign| self.number(sign).ok_or_else(|| none(sign))).collect()
    }

    /// The letters of a cell, as they count in roots.
    ///
    /// # Errors
    /// As [`Alphabet::spelled`].
    pub fn bases(&self, place: tsv::Place, cell: &str, fix: &str) -> Result<Vec<u8>> {
        Ok(self.spelled(place, cell, fix)?.into_iter().map(|letter| self.base(letter)).collect())
    }

    /// Number of letters.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Never: an alphabet has a letter.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The letter with a number.
    #[inline]
    pub fn letter(&self, number: u8) -> char {
        self.letters[number as usize]
    }

    /// How a sign of a pattern is written: a letter, a slot, or a silent slot.
    pub fn sign_of_pattern(&self, sign: u8) -> char {
        match sign {
            SLOT => '_',
            SILENT => '.',
            letter => self.letter(letter),
        }
    }

    /// The sign of a pattern that is written like this.
    pub fn read_pattern(&self, sign: char) -> Option<u8> {
        self.number(sign).or_else(|| [SLOT, SILENT].into_iter().find(|&slot| self.sign_of_pattern(slot) == sign))
    }

    /// The capital of a letter, or the letter if it has none.
    #[inline]
    pub fn capital(&self, number: u8) -> char {
        self.capitals[number as usize].unwrap_or(self.letters[number as usize])
    }

    /// Whether a letter has a capital.
    #[inline]
    pub fn has_capital(&self, number: u8) -> bool {
        self.capitals[number as usize].is_some()
    }

    /// Whether any letter has a capital.
    pub fn has_capitals(&self) -> bool {
        self.capitals.iter().any(Option::is_some)
    }

    /// The other form of a letter, at the end of a word or elsewhere: an involution.
    #[inline]
    pub fn twin(&self, number: u8) -> u8 {
        self.twins[number as usize]
    }

    /// Whether patterns and affixes are built from a letter, as it counts in a root.
    #[inline]
    pub fn is_servile(&self, number: u8) -> bool {
        self.servile[number as usize]
    }

    /// Whether only patterns and affixes are built from a letter.
    #[inline]
    pub fn is_formative(&self, number: u8) -> bool {
        self.formative[number as usize]
    }

    /// The letter that a letter counts as in a root.
    #[inline]
    pub fn base(&self, number: u8) -> u8 {
        self.bases[number as usize]
    }

    /// The letters that are typed for others.
    pub fn typed(&self) -> &[Typed] {
        &self.typed
    }

    /// Whether a letter is of another language, and always typed for one of ours.
    #[inline]
    pub fn is_foreign(&self, letter: u8) -> bool {
        self.foreign[letter as usize]
    }

    /// The letters that a letter may be typed for at the end of a word or elsewhere, those of the end first; none if it is of this language.
    pub fn foreign(&self, letter: u8, is_last: bool) -> impl Iterator<Item = u8> {
        let found = self.typed.iter().filter(move |typed| typed.is_foreign && typed.letter == letter);
        found.flat_map(move |typed| typed.last.iter().filter(move |_| is_last).chain(&typed.anywhere).copied())
    }

    /// What a letter is in a word that is typed in such ways: a bit for each of [`Alphabet::typed`].
    #[inline]
    pub fn as_typed(&self, ways: u8, letter: u8, is_last: bool) -> u8 {
        let is_typed = |typed: &Typed| typed.anywhere.contains(&letter) || is_last && typed.last.contains(&letter);
        self.typed.iter().zip(0..).find(|(typed, way)| ways >> way & 1 == 1 && is_typed(typed)).map_or(letter, |(typed, _)| typed.letter)
    }

    /// The marks.
    pub fn marks(&self) -> &[char] {
        &self.marks
    }

    /// Whether a mark stands only between letters.
    #[inline]
    pub fn is_joint(&self, mark: u8) -> bool {
        self.joints[mark as usize]
    }

    /// Whether a mark stands before the last letter of an acronym.
    #[inline]
    pub fn is_acronym(&self, mark: u8) -> bool {
        self.acronyms[mark as usize]
    }

    /// Whether a word that has a mark is spelled, so that the mark stands behind its letter; other marks follow the word.
    #[inline]
    pub fn is_spelled(&self, mark: u8) -> bool {
        self.spelled[mark as usize]
    }
}

/// The character of a cell.
fn read_character(place: tsv::Place, cell: &str) -> Result<char> {
    character(cell).ok_or_else(|| place.error(format!("{cell:?} is neither a character nor a code point such as U+05B8")))
}

/// The characters of a cell with one or a range.
fn read_range(place: tsv::Place, cell: &str) -> Result<RangeInclusive<char>> {
    let (first, last) = cell.split_once('-').unwrap_or((cell, cell));
    Ok(read_character(place, first)?..=read_character(place, last)?)
}

/// Adds a character and its code, unless the table has the character already.
fn add(place: tsv::Place, signs: &mut Vec<(char, u16)>, sign: char, code: u16) -> Result<()> {
    if signs.iter().any(|known| known.0 == sign) {
        return Err(place.error(format!("{sign:?} is listed twice; remove one of the two")));
    }
    signs.push((sign, code));
    Ok(())
}

/// A character as the table writes it.
fn character(cell: &str) -> Option<char> {
    let mut characters = cell.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Some(only),
        _ => char::from_u32(u32::from_str_radix(cell.strip_prefix("U+")?, 16).ok()?),
    }
}
