//! Expected counts and best paths against sums over all segmentations.

use super::*;
use crate::corpus::ChunkCounter;
use crate::run::progress::Silent;
use crate::unigram::expressions::Phrases;
use crate::unigram::seeds::seeds;
use crate::unigram::unit_rule::UnitRule;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The logarithm of the weight of every segmentation of `text`, with its pieces.
fn segmentations(pieces: &Pieces, text: &[u8]) -> Vec<(f64, Vec<usize>)> {
    if text.is_empty() {
        return vec![(0.0, Vec::new())];
    }
    let first = (0..pieces.len()).filter(|&id| text.starts_with(pieces.piece(id)));
    first
        .flat_map(|id| {
            let rest = segmentations(pieces, &text[pieces.piece(id).len()..]);
            rest.into_iter().map(move |(weight, mut path)| {
                path.push(id);
                (weight + pieces.scores()[id], path)
            })
        })
        .collect()
}

fn pieces(scores: &BTreeMap<String, f64>) -> Pieces {
    Pieces::new(scores.iter().map(|(piece, &score)| (piece.as_bytes(), score)))
}

fn arcs(pieces: &Pieces, text: &str) -> Vec<Arc> {
    let mut arcs = Vec::new();
    Finder::new(&Trie::new(&pieces.sorted()), &Characters::default()).find(text.as_bytes(), &mut arcs);
    arcs
}

/// The weights of pieces without characters that are spelled.
fn weights(pieces: &Pieces, rate: f64) -> Weights {
    let numbers: Vec<u32> = (0..pieces.len() as u32).collect();
    let (size, characters) = (pieces.len(), Characters::default());
    let corpus = Corpus { parts: Vec::new(), sample: Part::default(), characters, numbers, size, of_pieces: Vec::new() };
    corpus.weights_at(pieces, rate)
}

fn corpus(pieces: &Pieces, words: &[(String, u32)]) -> Corpus {
    let mut counter = ChunkCounter::new();
    words.iter().for_each(|(word, count)| counter.add(word.as_bytes(), *count));
    Corpus::new(&counter.into_chunks(), pieces, None, &Silent).unwrap()
}

fn some_pieces(scores: std::ops::Range<f64>) -> impl Strategy<Value = Pieces> {
    (proptest::collection::btree_map("[abc]{2,4}", scores.clone(), 0..12), proptest::collection::vec(scores, 3)).prop_map(
        |(mut longer, single)| {
            longer.extend(["a", "b", "c"].map(String::from).into_iter().zip(single));
            pieces(&longer)
        },
    )
}

proptest! {
    #[test]
    fn expected_counts_equal_sums_over_all_segmentations(pieces in some_pieces(-8.0..-0.1), text in "[abc]{1,9}", rate in 0.0f64..4.0) {
        let all = segmentations(&pieces, text.as_bytes());
        let total: f64 = all.iter().map(|(weight, _)| weight.exp()).sum();
        let mut expected = vec![0.0; pieces.len()];
        for (weight, path) in &all {
            path.iter().for_each(|&id| expected[id] += weight.exp() / total);
        }
        let mut counts = vec![0.0; pieces.len()];
        let arcs = arcs(&pieces, &text);
        let text = Text { arcs: &arcs, length: text.len() };
        let log = Paths::default().expected_counts(text, &weights(&pieces, rate), |id, count| counts[id] += count);
        prop_assert!((log - total.ln()).abs() < 1e-9);
        for (count, expected) in counts.iter().zip(&expected) {
            prop_assert!((count - expected).abs() < 1e-9, "{counts:?} {expected:?}");
        }
    }

    #[test]
    fn the_best_path_is_the_best(pieces in some_pieces(-8.0..-0.1), text in "[abc]{1,9}") {
        let arcs = arcs(&pieces, &text);
        let all = segmentations(&pieces, text.as_bytes());
        let expected = all.iter().map(|&(weight, _)| weight).fold(f64::NEG_INFINITY, f64::max);
        let mut best = Best::default();
        best.extend(0, &arcs, pieces.scores());
        prop_assert!((best.scores[text.len()] - expected).abs() < 1e-9);
        let score: f64 = best.arcs(text.len()).map(|arc| pieces.scores()[arc.id()]).sum();
        prop_assert!((score - expected).abs() < 1e-9);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn a_corpus_counts_what_its_texts_count_one_by_one(
        scores in proptest::collection::btree_map("[aç하]{1,3}", -8.0..-0.1, 0..12),
        bytes in proptest::collection::vec(-8.0..-0.1, 256),
        words in proptest::collection::btree_map("[aç하]{1,9}", 1u32..50, 1..30),
        dropped in 0usize..12,
    ) {
        let single = bytes.iter().zip(0..=255u8).map(|(&score, byte)| (vec![byte], score));
        let several = scores.into_iter().filter(|(piece, _)| piece.len() > 1).map(|(piece, score)| (piece.into_bytes(), score));
        let mut listed: Vec<(Vec<u8>, f64)> = single.chain(several).collect();
        let of = |listed: &[(Vec<u8>, f64)]| Pieces::new(listed.iter().map(|(piece, score)| (&piece[..], *score)));
        let words: Vec<(String, u32)> = words.into_iter().collect();
        let mut corpus = corpus(&of(&listed), &words);
        let stays: Vec<bool> = (0..listed.len()).map(|id| id < 256 || id - 256 != dropped).collect();
        corpus.retain(&stays, &Silent).unwrap();
        let mut stays = stays.into_iter();
        listed.retain(|_| stays.next().unwrap());
        let pieces = of(&listed);
        let (mut expected, mut best_expected) = (vec![0.0; pieces.len()], vec![0.0; pieces.len()]);
        let alone = self::weights(&pieces, 0.0);
        for (word, count) in &words {
            let arcs = arcs(&pieces, word);
            let text = Text { arcs: &arcs, length: word.len() };
            Paths::default().expected_counts(text, &alone, |id, found| expected[id] += f64::from(*count) * found);
            let mut best = Best::default();
            best.extend(0, &arcs, pieces.scores());
            best.arcs(word.len()).for_each(|arc| best_expected[arc.id()] += f64::from(*count));
        }
        let stage = Stage::begin(&Silent, "", 1).unwrap();
        let is_close = |one: &[f64], other: &[f64]| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9 * (1.0 + other));
        // A wrong rate sends sums out of range.
        for weights in [corpus.weights(&pieces), corpus.weights_at(&pieces, 0.0), corpus.weights_at(&pieces, 60.0)] {
            let found = corpus.expected_counts(&weights, &stage).unwrap();
            prop_assert!(is_close(&found, &expected), "{found:?} {expected:?}");
            prop_assert!(is_close(&corpus.best_counts(&weights, &stage).unwrap(), &best_expected));
        }
    }

    #[test]
    fn seeds_are_found_at_their_places_as_in_a_trie(
        words in proptest::collection::btree_map("[aç하 .]{1,12}", 1u32..50, 1..40),
        rule in prop_oneof![Just(UnitRule::AnyBytes), Just(UnitRule::Characters), Just(UnitRule::Linguistic)],
        limit in prop_oneof![Just(0usize), Just(300), Just(1000)],
        long in 0usize..700,
    ) {
        let mut counter = ChunkCounter::new();
        counter.add("a하".repeat(long).as_bytes(), 1);
        words.iter().for_each(|(word, count)| counter.add(word.as_bytes(), count + 1));
        let chunks = counter.into_chunks();
        let (pieces, longest) = seeds(&chunks, rule, Phrases::default(), 32, limit, &Silent).unwrap();
        let [placed, found] = [Some(&longest), None].map(|longest| Corpus::new(&chunks, &pieces, longest, &Silent).unwrap());
        for (one, other) in placed.parts.iter().zip(&found.parts) {
            prop_assert_eq!(one.arcs.iter().map(|arc| arc.0).collect::<Vec<_>>(), other.arcs.iter().map(|arc| arc.0).collect::<Vec<_>>());
            let texts = |part: &Part| part.texts.iter().map(|text| (text.shared, text.length)).collect::<Vec<_>>();
            prop_assert_eq!(texts(one), texts(other));
        }
        prop_assert_eq!(placed.parts.len(), found.parts.len());
    }
}

#[test]
fn expected_counts_are_right_where_weights_exceed_the_range_of_floats() {
    // Two letters "a" are one piece of two bytes or two pieces of one. A wrong rate sends the sums out of range, up or down.
    let scores = [("a", -30.0), ("aa", -59.0), ("b", -0.5)].map(|(piece, score)| (piece.to_string(), score));
    let pieces = pieces(&BTreeMap::from(scores));
    let text = ["a".repeat(600), "b".repeat(LONGEST_TEXT - 600)].concat();
    let counts = |rate: f64| {
        let mut counts = vec![0.0; 3];
        let arcs = arcs(&pieces, &text);
        let text = Text { arcs: &arcs, length: text.len() };
        let log = Paths::default().expected_counts(text, &weights(&pieces, rate), |id, count| counts[id] += count);
        (log, counts)
    };
    let (log, expected) = counts(0.0);
    assert!((expected[0] + 2.0 * expected[1] - 600.0).abs() < 1e-6 && (expected[2] - 424.0).abs() < 1e-6, "{expected:?}");
    // Paths over n letters are counted by a recurrence whose greater root is known.
    let root = (1.0 + (1.0 + 4.0 * 1f64.exp()).sqrt()) / 2.0;
    assert!((log - (600.0 * (root.ln() - 30.0) - 212.0)).abs() < 1.0, "{log}");
    for rate in [1.0, 17.0, 29.0, 100.0] {
        let (other, counts) = counts(rate);
        assert!((other - log).abs() < 1e-6);
        assert!(counts.iter().zip(&expected).all(|(count, expected)| (count - expected).abs() < 1e-6), "{rate} {counts:?}");
    }
}

#[test]
fn expected_counts_are_right_where_sums_leave_the_range_and_return() {
    let scores = [("a", -30.0), ("aa", -59.0), ("b", -0.5)].map(|(piece, score)| (piece.to_string(), score));
    let pieces = pieces(&BTreeMap::from(scores));
    let text = ["a".repeat(600), "b".repeat(27)].concat();
    let arcs = arcs(&pieces, &text);
    let text = Text { arcs: &arcs, length: text.len() };
    let pairs = |rate: f64| {
        let mut count = 0.0;
        Paths::default().expected_counts(text, &weights(&pieces, rate), |id, expected| {
            if id == 1 {
                count += expected
            }
        });
        count
    };
    // At these rates the sum over the letters "a" underflows or loses bits, and the letters "b" bring it back into range.
    for step in 0..10 {
        let rate = 27.94 + 0.005 * step as f64;
        assert!((pairs(rate) - pairs(0.0)).abs() < 1e-6, "{rate}: {} {}", pairs(rate), pairs(0.0));
    }
}

#[test]
fn long_chunks_are_cut_between_characters() {
    for (chunk, longest) in [("하".repeat(1000), 1023), ("🙂".repeat(600), 1024), ("a".repeat(3000), 1024)] {
        let cut: Vec<&[u8]> = texts(chunk.as_bytes()).collect();
        assert_eq!(cut.concat(), chunk.as_bytes());
        assert_eq!(cut[0].len(), longest);
        assert!(cut.iter().all(|text| std::str::from_utf8(text).is_ok()));
    }
    let continuation = [0x80; 3000];
    assert_eq!(texts(&continuation).map(<[u8]>::len).sum::<usize>(), 3000);
}
