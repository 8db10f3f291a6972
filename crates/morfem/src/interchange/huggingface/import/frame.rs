//! What happens to a text before the model sees it: from the normaliser, the pre-tokenizer and the added tokens of a file.

use std::path::Path;

use serde_json::Value;

use super::super::super::pieces::{SPACE, byte_of, name_of, splitter_of};
use super::super::SPACE_RUNS;
use super::file::{File, Normalizer, Pattern, PreTokenizer};
use super::sequences;
use super::tokens::Refused;
use crate::files::record::Record;
use crate::text::Splitter;
use crate::vocab::symbols::{Cut, Symbols};

/// What happens to a text before the model sees it.
pub(super) struct Frame {
    /// If None, [`splitter_of`] chooses one that suits the pieces.
    pub splitter: Option<Splitter>,
    pub space_before: bool,
    /// Whether a chunk ends before every space.
    pub cuts_at_spaces: bool,
    pub symbols: Symbols,
}

impl Frame {
    /// The record of a tokenizer with these pieces.
    pub fn record<'a>(&self, path: &Path, kind: &str, pieces: impl Iterator<Item = &'a [u8]>) -> Record {
        let mut record = Record::new(&name_of(path), kind, self.splitter.unwrap_or_else(|| splitter_of(pieces)));
        record.space_before = self.space_before;
        record.symbols = (!self.symbols.ids.is_empty()).then(|| self.symbols.clone());
        record
    }

    /// Puts a space before texts.
    fn put_space(&mut self) {
        self.space_before = true;
        self.symbols.spaces_each_part = true;
    }
}

impl File<'_> {
    /// The frame of a model over byte characters.
    pub fn byte_level(&self) -> Refused<Frame> {
        let mut frame = self.normalised()?;
        if frame.cuts_at_spaces {
            return Err("writes spaces as ▁ before ByteLevel, which morfem cannot import".into());
        }
        if self.normalizers().iter().any(|step| matches!(step, Normalizer::Prepend { prepend } if prepend == "▁")) {
            return Err("puts ▁ before a text (Prepend), which is no space to ByteLevel; morfem cannot import that".into());
        }
        let is_byte_level = |decoder: &Value| {
            let steps = decoder.get("decoders").and_then(Value::as_array).and_then(|steps| steps.first());
            steps.unwrap_or(decoder).get("type").and_then(Value::as_str) == Some("ByteLevel")
        };
        if self.decoder.as_ref().is_some_and(|decoder| !is_byte_level(decoder)) {
            return Err("has a decoder other than ByteLevel, so its tokens are not bytes".into());
        }
        match self.cuts().as_slice() {
            [PreTokenizer::ByteLevel { add_prefix_space, use_regex }] => {
                frame.splitter = Some(if *use_regex { Splitter::Gpt2 } else { Splitter::Whole });
                if *add_prefix_space && frame.space_before {
                    return Err("puts a space before a text twice, in the normaliser and in ByteLevel".into());
                }
                if *add_prefix_space {
                    frame.put_space();
                }
            }
            steps => {
                frame.splitter = Some(sequences::splitter(steps).map_err(|reason| format!("{reason} (its steps: {})", self.cut_types()))?)
            }
        }
        Ok(frame)
    }

    /// The frame of a model that writes a space as `▁`.
    pub fn metaspace(&self) -> Refused<Frame> {
        let mut frame = self.normalised()?;
        let is_written = std::mem::take(&mut frame.cuts_at_spaces);
        match self.cuts().as_slice() {
            [] if is_written => {}
            // The normaliser has replaced every space, so this step cuts nowhere.
            [PreTokenizer::Split { pattern: Pattern::String(text), .. }] if is_written && text == " " => {}
            [PreTokenizer::Split { pattern: Pattern::Regex(text), behavior, invert: false }]
                if is_written && text == SPACE_RUNS && behavior == "Isolated" =>
            {
                frame.splitter = Some(Splitter::SpaceRuns);
            }
            [words @ .., PreTokenizer::Metaspace { replacement, prepend_scheme, add_prefix_space, split }]
                if *replacement == SPACE && !is_written && matches!(words, [] | [PreTokenizer::WhitespaceSplit]) =>
            {
                let scheme = prepend_scheme.as_deref().unwrap_or(if add_prefix_space == &Some(false) { "never" } else { "always" });
                if *split || !words.is_empty() {
                    frame.splitter = Some(Splitter::SpaceRuns);
                    frame.cuts_at_spaces = true;
                }
                if !words.is_empty() && scheme != "always" {
                    return Err(format!(
                        "has Metaspace after WhitespaceSplit with prepend_scheme {scheme:?}, which joins words; morfem needs \"always\""
                    ));
                }
                // If the normaliser has put a space before the text, this step puts no other.
                if scheme != "never" && !frame.space_before {
                    frame.put_space();
                    frame.symbols.spaces_each_part = scheme == "always";
                }
            }
            _ => {
                return Err(format!(
                    "cuts texts by {}; morfem can import a model over characters with Metaspace (▁), alone or after WhitespaceSplit, and a \
                     model over bytes with ByteLevel",
                    self.cut_types()
                ));
            }
        }
        Ok(frame)
    }

    /// The frame that the normaliser gives, without what alters texts. Its `cuts_at_spaces` says, for the moment, whether the normaliser
    /// writes spaces as `▁`.
    fn normalised(&self) -> Refused<Frame> {
        let (mut space_before, mut writes_spaces) = (false, false);
        for step in self.normalizers() {
            match step {
                Normalizer::Replace { pattern: Pattern::String(text), content } if text == " " && content == "▁" => writes_spaces = true,
                Normalizer::Prepend { .. } if space_before => return Err("puts two spaces before a text (Prepend)".into()),
                Normalizer::Prepend { prepend } if prepend == " " || prepend == "▁" => space_before = true,
                Normalizer::Prepend { prepend } => {
                    return Err(format!("puts {prepend:?} before a text (Prepend), which alters every text"));
                }
                Normalizer::Other | Normalizer::Sequence { .. } => {
                    return Err(format!(
                        "has the normaliser {}; morfem can leave out NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Strip, Precompiled and \
                         Replace, and import Prepend",
                        self.normalizer.as_ref().map_or("", |step| &step.types)
                    ));
                }
                _ => {}
            }
        }
        let symbols = Symbols { ids: Vec::new(), cut: Cut::BeforeSpace, spaces_each_part: space_before };
        Ok(Frame { splitter: None, space_before, cuts_at_spaces: writes_spaces, symbols })
    }

    /// Makes symbols of the added tokens that are not special: the library finds them in any text.
    pub fn add_symbols(&self, frame: &mut Frame) -> Refused<()> {
        let has_prepend = self.normalizers().iter().any(|step| matches!(step, Normalizer::Prepend { .. }));
        for token in self.added_tokens.iter().filter(|token| !token.special) {
            let content = &token.content;
            if token.single_word || token.lstrip || token.rstrip {
                return Err(format!("the added token {content:?} depends on the text around it (single_word, lstrip or rstrip)"));
            }
            if content.contains(SPACE) || byte_of(content).is_some() {
                continue;
            }
            let cut = if token.normalized && has_prepend { Cut::AfterSpace } else { Cut::BeforeSpace };
            if !frame.symbols.ids.is_empty() && frame.symbols.cut != cut {
                return Err(format!(
                    "searches some added tokens in the original text and others in normalised text (normalized), among them {content:?}"
                ));
            }
            frame.symbols.cut = cut;
            frame.symbols.ids.push(u32::try_from(token.id).map_err(|_| format!("the id {} of {content:?} is too large", token.id))?);
        }
        frame.symbols.ids.sort_unstable();
        Ok(())
    }
}
