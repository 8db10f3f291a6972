//! A corpus for trainers: distinct chunks of text and their counts.
//!
//! Trainers work on chunks, so equal chunks need to be processed only once. A [`ChunkCounter`] collects them. The bytes of all distinct
//! chunks are stored one after another, and an open-addressing table of 8-byte slots (half of a 64-bit hash, and the chunk's number) finds
//! them. So two million chunks cost their text, 12 bytes each, and at most 32 bytes of table each. [`Chunks`] is the result, sorted by
//! bytes: it does not depend on the order in which chunks were added. [`Counts`] cuts texts and counts their chunks, also beyond memory
//! and in several processes.

mod counts;
mod cuts;
mod file;
mod kinds;

pub use counts::Counts;
pub use cuts::{CutRule, Cuts};
pub use kinds::TextKinds;

use crate::Result;
use crate::cache::prefetch;
use crate::run::progress::Stage;
use rayon::prelude::*;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::ops::Range;

/// Number of ranges of chunks that are processed independently.
const SLICES: usize = 16;
/// Bytes of chunks between two reports of progress.
const REPORT: u64 = 1 << 16;

/// Distinct chunks, sorted by bytes, with their counts.
#[derive(Clone, Debug, Default)]
pub struct Chunks {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    counts: Vec<u32>,
    /// What an occurrence of each chunk weighs; empty if all weigh one.
    weights: Vec<f32>,
}

impl Chunks {
    /// Number of distinct chunks.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no chunk at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Chunk number `index` and its count.
    #[inline]
    pub fn get(&self, index: usize) -> (&[u8], u32) {
        (&self.bytes[self.bytes_before(index)..self.ends[index]], self.counts[index])
    }

    /// Number of bytes of the chunks before chunk number `index`.
    #[inline]
    pub(crate) fn bytes_before(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] }
    }

    /// The chunks with a power of their counts, at least 1.
    pub fn damped(&self, exponent: f64) -> Chunks {
        let counts = self.counts.iter().map(|&count| f64::from(count).powf(exponent).round().max(1.0) as u32).collect();
        Chunks { counts, ..self.clone() }
    }

    /// Count of chunk number `index`.
    #[inline]
    pub(crate) fn count(&self, index: usize) -> u32 {
        self.counts[index]
    }

    /// Prefetches the count of chunk number `index`.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch(&self.counts[index]);
    }

    /// The weights of all chunks, if they are not one.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Chunks and counts, in the order of the bytes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], u32)> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Adds a chunk behind all others.
    fn push(&mut self, chunk: &[u8], count: u32) {
        self.bytes.extend_from_slice(chunk);
        self.ends.push(self.bytes.len());
        self.counts.push(count);
    }

    /// The chunks for whose numbers `is_taken` holds, with their counts.
    pub(crate) fn filtered(&self, is_taken: impl Fn(usize) -> bool) -> Chunks {
        let mut taken = Chunks::default();
        for (_, (chunk, count)) in self.iter().enumerate().filter(|(index, _)| is_taken(*index)) {
            taken.push(chunk, count);
        }
        taken
    }

    /// Bytes of the distinct chunks, each once.
    pub fn distinct_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes of the corpus: every chunk weighted by its count.
    pub fn total_bytes(&self) -> u64 {
        self.iter().map(|(chunk, count)| chunk.len() as u64 * count as u64).sum()
    }

    /// Divides the chunks into [`SLICES`] ranges of about the same number of bytes. For each range: makes a value with `start`, calls `add`
    /// with the value and the number of every chunk, then `finish`. The results are in the order of the ranges, so a sum over them is the
    /// same to the last bit for any number of threads.
    pub(crate) fn gather<T, R: Send>(
        &self,
        stage: &Stage,
        start: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, usize) + Sync,
        finish: impl Fn(T) -> R + Sync,
    ) -> Result<Vec<R>> {
        let slices = self.slices(SLICES);
        slices
            .into_par_iter()
            .map(|slice| {
                let mut gathered = start();
                let mut unreported = 0;
                for index in slice {
                    add(&mut gathered, index);
                    unreported += self.get(index).0.len() as u64;
                    if unreported >= REPORT {
                        stage.add(std::mem::take(&mut unreported))?;
                    }
                }
                stage.add(unreported)?;
                Ok(finish(gathered))
            })
            .collect()
    }

    /// Cuts the chunks into at most `parts` ranges of about the same number of bytes.
    pub fn slices(&self, parts: usize) -> Vec<Range<usize>> {
        let mut slices = Vec::with_capacity(parts);
        let mut from = 0;
        for part in 1..=parts {
            let bytes = (self.bytes.len() as u128 * part as u128 / parts as u128) as usize;
            let to = self.ends.partition_point(|&end| end <= bytes);
            if to > from {
                slices.push(from..to);
            }
            from = to;
        }
        slices
    }
}

/// Collects chunks.
#[derive(Clone, Debug, Default)]
pub struct ChunkCounter {
    chunks: Chunks,
    /// A slot is zero if it is free; otherwise the chunk's hash is in the upper half and its number plus one in the lower half.
    slots: Vec<u64>,
}

impl ChunkCounter {
    /// An empty counter.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of distinct chunks so far.
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether nothing has been counted yet.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Counts `chunk` `count` times. Counts do not exceed `u32::MAX`. An empty chunk is ignored.
    pub fn add(&mut self, chunk: &[u8], count: u32) {
        if chunk.is_empty() || count == 0 {
            return;
        }
        if self.chunks.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mut hasher = FxHasher::default();
        hasher.write(chunk);
        let hash = hasher.finish();
        let hash = (hash ^ hash >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let index = (self.slots[at] as u32 - 1) as usize;
            if (self.slots[at] >> 32) as u32 == hash && self.chunks.get(index).0 == chunk {
                self.chunks.counts[index] = self.chunks.counts[index].saturating_add(count);
                return;
            }
            at = (at + 1) & mask;
        }
        self.chunks.push(chunk, count);
        let number = u32::try_from(self.chunks.len()).expect("fewer than 2^32 distinct chunks");
        self.slots[at] = (hash as u64) << 32 | number as u64;
    }

    /// Bytes of memory in use.
    fn memory(&self) -> usize {
        let Chunks { bytes, ends, counts, .. } = &self.chunks;
        bytes.len() + size_of_val(ends.as_slice()) + size_of_val(counts.as_slice()) + size_of_val(self.slots.as_slice())
    }

    /// The numbers of the chunks in the order of their bytes. One thread finds it, because a worker that counts has one.
    fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by_key(|&index| self.chunks.get(index as usize).0);
        order
    }

    /// The chunks in the order of their bytes.
    pub fn into_chunks(self) -> Chunks {
        let Self { chunks, slots } = self;
        drop(slots);
        let mut order: Vec<u32> = (0..chunks.len() as u32).collect();
        order.par_sort_unstable_by_key(|&index| chunks.get(index as usize).0);
        let mut sorted = Chunks {
            bytes: Vec::with_capacity(chunks.bytes.len()),
            ends: Vec::with_capacity(order.len()),
            counts: Vec::with_capacity(order.len()),
            ..Chunks::default()
        };
        for index in order {
            let (chunk, count) = chunks.get(index as usize);
            sorted.push(chunk, count);
        }
        sorted
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = (slot >> 32) as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}
