//! The pieces of a Unigram model that is trained.

use rayon::prelude::*;

use crate::lists::Lists;

/// Pieces, each with its score, a log-probability in nats. The id of a piece is its index.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pieces: Lists<u8>,
    scores: Vec<f64>,
}

impl Pieces {
    /// Pieces in the order given.
    pub fn new<'a>(pieces: impl Iterator<Item = (&'a [u8], f64)>) -> Self {
        let mut new = Self::default();
        for (piece, score) in pieces {
            new.pieces.push(piece.iter().copied());
            new.scores.push(score);
        }
        new
    }

    /// Number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Bytes of piece `id`.
    #[inline]
    pub fn piece(&self, id: usize) -> &[u8] {
        &self.pieces[id]
    }

    /// Scores by id.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Pieces with their scores, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], f64)> {
        self.pieces.iter().zip(self.scores.iter().copied())
    }

    /// Pieces with their ids, in the order of their bytes, as a trie needs them.
    pub fn sorted(&self) -> Vec<(&[u8], u32)> {
        let mut keys: Vec<(&[u8], u32)> = (0..self.len()).map(|id| (self.piece(id), id as u32)).collect();
        keys.par_sort_unstable();
        keys
    }
}
