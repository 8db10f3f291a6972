//! Compact artefacts: a folder whose larger files are compressed.
//!
//! `NAME.lz4` takes the place of the file NAME, and the record says so: `files` has the hash of the readable content as always,
//! `compressed` that of `NAME.lz4`, and `requires` the feature `compact`. A tokenizer is the same in both forms. Its files are always the
//! readable ones ([`Tokenizer::files`](crate::Tokenizer::files)); only a folder on a disk is compact.

use super::lz4;
use crate::files::record::{Files, Manifest, RECORD, hash};
use crate::run::threads::together;
use crate::{Error, Result};

/// What follows the name of a compressed file.
const SUFFIX: &str = ".lz4";
/// A smaller file stays readable: most are tables that people write, and little would be saved.
const LEAST: usize = 8192;
/// Bytes that the files of an artefact may have together when they are decompressed.
const MOST: u64 = 256 << 20;

/// The name of a file in a compact folder.
pub fn stored_name(name: &str) -> String {
    format!("{name}{SUFFIX}")
}

/// The name of the readable file that a file of a folder stands for.
pub fn readable_name(name: &str) -> &str {
    name.strip_suffix(SUFFIX).unwrap_or(name)
}

/// Readable files as a compact folder has them. `stays` are the names of files that stay readable.
///
/// # Errors
/// [`Error::Interrupted`] if the caller has asked for that.
pub fn compacted(files: &Files, stays: &[&str]) -> Result<Files> {
    let mut manifest = Manifest::read(files.get(RECORD).map(Vec::as_slice), "files")?;
    let mut stored = Files::new();
    for (name, content) in files.iter().filter(|(name, _)| *name != RECORD) {
        if content.len() < LEAST || stays.contains(&name.as_str()) {
            stored.insert(name.clone(), content.clone());
        } else {
            let frame = lz4::compressed(content)?;
            manifest.compressed.insert(name.clone(), hash(&frame));
            stored.insert(stored_name(name), frame);
        }
    }
    stored.insert(RECORD.into(), manifest.write());
    Ok(stored)
}

/// The readable files of a compact artefact. `most` says how many bytes a file may have.
///
/// # Errors
/// [`Error::Artifact`] that names the file.
pub fn expanded(files: &Files, manifest: &Manifest, most: impl Fn(&str) -> u64, place: &str) -> Result<Files> {
    let mut readable = Files::new();
    let mut left = MOST;
    let mut frames = Vec::new();
    for (name, content) in files {
        let plain = readable_name(name);
        let refuse = |reason: String| Error::Artifact(format!("{place}/{name}: {reason}"));
        let Some(expected) = manifest.compressed.get(plain) else {
            readable.insert(name.clone(), content.clone());
            continue;
        };
        if plain == name {
            return Err(refuse(format!("{RECORD} says that it is compressed; take {} instead", stored_name(name))));
        }
        let size = lz4::size(content, most(plain).min(left)).map_err(refuse)?;
        left -= size;
        frames.push((plain, content, expected));
    }
    // The largest first, so that one thread works on it while another reads the rest.
    frames.sort_by_key(|(_, content, _)| std::cmp::Reverse(content.len()));
    let read = |&(plain, content, expected): &(&str, &Vec<u8>, &String)| {
        let refuse = |reason: String| Error::Artifact(format!("{place}/{}: {reason}", stored_name(plain)));
        if hash(content) != *expected {
            return Err(refuse(format!("is not what was saved (its SHA-256 does not match {RECORD}); get a fresh copy")));
        }
        Ok((plain.to_owned(), lz4::content(content).map_err(refuse)?))
    };
    let (first, rest) = frames.split_at(frames.len().min(1));
    let (first, rest) = together(|| first.iter().map(read).collect::<Vec<_>>(), || rest.iter().map(read).collect::<Vec<_>>());
    for content in first.into_iter().chain(rest) {
        readable.extend([content?]);
    }
    Ok(readable)
}
