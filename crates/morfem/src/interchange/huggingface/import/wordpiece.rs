//! Imports a WordPiece model with the normaliser and the pre-tokenizer of BERT.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::super::super::pieces::{missing_bytes, name_of, refusal, vocabulary};
use super::file::{File, Normalizer, PreTokenizer};
use super::tokens::{Refused, listed};
use crate::Result;
use crate::files::record::Record;
use crate::normalizer::{Source, Step};
use crate::systems::wordpiece::{Rules, WordPiece};
use crate::text::{Class, Splitter, class};
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;

#[derive(Deserialize)]
pub(super) struct Model {
    vocab: HashMap<String, usize>,
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
}

/// The tokenizer of a WordPiece model.
pub(super) fn import(path: &Path, file: &File, model: &Model, is_exact: bool) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let rules = rules(file, model.max_input_chars_per_word).map_err(refuse)?;
    let unknown = model.vocab.get(&model.unk_token).copied();
    let entries = model.vocab.iter().map(|(piece, &id)| (id, piece.as_str()));
    let read = |piece: &str| token(piece, &model.continuing_subword_prefix);
    let mut tokens = listed(entries, &file.added_tokens, unknown, read).map_err(refuse)?;
    tokens.extend(missing_bytes(&tokens));
    let mut record = Record::new(&name_of(path), "wordpiece", Splitter::Words);
    if !is_exact {
        let unknown = unknown.ok_or_else(|| refuse("has no token for unknown words; use exact=True".into()))?;
        record.source = Some(source(&rules, unknown as u32));
    }
    let vocabulary = vocabulary(path, tokens)?;
    let system = WordPiece::new(rules, &vocabulary, is_exact).map_err(refuse)?;
    Tokenizer::new(record, vocabulary, system).map_err(|error| refuse(error.to_string()))
}

/// How the file prepares texts.
fn rules(file: &File, max_characters: usize) -> Refused<Rules> {
    if let Some(token) = file.added_tokens.iter().find(|token| !token.special) {
        let content = &token.content;
        return Err(format!("has the added token {content:?}, which is not special; morfem cannot import such tokens with WordPiece"));
    }
    if !matches!(file.cuts().as_slice(), [PreTokenizer::Bert]) {
        return Err(format!("cuts texts by {}; morfem can import WordPiece with BertPreTokenizer", file.cut_types()));
    }
    let normalizer = file.normalizer.as_ref().map(|step| step.part.flat()).unwrap_or_default();
    let plain = Rules { max_characters, drops_controls: false, cuts_chinese: false, strips_accents: false, lowercases: false };
    match normalizer.as_slice() {
        [] => Ok(plain),
        [Normalizer::Bert { clean_text, handle_chinese_chars, strip_accents, lowercase }] => Ok(Rules {
            max_characters,
            drops_controls: *clean_text,
            cuts_chinese: *handle_chinese_chars,
            strips_accents: strip_accents.unwrap_or(*lowercase),
            lowercases: *lowercase,
        }),
        _ => {
            let types = file.normalizer.as_ref().map_or("", |step| &step.types);
            Err(format!("has the normaliser {types}; morfem can import WordPiece with BertNormalizer, or without a normaliser"))
        }
    }
}

/// The token of a piece: a piece that begins a word has a space before it, a continuing one loses its prefix.
fn token(piece: &str, prefix: &str) -> Refused<(Kind, Vec<u8>)> {
    if piece.contains(|c| class(c) == Class::Space) {
        return Err(format!("the piece {piece:?} contains white space, so no text can match it; remove it"));
    }
    let bytes = match piece.strip_prefix(prefix).filter(|rest| !prefix.is_empty() && !rest.is_empty()) {
        Some(rest) => rest.as_bytes().to_vec(),
        None => format!(" {piece}").into_bytes(),
    };
    Ok((Kind::of_piece(&bytes), bytes))
}

/// The source of an import that loses what the program loses.
fn source(rules: &Rules, unknown: u32) -> Source {
    let mut source = Source { is_exact: false, steps: rules.steps(), unknown: Some(unknown), joins_unknown: true, ..Source::new() };
    if !source.steps.is_empty() {
        source.lose("texts are normalised");
    }
    source.steps.push(Step::Words);
    source.lose("white space is dropped; decoding puts spaces where most texts have them");
    source.lose("words that the pieces cannot write become the unknown token");
    source
}
