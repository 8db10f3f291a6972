//! Imports byte-pair models, over byte characters and over characters.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::super::super::pieces::{refusal, vocabulary};
use super::file::File;
use super::frame::Frame;
use super::sequences;
use super::tokens::{byte_level_tokens, character_tokens};
use crate::bpe::Encoder;
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;
use crate::vocab::merging::Merging;
use crate::{Error, Result, systems};

#[derive(Deserialize)]
pub(super) struct Model {
    pub vocab: HashMap<String, usize>,
    pub merges: Vec<Pair>,
    pub dropout: Option<f64>,
    pub continuing_subword_prefix: Option<String>,
    pub end_of_word_suffix: Option<String>,
    pub unk_token: Option<String>,
    #[serde(default)]
    pub byte_fallback: bool,
    #[serde(default)]
    pub ignore_merges: bool,
}

/// A merge: newer files write a list of two parts, older ones a string with a space between the parts.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Pair {
    Parts(String, String),
    Joined(String),
}

pub(super) fn import(path: &Path, file: &File, frame: Frame, is_byte_level: bool, model: Model) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    if model.dropout.is_some_and(|share| share != 0.0) {
        return Err(refuse("drops merges at random (dropout)".into()));
    }
    for (name, affix) in
        [("continuing_subword_prefix", &model.continuing_subword_prefix), ("end_of_word_suffix", &model.end_of_word_suffix)]
    {
        if affix.as_ref().is_some_and(|affix| !affix.is_empty()) {
            return Err(refuse(format!("marks pieces by their place in a word ({name}), which morfem cannot import")));
        }
    }
    let unknown = model.unk_token.as_ref().and_then(|token| model.vocab.get(token)).copied();
    let entries = model.vocab.iter().map(|(piece, &id)| (id, piece.as_str()));
    let tokens = match is_byte_level {
        true => byte_level_tokens(entries, &file.added_tokens, unknown),
        false => character_tokens(entries, &file.added_tokens, unknown, model.byte_fallback),
    };
    let tokens = tokens.map_err(refuse)?;
    sequences::check(frame.splitter, &frame.symbols.ids, &tokens).map_err(refuse)?;
    let id = |piece: &str| model.vocab.get(piece).map(|&id| id as u32);
    let merges = model.merges.iter().enumerate().map(|(index, pair)| {
        let (left, right) = match pair {
            Pair::Parts(left, right) => (left.as_str(), right.as_str()),
            Pair::Joined(parts) => parts.split_once(' ').unwrap_or((parts, "")),
        };
        let ids = || Some([id(left)?, id(right)?, id(&[left, right].concat())?]);
        ids().ok_or_else(|| refuse(format!("merge {} of {left:?} and {right:?} names a token that is not in the vocabulary", index + 1)))
    });
    let merges: Vec<[u32; 3]> = merges.collect::<Result<_>>()?;
    let pieces = tokens.iter().filter(|(kind, _)| *kind != Kind::Special).map(|(_, bytes)| bytes.as_slice());
    let mut record = frame.record(path, if is_byte_level { "bpe" } else { "character_bpe" }, pieces);
    let vocabulary = vocabulary(path, tokens)?;
    let build = if is_byte_level { Encoder::new } else { Encoder::of_characters };
    let damaged = |error: Error| refuse(error.to_string());
    let encoder = build(&vocabulary, &merges).map_err(damaged)?;
    if model.ignore_merges {
        let is_of_model = |id: &u32| !matches!(vocabulary.kind(*id), Kind::Special | Kind::Byte) && !frame.symbols.ids.contains(id);
        let ids = (0..vocabulary.len() as u32).filter(is_of_model);
        let whole = ids.filter(|&id| encoder.is_whole(&vocabulary, id)).collect();
        record.merging = Merging { whole, ..Merging::default() }.some();
    }
    let encoder = encoder.with_merging(&vocabulary, record.merging.as_ref()).map_err(damaged)?;
    let system = systems::bytes::Bpe::new(encoder, &record);
    Tokenizer::new(record, vocabulary, system).map_err(damaged)
}
