//! Token strings.

use morfem::vocab::{read_piece, write_piece};
use proptest::prelude::*;

#[test]
fn pieces_are_written_as_people_read_them() {
    let table: [(&[u8], &str); 9] = [
        (b" kitap", "▁kitap"),
        ("a▁b".as_bytes(), "a\\▁b"),
        (b"+lar", "\\+lar"),
        (b"a+b", "a+b"),
        (b"<s>", "\\<s>"),
        (b"\\", "\\\\"),
        (b"a\\b", "a\\b"),
        (b"a\\ ", "a\\\\▁"),
        (b"\xEA\xB0", "\\xEA\\xB0"),
    ];
    for (bytes, token) in table {
        assert_eq!(write_piece(bytes), token);
        assert_eq!(read_piece(token), bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn a_token_string_names_one_piece(bytes in proptest::collection::vec(prop_oneof![
        Just(b" ".to_vec()), Just(b"\\".to_vec()), Just("▁".as_bytes().to_vec()), Just("·".as_bytes().to_vec()), Just(b"x".to_vec()), Just(b"+".to_vec()),
        Just(b"<".to_vec()), Just(b"E2".to_vec()), Just(b"\xE2".to_vec()), Just(b"\x96\x81".to_vec()), Just("ğ".as_bytes().to_vec())], 0..7)) {
        let piece = bytes.concat();
        prop_assert_eq!(read_piece(&write_piece(&piece)), piece);
    }
}
