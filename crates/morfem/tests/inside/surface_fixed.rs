//! Tests of `src/surface/fixed.rs` that see what is private there.

use super::*;
use std::collections::HashSet;

#[test]
fn a_thousand_emoji_and_every_group_of_digits_are_there_once() {
    let strings = strings();
    let known: HashSet<&str> = strings.iter().map(String::as_str).collect();
    assert_eq!(known.len(), strings.len());
    assert_eq!(EMOJI.lines().count(), 1000);
    assert!(["😂", "👍🏽", "🇹🇷", "👨‍👩‍👧", "”", " 7", "042", " 19"].iter().all(|string| known.contains(string)));
}
