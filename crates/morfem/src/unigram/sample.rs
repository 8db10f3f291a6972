//! Draws a split of a chunk (subword regularisation, Kudo 2018, section 3.3).
//!
//! A split with the sum of scores s is drawn with a probability proportional to exp(s / alpha). With alpha 1 that is the probability of the
//! model; towards 0 only the best split is left. Let rest(b) be the logarithm of the sum of exp(s / alpha) over all splits of the chunk from
//! byte b on. It is filled from the end to the start:
//!     rest(b) = ln of the sum over pieces x starting at b of exp(s(x) / alpha + rest(b + |x|))
//! Then pieces are drawn from the start to the end, each with the probability exp(s(x) / alpha + rest(b + |x|) - rest(b)). The product of
//! these is the probability of the split. This is forward filtering and backward sampling, with the two directions exchanged, because a
//! trie finds the pieces that start at a place.

use super::encode::{Bytes, Encoder};
use crate::run::draw::Draw;

/// A way to go on from a place: the bytes it covers, its score, and its id; without an id, the bytes of one character.
struct Step {
    length: usize,
    score: f64,
    id: Option<u32>,
}

impl Encoder {
    /// Appends the ids of a split of `chunk`, which is UTF-8.
    pub fn sample(&self, chunk: &[u8], draw: &mut Draw, ids: &mut Vec<u32>) {
        let mut rest = vec![f64::NEG_INFINITY; chunk.len() + 1];
        rest[chunk.len()] = 0.0;
        let (mut steps, mut sums) = (Vec::new(), Vec::new());
        for start in (0..chunk.len()).rev() {
            self.steps(&chunk[start..], &mut steps);
            sums.clear();
            sums.extend(steps.iter().map(|step| step.score / draw.alpha() + rest[start + step.length]));
            let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if most > f64::NEG_INFINITY {
                rest[start] = most + sums.iter().map(|sum| (sum - most).exp()).sum::<f64>().ln();
            }
        }
        let mut start = 0;
        while start < chunk.len() {
            self.steps(&chunk[start..], &mut steps);
            sums.clear();
            sums.extend(steps.iter().map(|step| step.score + draw.alpha() * rest[start + step.length]));
            let Step { length, id, .. } = steps[draw.choose(&sums)];
            match id {
                Some(id) => ids.push(id),
                None => ids.extend(chunk[start..start + length].iter().map(|&byte| self.byte_id(byte))),
            }
            start += length;
        }
    }

    /// The ways to go on at the start of `text`; none inside a character if all cuts are between characters.
    fn steps(&self, text: &[u8], steps: &mut Vec<Step>) {
        steps.clear();
        if !self.is_by_character() {
            steps.extend(self.prefixes(text).map(|(length, id)| Step { length, score: self.scores()[id as usize], id: Some(id) }));
            return;
        }
        let character = match text[0].leading_ones() {
            0 => 1,
            1 => return,
            bytes => bytes as usize,
        };
        steps.extend(self.prefixes(text).map(|(length, id)| Step { length, score: self.scores()[id as usize], id: Some(id) }));
        let is_piece = steps.iter().any(|step| step.length == character);
        let score = match self.bytes() {
            Bytes::Unknown(_) if is_piece => return,
            Bytes::Unknown(score) => score,
            Bytes::Pieces if is_piece && character == 1 => return,
            Bytes::Pieces => text[..character].iter().map(|&byte| self.scores()[self.byte_id(byte) as usize]).sum(),
        };
        steps.push(Step { length: character, score, id: None });
    }
}
