//! Pieces, specials and bytes as the files of other libraries have them, and tokenizers made of them.

use std::path::Path;

use crate::record::Record;
use crate::source::Step;
use crate::systems::bytes::{Bpe, Unigram};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::unigram::Encoder;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, bpe};

/// How the programs of the SentencePiece family write a space inside a piece.
pub(super) const SPACE: char = '▁';
/// What a character without a piece costs more than the worst piece, in nats, in both programs.
pub(super) const UNKNOWN_PENALTY: f64 = 10.0;

/// Refuses to export a tokenizer whose source does more than cut texts: no file says what it does.
pub(super) fn without_source(tokenizer: &Tokenizer) -> std::result::Result<(), String> {
    match &tokenizer.record().source {
        None => Ok(()),
        Some(source) if source.is_exact => Err("what the original program alters is written in bytes here; use the original file".into()),
        Some(_) => Err("it was imported with exact=False; use the original file".into()),
    }
}

/// The refusal of a file.
pub(super) fn refusal(path: &Path, reason: impl std::fmt::Display) -> Error {
    Error::Argument(format!("{}: {reason}", path.display()))
}

/// A special token of a file, if it can be one here.
pub(super) fn special(text: &str) -> std::result::Result<(Kind, Vec<u8>), String> {
    match text.contains(['\t', '\n', '\r']) {
        true => Err(format!("the special {text:?} holds a tab or line end, which no special of morfem can")),
        false => Ok((Kind::Special, text.as_bytes().to_vec())),
    }
}

/// The byte that a piece of the form `<0x41>` stands for.
pub(super) fn byte_of(piece: &str) -> Option<u8> {
    let hex = piece.strip_prefix("<0x")?.strip_suffix('>').filter(|hex| hex.len() == 2)?;
    u8::from_str_radix(hex, 16).ok()
}

/// The bytes of a piece in which `▁` is a space.
pub(super) fn spaced(piece: &str) -> std::result::Result<Vec<u8>, String> {
    match piece.contains(' ') {
        true => Err(format!("the piece {piece:?} holds a literal space, which no text can reach: spaces are written {SPACE}")),
        false => Ok(piece.replace(SPACE, " ").into_bytes()),
    }
}

/// The piece, `▁` for a space, of bytes that are text.
pub(super) fn unspaced(vocabulary: &Vocabulary, id: u32) -> Result<String> {
    match std::str::from_utf8(vocabulary.bytes(id)) {
        Ok(text) if !text.contains(SPACE) => Ok(text.replace(' ', "▁")),
        _ => Err(Error::InexactExport(format!("the piece {} has no form in which a space is {SPACE}", vocabulary.token(id)))),
    }
}

/// A space starts a new chunk unless some piece has one behind another character.
pub(super) fn splitter_of<'a>(mut pieces: impl Iterator<Item = &'a [u8]>) -> Splitter {
    match pieces.any(|piece| piece.trim_ascii_start().contains(&b' ')) {
        true => Splitter::Whole,
        false => Splitter::SpaceRuns,
    }
}

/// Name of the tokenizer in a file: the file's, less its suffix.
pub(super) fn name_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A Unigram tokenizer of an imported vocabulary; pieces without a score, NaN, are never used.
pub(super) fn unigram(path: &Path, record: Record, tokens: Vec<(Kind, Vec<u8>)>, scores: Vec<f64>) -> Result<Tokenizer> {
    let refuse = |reason: &dyn std::fmt::Display| refusal(path, reason);
    let vocabulary = vocabulary(path, tokens)?;
    let model = Encoder::of_vocabulary(&vocabulary, scores, record.unknown_score).map_err(|error| refuse(&error))?;
    let system = Unigram::new(model, &record);
    Tokenizer::new(record, vocabulary, system).map_err(|error| refuse(&error))
}

/// What the programs make of a literal sign of a space.
pub(super) fn literal_space() -> Step {
    Step::Replace { from: SPACE.into(), to: " ".into() }
}

/// The byte tokens that a vocabulary lacks, for its end.
pub(super) fn missing_bytes(tokens: &[(Kind, Vec<u8>)]) -> Vec<(Kind, Vec<u8>)> {
    let mut is_there = [false; 256];
    tokens.iter().filter(|(kind, _)| *kind == Kind::Byte).for_each(|(_, byte)| is_there[byte[0] as usize] = true);
    (0..=255u8).filter(|&byte| !is_there[byte as usize]).map(|byte| (Kind::Byte, vec![byte])).collect()
}

/// A BPE tokenizer over characters from an imported vocabulary and its merges.
pub(super) fn character_bpe(path: &Path, mut record: Record, tokens: Vec<(Kind, Vec<u8>)>, merges: &[[u32; 3]]) -> Result<Tokenizer> {
    record.kind = "character_bpe".into();
    let vocabulary = vocabulary(path, tokens)?;
    let model = bpe::Encoder::of_characters(&vocabulary, merges).map_err(|error| refusal(path, error))?;
    let system = Bpe::new(model, &record);
    Tokenizer::new(record, vocabulary, system).map_err(|error| refusal(path, error))
}

/// The vocabulary of an imported file, its token strings checked.
pub(super) fn vocabulary(path: &Path, tokens: Vec<(Kind, Vec<u8>)>) -> Result<Vocabulary> {
    let vocabulary = Vocabulary::new(tokens).map_err(|error| refusal(path, error))?;
    vocabulary.check().map_err(|error| refusal(path, error))?;
    Ok(vocabulary)
}
