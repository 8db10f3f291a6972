//! Ids of chunks that are too long for the [cache](crate::cache).
//!
//! They are few in most texts, but one takes as long as many words, and in Thunder-Tok most chunks are phrases. Chunks and their ids are
//! stored one after the other, and a hash table says where. When there is no room left, all are forgotten. A hit compares the whole chunk.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

/// Longest chunk that is kept, in bytes.
pub const MAX_LONG_CHUNK: usize = 1 << 10;
/// Most bytes of all chunks together, and most ids: 4 MB each.
const MAX_BYTES: usize = 1 << 22;
const MAX_IDS: usize = 1 << 20;

/// Where a chunk and its ids begin, and their lengths.
#[derive(Clone, Copy)]
struct Place {
    chunk: u32,
    ids: u32,
    length: u16,
    count: u16,
    context: bool,
}

/// The table. Takes no memory until a chunk is added.
#[derive(Default)]
pub struct LongCache {
    places: FxHashMap<u64, Place>,
    chunks: Vec<u8>,
    ids: Vec<u32>,
}

fn hash(chunk: &[u8], context: bool) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(chunk);
    hasher.write_u8(context as u8);
    hasher.finish()
}

impl LongCache {
    /// If the ids of `chunk` are known, appends them and returns true. `context` is the bit of the text to the left that they depend on.
    pub fn get(&self, chunk: &[u8], context: bool, ids: &mut Vec<u32>) -> bool {
        if chunk.len() > MAX_LONG_CHUNK {
            return false;
        }
        let Some(place) = self.places.get(&hash(chunk, context)) else { return false };
        let is_it = place.context == context && self.chunks[place.chunk as usize..][..place.length as usize] == *chunk;
        if is_it {
            ids.extend_from_slice(&self.ids[place.ids as usize..][..place.count as usize]);
        }
        is_it
    }

    /// Adds a chunk, unless it is very long.
    pub fn put(&mut self, chunk: &[u8], context: bool, ids: &[u32]) {
        if chunk.len() > MAX_LONG_CHUNK || ids.len() > MAX_LONG_CHUNK {
            return;
        }
        if self.chunks.len() + chunk.len() > MAX_BYTES || self.ids.len() + ids.len() > MAX_IDS {
            self.places.clear();
            self.chunks.clear();
            self.ids.clear();
        }
        let (at, ids_at) = (self.chunks.len() as u32, self.ids.len() as u32);
        let place = Place { chunk: at, ids: ids_at, length: chunk.len() as u16, count: ids.len() as u16, context };
        self.places.insert(hash(chunk, context), place);
        self.chunks.extend_from_slice(chunk);
        self.ids.extend_from_slice(ids);
    }
}

#[cfg(test)]
#[path = "../../tests/inside/cache_long.rs"]
mod tests;
