//! Tests of `src/search/parts.rs` that see what is private there.

use super::*;

#[test]
fn a_root_counts_from_a_probability_of_a_tenth_on() {
    let roots = |second: f64| {
        let found = probable(&[("gel".to_owned(), (1.0 - second).ln()), ("gelir".to_owned(), second.ln())], "gel");
        found.into_iter().map(|(root, _)| root).collect::<Vec<_>>()
    };
    assert_eq!(roots(0.1), ["gel", "gelir"]);
    assert_eq!(roots(0.09), ["gel"]);
}
