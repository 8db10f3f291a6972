//! The signs of a language: a table that a linguist can edit.
//!
//! `alphabet.tsv` has five columns:
//!
//! | column | meaning |
//! |---|---|
//! | `character` | the character, or its code point, `U+05B8` |
//! | `class` | `letter`; `servile`, a letter that patterns and affixes are built from; `mark`, a vowel point or the like, which may follow a letter; `open`, after which a word stands without a space; `quote`, the same if white space or nothing stands before it; `inner`, the same unless it does, as after a hyphen |
//! | `final` | the form of the letter at the end of a word, where it has another |
//! | `capital` | the capital of the letter |
//! | `base` | the letter it counts as in a root |
//!
//! Letters have numbers in the order of the table, the final form of a letter right after it. A word is a run of letters with their marks.

use super::LIMIT;
use crate::surface::spacing::Spacing;
use crate::text::{Class, class};
use crate::{Error, Result, tsv};

const COLUMNS: [&str; 5] = ["character", "class", "final", "capital", "base"];
/// Marks that an alphabet may have.
const MOST_MARKS: usize = 64;

/// What a character is to the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Other,
    Letter(u8),
    /// The capital of a letter.
    Capital(u8),
    Mark(u8),
}

/// The signs of a language.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// The file it was read from.
    pub source: String,
    letters: Vec<char>,
    capitals: Vec<Option<char>>,
    /// The other form of a letter, at the end of a word or elsewhere; itself where it has none.
    twins: Vec<u8>,
    servile: Vec<bool>,
    bases: Vec<u8>,
    marks: Vec<char>,
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
    /// [`Error::Table`] with the line: a faulty row, a character that the table has already, or a letter that Unicode does not count as one.
    /// [`Error::Training`] if the table has no letter, or letters of several scripts.
    pub fn read(name: &str, source: &str) -> Result<Self> {
        let mut alphabet = Alphabet {
            source: source.to_owned(),
            letters: Vec::new(),
            capitals: Vec::new(),
            twins: Vec::new(),
            servile: Vec::new(),
            bases: Vec::new(),
            marks: Vec::new(),
            spacing: Spacing::default(),
            first: 0,
            signs: Vec::new(),
        };
        let mut signs: Vec<(char, u16)> = Vec::new();
        let (mut open, mut quotes, mut inner): (Vec<char>, Vec<char>, Vec<char>) = Default::default();
        let mut based: Vec<(usize, &str, tsv::Place)> = Vec::new();
        for row in tsv::saved_rows(name, source, &COLUMNS)? {
            let (place, [sign, kind, last, capital, base]) = row?;
            let fault = |what: String| place.error(what);
            let read = |cell: &str| {
                character(cell).ok_or_else(|| fault(format!("{cell:?} is neither a character nor a code point such as U+05B8")))
            };
            let sign = read(sign)?;
            let mut add = |sign: char, code: u16| {
                if signs.iter().any(|known| known.0 == sign) {
                    return Err(fault(format!("{sign:?} is listed twice; remove one of the two")));
                }
                signs.push((sign, code));
                Ok(())
            };
            let is_letter = matches!(kind, "letter" | "servile");
            if !is_letter && [last, capital, base].iter().any(|cell| !cell.is_empty()) {
                return Err(fault("only a letter has a final form, a capital or a base".into()));
            }
            match kind {
                "letter" | "servile" => {
                    let number = alphabet.letters.len() as u16;
                    for sign in [Some(sign), character(last), character(capital)].into_iter().flatten() {
                        if class(sign) != Class::Letter {
                            return Err(fault(format!("{sign:?} is not a letter")));
                        }
                    }
                    if alphabet.letters.len() + 2 > LIMIT {
                        return Err(fault(format!("more than {LIMIT} letters")));
                    }
                    add(sign, LETTER | number)?;
                    alphabet.letters.push(sign);
                    alphabet.capitals.push(None);
                    alphabet.twins.push(number as u8);
                    alphabet.servile.push(kind == "servile");
                    based.push((number as usize, base, place));
                    if !last.is_empty() {
                        let last = read(last)?;
                        add(last, LETTER | (number + 1))?;
                        alphabet.letters.push(last);
                        alphabet.capitals.push(None);
                        alphabet.twins[number as usize] = number as u8 + 1;
                        alphabet.twins.push(number as u8);
                        alphabet.servile.push(kind == "servile");
                        based.push((number as usize + 1, "", place));
                    }
                    if !capital.is_empty() {
                        let capital = read(capital)?;
                        add(capital, CAPITAL | number)?;
                        alphabet.capitals[number as usize] = Some(capital);
                    }
                }
                "mark" => {
                    if alphabet.marks.len() == MOST_MARKS {
                        return Err(fault(format!("more than {MOST_MARKS} marks")));
                    }
                    add(sign, MARK | alphabet.marks.len() as u16)?;
                    alphabet.marks.push(sign);
                }
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
                _ => return Err(fault(format!("class {kind:?} is not one of letter, servile, mark, open, quote, inner"))),
            }
        }
        if alphabet.letters.is_empty() {
            return Err(Error::Training(format!("{name}: has no letter; give it rows of the class letter")));
        }
        for (number, base, place) in based {
            let found = alphabet.letters.iter().position(|letter| character(base) == Some(*letter));
            alphabet.bases.push(match (base.is_empty(), found) {
                (true, _) => number as u8,
                (false, Some(found)) => found as u8,
                (false, None) => return Err(place.error(format!("{base:?} is not a letter of the table"))),
            });
        }
        alphabet.spacing = Spacing::new(&open, &quotes).with_inner(&inner);
        let points = || signs.iter().map(|sign| sign.0 as u32);
        alphabet.first = points().min().unwrap_or_default();
        let last = points().max().unwrap_or_default();
        if last - alphabet.first > 0xFFFF {
            return Err(Error::Training(format!("{name}: the letters and marks lie too far apart in Unicode; keep those of one script")));
        }
        alphabet.signs = vec![0; (last - alphabet.first) as usize + 1];
        for (sign, code) in signs {
            alphabet.signs[(sign as u32 - alphabet.first) as usize] = code;
        }
        Ok(alphabet)
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

    /// The letter that a letter counts as in a root.
    #[inline]
    pub fn base(&self, number: u8) -> u8 {
        self.bases[number as usize]
    }

    /// The marks.
    pub fn marks(&self) -> &[char] {
        &self.marks
    }
}

/// A character as the table writes it.
fn character(cell: &str) -> Option<char> {
    let mut characters = cell.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Some(only),
        _ => char::from_u32(u32::from_str_radix(cell.strip_prefix("U+")?, 16).ok()?),
    }
}
