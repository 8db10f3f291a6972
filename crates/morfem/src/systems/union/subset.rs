//! A tokenizer with fewer ids.
//!
//! The tokenizer is written as files, the rows of the ids that it loses are taken out, the others get their new ids, and the files are read
//! again. So the smaller tokenizer is one like any other: its encoder knows only the units that are left, and obeys all laws.

use crate::Result;
use crate::cache::precomputed::PRECOMPUTED;
use crate::files::record::{Files, Manifest, RECORD, Record};
use crate::files::vocabulary::{MERGES, UNIT_PIECES, VOCABULARY, read_model, renumbered, write_model, write_pieces};
use crate::tokenizer::Tokenizer;
use crate::vocab::merging::Merging;

/// The ids from whose parts others are made: (part, whole) in the order in which they are made.
pub fn parts(tokenizer: &Tokenizer) -> Vec<(u32, u32)> {
    let vocabulary = tokenizer.vocabulary();
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for id in vocabulary.unmerged() as u32..vocabulary.len() as u32 {
        parts.extend(vocabulary.units(id).unwrap_or_default().iter().map(|&unit| (unit, id)));
    }
    parts.extend(tokenizer.merges().iter().flat_map(|merge| [(merge.left, merge.product), (merge.right, merge.product)]));
    if let Some(model) = tokenizer.abilities().as_bpe() {
        parts.extend(model.merges().iter().flat_map(|&[left, right, product]| [(left, product), (right, product)]));
    }
    parts.sort_by_key(|part| part.1);
    parts
}

/// The same tokenizer with the ids that are kept. An id is kept with all its [`parts`].
///
/// # Errors
/// [`crate::Error::Artifact`] if an id is missed that the system needs.
pub fn subset(tokenizer: &Tokenizer, is_kept: &[bool]) -> Result<Tokenizer> {
    let mut next = 0;
    let new_ids: Vec<Option<u32>> = is_kept
        .iter()
        .map(|&is_kept| {
            next += u32::from(is_kept);
            is_kept.then(|| next - 1)
        })
        .collect();
    let mut files = tokenizer.files();
    let mut merging = tokenizer.record().merging.clone();
    files.remove(PRECOMPUTED);
    files.remove(RECORD);
    let listed = String::from_utf8_lossy(&files[VOCABULARY]).into_owned();
    let mut lines = listed.split_inclusive('\n');
    let header = lines.next().unwrap_or_default().to_owned();
    let kept: String = lines.zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(line, _)| line).collect();
    files.insert(VOCABULARY.into(), (header + &kept).into_bytes());
    if let Some(content) = files.remove(MERGES) {
        let (all, are_made) = read_model(&String::from_utf8_lossy(&content), is_kept.len())?;
        let merges = renumbered(&all, &new_ids);
        let is_kept: Vec<bool> = all.iter().map(|merge| merge.iter().all(|&id| is_kept[id as usize])).collect();
        merging = merging.and_then(|merging| merging.renumbered(&is_kept, |id| new_ids[id as usize]));
        if !merges.is_empty() || tokenizer.abilities().as_bpe().is_some() {
            files.insert(MERGES.into(), write_model(&merges, are_made));
        }
    }
    if files.remove(UNIT_PIECES).is_some() {
        let vocabulary = tokenizer.vocabulary();
        let mut ids = vocabulary.unmerged() as u32..;
        let pieces = tokenizer.pieces().iter().filter_map(|(score, units)| {
            let id = if units.len() > 1 { ids.next()? } else { units[0] };
            new_ids[id as usize]?;
            Some((*score, units.iter().map(|&unit| new_ids[unit as usize]).collect::<Option<Vec<u32>>>()?))
        });
        files.insert(UNIT_PIECES.into(), write_pieces(&pieces.collect::<Vec<_>>()));
    }
    tokenizer.abilities().leave_out(&mut files, &new_ids);
    Tokenizer::from_files(&with_record(tokenizer, merging, files, next as usize), &tokenizer.record().name)
}

/// Adds the record of the smaller tokenizer to its files. It has no version and no model card of its own.
fn with_record(tokenizer: &Tokenizer, merging: Option<Merging>, mut files: Files, size: usize) -> Files {
    files.remove("README.md");
    let record = Record { card: None, version: None, merging, ..tokenizer.record().clone() };
    let manifest = Manifest::new(record, tokenizer.vocabulary(), size, 0, &files).write();
    files.insert(RECORD.into(), manifest);
    files
}
