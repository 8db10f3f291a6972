//! Capitals: which letters have one, and how a word is capitalised.
//!
//! A word is given to the grammar in small letters, and its capitals as marks. A letter takes part if it is the small letter of its capital and the capital
//! of its small letter, one code point each; the pairs are Unicode's, with those of the language in their place (Turkish i İ, ı I).
//! Any other letter, as ß, stands as it is. So capitals come back exactly.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::text::{Class, class};

/// How letters are capitalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Case {
    /// Not at all.
    #[default]
    Lower,
    /// The first letter is a capital.
    Title,
    /// All are.
    Upper,
}

/// The pairs of letters of a language.
#[derive(Clone, Debug, Default)]
pub struct Casing {
    capitals: FxHashMap<char, char>,
    smalls: FxHashMap<char, char>,
    /// Capital and small letter of the first letters of Unicode, for speed.
    near: Vec<(Option<char>, Option<char>)>,
}

/// Letters below this code point are looked up in a table.
const NEAR: u32 = 0x250;

impl Casing {
    /// With pairs of its own, small letter to capital.
    pub fn new(capitals: FxHashMap<char, char>) -> Self {
        let smalls = capitals.iter().map(|(&small, &capital)| (capital, small)).collect();
        let mut casing = Casing { capitals, smalls, near: Vec::new() };
        let letters = (0..NEAR).filter_map(char::from_u32);
        casing.near = letters.map(|letter| (casing.capital_of(letter), casing.small_of(letter))).collect();
        casing
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
            None => single(letter.to_uppercase())?,
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
            None => single(letter.to_lowercase()).unwrap_or(letter),
        }
    }

    /// Appends a text in small letters to `small`, and gives its case, if none, the first or (of several) each of its characters is a capital;
    /// it is then the only one of its [`Casing::parts`]. Otherwise nothing is appended.
    pub fn single(&self, text: &str, small: &mut String) -> Option<Case> {
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
            0 => Some(Case::Lower),
            1 if is_title => Some(Case::Title),
            _ if capitals == characters => Some(Case::Upper),
            _ => {
                small.truncate(before);
                None
            }
        }
    }

    /// Cuts a text into parts of one case each; gives each in small letters, with its case.
    ///
    /// A capital alone, or with small letters after it, is Title; several capitals are Upper, and if small letters follow the last of them is Title.
    /// A character that is no letter ends capitals.
    pub fn parts(&self, text: &str) -> Vec<(String, Case)> {
        let mut parts: Vec<(String, Case)> = Vec::new();
        // Whether letters are capitals now, and how many have come one after the other.
        let (mut is_upper, mut run) = (false, 0);
        for letter in text.chars() {
            let small = self.small(letter);
            match (small, parts.last_mut()) {
                (Some(small), Some((part, case))) if run > 0 => {
                    part.push(small);
                    *case = Case::Upper;
                    is_upper = true;
                }
                (Some(small), _) => parts.push((small.to_string(), Case::Title)),
                (None, Some(_)) if is_upper && run == 0 && self.capital(letter).is_some() => {
                    parts.push((letter.to_string(), Case::Lower));
                    is_upper = false;
                }
                (None, Some((part, case))) if is_upper && self.capital(letter).is_some() => {
                    let last = part.pop().unwrap_or_default();
                    if part.chars().count() == 1 {
                        *case = Case::Title;
                    }
                    parts.push((format!("{last}{letter}"), Case::Title));
                    is_upper = false;
                }
                (None, Some((part, _))) => part.push(letter),
                (None, None) => parts.push((letter.to_string(), Case::Lower)),
            }
            run = if small.is_some() { run + 1 } else { 0 };
            // What has no capital does not end them, unless it is no letter.
            if small.is_none() && class(letter) != Class::Letter {
                is_upper = false;
            }
        }
        parts
    }
}

fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    let first = letters.next()?;
    letters.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turkish() -> Casing {
        Casing::new([('i', 'İ'), ('ı', 'I')].into_iter().collect())
    }

    fn written(parts: &[(String, Case)]) -> String {
        let casing = turkish();
        let mut text = String::new();
        for (part, case) in parts {
            let mut case = *case;
            for letter in part.chars() {
                match casing.capital(letter).filter(|_| case != Case::Lower) {
                    Some(capital) => {
                        text.push(capital);
                        case = if case == Case::Title { Case::Lower } else { case };
                    }
                    None => {
                        text.push(letter);
                        if class(letter) != Class::Letter {
                            case = Case::Lower;
                        }
                    }
                }
            }
        }
        text
    }

    #[test]
    fn words_are_cut_where_their_case_changes() {
        let parts =
            |text: &str| turkish().parts(text).into_iter().map(|(part, case)| format!("{part}:{case:?}")).collect::<Vec<_>>().join(" ");
        assert_eq!(parts("kitap"), "kitap:Lower");
        assert_eq!(parts("İstanbul"), "istanbul:Title");
        assert_eq!(parts("IĞDIR"), "ığdır:Upper");
        assert_eq!(parts("O"), "o:Title");
        assert_eq!(parts("iPhone"), "i:Lower phone:Title");
        assert_eq!(parts("HTTPServer"), "http:Upper server:Title");
        assert_eq!(parts("TBMMnin"), "tbm:Upper mnin:Title");
        assert_eq!(parts("ABc"), "a:Title bc:Title");
        assert_eq!(parts("MEMS'de"), "mems'de:Upper");
        assert_eq!(parts("A4B"), "a4:Title b:Title");
    }

    proptest! {
        #[test]
        fn a_text_of_one_case_is_one_part(text in "[aiIİBǅĞ1א']{0,4}") {
            let mut small = String::from("-");
            match turkish().single(&text, &mut small) {
                Some(case) if !text.is_empty() => prop_assert_eq!(turkish().parts(&text), vec![(small[1..].to_owned(), case)]),
                Some(_) => prop_assert!(turkish().parts(&text).is_empty()),
                None => prop_assert_eq!(small, "-"),
            }
        }

        #[test]
        fn capitals_come_back(text in "[aıiIİBbßǅĞğ1א']{0,8}") {
            prop_assert_eq!(written(&turkish().parts(&text)), text);
        }
    }
}
