//! Imports tokenizers from the files of other libraries, and exports to them, with the same ids.
//!
//! | file | import | export |
//! |---|---|---|
//! | SentencePiece `.model` | Unigram, BPE ([`sentencepiece`]) | Unigram, if imported before |
//! | Hugging Face `tokenizer.json` | BPE and Unigram over bytes or characters ([`huggingface`]) | BPE, Unigram |
//! | tiktoken ranks | BPE over bytes ([`tiktoken`]) | BPE over bytes ([`tiktoken`]) |
//!
//! An imported tokenizer is exact, as all are. Its normaliser is left out, so a text that the original program does not alter has the
//! original's ids, and every other text comes back. Any other part of a file that morfem cannot represent is refused by name, with the
//! reason. An export that would give other ids for some text raises [`Error::InexactExport`].
//!
//! Three differences remain in every case:
//!
//! - Other libraries find specials in any text; morfem does so only with `parse_special`.
//! - Models that write a space as `▁` cannot tell it from a literal `▁`; morfem writes the literal one in bytes.
//! - A regular expression knows the letters of its own library's version of Unicode ([`pattern`]).

pub mod huggingface;
pub mod pattern;
mod pieces;
pub mod sentencepiece;
pub mod tiktoken;

use std::io::Write;
use std::path::Path;

pub use huggingface::import as import_tokenizers;
pub use sentencepiece::import as import_sentencepiece;
pub use tiktoken::import as import_tiktoken;

use crate::files::new_file;
use crate::run::stop;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// Writes `tokenizer` to `path` in the format `tokenizer.json`, `spm` or `tiktoken`.
///
/// # Errors
/// [`Error::InexactExport`] if the file would not give the same ids, [`Error::Argument`] for another format, [`Error::Io`] if the file
/// cannot be written. After an error `path` is unchanged.
pub fn export(tokenizer: &Tokenizer, format: &str, path: &Path) -> Result<()> {
    let content = match format {
        "tokenizer.json" => huggingface::export(tokenizer)?,
        "spm" => sentencepiece::export(tokenizer)?,
        "tiktoken" => tiktoken::export(tokenizer)?,
        _ => return Err(Error::Argument(format!("format {format:?} is unknown; choose \"tokenizer.json\", \"spm\" or \"tiktoken\""))),
    };
    stop::checked()?;
    new_file::write(path, |mut file| file.write_all(&content).map_err(|error| Error::io(path, error)))
}
