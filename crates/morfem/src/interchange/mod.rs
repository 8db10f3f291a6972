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
mod pieces;
pub mod sentencepiece;
pub mod tiktoken;

use std::fs;
use std::path::Path;

pub use huggingface::import as import_tokenizers;
pub use sentencepiece::import as import_sentencepiece;

use crate::tokenizer::Tokenizer;
use crate::{Error, Result, stop};

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
    stop::checked()?;
    fs::write(&new, content).and_then(|()| fs::rename(&new, path)).map_err(|error| {
        let _ = fs::remove_file(&new);
        Error::io(path, error)
    })
}
