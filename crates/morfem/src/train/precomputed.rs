//! Precomputed chunks: a trained tokenizer stores the ids of the frequent chunks of its corpus.

use crate::cache::precomputed::{COLUMNS, LEAST_COUNT, Precomputed};
use crate::cache::{Key, MAX_IDS};
use crate::corpus::Chunks;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// Number of chunks that are stored. More make a package larger and a first pass hardly faster (docs/design/core.md, section "Chunk cache").
const STORED: usize = 140_000;

/// Gives a tokenizer the precomputed chunks of its corpus.
///
/// # Errors
/// None in practice, because the table that is read here was just written.
pub fn with_precomputed(tokenizer: Tokenizer, chunks: &Chunks) -> Result<Tokenizer> {
    let Some(text) = written(&tokenizer, chunks) else { return Ok(tokenizer) };
    let precomputed = Precomputed::read(text, tokenizer.vocabulary().len()).map_err(Error::Training)?;
    Ok(tokenizer.with_precomputed(precomputed))
}

/// The table of precomputed chunks as text; None if no chunk is frequent.
fn written(tokenizer: &Tokenizer, chunks: &Chunks) -> Option<String> {
    let is_plain = |chunk: &[u8]| chunk[0] == b' ' && !chunk.iter().any(|byte| b"\t\n\r".contains(byte));
    let mut frequent: Vec<(&[u8], u32)> = chunks
        .iter()
        .filter(|&(chunk, count)| count >= LEAST_COUNT && is_plain(chunk) && Key::new(chunk, 0, chunk.len(), false).is_some())
        .collect();
    // Equal counts stay in the order of the chunks.
    frequent.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let mut lines = Vec::new();
    tokenizer.for_each_behind_a_letter(frequent.into_iter().map(|(chunk, _)| chunk), |chunk, ids| {
        if lines.len() < STORED && (1..=MAX_IDS).contains(&ids.len()) {
            let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
            lines.push(format!("{chunk}\t{}\n", ids.join(" ")));
        }
        lines.len() < STORED
    });
    // Neighbours share their first letters, so a package is a third smaller than in the order of the counts.
    lines.sort_unstable();
    (!lines.is_empty()).then(|| COLUMNS.to_owned() + &lines.concat())
}
