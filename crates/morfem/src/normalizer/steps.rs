//! What a program does with a text, as data.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::map::{Map, NORMALIZATION};
use crate::trie::Trie;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// Steps at most, and how many times as long they may make a text at most: far more than any program that is known.
const MOST_STEPS: usize = 64;
const MOST_GROWTH: usize = 10_000;

/// What an imported tokenizer keeps of its program's reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Whether what the program alters is written in bytes; else it is altered.
    pub is_exact: bool,
    /// What is lost if it is not exact, in words.
    pub losses: Vec<String>,
    /// What the program does to a text, in order.
    pub steps: Vec<Step>,
    /// Id of a character without a piece, if it is not written in bytes.
    pub unknown: Option<u32>,
    /// Whether neighbouring characters without a piece become one id.
    pub joins_unknown: bool,
    /// Ids of texts that the program finds first, in ascending order.
    pub symbols: Vec<u32>,
    /// What it does with them.
    pub cut: Cut,
    /// Whether a text gets a space behind each symbol too, if it gets one before it.
    pub spaces_each_part: bool,
    /// Whether a text that begins with a space gets no other before it. An exact tokenizer gives every text one, so that it comes back.
    pub keeps_first_space: bool,
    /// Whether a text of which the steps drop the first character gets no space (tokenizers, `Metaspace` with `first`).
    #[serde(default, skip_serializing_if = "is_unset")]
    pub spaces_first_character: bool,
    /// Whether a text of which the steps leave nothing gets a space all the same (SentencePiece).
    #[serde(default, skip_serializing_if = "is_unset")]
    pub spaces_nothing: bool,
    /// The pairs of [`Step::Map`].
    #[serde(skip)]
    pub map: Arc<Map>,
}

/// Whether an optional field is absent in a file.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_unset(field: &bool) -> bool {
    !field
}

/// What is done with symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// The steps leave them alone; to the model they are pieces like others.
    Never,
    /// The text is cut at them before the steps (tokenizers).
    BeforeSteps,
    /// The steps leave them alone, then the text is cut at them (SentencePiece).
    AfterSteps,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The longest entry of `normalization.tsv` at each place is replaced (SentencePiece).
    Map,
    /// A grapheme, or else each of its characters, that begins with an entry becomes the shortest such (tokenizers).
    MapGraphemes,
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Lowercase,
    /// Combining marks are dropped.
    StripAccents,
    /// Nonspacing marks are dropped (BERT).
    StripNonspacing,
    /// Control characters are dropped (BERT).
    DropControls,
    /// A Chinese character gets a space on each side (BERT).
    SpaceChinese,
    /// Of white space, one space before each word is kept. A punctuation sign is a word (BERT).
    Words,
    /// One string is replaced by another.
    Replace {
        from: String,
        to: String,
    },
    /// White space becomes U+0020.
    Blank,
    /// Runs of U+0020 become one and, if `ends`, those at both ends go. An exact tokenizer keeps all of them, as pieces.
    Squeeze {
        ends: bool,
    },
    /// U+0020 at the end goes.
    TrimEnd,
    /// White space at the left or right end goes. An exact tokenizer keeps it.
    Strip {
        left: bool,
        right: bool,
    },
}

impl Source {
    /// An exact source without steps.
    pub fn new() -> Self {
        Source {
            is_exact: true,
            losses: Vec::new(),
            steps: Vec::new(),
            unknown: None,
            joins_unknown: false,
            symbols: Vec::new(),
            cut: Cut::Never,
            spaces_each_part: false,
            keeps_first_space: false,
            spaces_first_character: false,
            spaces_nothing: false,
            map: Arc::default(),
        }
    }

    /// Whether the source changes nothing, so that a tokenizer needs none.
    pub fn is_plain(&self) -> bool {
        self.is_exact && self.steps.is_empty() && self.symbols.is_empty()
    }

    /// Says what is lost, unless nothing is.
    pub fn lose(&mut self, what: &str) {
        if !self.is_exact {
            self.losses.push(what.into());
        }
    }

    /// Whether the ids that are named exist and can be symbols, and the steps keep a text within bounds. `is_spaced` says whether a text
    /// gets a space before it, `is_written` whether the model itself gives an id.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] with what is wrong.
    pub fn check(&self, vocabulary: &Vocabulary, is_spaced: bool, is_written: impl Fn(u32) -> bool) -> Result<()> {
        for &id in self.symbols.iter().chain(&self.unknown) {
            vocabulary.checked(id.into())?;
        }
        if self.steps.iter().any(|step| matches!(step, Step::Map | Step::MapGraphemes)) && self.map.is_empty() {
            return Err(Error::Vocabulary(format!("the steps of the source need {NORMALIZATION}, which is missing or empty")));
        }
        if self.steps.iter().any(|step| matches!(step, Step::Replace { from, .. } if from.is_empty())) {
            return Err(Error::Vocabulary("a step of the source replaces the empty string".into()));
        }
        let growth = self.steps.iter().map(|step| match step {
            Step::Map | Step::MapGraphemes => self.map.growth(),
            Step::Replace { from, to } => to.len().div_ceil(from.len()),
            _ => 1,
        });
        if self.steps.len() > MOST_STEPS {
            return Err(Error::Vocabulary(format!("the source has {} steps; {MOST_STEPS} are possible", self.steps.len())));
        }
        if growth.fold(1, |all: usize, one| all.saturating_mul(one.max(1))) > MOST_GROWTH {
            return Err(Error::Vocabulary(format!("the steps of the source could make a text more than {MOST_GROWTH} times as long")));
        }
        if !self.symbols.is_sorted_by(|one, next| one < next) {
            return Err(Error::Vocabulary("the symbols of the source are not in ascending order".into()));
        }
        let refuse = |id: u32, what: &str| Err(Error::Vocabulary(format!("the symbol {:?} of the source {what}", vocabulary.token(id))));
        for &id in &self.symbols {
            if vocabulary.kind(id) == Kind::Special {
                return refuse(id, "is a special; take it out of the symbols");
            }
            if std::str::from_utf8(vocabulary.bytes(id)).is_err() {
                return refuse(id, "is not UTF-8, so no text has it; take it out of the symbols");
            }
            // The space before a text can make a symbol of its beginning. What the program has found in the text is decoded in another way.
            let is_found_first = self.is_exact && self.cut == Cut::BeforeSteps;
            if is_found_first && is_spaced && vocabulary.bytes(id).starts_with(b" ") && is_written(id) {
                return refuse(id, "is also a piece of the model, so texts would not come back; take it out of the symbols");
            }
        }
        Ok(())
    }

    /// The trie of the symbols.
    pub(crate) fn symbol_trie(&self, vocabulary: &Vocabulary) -> Trie {
        let mut symbols: Vec<(&[u8], u32)> = self.symbols.iter().map(|&id| (vocabulary.bytes(id), id)).collect();
        symbols.sort_unstable();
        symbols.dedup_by_key(|symbol| symbol.0);
        Trie::new(&symbols)
    }
}

impl Default for Source {
    fn default() -> Self {
        Source::new()
    }
}
