//! Tests of `src/unigram/superwords.rs` that see what is private there.

use super::*;

#[test]
fn a_chunk_is_cut_at_single_spaces_between_words() {
    let cut = |text: &'static str| words(text.as_bytes()).map(|word| std::str::from_utf8(word).unwrap()).collect::<Vec<_>>();
    assert_eq!(cut(" ev ve okul,"), [" ev", " ve", " okul,"]);
    assert_eq!(cut("ev"), ["ev"]);
    assert_eq!(cut("  \n"), ["  \n"]);
    assert_eq!(cut(" "), [" "]);
}

#[test]
fn a_phrase_scores_as_its_words_and_half_a_nat_more_for_each_token_that_it_saves() {
    let mut model: Vocabulary = (0..=255).map(|byte| (vec![byte], -9.0)).collect();
    model.extend([(" ev", -2.0), (" ve", -3.0), ("xx", -8.0)].map(|(piece, score)| (piece.as_bytes().to_vec(), score)));
    let mut counter = ChunkCounter::new();
    counter.add(b" ev ve", 9);
    let wanted = Wanted { longest: 48, weight: 1.0 };
    let found = with_phrases(model, &counter.into_chunks(), &wanted, &crate::run::progress::Silent).unwrap();
    assert_eq!(found.len(), 259, "it has the place of the piece that nothing uses");
    assert_eq!(found.iter().find(|(piece, _)| piece == b" ev ve").map(|(_, score)| *score), Some(-4.5));
}
