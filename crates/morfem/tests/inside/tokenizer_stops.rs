//! Tests of `src/tokenizer/stops.rs` that see what is private there.

use super::*;
use proptest::prelude::*;

/// Where the text ends, by the definition: before the string that is complete first, of several the longest.
fn expected(text: &str, stops: &[String]) -> (String, Option<String>) {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    for end in ends {
        if let Some(stop) = stops.iter().filter(|stop| text[..end].ends_with(*stop)).max_by_key(|stop| stop.len()) {
            return (text[..end - stop.len()].into(), Some(stop.clone()));
        }
    }
    (text.into(), None)
}

proptest! {
    #[test]
    fn a_text_ends_before_its_first_stop_string_however_it_is_cut(parts in proptest::collection::vec("[abğ]{0,4}", 0..8), stops in proptest::collection::vec("[abğ]{1,4}", 0..4)) {
        let mut passing = Stops::new(&stops).unwrap();
        let mut given: String = parts.iter().map(|part| passing.pass(part.clone())).collect();
        given += &passing.finish();
        let found = passing.found().map(str::to_string);
        prop_assert_eq!((given, found), expected(&parts.concat(), &stops));
    }
}

#[test]
fn only_what_may_begin_a_stop_string_is_held_back() {
    let mut stops = Stops::new(&["son".into(), "</s>".into()]).unwrap();
    assert_eq!(stops.pass("ev so".into()), "ev ");
    assert_eq!(stops.pass("kak <".into()), "sokak ");
    assert_eq!(stops.pass("/s".into()), "");
    assert_eq!(stops.finish(), "</s");
    assert!(Stops::new(&["a".into(), String::new()]).is_err());
}
