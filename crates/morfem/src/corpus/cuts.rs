//! Where a guide cuts the chunks of a corpus.

use super::{ChunkCounter, Chunks};
use crate::options::choices;

/// Where a guide cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutRule {
    /// Between two morphemes, also inside a merged token.
    Cuts,
    /// Between two tokens of the guide, so that a run of whole morphemes that is one token of the guide stays whole.
    Tokens,
}

choices!(CutRule { Cuts = "cuts", Tokens = "tokens" });

/// Where each chunk of a corpus is cut, in bytes.
#[derive(Default)]
pub struct Cuts {
    places: Vec<u32>,
    ends: Vec<usize>,
}

impl Cuts {
    /// Adds the cuts of the next chunk.
    pub fn push(&mut self, places: impl IntoIterator<Item = u32>) {
        self.places.extend(places);
        self.ends.push(self.places.len());
    }

    /// Adds the cuts of the next chunks.
    pub fn append(&mut self, next: Cuts) {
        let before = self.places.len();
        self.ends.extend(next.ends.iter().map(|end| before + end));
        self.places.extend(next.places);
    }

    /// The cuts inside chunk number `index`, in ascending order.
    pub fn of(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.places[start..self.ends[index]]
    }

    /// The parts of the chunks for whose numbers `is_taken` holds, as chunks.
    pub fn parts(&self, chunks: &Chunks, is_taken: impl Fn(usize) -> bool) -> Chunks {
        let mut counter = ChunkCounter::new();
        for index in (0..chunks.len()).filter(|&index| is_taken(index)) {
            let (chunk, count) = chunks.get(index);
            let mut start = 0;
            for end in self.of(index).iter().map(|&end| end as usize).chain([chunk.len()]) {
                counter.add(&chunk[start..end], count);
                start = end;
            }
        }
        counter.into_chunks()
    }
}
