//! Unigram segmentation of one chunk.
//!
//! A vocabulary gives every piece x a score s(x) = ln P(x), in nats. The encoder returns the split x1 .. xn of the chunk with the largest
//! sum of scores (Kudo 2018, section 3.2). Let best(e) be that sum for the first e bytes. Every split ends in some piece, hence
//! best(e) = max over pieces x ending at e of best(e - |x|) + s(x): one pass from left to right fills it, walking the trie once from
//! every reachable byte. A walk is at most L bytes, the longest piece, so time is O(n L) and memory two words a byte, reused from
//! chunk to chunk. Of splits with equal sums the one whose last differing piece is longest wins: a later start has to be strictly better.
//!
//! What a byte is worth decides how every chunk gets a split:
//! - [`Bytes::Pieces`], our own models: the 256 bytes are pieces with scores of their own, so the function cannot fail.
//! - [`Bytes::Unknown`], models of SentencePiece: a split may only cut between characters; a character that is no piece costs a fixed
//!   score and is written in its bytes afterwards.

use crate::trie::Trie;

/// How the 256 bytes take part in a split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bytes {
    /// Bytes are pieces like any other.
    Pieces,
    /// A character without a piece has this score, and is written in bytes.
    Unknown(f64),
}

/// A Unigram model, ready to encode.
#[derive(Debug)]
pub struct Encoder {
    trie: Trie,
    scores: Vec<f64>,
    byte_ids: [u32; 256],
    bytes: Bytes,
}

/// Buffers of the search, reused from chunk to chunk.
#[derive(Default)]
pub struct Scratch {
    best: Vec<f64>,
    /// Id and start of the piece that ends the best split of a prefix.
    last: Vec<(u32, u32)>,
}

/// Stands for "the character that begins here, in bytes".
const SPELLED: u32 = u32::MAX;

impl Encoder {
    /// A model of `pieces` (bytes, id; sorted by bytes, distinct), with the score of every id and the ids of the 256 bytes.
    pub fn new(pieces: &[(&[u8], u32)], scores: Vec<f64>, byte_ids: [u32; 256], bytes: Bytes) -> Self {
        Encoder { trie: Trie::new(pieces), scores, byte_ids, bytes }
    }

    /// Scores by id, in nats; NaN for ids that are no pieces.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// How bytes take part.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    /// Appends the ids of the best split of `chunk`.
    pub fn encode(&self, chunk: &[u8], scratch: &mut Scratch, ids: &mut Vec<u32>) {
        match self.bytes {
            Bytes::Pieces => self.search::<true>(chunk, 0.0, scratch),
            Bytes::Unknown(score) => self.search::<false>(chunk, score, scratch),
        }
        let from = ids.len();
        let mut end = chunk.len();
        while end > 0 {
            let (id, start) = scratch.last[end];
            if id == SPELLED {
                ids.extend(chunk[start as usize..end].iter().rev().map(|&byte| self.byte_ids[byte as usize]));
            } else {
                ids.push(id);
            }
            end = start as usize;
        }
        ids[from..].reverse();
    }

    /// Fills `scratch` with the best split of every prefix.
    #[inline(always)]
    fn search<const BYTES_ARE_PIECES: bool>(&self, chunk: &[u8], unknown: f64, scratch: &mut Scratch) {
        let n = chunk.len();
        scratch.best.clear();
        scratch.best.resize(n + 1, f64::NEG_INFINITY);
        scratch.last.resize(scratch.last.len().max(n + 1), (0, 0));
        let best = &mut scratch.best[..n + 1];
        let last = &mut scratch.last[..n + 1];
        best[0] = 0.0;
        for start in 0..n {
            let here = best[start];
            if here == f64::NEG_INFINITY {
                continue;
            }
            let mut node = self.trie.root();
            let character = if BYTES_ARE_PIECES { 0 } else { start + character_len(chunk[start]) };
            let mut has_character = false;
            for end in start + 1..=n {
                let Some(next) = self.trie.step(node, chunk[end - 1]) else { break };
                node = next;
                if let Some(id) = node.id() {
                    let sum = here + self.scores[id as usize];
                    if sum > best[end] {
                        best[end] = sum;
                        last[end] = (id, start as u32);
                    }
                    has_character |= end == character;
                }
            }
            if !BYTES_ARE_PIECES && !has_character {
                let sum = here + unknown;
                if sum > best[character] {
                    best[character] = sum;
                    last[character] = (SPELLED, start as u32);
                }
            }
        }
    }
}

/// Bytes of the UTF-8 character that `first` begins.
#[inline(always)]
fn character_len(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Best sum over all splits, by trying every one.
    fn brute_force(chunk: &[u8], scores: &BTreeMap<Vec<u8>, f64>) -> f64 {
        if chunk.is_empty() {
            return 0.0;
        }
        (1..=chunk.len())
            .filter_map(|end| scores.get(&chunk[..end]).map(|score| score + brute_force(&chunk[end..], scores)))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    proptest! {
        #[test]
        fn the_split_has_the_largest_sum(
            pieces in proptest::collection::btree_map("[abğ]{1,4}", -9.0..-1.0f64, 0..30),
            chunk in "[abğx]{0,9}",
        ) {
            let mut scores: BTreeMap<Vec<u8>, f64> = pieces.iter().map(|(piece, &score)| (piece.clone().into_bytes(), score)).collect();
            (0..=255u8).for_each(|byte| { scores.entry(vec![byte]).or_insert(-12.0); });
            let keys: Vec<(&[u8], u32)> = scores.keys().zip(0..).map(|(piece, id)| (piece.as_slice(), id)).collect();
            let byte_ids = std::array::from_fn(|byte| keys.iter().find(|(key, _)| *key == [byte as u8]).unwrap().1);
            let encoder = Encoder::new(&keys, scores.values().copied().collect(), byte_ids, Bytes::Pieces);
            let mut ids = Vec::new();
            encoder.encode(chunk.as_bytes(), &mut Scratch::default(), &mut ids);
            let written: Vec<u8> = ids.iter().flat_map(|&id| keys[id as usize].0.to_vec()).collect();
            prop_assert_eq!(written, chunk.as_bytes());
            let sum: f64 = ids.iter().map(|&id| scores[keys[id as usize].0]).sum();
            prop_assert!((sum - brute_force(chunk.as_bytes(), &scores)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_character_without_a_piece_is_spelled_in_bytes() {
        let pieces = [(&b"a"[..], 300), ("ağ".as_bytes(), 301)];
        let mut scores = vec![0.0; 302];
        (scores[300], scores[301]) = (-1.0, -5.0);
        let encoder = Encoder::new(&pieces, scores, std::array::from_fn(|byte| byte as u32), Bytes::Unknown(-15.0));
        let mut ids = Vec::new();
        encoder.encode("aağğa".as_bytes(), &mut Scratch::default(), &mut ids);
        assert_eq!(ids, [300, 301, 0xc4, 0x9f, 300]);
    }
}
