//! What pruning drops.

use morfem::corpus::ChunkCounter;
use morfem::run::progress::Silent;
use morfem::unigram::lattice::Corpus;
use morfem::unigram::pieces::Pieces;
use morfem::unigram::prune::{best, likelihood_values, survivors, token_savings};

fn pieces(scores: &[(&str, f64)]) -> Pieces {
    let mut all: std::collections::BTreeMap<Vec<u8>, f64> = (0..=255).map(|byte| (vec![byte], -50.0)).collect();
    all.extend(scores.iter().map(|&(piece, score)| (piece.as_bytes().to_vec(), score)));
    Pieces::new(all.iter().map(|(piece, &score)| (piece.as_slice(), score)))
}

#[test]
fn the_worst_share_is_dropped_but_no_given_piece_and_no_more_than_allowed() {
    let is_given = [true, false, false, true, false, false];
    let values = [-9.0, 4.0, 1.0, -9.0, 3.0, f64::NEG_INFINITY];
    let left = |share: f64, at_least: usize| -> Vec<bool> {
        let stays = survivors(&is_given, &values, share, at_least);
        assert!(stays[0] && stays[3]);
        [1, 2, 4, 5].map(|id| stays[id]).to_vec()
    };
    assert_eq!(left(0.25, 0), [true, true, true, false]);
    assert_eq!(left(0.01, 0), [true, true, true, false]);
    assert_eq!(left(0.5, 0), [true, false, true, false]);
    assert_eq!(left(0.75, 2), [true, false, true, false]);
    assert_eq!(left(0.75, 4), [true, true, true, true]);
}

#[test]
fn of_equally_good_pieces_the_first_stay() {
    assert_eq!(best(&[false, false, true, false, false], &[1.0, 2.0, 0.0, 1.0, 1.0], 2), [true, true, true, false, false]);
}

#[test]
fn the_likelihood_value_is_the_loss_of_the_replacement() {
    let mut counter = ChunkCounter::new();
    counter.add(b"abab", 3);
    counter.add(b"ab", 2);
    counter.add(b"a", 5);
    let pieces = pieces(&[("ab", -1.0), ("a", -2.0), ("b", -2.0), ("ba", -9.0)]);
    let mut corpus = Corpus::new(&counter.into_chunks(), &pieces, None, &Silent).unwrap();
    let values = likelihood_values(&pieces, &mut corpus, &Silent).unwrap();
    let value = |piece: &[u8]| values[pieces.iter().position(|(other, _)| other == piece).unwrap()];
    // The best paths have "ab" 8 times and "a" 5 times. Without "ab" they have "a" 13 times and "b" 8 times, 21 in all.
    let expected = 8.0 * ((8f64 / 13.0).ln() - (13f64 / 21.0).ln() - (8f64 / 21.0).ln());
    assert!((value(b"ab") - expected).abs() < 1e-9);
    assert_eq!(value(b"ba"), f64::NEG_INFINITY);
    // Each of the 8 tokens "ab" becomes two tokens.
    let savings = token_savings(&pieces, &mut corpus, &Silent).unwrap();
    assert_eq!(savings[pieces.iter().position(|(other, _)| other == b"ab").unwrap()], 8.0);
}
