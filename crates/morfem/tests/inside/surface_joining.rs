//! Tests of `src/surface/joining.rs` that see what is private there.

use super::*;

#[test]
fn a_chunk_may_be_taken_apart_at_its_sign() {
    let seam = |joining: Joining, chunk: &str| joining.seam(chunk).map(|seam| (seam.start, seam.end));
    assert_eq!(seam(Joining::Colon, " EU:n"), Some((3, 4)));
    assert_eq!(seam(Joining::Colon, "§:n"), Some((2, 3)));
    assert_eq!(seam(Joining::Hyphen, "1990–lar"), Some((4, 7)));
    assert_eq!(seam(Joining::Hyphen, " 3üncü"), Some((2, 2)));
    assert_eq!(seam(Joining::Hyphen, "Dr.'un"), Some((2, 4)));
    let whole = [
        (Joining::Colon, "TBMM-nin"),
        (Joining::Colon, "Dr.'un"),
        (Joining::Hyphen, "EU:n"),
        (Joining::Apostrophe, "3üncü"),
        (Joining::Hyphen, " -"),
    ];
    assert!(whole.into_iter().all(|(joining, chunk)| seam(joining, chunk).is_none()));
}

#[test]
fn only_letters_are_capitals_to_which_affixes_are_written_on() {
    assert_eq!(Joining::Hyphen.written_on("TLden"), Some(2));
    // The standard library counts circled letters as capitals.
    assert_eq!(Joining::Hyphen.written_on("ⓉⓁden"), None);
}
