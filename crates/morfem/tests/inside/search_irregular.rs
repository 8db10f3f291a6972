//! Tests of `src/search/irregular.rs` that see what is private there.

use super::*;

#[test]
fn the_end_of_a_stem_changes_as_its_class_says() {
    for (cell, stem, changed) in [
        ("ㅂ 우 any whole", "덥", "더우"),
        ("ㄷ ㄹ ㅇ part", "깨닫", "깨달"),
        ("ㅅ _ ㅇ part", "짓", "지"),
        ("르 ㄹ르 ㅇ whole", "모르", "몰르"),
        ("_ 르 ㅇ whole", "이르", "이르르"),
    ] {
        assert_eq!(Class::read("", cell).unwrap().changed(stem).as_deref(), Some(changed));
    }
    assert_eq!(Class::read("", "ㅂ 우 any whole").unwrap().changed("가"), None);
}
