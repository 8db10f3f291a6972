//! Korean verbs whose stem changes before some endings: 돕 is 도우 before most of them, 걷 is 걸 before a vowel.
//!
//! A class says what the end of a stem becomes: a last consonant or last syllables come off, and others are added. A consonant that is added
//! closes the last syllable that is left, so 르 and ㄹ르 make 흘르 of 흐르, and the ending 어 makes 흘러 of this. The class also says before
//! which first sounds of an ending the stem changes; ㅇ stands for a vowel. A class is *whole* if the changed stem is never a stem of its own.

use super::syllable::{CODAS, NONE, Syllable};

/// A class of irregular verbs, or one of the changes of such a class.
#[derive(Debug)]
pub struct Class {
    pub name: String,
    removed: String,
    added: String,
    /// First consonants of endings; nothing for all.
    pub before: Option<String>,
    /// Whether the changed stem is no other stem.
    pub is_whole: bool,
}

/// A stem as it is before some endings.
#[derive(Debug)]
pub struct Changed {
    /// The stem of the dictionary form.
    pub stem: Box<str>,
    pub before: Option<String>,
    pub cost: f32,
}

impl Class {
    /// A class from its name and the cell `removed added before whole`, where `_` stands for nothing, `any` for all endings, and `part` for
    /// not whole.
    ///
    /// # Errors
    /// What is wrong with the cell.
    pub fn read(name: &str, cell: &str) -> Result<Self, String> {
        let [removed, added, before, whole] = cell.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!(
                "the class {name:?} has {cell:?}; give what comes off, what is added, before which sounds, and whole or part"
            ));
        };
        let text = |cell: &str| if cell == "_" { String::new() } else { cell.to_owned() };
        Ok(Class {
            name: name.to_owned(),
            removed: text(removed),
            added: text(added),
            before: (before != "any").then(|| before.to_owned()),
            is_whole: whole == "whole",
        })
    }

    /// The changed stem, or nothing if the stem does not end as the class says.
    pub fn changed(&self, stem: &str) -> Option<String> {
        let mut left: String = match coda(&self.removed) {
            Some(coda) => with_coda(stem, coda, 0)?,
            None => stem.strip_suffix(&self.removed[..])?.to_owned(),
        };
        let first = self.added.chars().next();
        if let Some(coda) = first.and_then(|first| coda(first.encode_utf8(&mut [0; 4]))) {
            left = with_coda(&left, 0, coda)?;
        }
        left.extend(self.added.chars().filter(|&letter| Syllable::new(letter).is_some()));
        Some(left)
    }
}

impl Changed {
    /// Whether the stem changes before this ending.
    pub fn stands_before(&self, ending: &str) -> bool {
        let Some(before) = &self.before else { return true };
        ending.chars().next().is_some_and(|first| match Syllable::new(first) {
            Some(syllable) => before.contains(FIRST[syllable.first as usize]),
            None => before.contains(first),
        })
    }
}

/// The first consonants of syllables, in the order of Unicode.
const FIRST: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];
const _: () = assert!(FIRST[NONE as usize] == 'ㅇ');

/// The number of a last consonant, if the text is one.
fn coda(text: &str) -> Option<u32> {
    let mut letters = text.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    (1..).zip(CODAS).find_map(|(number, coda)| (coda == letter).then_some(number))
}

/// A text with another last consonant of its last syllable, if it had the one that is expected.
fn with_coda(text: &str, expected: u32, coda: u32) -> Option<String> {
    let (at, last) = text.char_indices().next_back()?;
    let last = Syllable::new(last).filter(|last| last.coda == expected)?;
    Some(format!("{}{}", &text[..at], Syllable { coda, ..last }.character()))
}

#[cfg(test)]
#[path = "../../tests/inside/search_irregular.rs"]
mod tests;
