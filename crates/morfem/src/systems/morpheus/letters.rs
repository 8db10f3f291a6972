//! What a boundary model knows of a language: how its letters sound, how they are capitalised, where spaces are implied.
//!
//! It is a part of the `phonology.toml` of a language pack: `[vowels]` with the harmony of each, `[sounds]` with the consonants and those that are
//! voiceless, `[capitals]`, `open` and `quotes`. What else the file has is for other systems. A character has a *type*: the harmony of a
//! vowel, voiceless consonant, other consonant, or anything else. Endings change with the types of what stands before them, so a boundary model that sees
//! types need not learn each ending after each letter.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::writing::{Casing, Spacing};
use crate::{Error, Result};

/// The file of a language pack.
pub const PHONOLOGY: &str = "phonology.toml";

#[derive(Deserialize)]
struct Sounds {
    vowels: BTreeMap<char, String>,
    sounds: Consonants,
    #[serde(default)]
    capitals: BTreeMap<char, char>,
    #[serde(default)]
    open: String,
    #[serde(default)]
    quotes: String,
}

#[derive(Deserialize)]
struct Consonants {
    consonants: String,
    #[serde(default)]
    voiceless: String,
}

/// Harmonies of vowels that are told apart at most.
const HARMONIES: usize = 8;

/// The letters of a language.
pub struct Letters {
    pub casing: Casing,
    pub spacing: Spacing,
    types: FxHashMap<char, u8>,
    /// The type of what is no letter of the language; two more are the start and the end of a word.
    other: u8,
}

impl Letters {
    /// Reads the letters of a language from its `phonology.toml`.
    ///
    /// # Errors
    /// [`Error::Training`] that says what is wrong in the file.
    pub fn new(content: &[u8]) -> Result<Self> {
        let fault = |what: &str| Error::Training(format!("{PHONOLOGY}: {what}"));
        let text = std::str::from_utf8(content).map_err(|_| fault("not UTF-8"))?;
        let sounds: Sounds = toml::from_str(text).map_err(|error| fault(&error.to_string().replace('\n', " ")))?;
        let mut harmonies: Vec<&String> = sounds.vowels.values().collect();
        harmonies.sort();
        harmonies.dedup();
        if harmonies.len() > HARMONIES {
            return Err(fault(&format!("[vowels]: {} harmonies; at most {HARMONIES} can be told apart", harmonies.len())));
        }
        let voiceless = harmonies.len() as u8;
        let harmony = |name: &String| harmonies.iter().position(|known| *known == name).unwrap_or_default() as u8;
        let mut types: FxHashMap<char, u8> = sounds.vowels.iter().map(|(&vowel, name)| (vowel, harmony(name))).collect();
        types.extend(sounds.sounds.consonants.chars().map(|letter| (letter, voiceless + 1)));
        types.extend(sounds.sounds.voiceless.chars().map(|letter| (letter, voiceless)));
        let characters = |text: &str| text.chars().collect::<Vec<char>>();
        Ok(Letters {
            casing: Casing::new(sounds.capitals.into_iter().collect()),
            spacing: Spacing::new(&characters(&sounds.open), &characters(&sounds.quotes)),
            types,
            other: voiceless + 2,
        })
    }

    /// The type of a character.
    pub fn type_of(&self, letter: char) -> u8 {
        self.types.get(&letter).copied().unwrap_or(self.other)
    }

    /// The type of characters that are no letters of the language.
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
