//! Tests of `src/search/parts.rs` that see what is private there.

use super::*;

#[test]
fn a_root_counts_from_a_probability_of_a_tenth_on() {
    let roots = |second: f64| {
        let analysis = |root: &str, share: f64| {
            let (affixes, glosses, segments) = (Vec::new(), Vec::new(), Vec::new());
            WordAnalysis { root: root.to_owned(), class: None, affixes, glosses, segments, score: share.ln() }
        };
        let found = probable(&[analysis("gel", 1.0 - second), analysis("gelir", second)], "gel");
        found.into_iter().map(|(root, _)| root).collect::<Vec<_>>()
    };
    assert_eq!(roots(0.1), ["gel", "gelir"]);
    assert_eq!(roots(0.09), ["gel"]);
}
