//! A Unigram model over units: each id of another model is treated as a character, and a piece is a run of ids.
//!
//! The ids of a chunk are written as a string of private-use characters, one per id, and split like any other text. Every id is a piece, so
//! every chunk has a split.

use super::encode::{Bytes, Encoder, SearchBuffers};
use crate::run::draw::Draw;

/// The code point that stands for id 0.
const FIRST: u32 = 0xE000;
/// The number of ids that can be written this way.
pub const MOST: usize = 0xF900 - 0xE000;

/// A piece: its score in nats, and its ids.
pub type Piece = (f64, Vec<u32>);

/// A Unigram model over units.
pub struct UnitUnigram {
    encoder: Encoder,
    pieces: Vec<Piece>,
}

/// Appends the ids as private-use characters.
pub fn write(ids: impl IntoIterator<Item = u32>, text: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    for character in ids.into_iter().filter_map(|id| char::from_u32(FIRST + id)) {
        text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    }
}

/// The ids that a text of private-use characters stands for.
pub fn read(text: &[u8]) -> Option<Vec<u32>> {
    std::str::from_utf8(text).ok()?.chars().map(|character| (character as u32).checked_sub(FIRST)).collect()
}

impl UnitUnigram {
    /// The model of `pieces`. A piece of one id stands for that id. Pieces of several ids get new ids, from `next` on.
    ///
    /// # Errors
    /// A message that names the invalid piece.
    pub fn new(pieces: Vec<Piece>, mut next: u32) -> Result<Self, String> {
        let mut scores = vec![f64::NAN; next as usize];
        let mut listed: Vec<(Vec<u8>, u32)> = Vec::with_capacity(pieces.len());
        for (score, ids) in &pieces {
            if !score.is_finite() || ids.is_empty() || ids.iter().any(|&id| id as usize >= MOST) {
                return Err(format!("{ids:?} with score {score} cannot be a piece: a piece has a finite score and ids below {MOST}"));
            }
            let id = match ids[..] {
                [id] => id,
                _ => {
                    next += 1;
                    scores.push(*score);
                    next - 1
                }
            };
            let slot = scores.get_mut(id as usize).ok_or_else(|| format!("there is no id {id}"))?;
            *slot = *score;
            let mut text = Vec::new();
            write(ids.iter().copied(), &mut text);
            listed.push((text, id));
        }
        listed.sort();
        if let Some(pair) = listed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("ids {} and {} are the same piece", pair[0].1, pair[1].1));
        }
        let listed: Vec<(&[u8], u32)> = listed.iter().map(|(text, id)| (text.as_slice(), *id)).collect();
        Ok(UnitUnigram { encoder: Encoder::new(listed, scores, [0; 256], Bytes::Unknown(0.0)), pieces })
    }

    /// The pieces. Pieces of several ids are in the order of their new ids.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Appends the ids of a drawn split of `units`.
    pub fn sample(&self, units: &[u32], draw: &mut Draw, ids: &mut Vec<u32>) {
        let mut text = Vec::new();
        write(units.iter().copied(), &mut text);
        self.encoder.sample(&text, draw, ids);
    }

    /// Appends the ids of the best split of `units`. `text` is a buffer.
    pub fn encode(&self, units: &[u32], text: &mut Vec<u8>, buffers: &mut SearchBuffers, ids: &mut Vec<u32>) {
        text.clear();
        write(units.iter().copied(), text);
        self.encoder.encode(text, buffers, ids);
    }
}
