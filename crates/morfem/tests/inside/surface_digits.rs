//! Tests of `src/surface/digits.rs` that see what is private there.

use super::*;

#[test]
fn numbers_are_cut_in_threes_from_the_right() {
    let cut = |text| parts(text).collect::<Vec<_>>();
    assert_eq!(cut(" 2024"), [" 2", "024"]);
    assert_eq!(cut(" 123"), [" 123"]);
    assert_eq!(cut("iphone15x1234567"), ["iphone", "15", "x", "1", "234", "567"]);
    assert_eq!(cut(" kitap"), [" kitap"]);
    assert_eq!(cut(" "), [" "]);
    assert_eq!(cut(""), [""; 0]);
}
