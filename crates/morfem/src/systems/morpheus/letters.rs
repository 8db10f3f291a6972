//! The letters of a language: how they sound, how they are capitalised, and where spaces are implied.
//!
//! They are read from the `phonology.toml` of a language pack: `[vowels]` with the harmony of each, `[sounds]` with the consonants and the
//! voiceless ones among them, `[capitals]`, `open`, `quotes` and `inner`. Other systems use the rest of the file. Every character has a
//! *type*: a vowel has its harmony as its type; the others are voiceless consonant, other consonant, and other character. The forms of
//! endings depend on the types of the letters before them. A boundary model that sees types need not learn each ending after each letter.

use rustc_hash::FxHashMap;

use crate::surface::phonology_file::{PHONOLOGY, PhonologyFile};
use crate::surface::{Casing, Spacing};
use crate::{Error, Result};

/// Maximum number of harmonies.
const HARMONIES: usize = 8;

/// The letters of a language.
pub struct Letters {
    pub casing: Casing,
    pub spacing: Spacing,
    types: FxHashMap<char, u8>,
    /// The type of characters that are not letters of the language. The next two types are the start and the end of a word.
    other: u8,
}

impl Letters {
    /// Reads the letters of a language from its `phonology.toml`.
    ///
    /// # Errors
    /// [`Error::Training`] that says what is wrong in the file.
    pub fn new(content: &[u8]) -> Result<Self> {
        let file = PhonologyFile::read_letters(content)?;
        let mut harmonies: Vec<&String> = file.vowels.values().collect();
        harmonies.sort();
        harmonies.dedup();
        if harmonies.len() > HARMONIES {
            let what =
                format!("{PHONOLOGY}: [vowels]: {} harmonies; at most {HARMONIES} are allowed, so join some of them", harmonies.len());
            return Err(Error::Training(what));
        }
        let voiceless = harmonies.len() as u8;
        let harmony = |name: &String| harmonies.iter().position(|known| *known == name).unwrap_or_default() as u8;
        let mut types: FxHashMap<char, u8> = file.vowels.iter().map(|(&vowel, name)| (vowel, harmony(name))).collect();
        types.extend(file.sounds.consonants.chars().map(|letter| (letter, voiceless + 1)));
        types.extend(file.sounds.voiceless.chars().map(|letter| (letter, voiceless)));
        Ok(Letters { casing: file.casing(), spacing: file.spacing(), types, other: voiceless + 2 })
    }

    /// The type of a character.
    pub fn type_of(&self, letter: char) -> u8 {
        self.types.get(&letter).copied().unwrap_or(self.other)
    }

    /// The type of characters that are not letters of the language.
    pub fn other(&self) -> u8 {
        self.other
    }

    /// The types of the start and of the end of a word.
    pub fn edges(&self) -> [u8; 2] {
        [self.other + 1, self.other + 2]
    }

    /// Number of types.
    pub fn types(&self) -> usize {
        self.other as usize + 3
    }
}
