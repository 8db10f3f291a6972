//! Tests of `src/interchange/pattern.rs` that see what is private there.

use super::*;
use crate::text::{Class, class};

#[test]
fn the_added_ranges_are_letters_and_numbers() {
    let code_point = |hex: &str| u32::from_str_radix(hex, 16).unwrap();
    for (ranges, kind) in [(NEW_LETTERS, Class::Letter), (NEW_NUMBERS, Class::Number)] {
        for (first, last) in ranges.lines().map(|range| range.split_once(' ').unwrap()) {
            for added in code_point(first)..=code_point(last) {
                assert_eq!(class(char::from_u32(added).unwrap()), kind, "{added:X}");
            }
        }
    }
}

#[test]
fn every_pattern_names_its_splitter() {
    for splitter in Splitter::ALL {
        assert_eq!(super::splitter(splitter.pattern()), Some(splitter));
        assert_eq!(super::splitter(&of(splitter)), Some(splitter));
    }
    assert_eq!(super::splitter(r"\w+|[^\w\s]+"), None);
}
