//! Random texts for the tests of splitters.

use proptest::prelude::*;

/// Texts made of the strings that the rules distinguish, sparse between Latin letters or dense.
pub fn texts() -> impl Strategy<Value = String> {
    let latin = ":00'|:|§|%:|-|A–|-ab|ʹa|\\.00’a|a|b|Z|ş|ı|9|'|`|´|‘x|′|＇a|ʼ|'s|'ll|'r|\\.|\\?|,| |  |\n|\t|\u{A0}|\u{85}|\u{3000}|x y| z|e\u{301}|word|²|×|÷|😀";
    let dense = "가|힣|א|ב|\u{5F3}|\u{5F4}|\"|12345|\u{5B0}|ع|،|漢|３|①|😀|𝔸|\u{3000}|\u{2028}|\u{A0}|'s| |  |\\.|\n|é";
    let any = prop_oneof![4 => prop::string::string_regex(latin).unwrap(), 1 => any::<char>().prop_map(String::from)];
    let sparse = prop::collection::vec(any, 0..200).prop_map(|pieces| pieces.concat());
    let dense = prop::collection::vec(prop::string::string_regex(dense).unwrap(), 0..200).prop_map(|pieces| pieces.concat());
    prop::collection::vec(prop_oneof![2 => sparse, 1 => dense], 0..12).prop_map(|parts| parts.concat())
}
