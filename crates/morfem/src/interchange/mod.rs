//! Interchange: tokenizers from and to the files of other libraries, with the same ids.
//!
//! | file | import | export |
//! |---|---|---|
//! | SentencePiece `.model` | Unigram, BPE ([`sentencepiece`]) | Unigram, imported before |
//! | Hugging Face `tokenizer.json` | BPE and Unigram over bytes or characters ([`huggingface`]) | BPE, Unigram |
//! | tiktoken ranks | - | BPE over bytes ([`tiktoken`]) |
//!
//! What the original program alters in a text is data of the imported tokenizer ([`crate::source`]), which is exact or, if asked, as lossy as
//! the original. A part without a counterpart is refused with its name and the reason. An export that would give other ids on some text
//! raises [`Error::InexactExport`]. What remains is inherent and the same for all: the other libraries find specials in any text, here a
//! text is text unless `parse_special` is set; models with `▁` for a space cannot tell it from a literal `▁`, which is written in bytes
//! here; and a regular expression knows the letters of its library's version of Unicode ([`pattern`]).

mod charsmap;
pub mod huggingface;
pub mod pattern;
pub mod sentencepiece;
pub mod tiktoken;

use std::fs;
use std::path::Path;

pub use huggingface::import as import_tokenizers;
pub use sentencepiece::import as import_sentencepiece;

use crate::artifact::Record;
use crate::source::Step;
use crate::text::Splitter;
use crate::tokenizer::{Model, Tokenizer};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, bpe};

/// How the programs of the SentencePiece family write a space inside a piece.
const SPACE: char = '▁';
/// What a character without a piece costs more than the worst piece, in nats, in both programs.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Writes `tokenizer` to `path` in the format `tokenizer.json`, `spm` or `tiktoken`.
///
/// # Errors
/// [`Error::InexactExport`] if the file would not give the same ids, [`Error::Argument`] for another format, [`Error::Io`] if the file
/// cannot be written. `path` then is what it was.
pub fn export(tokenizer: &Tokenizer, format: &str, path: &Path) -> Result<()> {
    let content = match format {
        "tokenizer.json" => huggingface::export(tokenizer)?,
        "spm" => sentencepiece::export(tokenizer)?,
        "tiktoken" => tiktoken::export(tokenizer)?,
        _ => return Err(Error::Argument(format!("format {format:?} is unknown; choose \"tokenizer.json\", \"spm\" or \"tiktoken\""))),
    };
    write_whole(path, &content)
}

/// Writes a file whole or not at all: beside its place first, then renamed.
fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let name = path.file_name().ok_or_else(|| Error::Argument(format!("{}: give the name of a file", path.display())))?;
    let new = path.with_file_name(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
    fs::write(&new, content).and_then(|()| fs::rename(&new, path)).map_err(|error| {
        let _ = fs::remove_file(&new);
        Error::io(path, error)
    })
}

/// Refuses to export a tokenizer whose source does more than cut texts: no file says what it does.
fn without_source(tokenizer: &Tokenizer) -> std::result::Result<(), String> {
    match &tokenizer.record().source {
        None => Ok(()),
        Some(source) if source.is_exact => Err("what the original program alters is written in bytes here; use the original file".into()),
        Some(_) => Err("it was imported with exact=False; use the original file".into()),
    }
}

/// The refusal of a file.
fn refusal(path: &Path, reason: impl std::fmt::Display) -> Error {
    Error::Argument(format!("{}: {reason}", path.display()))
}

/// A special token of a file, if it can be one here.
fn special(text: &str) -> std::result::Result<(Kind, Vec<u8>), String> {
    match text.contains(['\t', '\n', '\r']) {
        true => Err(format!("the special {text:?} holds a tab or line end, which no special of morfem can")),
        false => Ok((Kind::Special, text.as_bytes().to_vec())),
    }
}

/// The byte that a piece of the form `<0x41>` stands for.
fn byte_of(piece: &str) -> Option<u8> {
    let hex = piece.strip_prefix("<0x")?.strip_suffix('>').filter(|hex| hex.len() == 2)?;
    u8::from_str_radix(hex, 16).ok()
}

/// The bytes of a piece in which `▁` is a space.
fn spaced(piece: &str) -> std::result::Result<Vec<u8>, String> {
    match piece.contains(' ') {
        true => Err(format!("the piece {piece:?} holds a literal space, which no text can reach: spaces are written {SPACE}")),
        false => Ok(piece.replace(SPACE, " ").into_bytes()),
    }
}

/// The piece, `▁` for a space, of bytes that are text.
fn unspaced(vocabulary: &Vocabulary, id: u32) -> Result<String> {
    match std::str::from_utf8(vocabulary.bytes(id)) {
        Ok(text) if !text.contains(SPACE) => Ok(text.replace(' ', "▁")),
        _ => Err(Error::InexactExport(format!("the piece {} has no form in which a space is {SPACE}", vocabulary.token(id)))),
    }
}

/// A space starts a new chunk unless some piece has one behind another character.
fn splitter_of<'a>(mut pieces: impl Iterator<Item = &'a [u8]>) -> Splitter {
    match pieces.any(|piece| piece.trim_ascii_start().contains(&b' ')) {
        true => Splitter::Whole,
        false => Splitter::SpaceRuns,
    }
}

/// Name of the tokenizer in a file: the file's, less its suffix.
fn name_of(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A Unigram tokenizer of an imported vocabulary; pieces without a score, NaN, are never used.
fn unigram(path: &Path, record: Record, tokens: Vec<(Kind, Vec<u8>)>, scores: Vec<f64>) -> Result<Tokenizer> {
    let refuse = |reason: &dyn std::fmt::Display| refusal(path, reason);
    let vocabulary = vocabulary(path, tokens)?;
    let model = crate::artifact::unigram_model(&vocabulary, scores, record.unknown_score).map_err(|error| refuse(&error))?;
    Tokenizer::new(record, vocabulary, Model::Unigram(model)).map_err(|error| refuse(&error))
}

/// What the programs make of a literal sign of a space.
fn literal_space() -> Step {
    Step::Replace { from: SPACE.into(), to: " ".into() }
}

/// The byte tokens that a vocabulary lacks, for its end.
fn missing_bytes(tokens: &[(Kind, Vec<u8>)]) -> Vec<(Kind, Vec<u8>)> {
    let mut is_there = [false; 256];
    tokens.iter().filter(|(kind, _)| *kind == Kind::Byte).for_each(|(_, byte)| is_there[byte[0] as usize] = true);
    (0..=255u8).filter(|&byte| !is_there[byte as usize]).map(|byte| (Kind::Byte, vec![byte])).collect()
}

/// A BPE tokenizer over characters from an imported vocabulary and its merges.
fn character_bpe(path: &Path, mut record: Record, tokens: Vec<(Kind, Vec<u8>)>, merges: &[[u32; 3]]) -> Result<Tokenizer> {
    record.kind = "character_bpe".into();
    let vocabulary = vocabulary(path, tokens)?;
    let model = bpe::Encoder::of_characters(&vocabulary, merges).map_err(|error| refusal(path, error))?;
    Tokenizer::new(record, vocabulary, Model::Bpe(model)).map_err(|error| refusal(path, error))
}

/// The vocabulary of an imported file, its token strings checked.
fn vocabulary(path: &Path, tokens: Vec<(Kind, Vec<u8>)>) -> Result<Vocabulary> {
    let vocabulary = Vocabulary::new(tokens).map_err(|error| refusal(path, error))?;
    vocabulary.check().map_err(|error| refusal(path, error))?;
    Ok(vocabulary)
}
