//! Symbols of an imported tokenizer: texts that its program finds before the model sees anything, such as user-defined symbols.
//!
//! A text is cut at them, and each is its id; the model encodes what lies between. [`Cut`] says whether the text has its first space by
//! then. Joined, the parts are the text, so it comes back.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::trie::Trie;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The symbols, and how texts are cut at them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symbols {
    /// Their ids, in ascending order.
    pub ids: Vec<u32>,
    /// When a text is cut at them.
    pub cut: Cut,
    /// Whether what follows a symbol gets a space before it, if a text does.
    pub spaces_each_part: bool,
}

/// When a text is cut at symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// Before it gets a space (tokenizers).
    BeforeSpace,
    /// After it has got one (SentencePiece).
    AfterSpace,
}

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(crate) enum Part {
    /// The model encodes it.
    Text(String),
    /// It has this id.
    Symbol(u32),
}

impl Symbols {
    /// The parts of `text`, the first of which gets a space before it if `is_spaced` and `is_start`.
    pub(crate) fn parts(&self, text: &str, is_spaced: bool, is_start: bool, trie: &Trie) -> Vec<Part> {
        let spaced = |text: &str, has_space: bool| format!("{}{text}", if has_space { " " } else { "" });
        let mut has_space = is_spaced && is_start;
        match self.cut {
            Cut::AfterSpace => {
                let text = spaced(text, has_space && !text.is_empty());
                cut(&text, trie).map(|(range, id)| id.map_or_else(|| Part::Text(text[range].into()), Part::Symbol)).collect()
            }
            Cut::BeforeSpace => cut(text, trie)
                .map(|(range, id)| match id {
                    Some(id) => {
                        has_space = is_spaced && self.spaces_each_part;
                        Part::Symbol(id)
                    }
                    None => Part::Text(spaced(&text[range], has_space)),
                })
                .collect(),
        }
    }

    /// Whether what follows an id gets a space before it as a text does.
    pub(crate) fn spaces_behind(&self, id: u32) -> bool {
        self.cut == Cut::BeforeSpace && self.spaces_each_part && self.ids.binary_search(&id).is_ok()
    }

    /// Whether the ids exist and can be symbols. `is_spaced` says whether a text gets a space before it, `is_written` whether the model
    /// itself gives an id.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] with what is wrong.
    pub fn check(&self, vocabulary: &Vocabulary, is_spaced: bool, is_written: impl Fn(u32) -> bool) -> Result<()> {
        if !self.ids.is_sorted_by(|one, next| one < next) {
            return Err(Error::Vocabulary("the symbols are not in ascending order".into()));
        }
        let refuse = |id: u32, what: &str| Err(Error::Vocabulary(format!("the symbol {:?} {what}", vocabulary.token(id))));
        for &id in &self.ids {
            vocabulary.checked(id.into())?;
            if vocabulary.kind(id) == Kind::Special {
                return refuse(id, "is a special; take it out of the symbols");
            }
            if std::str::from_utf8(vocabulary.bytes(id)).is_err() {
                return refuse(id, "is not UTF-8, so no text has it; take it out of the symbols");
            }
            // The space before a text can make a symbol of its beginning. What is found before it is decoded in another way.
            let is_found_first = self.cut == Cut::BeforeSpace;
            if is_found_first && is_spaced && vocabulary.bytes(id).starts_with(b" ") && is_written(id) {
                return refuse(id, "is also a piece of the model, so texts would not come back; take it out of the symbols");
            }
        }
        Ok(())
    }

    /// The trie of the symbols.
    pub(crate) fn trie(&self, vocabulary: &Vocabulary) -> Trie {
        let mut symbols: Vec<(&[u8], u32)> = self.ids.iter().map(|&id| (vocabulary.bytes(id), id)).collect();
        symbols.sort_unstable();
        symbols.dedup_by_key(|symbol| symbol.0);
        Trie::new(&symbols)
    }
}

/// Cuts `text` at the keys of a trie; of keys that begin at the same place the longest counts.
pub(crate) fn cut<'a>(text: &'a str, keys: &'a Trie) -> impl Iterator<Item = (Range<usize>, Option<u32>)> + 'a {
    let find = move |from: usize| {
        (from..text.len()).find_map(|at| keys.prefixes(&text.as_bytes()[at..]).last().map(|(len, id)| (at, at + len, id)))
    };
    let mut at = 0;
    let mut found = find(0);
    std::iter::from_fn(move || match found {
        Some((start, end, id)) if start == at => {
            (at, found) = (end, find(end));
            Some((start..end, Some(id)))
        }
        _ if at == text.len() => None,
        _ => {
            let start = std::mem::replace(&mut at, found.map_or(text.len(), |(start, ..)| start));
            Some((start..at, None))
        }
    })
}
