use super::*;
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
    find_arcs(&pieces.trie(), text.as_bytes(), &mut arcs);
    arcs
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
        let log = Paths::default().expected_counts(text, &Weights::new(&pieces, rate), |id, count| counts[id] += count);
        prop_assert!((log - total.ln()).abs() < 1e-9);
        for (count, expected) in counts.iter().zip(&expected) {
            prop_assert!((count - expected).abs() < 1e-9, "{counts:?} {expected:?}");
        }
    }

    #[test]
    fn the_best_path_is_the_best_without_the_forbidden_piece(pieces in some_pieces(-8.0..-0.1), text in "[abc]{1,9}") {
        let arcs = arcs(&pieces, &text);
        let forbidden = (0..pieces.len()).find(|&id| pieces.piece(id) == text.as_bytes() && text.len() > 1);
        let all = segmentations(&pieces, text.as_bytes());
        let allowed = all.iter().filter(|(_, path)| forbidden.is_none_or(|id| !path.contains(&id)));
        let best = allowed.map(|&(weight, _)| weight).fold(f64::NEG_INFINITY, f64::max);
        let mut paths = Paths::default();
        let found = paths.best_path(Text { arcs: &arcs, length: text.len() }, pieces.scores(), forbidden);
        prop_assert!((found - best).abs() < 1e-9);
        let score: f64 = paths.arcs_of_best().map(|arc| pieces.scores()[arc.id()]).sum();
        prop_assert!((score - best).abs() < 1e-9);
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
        let log = Paths::default().expected_counts(text, &Weights::new(&pieces, rate), |id, count| counts[id] += count);
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
        Paths::default().expected_counts(text, &Weights::new(&pieces, rate), |id, expected| {
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
