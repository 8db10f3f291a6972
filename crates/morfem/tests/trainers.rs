//! What a constant of a trainer decides.

use crate::splinter;

/// A word of 40 letters that is there a thousand times would be one piece, if pieces had no greatest length.
#[test]
fn a_piece_over_units_has_at_most_sixteen_of_them() {
    let text = format!(" {}", "kelopak".repeat(6));
    let tokenizer = splinter::of_texts("ms", false, "unigram", 330, &[(&text, 1000), (" buku itu", 3)]);
    let longest = (0..tokenizer.vocabulary().len() as i64).map(|id| tokenizer.units(id).expect("in range").len()).max();
    assert_eq!(longest, Some(16));
}
