//! Tests of `src/surface/spacing.rs` that see what is private there.

use super::*;

#[test]
fn the_table_of_the_first_characters_says_what_the_rule_says() {
    let spacing = Spacing::new(&['(', '«', '¿'], &['"', '\'']).with_inner(&['-', '·']);
    for letter in (0..2 * NEAR as u32).filter_map(char::from_u32) {
        for before in ["", " ", "a", "é"] {
            let text = format!("{before}{letter}");
            assert_eq!(spacing.implies_space(text.as_bytes()), spacing.implies_after_character(text.as_bytes()), "{text:?}");
        }
    }
    // A byte that begins no character, or that only goes on with one.
    for bytes in [&b"\xc3"[..], b"\xa9", b"a\xa9", b"\xc3\xa9\xa9"] {
        assert_eq!(spacing.implies_space(bytes), spacing.implies_after_character(bytes));
    }
}
