//! The Unigram model of a vocabulary whose tokens have scores.

use super::encode::{Bytes, Encoder};
use crate::trie::sort_keys;
use crate::vocab::{Kind, Vocabulary};

/// The largest absolute value of a score, in nats, so that sums of scores stay finite.
pub const MAX_SCORE: f64 = 1e9;

impl Encoder {
    /// The Unigram model of a vocabulary: every id with a score is a piece.
    ///
    /// # Errors
    /// A message that names the invalid piece or score.
    pub fn of_vocabulary(vocabulary: &Vocabulary, scores: Vec<f64>, unknown_score: Option<f64>) -> Result<Self, String> {
        let mut pieces: Vec<(&[u8], u32)> =
            (0..vocabulary.len() as u32).filter(|&id| !scores[id as usize].is_nan()).map(|id| (vocabulary.bytes(id), id)).collect();
        sort_keys(&mut pieces, |(piece, _)| piece);
        // If a byte token and a piece have the same byte, the piece is used.
        let is_byte = |id: u32| vocabulary.kind(id) == Kind::Byte;
        pieces.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0 && is_byte(earlier.1) && !is_byte(later.1);
            if is_same {
                earlier.1 = later.1;
            }
            is_same
        });
        if let Some(pair) = pieces.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("ids {} and {} are the same piece", pair[0].1, pair[1].1));
        }
        let bytes = match unknown_score {
            Some(score) if score.abs() <= MAX_SCORE => Bytes::Unknown(score),
            Some(score) => return Err(format!("unknown_score {score} is out of range; it must lie between -{MAX_SCORE} and {MAX_SCORE}")),
            None => match vocabulary.byte_ids().iter().find(|&&id| scores[id as usize].is_nan()) {
                Some(&id) => return Err(format!("byte {} has no score", vocabulary.token(id))),
                None => Bytes::Pieces,
            },
        };
        if bytes != Bytes::Pieces
            && let Some((piece, _)) = pieces.iter().find(|(piece, _)| std::str::from_utf8(piece).is_err())
        {
            return Err(format!("piece {piece:02X?} is not valid UTF-8"));
        }
        Ok(Encoder::new(pieces, scores, *vocabulary.byte_ids(), bytes))
    }
}
