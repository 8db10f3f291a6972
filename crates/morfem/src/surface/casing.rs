//! Capitals: which letters have one, and how a word is capitalised.
//!
//! Words are looked up in lower case, and marks record their capitals. Two letters are a pair of small letter and capital if each is the
//! other's only counterpart and both are one code point. The pairs are Unicode's, except where the language has its own (Turkish i İ, ı I).
//! Letters without a pair, such as ß, are never changed. So capitals are restored exactly.
//!
//! A language may say which letter is typed for another where the keyboard lacks it (Turkish ş as s): see [`Casing::plain`].

use std::str::Chars;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::apostrophe::{APOSTROPHES, STRAIGHT};
use super::joining::Joining;
use crate::text::properties;
use crate::text::{Class, class};

/// How letters are capitalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Case {
    /// No letter is a capital.
    #[default]
    Lower,
    /// The first letter is a capital.
    Title,
    /// All letters are capitals.
    Upper,
}

/// The pairs of small letter and capital of a language.
#[derive(Clone, Debug, Default)]
pub struct Casing {
    capitals: FxHashMap<char, char>,
    smalls: FxHashMap<char, char>,
    /// Capital and small letter of each code point below [`NEAR`], for speed.
    near: Vec<(Option<char>, Option<char>)>,
    /// Letters that may be typed as others, and for each of these others the letters that it may stand for.
    plain: FxHashMap<char, char>,
    stands_for: FxHashMap<char, Vec<char>>,
    /// Letters that some write as the other of a pair throughout (i as ı).
    dotless: FxHashMap<char, char>,
    /// What stands between a word and its affixes, as an apostrophe does.
    pub joining: Joining,
}

/// How letters are typed: [`PLAIN`], [`DOTLESS`], both, or as they are.
pub type Fold = u8;
/// Without the letters that a keyboard may lack.
pub const PLAIN: Fold = 1;
/// With one letter of a pair for both, after that.
pub const DOTLESS: Fold = 2;
/// Code points below this one, the Latin letters, are looked up in a table.
const NEAR: u32 = 0x250;

impl Casing {
    /// Unicode's pairs, replaced by `capitals` (small letter to capital) where these have the letter.
    pub fn new(capitals: FxHashMap<char, char>) -> Self {
        let smalls = capitals.iter().map(|(&small, &capital)| (capital, small)).collect();
        let mut casing = Casing { capitals, smalls, ..Casing::default() };
        let letters = (0..NEAR).filter_map(char::from_u32);
        casing.near = letters.map(|letter| (casing.capital_of(letter), casing.small_of(letter))).collect();
        casing
    }

    /// Adds letters that may be typed as others (`ş` as `s`). Their capitals follow, unless they have rows of their own.
    pub fn with_plain(mut self, plain: &FxHashMap<char, char>) -> Self {
        let capital = |(&letter, &to): (&char, &char)| Some((self.capital(letter)?, properties::capital(to)?));
        self.plain = plain.iter().filter_map(capital).filter(|(letter, to)| letter != to).collect();
        self.plain.extend(plain);
        for (&letter, &to) in &self.plain {
            self.stands_for.entry(to).or_default().push(letter);
        }
        self.stands_for.values_mut().for_each(|letters| letters.sort_unstable());
        self
    }

    /// Adds letters that some write as another throughout (`i` as `ı`). Their capitals follow.
    pub fn with_dotless(mut self, dotless: &FxHashMap<char, char>) -> Self {
        let capital = |(&letter, &to): (&char, &char)| Some((self.capital(letter)?, self.capital(to)?));
        self.dotless = dotless.iter().filter_map(capital).chain(dotless.iter().map(|(&letter, &to)| (letter, to))).collect();
        self
    }

    /// Whether a word in small letters may be typed with one letter of a pair for both, and without the other letters that may lack.
    pub fn is_dotless(&self, small: &str) -> bool {
        let is_one = |letter: char| self.dotless.values().any(|&to| to == letter);
        let is_typed = |letter: char| !self.dotless.contains_key(&letter) && (is_one(letter) || !self.plain.contains_key(&letter));
        small.contains(is_one) && small.chars().all(is_typed)
    }

    /// Whether some letters are written as another throughout.
    pub fn has_dotless(&self) -> bool {
        !self.dotless.is_empty()
    }

    /// Lets a sign stand where an apostrophe does.
    pub fn with_joining(mut self, joining: Joining) -> Self {
        self.joining = joining;
        self
    }

    /// Whether a sign stands between a word and its affixes: an apostrophe, or the sign of the language.
    pub fn sets_apart(&self, sign: char) -> bool {
        APOSTROPHES.contains(&sign) || self.joining.signs().contains(&sign)
    }

    /// Appends a word in small letters, with the straight apostrophe for what [sets affixes apart](Casing::sets_apart), also where letters
    /// are written on to a number without a sign.
    pub fn straighten(&self, word: &str, small: &mut String) {
        let apart = if word.contains(|sign| self.sets_apart(sign)) { None } else { self.joining.written_on(word) };
        for (at, letter) in word.char_indices() {
            if Some(at) == apart {
                small.push(STRAIGHT);
            }
            small.push(if self.sets_apart(letter) { STRAIGHT } else { self.small(letter).unwrap_or(letter) });
        }
    }

    /// Whether some letter may be typed as another.
    pub fn has_plain(&self) -> bool {
        !self.plain.is_empty()
    }

    /// Whether a text has none of the letters for which others may be typed.
    pub fn is_plain(&self, text: &str) -> bool {
        text.chars().all(|letter| !self.plain.contains_key(&letter))
    }

    /// A letter as it is typed.
    pub fn folded(&self, letter: char, fold: Fold) -> char {
        let plain = if fold & PLAIN == 0 { letter } else { self.plain(letter) };
        self.dotless.get(&plain).copied().filter(|_| fold & DOTLESS != 0).unwrap_or(plain)
    }

    /// The letter that is typed for a letter.
    pub fn plain(&self, letter: char) -> char {
        self.plain.get(&letter).copied().unwrap_or(letter)
    }

    /// The letters for which a letter may be typed, besides itself.
    pub fn stands_for(&self, letter: char) -> &[char] {
        self.stands_for.get(&letter).map(Vec::as_slice).unwrap_or_default()
    }

    /// A word in small letters as it is typed without its letters; None if none of the letters typed may stand for another.
    pub fn typed(&self, small: &str) -> Option<String> {
        let typed: String = small.chars().map(|letter| self.plain(letter)).collect();
        typed.chars().any(|letter| !self.stands_for(letter).is_empty()).then_some(typed)
    }

    /// The capital of a small letter.
    #[inline]
    pub fn capital(&self, letter: char) -> Option<char> {
        self.near.get(letter as usize).map_or_else(|| self.capital_of(letter), |pair| pair.0)
    }

    /// The small letter of a capital.
    #[inline]
    pub fn small(&self, letter: char) -> Option<char> {
        self.near.get(letter as usize).map_or_else(|| self.small_of(letter), |pair| pair.1)
    }

    fn capital_of(&self, letter: char) -> Option<char> {
        let capital = match self.capitals.get(&letter) {
            Some(&capital) => capital,
            None => properties::capital(letter)?,
        };
        (capital != letter && self.lowered(capital) == letter).then_some(capital)
    }

    fn small_of(&self, letter: char) -> Option<char> {
        let small = self.lowered(letter);
        (small != letter && self.capital_of(small) == Some(letter)).then_some(small)
    }

    fn lowered(&self, letter: char) -> char {
        match self.smalls.get(&letter) {
            Some(&small) => small,
            None => properties::small(letter).unwrap_or(letter),
        }
    }

    /// Appends `text` in lower case to `small` and returns its case, if no character is a capital, or only the first, or all of several.
    /// Such a text is the only one of its [`Casing::parts`]. For other texts it appends nothing and returns None.
    pub fn single(&self, text: &str, small: &mut String) -> Option<Case> {
        // Most words have no capital.
        if text.chars().all(|letter| self.small(letter).is_none()) {
            small.push_str(text);
            return Some(Case::Lower);
        }
        let before = small.len();
        let (mut characters, mut capitals, mut is_title) = (0, 0, false);
        for letter in text.chars() {
            let lowered = self.small(letter);
            is_title |= characters == 0 && lowered.is_some();
            capitals += usize::from(lowered.is_some());
            characters += 1;
            small.push(lowered.unwrap_or(letter));
        }
        match capitals {
            1 if is_title => Some(Case::Title),
            _ if capitals == characters => Some(Case::Upper),
            _ => {
                small.truncate(before);
                None
            }
        }
    }

    /// Cuts a text into parts of one case each.
    ///
    /// A single capital, alone or with small letters after it, gives a Title part. Several capitals give an Upper part; if small letters
    /// follow, the last capital begins a Title part with them. After a character that is not a letter, small letters no longer end an Upper
    /// part.
    pub fn parts<'a>(&'a self, text: &'a str) -> Parts<'a> {
        Parts { casing: self, letters: text.chars(), begun: None, is_upper: false, run: 0 }
    }
}

/// The parts of a text. They are made one at a time, because a long text of mixed case has about as many parts as letters.
pub struct Parts<'a> {
    casing: &'a Casing,
    letters: Chars<'a>,
    begun: Option<Begun>,
    /// Whether a run of capitals goes on.
    is_upper: bool,
    /// Number of capitals directly before the current position.
    run: usize,
}

/// The characters of the next part that have been read, in lower case.
struct Begun {
    first: Option<char>,
    second: char,
    case: Case,
}

impl Parts<'_> {
    /// Writes the next part into `part`, in lower case, and returns its case; None if no part is left.
    pub fn next(&mut self, part: &mut String) -> Option<Case> {
        part.clear();
        let mut case = match self.begun.take() {
            Some(begun) => {
                part.extend(begun.first);
                part.push(begun.second);
                begun.case
            }
            None => {
                let letter = self.letters.next()?;
                let small = self.casing.small(letter);
                self.run = usize::from(small.is_some());
                part.push(small.unwrap_or(letter));
                if small.is_some() { Case::Title } else { Case::Lower }
            }
        };
        while self.begun.is_none()
            && let Some(letter) = self.letters.next()
        {
            let small = self.casing.small(letter);
            match small {
                Some(small) if self.run > 0 => {
                    part.push(small);
                    case = Case::Upper;
                    self.is_upper = true;
                }
                Some(small) => self.begun = Some(Begun { first: None, second: small, case: Case::Title }),
                None if self.is_upper && self.casing.capital(letter).is_some() => {
                    self.is_upper = false;
                    if self.run == 0 {
                        self.begun = Some(Begun { first: None, second: letter, case: Case::Lower });
                    } else {
                        self.begun = Some(Begun { first: part.pop(), second: letter, case: Case::Title });
                        if part.chars().count() == 1 {
                            case = Case::Title;
                        }
                    }
                }
                None => part.push(letter),
            }
            self.run = if small.is_some() { self.run + 1 } else { 0 };
            // A letter without a capital, such as ß, does not end a run of capitals; other characters do.
            if small.is_none() && class(letter) != Class::Letter {
                self.is_upper = false;
            }
        }
        Some(case)
    }

    /// Whether no part is left.
    pub fn is_done(&self) -> bool {
        self.begun.is_none() && self.letters.as_str().is_empty()
    }
}

#[cfg(test)]
#[path = "../../tests/inside/surface_casing.rs"]
mod tests;
