//! Precomputed chunks: a trained tokenizer stores the ids of the frequent chunks of its corpus.

use crate::Result;
use crate::cache::MAX_CHUNK;
use crate::cache::precomputed::LEAST_COUNT;
use crate::corpus::Chunks;
use crate::tokenizer::Tokenizer;

/// Number of chunks that are stored. More make a package larger and a first pass hardly faster (docs/design/core.md, section "Chunk cache").
const STORED: usize = 140_000;

/// Gives a tokenizer the precomputed chunks of its corpus.
///
/// # Errors
/// None in practice, because the chunks are those that the tokenizer itself writes.
pub fn with_precomputed(tokenizer: Tokenizer, chunks: &Chunks) -> Result<Tokenizer> {
    let is_stored = |&(chunk, count): &(&[u8], u32)| count >= LEAST_COUNT && chunk[0] == b' ' && chunk.len() <= MAX_CHUNK;
    let mut frequent: Vec<(&[u8], u32)> = chunks.iter().filter(is_stored).collect();
    // Equal counts stay in the order of the chunks.
    frequent.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    tokenizer.with_chunks(frequent.into_iter().map(|(chunk, _)| chunk), STORED)
}
