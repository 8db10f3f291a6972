//! Tests of `src/interchange/pattern.rs` that see what is private there.

use super::*;
use crate::text::{Class, class};

#[test]
fn the_added_ranges_are_letters_and_numbers() {
    let is_all = |ranges: &[(u32, u32)], kind| {
        ranges.iter().flat_map(|&(first, last)| first..=last).all(|code_point| class(char::from_u32(code_point).unwrap()) == kind)
    };
    assert!(is_all(&NEW_LETTERS, Class::Letter));
    assert!(is_all(&NEW_NUMBERS, Class::Number));
}

#[test]
fn every_pattern_names_its_splitter() {
    for splitter in Splitter::ALL {
        assert_eq!(super::splitter(splitter.pattern()), Some(splitter));
        assert_eq!(super::splitter(&of(splitter)), Some(splitter));
    }
    assert_eq!(super::splitter(r"\w+|[^\w\s]+"), None);
}
