//! Tests of `src/unigram/train.rs` that see what is private there.

use super::*;
use crate::corpus::ChunkCounter;
use crate::run::progress::Silent;

#[test]
fn branching_entropy_equals_its_definition() {
    let mut counter = ChunkCounter::new();
    for (chunk, count) in [("abab", 3), ("ab", 2), ("aab", 5), ("b", 9)] {
        counter.add(chunk.as_bytes(), count);
    }
    let chunks = counter.into_chunks();
    let mut scores: std::collections::BTreeMap<Vec<u8>, f64> = (0..=255).map(|byte| (vec![byte], -3.0)).collect();
    scores.extend([(b"ab".to_vec(), -4.0), (b"aa".to_vec(), -5.0)]);
    let pieces = Pieces::new(scores.iter().map(|(piece, &score)| (piece.as_slice(), score)));
    let corpus = Corpus::new(&chunks, &pieces, None, &Silent).unwrap();
    let found = expect(&pieces, &corpus, true, &Silent).unwrap();
    let mut texts: Vec<Vec<f64>> = Vec::new();
    let weights = corpus.weights_at(&pieces, 1.0);
    let stage = Stage::begin(&Silent, "", 1).unwrap();
    let start = || (Paths::default(), Vec::new());
    let add = |(paths, texts): &mut (Paths, Vec<Vec<f64>>), text: Text, count: f64| {
        let mut expected = vec![0.0; pieces.len()];
        paths.expected_counts(text, &weights, |id, found| expected[id] += count * found);
        texts.push(expected);
    };
    corpus.gather(&stage, start, add, |(_, found)| found).unwrap().into_iter().for_each(|part| texts.extend(part));
    for id in 0..pieces.len() {
        let in_chunks: Vec<f64> = texts.iter().map(|expected| expected[id]).collect();
        let n: f64 = in_chunks.iter().sum();
        let entropy: f64 = in_chunks.iter().filter(|&&c| c > 0.0).map(|c| -(c / n) * (c / n).ln()).sum();
        assert!((found.counts[id] - n).abs() < 1e-9);
        assert!((found.entropies[id] - n * entropy).abs() < 1e-9, "{id}: {} {}", found.entropies[id], n * entropy);
    }
}

#[test]
fn digamma_has_its_known_values() {
    let euler = 0.577_215_664_901_532_9;
    let half = -euler - 2.0 * 2f64.ln();
    for (x, value) in
        [(1.0, -euler), (2.0, 1.0 - euler), (0.5, half), (1.5, half + 2.0), (100.0, 4.600_161_852_738_087), (1e6, 13.815_510_057_964_191)]
    {
        assert!((digamma(x) - value).abs() < 1e-12, "psi({x}) = {}", digamma(x));
    }
}

#[test]
fn a_given_piece_scores_above_its_best_split() {
    let scores: [(&[u8], f64); 5] = [(b"a", -1.0), (b"ab", -4.0), (b"abab", -9.0), (b"ba", -9.0), (b"b", -2.0)];
    let given = ["abab", "ba"].map(|piece| piece.as_bytes().to_vec()).into_iter().collect();
    let found = raised(&Pieces::new(scores.into_iter()), &given, None);
    let expected = [-1.0, -4.0, -6.0 + ABOVE_SPLIT, -3.0 + ABOVE_SPLIT, -2.0];
    assert!(found.scores().iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9), "{:?}", found.scores());
}

#[test]
fn two_particles_score_about_as_the_second_so_that_the_first_does_not_go_with_the_noun() {
    let table = "slot\tform\tafter\tmeaning\ncase\t에\tany\tin\ncase\t로\topen,l\tto\nmark\t는\topen\ttopic\n";
    let endings = Endings::read("endings.tsv", table.as_bytes()).unwrap();
    let scores = [("는", -5.0), ("에는", -8.0), ("로는", -8.0), (" 하늘에", -13.0)].map(|(piece, score)| (piece.as_bytes(), score));
    let found = raised(&Pieces::new(scores.into_iter()), &FxHashSet::default(), Some(&endings));
    assert_eq!(found.scores(), [-5.0, -5.0 - BELOW_PARTICLE, -8.0, -13.0]);
}
