//! What happens to a text before the model sees it: from the normaliser, the pre-tokenizer and the added tokens of a file.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::super::super::pieces::{SPACE, byte_of, literal_space, name_of, splitter_of};
use super::super::super::{base64, charsmap, pattern};
use super::super::SPACE_RUNS;
use super::file::{File, Normalizer, Pattern, PreTokenizer};
use super::tokens::Refused;
use crate::files::record::Record;
use crate::normalizer::{Cut, Source, Step};
use crate::text::Splitter;

/// What happens to a text before the model sees it.
pub(super) struct Frame {
    /// If None, [`splitter_of`] chooses one that suits the pieces.
    pub splitter: Option<Splitter>,
    pub space_before: bool,
    /// Whether a chunk ends before every space.
    pub cuts_at_spaces: bool,
    pub source: Source,
}

impl Frame {
    /// The record of a tokenizer with these pieces.
    pub fn record<'a>(&self, path: &Path, kind: &str, pieces: impl Iterator<Item = &'a [u8]>) -> Record {
        let mut record = Record::new(&name_of(path), kind, self.splitter.unwrap_or_else(|| splitter_of(pieces)));
        record.space_before = self.space_before;
        record.source = (!self.source.is_plain()).then(|| self.source.clone());
        record
    }

    /// Without `is_exact`, characters that have no piece become the token `unknown` in a model over characters.
    pub fn lose_unknown(&mut self, unknown: Option<usize>, joins: bool) -> Refused<()> {
        if !self.source.is_exact {
            let unknown = unknown.ok_or("has neither byte_fallback nor a token for unknown characters; use exact=True")?;
            self.source.unknown = Some(unknown as u32);
            self.source.joins_unknown = joins;
            self.source.losses.push("characters without a piece become the unknown token".into());
        }
        Ok(())
    }

    /// Puts a space before texts as pre-tokenizers do: only before a text that does not begin with one.
    fn put_space(&mut self) {
        self.space_before = true;
        if !self.source.is_exact {
            self.source.keeps_first_space = true;
        }
        self.source.lose("a space at the start of a text makes no difference");
        self.source.spaces_each_part = true;
    }
}

impl File<'_> {
    /// The frame of a model over byte characters.
    pub fn byte_level(&self, is_exact: bool) -> Refused<Frame> {
        let mut frame = self.normalised(is_exact)?;
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
            [PreTokenizer::Split { pattern, behavior, invert }, PreTokenizer::ByteLevel { add_prefix_space: false, use_regex: false }] => {
                let Pattern::Regex(text) = pattern else {
                    return Err("cuts texts at a fixed string; no splitter of morfem does".into());
                };
                let is_matches = matches!((behavior.as_str(), invert), ("Isolated", false) | ("Removed", true));
                let splitter = pattern::splitter(text).filter(|_| is_matches);
                let names = Splitter::ALL.map(Splitter::name).join(", ");
                let splitter =
                    splitter.ok_or_else(|| format!("cuts texts by the pattern {text:?}; morfem knows the patterns of {names}"))?;
                frame.splitter = Some(splitter);
            }
            _ => {
                let types = self.cut_types();
                return Err(format!(
                    "cuts texts by {types}; morfem can import a byte-level model with ByteLevel, alone or after one Split"
                ));
            }
        }
        Ok(frame)
    }

    /// The frame of a model that writes a space as `▁`.
    pub fn metaspace(&self, is_exact: bool) -> Refused<Frame> {
        let mut frame = self.normalised(is_exact)?;
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
                if !words.is_empty() {
                    if scheme != "always" {
                        return Err(format!(
                            "has Metaspace after WhitespaceSplit with prepend_scheme {scheme:?}, which joins words; morfem needs \"always\""
                        ));
                    }
                    frame.source.steps.extend([Step::Blank, Step::Squeeze { ends: true }]);
                    frame.source.lose("white space is dropped, except one space between words");
                }
                // If the normaliser has put a space before the text, this step puts no other.
                if scheme != "never" && !frame.space_before {
                    frame.put_space();
                    frame.source.spaces_each_part = scheme == "always";
                    frame.source.spaces_first_character = !is_exact && scheme == "first";
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
        if !is_exact {
            frame.source.steps.push(literal_space());
            frame.source.lose("▁ in a text becomes a space");
        }
        Ok(frame)
    }

    /// The frame that the normaliser gives. Its `cuts_at_spaces` says, for the moment, whether the normaliser writes spaces as `▁`.
    fn normalised(&self, is_exact: bool) -> Refused<Frame> {
        let mut source = Source { is_exact, ..Source::new() };
        let (mut space_before, mut writes_spaces) = (false, false);
        let flat = self.normalizers();
        for (index, step) in flat.iter().enumerate() {
            let is_space = |text: &str| text == " " || text == "▁";
            let step = match step {
                Normalizer::Replace { pattern: Pattern::String(text), content } if text == " " && content == "▁" => {
                    writes_spaces = true;
                    continue;
                }
                Normalizer::Prepend { prepend } if is_space(prepend) => {
                    let is_space_replaced = |step: &&Normalizer| match step {
                        Normalizer::Replace { pattern: Pattern::String(text), content } => text == " " && content == "▁",
                        _ => false,
                    };
                    let is_last = flat[index + 1..].iter().all(is_space_replaced);
                    if !is_last {
                        return Err("puts a space before a text (Prepend) and then normalises it, which morfem cannot import".into());
                    }
                    (space_before, source.spaces_each_part) = (true, true);
                    continue;
                }
                _ if writes_spaces => return Err("normalises a text after it has written spaces as ▁, which morfem cannot import".into()),
                Normalizer::Nfc => Step::Nfc,
                Normalizer::Nfd => Step::Nfd,
                Normalizer::Nfkc => Step::Nfkc,
                Normalizer::Nfkd => Step::Nfkd,
                Normalizer::Lowercase => Step::Lowercase,
                Normalizer::StripAccents => Step::StripAccents,
                Normalizer::Strip { strip_left, strip_right } => Step::Strip { left: *strip_left, right: *strip_right },
                Normalizer::Replace { pattern: Pattern::String(from), content } if !from.is_empty() => {
                    Step::Replace { from: from.clone(), to: content.clone() }
                }
                Normalizer::Replace { pattern: Pattern::Regex(text), content } if text == " {2,}" && is_space(content) => {
                    Step::Squeeze { ends: false }
                }
                Normalizer::Precompiled { precompiled_charsmap } => {
                    let bytes = base64::decode(precompiled_charsmap).ok_or("has a Precompiled normaliser whose table is not in base64")?;
                    source.map = Arc::new(charsmap::read(&bytes)?);
                    if source.map.is_empty() {
                        continue;
                    }
                    Step::MapGraphemes
                }
                Normalizer::Replace { pattern, .. } => {
                    let pattern = match pattern {
                        Pattern::Regex(text) | Pattern::String(text) => text,
                    };
                    let spaces = " {2,}";
                    return Err(format!("replaces the pattern {pattern:?} (Replace); morfem can import fixed strings and {spaces:?}"));
                }
                _ => {
                    return Err(format!(
                        "has the normaliser {}; morfem can import NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Strip, Precompiled, Prepend \
                         and Replace",
                        self.normalizer.as_ref().map_or("", |step| &step.types)
                    ));
                }
            };
            source.steps.push(step);
        }
        if !source.steps.is_empty() {
            source.lose("texts are normalised");
        }
        Ok(Frame { splitter: None, space_before, cuts_at_spaces: writes_spaces, source })
    }

    /// Makes symbols of the added tokens that are not special: the library finds them in any text.
    pub fn add_symbols(&self, frame: &mut Frame) -> Refused<()> {
        let is_plain = frame.source.steps.iter().all(|step| *step == literal_space());
        let has_prepend = self.normalizers().iter().any(|step| matches!(step, Normalizer::Prepend { .. }));
        for token in self.added_tokens.iter().filter(|token| !token.special) {
            let content = &token.content;
            if token.single_word || token.lstrip || token.rstrip {
                return Err(format!("the added token {content:?} depends on the text around it (single_word, lstrip or rstrip)"));
            }
            if content.contains(SPACE) || byte_of(content).is_some() {
                continue;
            }
            let cut = match token.normalized {
                true if !is_plain => return Err(format!("searches normalised text for the added token {content:?} (normalized)")),
                true if has_prepend => Cut::AfterSteps,
                _ => Cut::BeforeSteps,
            };
            if !frame.source.symbols.is_empty() && frame.source.cut != cut {
                return Err(format!(
                    "searches some added tokens in the original text and others in normalised text (normalized), among them {content:?}"
                ));
            }
            frame.source.cut = cut;
            frame.source.symbols.push(u32::try_from(token.id).map_err(|_| format!("the id {} of {content:?} is too large", token.id))?);
        }
        frame.source.symbols.sort_unstable();
        Ok(())
    }
}
