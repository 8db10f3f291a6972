//! Where a guide cuts the chunks of a corpus.

use super::{ChunkCounter, Chunks};
use crate::lists::Lists;
use crate::options::named;

named! {
    /// Where a guide cuts.
    pub enum CutRule {
        /// Between two morphemes, also inside a merged token.
        Cuts = "cuts",
        /// Between two tokens of the guide, so that a run of whole morphemes that is one token of the guide stays whole.
        Tokens = "tokens",
    }
}

/// Where each chunk of a corpus is cut, in bytes, in ascending order.
pub type Cuts = Lists<u32>;

impl Cuts {
    /// The parts of the chunks for whose numbers `is_taken` holds, as chunks.
    pub fn parts(&self, chunks: &Chunks, is_taken: impl Fn(usize) -> bool) -> Chunks {
        let mut counter = ChunkCounter::new();
        for index in (0..chunks.len()).filter(|&index| is_taken(index)) {
            let (chunk, count) = chunks.get(index);
            let mut start = 0;
            for end in self[index].iter().map(|&end| end as usize).chain([chunk.len()]) {
                counter.add(&chunk[start..end], count);
                start = end;
            }
        }
        counter.into_chunks()
    }
}
