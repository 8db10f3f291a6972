//! A pack: a line of JSON, `[["morfem.json", 1032], ...]`, and the files in that order. It has no compression of its own, because browsers
//! decompress gzip themselves. The hashes in `morfem.json` protect the content.

use morfem::files::record::Files;
use morfem::{Error, Result, Tokenizer};

/// The tokenizer in a pack.
///
/// # Errors
/// [`Error::Artifact`] if the pack is cut short, or is none, or its artefact is damaged.
pub fn read(pack: &[u8]) -> Result<Tokenizer> {
    let damaged = |reason: &str| Error::Artifact(format!("the pack {reason}; download it again"));
    let end = pack.iter().position(|&byte| byte == b'\n').ok_or_else(|| damaged("has no list of files"))?;
    let (list, mut content) = (&pack[..end], &pack[end + 1..]);
    let list: Vec<(String, usize)> = serde_json::from_slice(list).map_err(|error| damaged(&format!("has no list of files ({error})")))?;
    let mut files = Files::new();
    for (name, size) in list {
        let (file, others) = content.split_at_checked(size).ok_or_else(|| damaged(&format!("ends inside {name}")))?;
        files.insert(name, file.to_vec());
        content = others;
    }
    if !content.is_empty() {
        return Err(damaged("is longer than its list of files says"));
    }
    Tokenizer::from_files(&files, "pack")
}
