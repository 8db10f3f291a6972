//! Imports Unigram models, over byte characters and over characters.

use std::path::Path;

use serde::Deserialize;

use super::super::super::pieces::{UNKNOWN_PENALTY, refusal, unigram};
use super::super::Score;
use super::file::File;
use super::frame::Frame;
use super::sequences;
use super::tokens::{byte_level_tokens, character_tokens};
use crate::Result;
use crate::tokenizer::Tokenizer;
use crate::unigram::MAX_SCORE;
use crate::vocab::Kind;

#[derive(Deserialize)]
pub(super) struct Model {
    pub vocab: Vec<(String, Score)>,
    pub unk_id: Option<usize>,
    #[serde(default)]
    pub byte_fallback: bool,
}

/// The tokenizer of a Unigram model.
pub(super) fn import(path: &Path, file: &File, frame: Frame, is_byte_level: bool, model: Model) -> Result<Tokenizer> {
    if let Some((piece, score)) = model.vocab.iter().find(|(_, score)| score.0.is_nan() || score.0.abs() > MAX_SCORE) {
        return Err(refusal(path, format!("the score {} of {piece:?} is not a number up to {MAX_SCORE}", score.0)));
    }
    if is_byte_level { byte_level(path, file, frame, model) } else { character(path, file, frame, model) }
}

fn byte_level(path: &Path, file: &File, frame: Frame, model: Model) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let entries = model.vocab.iter().enumerate().map(|(id, (piece, _))| (id, piece.as_str()));
    let tokens = byte_level_tokens(entries, &file.added_tokens, model.unk_id).map_err(refuse)?;
    sequences::check(frame.splitter, &frame.symbols.ids, &tokens).map_err(refuse)?;
    let known = model.vocab.iter().filter(|(_, score)| score.0 != 0.0).map(|(_, score)| score.0);
    // A byte that the file lacks gets the score of an unknown character: worse than any piece.
    let lacking = known.fold(0.0, f64::min) - UNKNOWN_PENALTY;
    let scores = (0..tokens.len()).map(|id| match (tokens[id].0, model.vocab.get(id)) {
        (Kind::Special, _) => f64::NAN,
        _ if frame.symbols.ids.contains(&(id as u32)) => f64::NAN,
        (Kind::Byte, None) => lacking,
        (_, None) => f64::NAN,
        (_, Some((_, score))) => score.0,
    });
    let scores = scores.collect();
    let record = frame.record(path, "unigram", tokens.iter().map(|(_, bytes)| bytes.as_slice()));
    unigram(path, record, tokens, scores)
}

fn character(path: &Path, file: &File, frame: Frame, model: Model) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let entries = model.vocab.iter().enumerate().map(|(id, (piece, _))| (id, piece.as_str()));
    let tokens = character_tokens(entries, &file.added_tokens, model.unk_id, model.byte_fallback).map_err(refuse)?;
    let scores: Vec<f64> = tokens
        .iter()
        .enumerate()
        .map(|(id, (kind, bytes))| match model.vocab.get(id) {
            None => f64::NAN,
            _ if matches!(kind, Kind::Special | Kind::Byte) => f64::NAN,
            // Where a chunk ends before every space, a piece with a space inside is never found.
            _ if frame.cuts_at_spaces && bytes[1..].contains(&b' ') => f64::NAN,
            Some((_, Score(score))) => *score,
        })
        .collect();
    let worst = model.vocab.iter().map(|(_, score)| score.0).fold(f64::INFINITY, f64::min);
    let pieces = tokens.iter().zip(&scores).filter(|(_, score)| !score.is_nan()).map(|((_, bytes), _)| bytes.as_slice());
    let mut record = frame.record(path, "sentencepiece", pieces);
    record.unknown_score = Some(worst - UNKNOWN_PENALTY);
    let unknown = model.unk_id.and_then(|id| model.vocab.get(id)).map(|(piece, _)| piece.as_str());
    record.options.insert("unk_piece".into(), unknown.into());
    unigram(path, record, tokens, scores)
}
