//! Merged ids that are a whole word or its beginning, with what they write.
//!
//! A root, or a piece that implies a space, begins a word. What is written after it depends on the tokens of its own word alone. So the text of
//! a merged id that begins with one is always the same, but for the space before it and for its last unit, whose form the next id may decide.
//! The text, and the state in which it leaves the [`Writer`], are computed once, by writing the units.

use super::encode::Encoder;
use super::phonology::{Context, Features};
use super::token::{Mark, Token, Writer};
use crate::surface::Case;
use crate::vocab::Vocabulary;

/// A merged id that begins a word.
#[derive(Clone, Copy)]
pub struct JoinedWord {
    begin: u32,
    end: u32,
    /// A last unit that is not written yet.
    pub waiting: Option<Token>,
    pub features: Features,
    pub context: Context,
    pub has_units: bool,
    /// The case of letters that follow.
    pub case: Case,
    /// Whether its first unit is a mark of a case. A mark before the id is then without effect.
    pub is_marked: bool,
}

/// The merged ids of a vocabulary, from the first.
pub struct JoinedWords {
    first: u32,
    words: Vec<Option<JoinedWord>>,
    texts: Vec<u8>,
}

impl JoinedWords {
    pub fn new(encoder: &Encoder, vocabulary: &Vocabulary) -> Self {
        let first = vocabulary.unmerged() as u32;
        let mut texts = Vec::new();
        let words = (first..vocabulary.len() as u32).map(|id| joined(encoder, vocabulary.units(id)?, &mut texts)).collect();
        JoinedWords { first, words, texts }
    }

    /// A merged id that begins a word, and its text.
    #[inline]
    pub fn get(&self, id: u32) -> Option<(&JoinedWord, &[u8])> {
        let word = self.words.get(id.checked_sub(self.first)? as usize)?.as_ref()?;
        Some((word, &self.texts[word.begin as usize..word.end as usize]))
    }
}

/// The word of some units, whose text is appended; None if other tokens decide about it.
fn joined(encoder: &Encoder, units: &[u32], texts: &mut Vec<u8>) -> Option<JoinedWord> {
    let is_marked = matches!(encoder.token(units[0]), Token::Mark(Mark::Case(_)));
    let (&initial, others) = units[usize::from(is_marked)..].split_first()?;
    let goes_on = |&unit: &u32| matches!(encoder.token(unit), Token::Affix(_) | Token::Text | Token::Mark(Mark::Harmony(_)));
    if !matches!(encoder.token(initial), Token::Root(_) | Token::Initial) || !others.iter().all(goes_on) {
        return None;
    }
    let begin = texts.len();
    let mut text = Vec::new();
    let mut writer = Writer::after(false);
    units.iter().for_each(|&unit| {
        encoder.write_id(unit, &mut writer, &mut text);
    });
    texts.extend_from_slice(&text);
    writer.into_word(begin as u32..texts.len() as u32, is_marked)
}

impl Writer {
    /// The word that has been written, which is `text`; None if a mark is left over.
    fn into_word(self, text: std::ops::Range<u32>, is_marked: bool) -> Option<JoinedWord> {
        let is_at_rest = self.is_at_rest();
        let Writer { waiting, features, context, has_units, surface, .. } = self;
        let case = surface.case();
        is_at_rest.then_some(JoinedWord { begin: text.start, end: text.end, waiting, features, context, has_units, case, is_marked })
    }
}
