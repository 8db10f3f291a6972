//! Tests of `src/systems/union/scripts.rs` that see what is private there.

use super::*;

#[test]
fn a_letter_has_one_script_and_other_characters_have_none() {
    let name = |letter| script(letter).map(|script| SCRIPTS[script].name);
    assert_eq!(name('ğ'), Some("latin"));
    assert_eq!(name('ש'), Some("hebrew"));
    assert_eq!(name('ك'), Some("arabic"));
    assert_eq!(name('한'), Some("hangul"));
    assert_eq!(name('漢'), Some("han"));
    assert!(['1', ' ', '×', '\u{5b8}', '😀', '،'].into_iter().all(|sign| name(sign).is_none()));
    for (at, one) in SCRIPTS.iter().enumerate() {
        for other in &SCRIPTS[at + 1..] {
            let meet = |a: &(u32, u32), b: &(u32, u32)| a.0 <= b.1 && b.0 <= a.1;
            assert!(!one.ranges.iter().any(|a| other.ranges.iter().any(|b| meet(a, b))), "{} and {}", one.name, other.name);
        }
    }
}
