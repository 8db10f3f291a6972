//! Reads pieces, specials and bytes from the files of other libraries, and builds tokenizers from them.

use std::path::Path;

use crate::files::record::Record;
use crate::systems::bytes::{Bpe, Unigram};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::unigram::Encoder;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, bpe};

/// How SentencePiece and `tokenizers` write a space inside a piece.
pub(super) const SPACE: char = '▁';
/// The score of a character without a piece lies this many nats below the worst piece, in SentencePiece and in `tokenizers`.
pub(super) const UNKNOWN_PENALTY: f64 = 10.0;

/// Ids from here on are refused: they would make the vocabulary use too much memory.
pub(super) const MOST_IDS: usize = 1 << 23;

/// Refuses to export a tokenizer with symbols.
pub(super) fn without_symbols(tokenizer: &Tokenizer) -> std::result::Result<(), String> {
    match &tokenizer.record().symbols {
        None => Ok(()),
        Some(_) => Err("it was imported with user-defined symbols or added tokens; use the original file".into()),
    }
}

/// The error for a file that cannot be imported.
pub(super) fn refusal(path: &Path, reason: impl std::fmt::Display) -> Error {
    Error::Argument(format!("{}: {reason}", path.display()))
}

/// A special token of a file, if morfem allows its text.
pub(super) fn special(text: &str) -> std::result::Result<(Kind, Vec<u8>), String> {
    match text.contains(['\t', '\n', '\r']) {
        true => Err(format!("the special {text:?} contains a tab or line end, which morfem does not allow in specials")),
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
        true => Err(format!("the piece {piece:?} contains a literal space, so no text can match it: spaces are written {SPACE}")),
        false => Ok(piece.replace(SPACE, " ").into_bytes()),
    }
}

/// The text of a piece with `▁` for a space.
pub(super) fn unspaced(vocabulary: &Vocabulary, id: u32) -> Result<String> {
    match std::str::from_utf8(vocabulary.bytes(id)) {
        Ok(text) if !text.contains(SPACE) => Ok(text.replace(' ', "▁")),
        _ => {
            let token = vocabulary.token(id);
            Err(Error::InexactExport(format!("the piece {token} contains {SPACE} or invalid UTF-8; the file writes a space as {SPACE}")))
        }
    }
}

/// The splitter that suits the pieces: every run of spaces starts a chunk, unless a piece has a space after another character.
pub(super) fn splitter_of<'a>(mut pieces: impl Iterator<Item = &'a [u8]>) -> Splitter {
    match pieces.any(|piece| piece.trim_ascii_start().contains(&b' ')) {
        true => Splitter::Whole,
        false => Splitter::SpaceRuns,
    }
}

/// The name of an imported tokenizer: the file's name without its suffix.
pub(super) fn name_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A Unigram tokenizer with an imported vocabulary. Pieces whose score is NaN are never used.
pub(super) fn unigram(path: &Path, record: Record, tokens: Vec<(Kind, Vec<u8>)>, scores: Vec<f64>) -> Result<Tokenizer> {
    let refuse = |reason: &dyn std::fmt::Display| refusal(path, reason);
    let vocabulary = vocabulary(path, tokens)?;
    let model = Encoder::of_vocabulary(&vocabulary, scores, record.unknown_score).map_err(|error| refuse(&error))?;
    let system = Unigram::new(model, &record);
    Tokenizer::new(record, vocabulary, system).map_err(|error| refuse(&error))
}

/// The byte tokens that a vocabulary lacks.
pub(super) fn missing_bytes(tokens: &[(Kind, Vec<u8>)]) -> Vec<(Kind, Vec<u8>)> {
    let mut is_there = [false; 256];
    tokens.iter().filter(|(kind, _)| *kind == Kind::Byte).for_each(|(_, byte)| is_there[byte[0] as usize] = true);
    (0..=255u8).filter(|&byte| !is_there[byte as usize]).map(|byte| (Kind::Byte, vec![byte])).collect()
}

/// A BPE tokenizer over characters from an imported vocabulary and its merges.
pub(super) fn character_bpe(path: &Path, mut record: Record, tokens: Vec<(Kind, Vec<u8>)>, merges: &[[u32; 3]]) -> Result<Tokenizer> {
    record.kind = "character_bpe".into();
    let vocabulary = vocabulary(path, tokens)?;
    let model = bpe::Encoder::of_characters(&vocabulary, merges).and_then(|model| model.with_merging(&vocabulary, record.merging.as_ref()));
    let model = model.map_err(|error| refusal(path, error))?;
    let system = Bpe::new(model, &record);
    Tokenizer::new(record, vocabulary, system).map_err(|error| refusal(path, error))
}

/// The vocabulary of an imported file, with its token strings checked.
pub(super) fn vocabulary(path: &Path, tokens: Vec<(Kind, Vec<u8>)>) -> Result<Vocabulary> {
    let vocabulary = Vocabulary::new(tokens).map_err(|error| refusal(path, error))?;
    vocabulary.check().map_err(|error| refusal(path, error))?;
    Ok(vocabulary)
}
