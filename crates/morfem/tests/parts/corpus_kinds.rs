//! Kinds of text: how they are found and balanced.

use std::sync::Arc;

use morfem::corpus::{ChunkCounter, Chunks, TextKinds};
use morfem::run::progress::Silent;

/// Texts of two kinds, every tenth of the second.
fn texts() -> Vec<String> {
    let words = [["법률", "조항", "규정", "항목", "시행"], ["영화", "배우", "감독", "음악", "장면"]];
    let word = |kind: usize, number: usize| words[kind][(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % 5];
    (0..500).map(|text| (0..8).map(|place| word((text % 10 == 0) as usize, text * 8 + place)).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn texts_with_other_words_are_of_another_kind() {
    let texts = texts();
    let mut kinds = TextKinds::default();
    texts.iter().for_each(|text| kinds.add(text));
    let found = kinds.find(2, &Silent).unwrap();
    assert_ne!(found[0], found[1]);
    assert!(found.iter().enumerate().all(|(text, &kind)| kind == found[(text % 10 != 0) as usize]), "{found:?}");
}

#[test]
fn balanced_chunks_weigh_as_much_as_before_and_those_of_rare_kinds_more() {
    let counted = |chunks: &[(&str, u32)]| {
        let mut counter = ChunkCounter::new();
        chunks.iter().for_each(|(chunk, count)| counter.add(chunk.as_bytes(), *count));
        Arc::new(counter.into_chunks())
    };
    let kinds = [counted(&[("aa", 9), ("cc", 9)]), counted(&[("bb", 1), ("cc", 1)])];
    let weights = |balance: f64| -> Vec<(String, u32, f32)> {
        let chunks = Chunks::balanced(&kinds, balance);
        let found: Vec<_> = chunks.iter().zip(chunks.weights()).map(|((chunk, count), &weight)| (chunk, count, weight)).collect();
        let total: f64 = found.iter().map(|(chunk, count, weight)| (chunk.len() as u32 * count) as f64 * *weight as f64).sum();
        assert!((total - 40.0).abs() < 1e-4);
        found.into_iter().map(|(chunk, count, weight)| (String::from_utf8(chunk.to_vec()).unwrap(), count, weight)).collect()
    };
    assert_eq!(weights(0.0), [("aa".into(), 9, 1.0), ("bb".into(), 1, 1.0), ("cc".into(), 10, 1.0)]);
    let balanced = weights(1.0);
    let expected = [5.0 / 9.0, 5.0, 1.0];
    assert!(balanced.iter().zip(expected).all(|((_, _, weight), expected)| (weight - expected).abs() < 1e-6), "{balanced:?}");
}
