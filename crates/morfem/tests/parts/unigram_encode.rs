//! Splits of a chunk against all splits.

use std::collections::BTreeMap;

use morfem::unigram::encode::{Bytes, Encoder, SearchBuffers};
use proptest::prelude::*;

/// The largest sum over all splits, by trying each.
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
        pieces in proptest::collection::btree_map("[abğ]{1,7}", -9.0..-1.0f64, 0..60),
        chunk in "[abğx]{0,4}[abğ]{0,8}",
    ) {
        let mut scores: BTreeMap<Vec<u8>, f64> = pieces.iter().map(|(piece, &score)| (piece.clone().into_bytes(), score)).collect();
        (0..=255u8).for_each(|byte| { scores.entry(vec![byte]).or_insert(-12.0); });
        let keys: Vec<(&[u8], u32)> = scores.keys().zip(0..).map(|(piece, id)| (piece.as_slice(), id)).collect();
        let byte_ids = std::array::from_fn(|byte| keys.iter().find(|(key, _)| *key == [byte as u8]).unwrap().1);
        let encoder = Encoder::new(keys.clone(), scores.values().copied().collect(), byte_ids, Bytes::Pieces);
        let mut ids = Vec::new();
        encoder.encode(chunk.as_bytes(), &mut SearchBuffers::default(), &mut ids);
        let written: Vec<u8> = ids.iter().flat_map(|&id| keys[id as usize].0.to_vec()).collect();
        prop_assert_eq!(written, chunk.as_bytes());
        let sum: f64 = ids.iter().map(|&id| scores[keys[id as usize].0]).sum();
        prop_assert!((sum - brute_force(chunk.as_bytes(), &scores)).abs() < 1e-9);
    }
}

#[test]
fn of_equal_sums_the_longer_last_piece_wins_however_long_it_is() {
    let text = b"abcdefghijkl";
    for length in 2..=text.len() {
        // The whole word, and its parts with the same sum: all but the last letter and that letter, or letter by letter.
        let (whole, head) = (&text[..length], &text[..length - 1]);
        let mut pieces: Vec<(&[u8], u32)> = (0..length).map(|at| (&text[at..=at], text[at] as u32)).collect();
        pieces.extend([(whole, 300), (head, 301)].into_iter().filter(|(piece, _)| piece.len() > 1));
        pieces.sort();
        let mut scores = vec![-1.0; 302];
        (scores[300], scores[301]) = (-(length as f64), -(length as f64) + 1.0);
        let encoder = Encoder::new(pieces, scores, std::array::from_fn(|byte| byte as u32), Bytes::Pieces);
        let mut ids = Vec::new();
        encoder.encode(whole, &mut SearchBuffers::default(), &mut ids);
        assert_eq!(ids, [300], "{length}");
    }
}

#[test]
fn a_character_without_a_piece_is_spelled_in_bytes() {
    let pieces = [(&b"a"[..], 300), ("ağ".as_bytes(), 301)];
    let mut scores = vec![0.0; 302];
    (scores[300], scores[301]) = (-1.0, -5.0);
    let encoder = Encoder::new(pieces.to_vec(), scores, std::array::from_fn(|byte| byte as u32), Bytes::Unknown(-15.0));
    let mut ids = Vec::new();
    encoder.encode("aağğa".as_bytes(), &mut SearchBuffers::default(), &mut ids);
    assert_eq!(ids, [300, 301, 0xc4, 0x9f, 300]);
}
