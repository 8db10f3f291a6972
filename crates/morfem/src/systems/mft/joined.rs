//! Merged ids that are a whole word or its beginning, with what they write.
//!
//! A root, or a piece that implies a space, begins a word. What is written after it depends on the tokens of its own word alone. So the
//! text of a merged id that begins with one is always the same, but for the space before it and for its last unit, whose form the next id
//! may decide. The text, and the state in which it leaves the [`Writer`], are computed once, by writing the units.

use super::token::{JoinedWord, Mark, Token, Writer};
use crate::vocab::Vocabulary;
use crate::vocab::excerpt::Excerpt;

/// The merged ids of a vocabulary, from the first.
pub struct JoinedWords {
    first: u32,
    words: Vec<Option<JoinedWord>>,
    texts: Vec<u8>,
}

impl JoinedWords {
    /// The merged ids of a vocabulary. `token` says what an unmerged id stands for, and `write` writes it.
    pub fn new(vocabulary: &Vocabulary, token: impl Fn(u32) -> Token, write: impl Fn(u32, &mut Writer, &mut Vec<u8>)) -> Self {
        let first = vocabulary.unmerged() as u32;
        let mut texts = Vec::new();
        let words = (first..vocabulary.len() as u32).map(|id| joined(vocabulary.units(id)?, &token, &write, &mut texts)).collect();
        JoinedWords { first, words, texts }
    }

    /// A merged id that begins a word, and its text.
    #[inline]
    pub fn get(&self, id: u32) -> Option<(&JoinedWord, Excerpt<'_>)> {
        let word = self.words.get(id.checked_sub(self.first)? as usize)?.as_ref()?;
        Some((word, Excerpt::new(&self.texts, word.begin as usize, word.end as usize)))
    }
}

/// The word of some units, whose text is appended; None if other tokens decide about it.
fn joined(
    units: &[u32],
    token: impl Fn(u32) -> Token,
    write: impl Fn(u32, &mut Writer, &mut Vec<u8>),
    texts: &mut Vec<u8>,
) -> Option<JoinedWord> {
    let is_before = |unit: u32| matches!(token(unit), Token::Mark(Mark::Case(_) | Mark::Fold(_) | Mark::Accent | Mark::Long));
    let marks = units.iter().take_while(|&&unit| is_before(unit)).count();
    let is_marked = units[..marks].iter().any(|&unit| matches!(token(unit), Token::Mark(Mark::Case(_))));
    let (&initial, others) = units[marks..].split_first()?;
    let goes_on =
        |&unit: &u32| matches!(token(unit), Token::Affix(_) | Token::Text | Token::Root(_) | Token::Mark(Mark::Harmony(_) | Mark::Joint));
    if !matches!(token(initial), Token::Root(_) | Token::Initial) || !others.iter().all(goes_on) {
        return None;
    }
    let begin = texts.len();
    let mut text = Vec::new();
    let mut writer = Writer::after(false);
    units.iter().for_each(|&unit| write(unit, &mut writer, &mut text));
    texts.extend_from_slice(&text);
    writer.into_word(begin as u32..texts.len() as u32, is_marked)
}
