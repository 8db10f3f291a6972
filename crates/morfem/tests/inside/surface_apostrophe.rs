//! Tests of `src/surface/apostrophe.rs` that see what is private there.

use super::*;

#[test]
fn words_are_taken_apart_at_every_apostrophe() {
    let cut = |text| parts(text).collect::<Vec<_>>();
    assert_eq!(cut("o'nun"), ["o", "'", "nun"]);
    assert_eq!(cut("\u{2019}a''"), ["\u{2019}", "a", "'", "'"]);
    assert_eq!(cut(""), [""; 0]);
    assert_eq!(trimmed("o\u{2019}".as_bytes()), b"o");
    assert_eq!(trimmed(b"o"), b"o");
    assert!(["Ali\u{2019}nin", "o'nun", "\u{2018}"].into_iter().all(may_have_apostrophe) && !may_have_apostrophe("şöyle, \"de"));
    for sign in APOSTROPHES.map(String::from) {
        assert!(is_apostrophe(sign.as_bytes()) && may_have_apostrophe(&sign) && sign.chars().all(|sign| straight(sign) == STRAIGHT));
    }
}
