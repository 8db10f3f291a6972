//! The pieces of a Unigram model that is trained.

use rayon::prelude::*;

/// Pieces, each with its score, a log-probability in nats. The id of a piece is its index.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    scores: Vec<f64>,
}

impl Pieces {
    /// Pieces in the order given.
    pub fn new<'a>(pieces: impl Iterator<Item = (&'a [u8], f64)>) -> Self {
        let mut new = Self::default();
        for (piece, score) in pieces {
            new.bytes.extend_from_slice(piece);
            new.ends.push(new.bytes.len() as u32);
            new.scores.push(score);
        }
        new
    }

    /// Number of pieces.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of piece `id`.
    #[inline]
    pub fn piece(&self, id: usize) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.bytes[start as usize..self.ends[id] as usize]
    }

    /// Scores by id.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Pieces with their scores, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], f64)> {
        (0..self.len()).map(|id| (self.piece(id), self.scores[id]))
    }

    /// Pieces with their ids, in the order of their bytes, as a trie needs them.
    pub fn sorted(&self) -> Vec<(&[u8], u32)> {
        let mut keys: Vec<(&[u8], u32)> = (0..self.len()).map(|id| (self.piece(id), id as u32)).collect();
        keys.par_sort_unstable();
        keys
    }
}
