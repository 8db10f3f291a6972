//! Spans and words of tokens that have no character of their own.

use morfem::result::encoding::Encoding;
use morfem::{Kind, Vocabulary};

fn vocabulary() -> Vocabulary {
    let bytes = (0..=255u8).map(|byte| (Kind::Byte, vec![byte]));
    Vocabulary::new(bytes.chain([(Kind::Subword, b" b".to_vec()), (Kind::Mark, b"<title>".to_vec())])).unwrap()
}

#[test]
fn a_later_byte_of_a_character_belongs_to_its_word() {
    let encoding = Encoding::new(&vocabulary(), "aé b", vec![97, 0xc3, 0xa9, 256], &[1, 2, 3, 5]);
    assert_eq!(encoding.offsets, [(0, 1), (1, 2), (2, 2), (2, 4)]);
    assert_eq!(encoding.word_ids, [Some(0), Some(0), Some(0), Some(1)]);
    assert_eq!(encoding.surfaces, ["a", "é", "", " b"]);
}

#[test]
fn a_mark_stands_at_the_end_of_the_token_before_it_and_in_the_word_of_the_next() {
    let encoding = Encoding::of_owners(&vocabulary(), "a b", vec![97, 257, 256], &[0, 2, 2]);
    assert_eq!(encoding.byte_offsets, [(0, 1), (1, 1), (1, 3)]);
    assert_eq!(encoding.offsets, [(0, 1), (1, 1), (1, 3)]);
    assert_eq!(encoding.word_ids, [Some(0), Some(1), Some(1)]);
}
