//! Tests of `src/interchange/huggingface.rs` that see what is private there.

use super::*;
use proptest::prelude::*;

#[test]
fn byte_characters_are_those_of_gpt2() {
    let characters = ByteCharacters::new();
    for (bytes, text) in [(&b" a\n"[..], "ĠaĊ"), ("ğ".as_bytes(), "ÄŁ"), (&[0, 0x7f, 0xad, 0xff], "ĀġŃÿ")] {
        assert_eq!(characters.write(bytes), text);
        assert_eq!(characters.read(text).unwrap(), bytes);
    }
    assert_eq!(characters.read("a b"), None);
    assert_eq!(characters.read("ń"), None);
    assert_eq!(characters.read("한"), None);
}

#[test]
fn numbers_are_read_with_two_roundings() {
    let table = [
        ("0", 0.0),
        ("-12.5", -12.5),
        ("1e3", 1000.0),
        ("-2.5E-1", -0.25),
        ("-3", -3.0),
        ("123456789012345678901234.5", 12345678901234567890f64 * 1e4),
    ];
    for (number, score) in table {
        assert_eq!(read_score(number), Some(score), "{number}");
    }
    assert_eq!(read_score("-7.9486846923828125"), Some("-7.9486846923828125".parse::<f64>().unwrap()));
    for number in ["null", "", "-", "1e999", "true"] {
        assert_eq!(read_score(number), None, "{number}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn a_written_score_is_read_exactly_by_every_reader(
        score in prop_oneof![
            (-7_000_000..=0i32).prop_map(|units| units as f64 / 8192.0),
            (-40.0..0.0f64).prop_map(|score| read_score(&score.to_string()).unwrap()),
            "-[0-9]{1,3}\\.[0-9]{1,18}".prop_map(|number| read_score(&number).unwrap()),
        ]
    ) {
        let written = write_score(score).unwrap();
        prop_assert_eq!(read_score(&written), Some(score));
        prop_assert_eq!(written.parse::<f64>().unwrap(), score);
    }
}
