//! Imports and exports SentencePiece models.
//!
//! A `.model` file is one protocol buffer (`sentencepiece_model.proto` of the SentencePiece project).
//! `▁` in a piece is a space. With `add_dummy_prefix` a text is encoded with a space before it. A BPE model becomes a list of merges over
//! characters ([`merges`]). A Unigram model splits as [`crate::unigram::Bytes::Unknown`] does:
//!
//! - NORMAL pieces have scores.
//! - A character without a piece scores 10 nats less than the worst NORMAL piece, and is written in its bytes.
//! - BYTE pieces are not searched for in the text.
//! - USER_DEFINED pieces win against all others, with the scores that version 0.2.3 gives them. Earlier versions had other scores.
//!
//! SentencePiece alters texts, and an import does not: it replaces characters by a table, drops spaces with `remove_extra_whitespaces`,
//! loses characters without a piece if the model has no bytes, and reads a literal `▁` as a space. On texts without such places the ids are
//! equal, with one difference: SentencePiece sums scores over a whole line in 32 bits, morfem over a chunk in 64 bits, so the two may break
//! ties within that rounding differently.
//!
//! An exported model has `remove_extra_whitespaces` off, because this tokenizer keeps all spaces.

mod own;
mod proto;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use prost::Message;
use serde_json::{Map, Value};

use self::proto::{ModelProto, ModelType, NormalizerSpec, Piece, TrainerSpec, Type, piece, written};
use super::pieces::{
    SPACE, UNKNOWN_PENALTY, byte_of, character_bpe, missing_bytes, name_of, refusal, spaced, special, splitter_of, unigram, unspaced,
    without_symbols,
};
use crate::files::record::Record;
use crate::tokenizer::Tokenizer;
use crate::unigram::MAX_SCORE;
use crate::vocab::merging::Merging;
use crate::vocab::symbols::{Cut, Symbols};
use crate::vocab::{Kind, check_length};
use crate::{Error, Result};

/// The kind of imported Unigram models, and the `source` option of all imported models.
const KIND: &str = "sentencepiece";

/// Reads a SentencePiece model of type Unigram or BPE, without its normalisation.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Argument`] with the reason if it is damaged, or a model that morfem cannot import.
pub fn import(path: &Path) -> Result<Tokenizer> {
    let content = std::fs::read(path).map_err(|error| Error::io(path, error))?;
    let refuse = |reason: String| refusal(path, reason);
    let model =
        ModelProto::decode(content.as_slice()).map_err(|error| refuse(format!("is damaged or not a SentencePiece model: {error}")))?;
    if model.pieces.is_empty() {
        return Err(refuse("is not a SentencePiece model: it holds no pieces".into()));
    }
    let trainer = model.trainer_spec.clone().unwrap_or_default();
    let normalizer = model.normalizer_spec.clone().unwrap_or_default();
    if let Some(reason) = obstacle(&model, &trainer, &normalizer) {
        return Err(refuse(reason));
    }
    let mut tokens = Vec::with_capacity(model.pieces.len());
    let mut scores = Vec::with_capacity(model.pieces.len());
    let normal = || model.pieces.iter().filter(|piece| piece.kind() == Type::Normal).map(Piece::score);
    let worst = normal().fold(f32::INFINITY, f32::min);
    let mut ids = Vec::new();
    for (piece, id) in model.pieces.iter().zip(0..) {
        let text = piece.piece();
        let (token, score) = match piece.kind() {
            Type::Normal if piece.score().abs() > MAX_SCORE as f32 || piece.score().is_nan() => {
                return Err(refuse(format!("the score {} of the piece {text:?} is not a number up to {MAX_SCORE}", piece.score())));
            }
            Type::Normal => (spaced(text).map(|bytes| (Kind::of_piece(&bytes), bytes)), piece.score() as f64),
            Type::Unused => (spaced(text).map(|bytes| (Kind::of_piece(&bytes), bytes)), f64::NAN),
            Type::Byte => {
                let byte = byte_of(text).ok_or_else(|| format!("the byte piece {text:?} is not of the form <0x41>"));
                (byte.map(|byte| (Kind::Byte, vec![byte])), f64::NAN)
            }
            Type::UserDefined => {
                ids.push(id);
                // Found by experiment with version 0.2.3: these pieces score above all others, and longer ones higher.
                let score = 0.1 * (text.len() as f64 - 1.0);
                (spaced(text).map(|bytes| (Kind::of_piece(&bytes), bytes)), score)
            }
            Type::Unknown | Type::Control => (special(text), f64::NAN),
        };
        tokens.push(token.map_err(refuse)?);
        scores.push(score);
    }
    tokens.extend(missing_bytes(&tokens));
    scores.resize(tokens.len(), f64::NAN);
    let pieces = tokens.iter().zip(&scores).filter(|(_, score)| !score.is_nan()).map(|((_, bytes), _)| bytes.as_slice());
    let mut record = Record::new(&name_of(path), KIND, splitter_of(pieces));
    record.space_before = normalizer.add_dummy_prefix();
    record.options = options(&model, &trainer, &normalizer);
    if trainer.model_type() == ModelType::Bpe {
        record.symbols = (!ids.is_empty()).then_some(Symbols { ids, cut: Cut::AfterSpace, spaces_each_part: false });
        let (merges, merging) = merges(&model, &tokens).map_err(refuse)?;
        record.merging = merging.some();
        return character_bpe(path, record, tokens, &merges);
    }
    record.unknown_score = Some(worst as f64 - UNKNOWN_PENALTY);
    unigram(path, record, tokens, scores)
}

/// The merges that give the same ids as SentencePiece's BPE, which always joins the two neighbours whose joined text is the piece with the
/// highest score, leftmost first. So every way to split a piece into two others is a merge, ranked by the piece. The order of the merges
/// that make the same piece does not matter: the text between two cuts is encoded as if it were alone, so only one of them ever occurs.
/// Merges of pieces with equal scores have equal ranks; Mistral's runs of spaces have.
fn merges(model: &ModelProto, tokens: &[(Kind, Vec<u8>)]) -> std::result::Result<(Vec<[u32; 3]>, Merging), String> {
    let mut ids = HashMap::new();
    let mut by_score = Vec::new();
    for (id, piece) in model.pieces.iter().enumerate() {
        match piece.kind() {
            Type::Normal => by_score.push(id),
            Type::Unused => {
                return Err(format!("the piece {:?} is marked as unused, which morfem cannot import in a BPE model", piece.piece()));
            }
            _ => continue,
        }
        ids.insert(tokens[id].1.as_slice(), id as u32);
    }
    by_score.sort_by(|&one, &other| model.pieces[other].score().total_cmp(&model.pieces[one].score()));
    by_score.retain(|&id| model.pieces[id].piece().chars().count() > 1);
    let mut merges: Vec<[u32; 3]> = Vec::new();
    for id in by_score {
        let bytes = tokens[id].1.as_slice();
        check_length(bytes.len()).map_err(|error| format!("id {id}: {error}"))?;
        let text = std::str::from_utf8(bytes).expect("a piece of the file is text");
        for c in text.chars() {
            if !ids.contains_key(c.encode_utf8(&mut [0; 4]).as_bytes()) {
                return Err(format!("the piece {text:?} of a BPE model contains the character {c:?}, which has no piece of its own"));
            }
        }
        let cuts = text.char_indices().skip(1).map(|(cut, _)| bytes.split_at(cut));
        merges.extend(cuts.filter_map(|(left, right)| Some([*ids.get(left)?, *ids.get(right)?, id as u32])));
    }
    // A piece that no merge makes never occurs as a part.
    let made: HashSet<u32> = merges.iter().map(|merge| merge[2]).collect();
    let can_be = |id: &u32| made.contains(id) || std::str::from_utf8(&tokens[*id as usize].1).is_ok_and(|text| text.chars().count() == 1);
    merges.retain(|[left, right, _]| can_be(left) && can_be(right));
    let score = |merge: &[u32; 3]| model.pieces[merge[2] as usize].score();
    let mut equal = Vec::new();
    let mut first = 0;
    for run in merges.chunk_by(|one, next| score(one) == score(next)) {
        let last = first + run.len() as u32 - 1;
        if run[0][2] != run[run.len() - 1][2] {
            equal.push([first, last]);
        }
        first = last + 1;
    }
    Ok((merges, Merging { equal, whole: Vec::new() }))
}

/// Why a model cannot be imported; None if it can.
fn obstacle(model: &ModelProto, trainer: &TrainerSpec, normalizer: &NormalizerSpec) -> Option<String> {
    let is_charsmap = |spec: &NormalizerSpec| !spec.precompiled_charsmap().is_empty();
    let bytes = model.pieces.iter().filter(|piece| piece.kind() == Type::Byte).count();
    if !matches!(trainer.model_type(), ModelType::Unigram | ModelType::Bpe) {
        let kind = format!("{:?}", trainer.model_type()).to_uppercase();
        Some(format!("is a {kind} model; morfem can import Unigram and BPE models"))
    } else if model.denormalizer_spec.as_ref().is_some_and(is_charsmap) {
        Some("has a denormaliser, which would change the decoded text".into())
    } else if trainer.treat_whitespace_as_suffix() {
        Some("puts spaces after words (treat_whitespace_as_suffix); morfem can import only models that put them before words".into())
    } else if !normalizer.escape_whitespaces() {
        Some(format!("does not write spaces as {SPACE} (escape_whitespaces is off)"))
    } else if bytes != 256 && (trainer.byte_fallback() || bytes != 0) {
        Some(format!("has {bytes} of the 256 byte pieces; a model needs all of them or, with byte_fallback off, none"))
    } else if let Some(piece) = model.pieces.iter().find(|piece| piece.kind.is_some_and(|kind| Type::try_from(kind).is_err())) {
        Some(format!("the piece {:?} has a type that this version of morfem does not know", piece.piece()))
    } else if !model.pieces.iter().any(|piece| piece.kind() == Type::Normal) {
        Some("has no piece that can be used".into())
    } else {
        None
    }
}

/// The options of the record: how SentencePiece handles spaces, and which specials have a meaning to it.
fn options(model: &ModelProto, trainer: &TrainerSpec, normalizer: &NormalizerSpec) -> Map<String, Value> {
    let mut options = Map::new();
    options.insert("source".into(), KIND.into());
    options.insert("remove_extra_whitespaces".into(), normalizer.remove_extra_whitespaces().into());
    let left_out: &[&str] = if normalizer.precompiled_charsmap().is_empty() { &[] } else { &["normalizer"] };
    options.insert("left_out".into(), left_out.into());
    let unknown = model.pieces.iter().find(|piece| piece.kind() == Type::Unknown).map(Piece::piece);
    options.insert("unk_piece".into(), unknown.into());
    for (name, piece) in [("bos_piece", trainer.bos_piece()), ("eos_piece", trainer.eos_piece()), ("pad_piece", trainer.pad_piece())] {
        let is_there = model.pieces.iter().any(|known| known.kind() == Type::Control && known.piece() == piece);
        options.insert(name.into(), is_there.then_some(piece).into());
    }
    options
}

/// The content of a `.model` file that gives the same ids as `tokenizer`, an imported model.
///
/// # Errors
/// [`Error::InexactExport`] if SentencePiece would give other ids.
pub fn export(tokenizer: &Tokenizer) -> Result<Vec<u8>> {
    let refuse = |reason: String| Error::InexactExport(format!("SentencePiece would give other ids: {reason}"));
    let record = tokenizer.record();
    without_symbols(tokenizer).map_err(refuse)?;
    let Some(model) = tokenizer.abilities().as_unigram() else {
        let (name, kind) = (&record.name, &record.kind);
        return Err(refuse(format!(
            "{name} is of kind {kind}, and only Unigram models can be written; bpe can be exported to tokenizer.json"
        )));
    };
    let Some(unknown_score) = record.unknown_score else { return own::export(tokenizer, model.scores()) };
    let vocabulary = tokenizer.vocabulary();
    let named = |name: &str| record.options.get(name).and_then(Value::as_str).map(str::to_string);
    let id = |name: &str| named(name).and_then(|piece| vocabulary.id(&piece)).map_or(-1, |id| id as i32);
    let unknown = named("unk_piece").ok_or_else(|| refuse("it needs an unknown token, which this model lacks".into()))?;
    let mut worst = f64::INFINITY;
    let mut pieces = Vec::with_capacity(vocabulary.len());
    for id in 0..vocabulary.len() as u32 {
        // An added special has no score.
        let score = model.scores().get(id as usize).copied().unwrap_or(f64::NAN);
        let (text, score, kind) = match vocabulary.kind(id) {
            Kind::Special if vocabulary.token(id) == unknown => (vocabulary.token(id), 0.0, Type::Unknown),
            Kind::Special => (vocabulary.token(id), 0.0, Type::Control),
            Kind::Byte => (vocabulary.token(id), 0.0, Type::Byte),
            _ if score.is_nan() => (unspaced(vocabulary, id)?, 0.0, Type::Unused),
            _ if score as f32 as f64 != score => {
                return Err(refuse(format!("it stores scores in 32 bits, and the score of {} needs 64", vocabulary.token(id))));
            }
            _ => (unspaced(vocabulary, id)?, score, Type::Normal),
        };
        if kind == Type::Normal {
            worst = worst.min(score);
        }
        pieces.push(piece(text, score, kind));
    }
    if worst - UNKNOWN_PENALTY != unknown_score {
        let expected = worst - UNKNOWN_PENALTY;
        return Err(refuse(format!("it would give an unknown character the score {expected}; here the score is {unknown_score}")));
    }
    let specials = TrainerSpec {
        unk_id: Some(id("unk_piece")),
        bos_id: Some(id("bos_piece")),
        eos_id: Some(id("eos_piece")),
        pad_id: Some(id("pad_piece")),
        unk_piece: Some(unknown),
        bos_piece: named("bos_piece"),
        eos_piece: named("eos_piece"),
        pad_piece: named("pad_piece"),
        ..TrainerSpec::default()
    };
    Ok(written(pieces, specials, record.space_before))
}
