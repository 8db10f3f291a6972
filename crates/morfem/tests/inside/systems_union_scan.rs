//! Tests of `src/systems/union/scan.rs` that see what is private there.

use std::sync::LazyLock;

use super::super::scripts::{SCRIPTS, script};
use super::*;
use proptest::prelude::*;

/// Made once, because a scanner lists all letters.
fn scanner() -> &'static Scanner {
    static SCANNER: LazyLock<Scanner> = LazyLock::new(|| {
        let shapes =
            [&[Splitter::InflectedHyphen, Splitter::InflectedColon][..], &[Splitter::MarkedMixed], &[Splitter::Thunder]].map(Shape::of);
        let group = |letter| match script(letter).map(|script| SCRIPTS[script].name) {
            Some("latin") => 1,
            Some("hebrew") => 2,
            Some("hangul") => 3,
            _ => GENERAL,
        };
        Scanner::new(group, &shapes)
    });
    &SCANNER
}

#[test]
fn a_comma_belongs_to_a_word_where_the_splitter_says_so() {
    let scanner = |splitter: Splitter| Scanner::new(|letter| u8::from(letter.is_alphabetic()), &[Shape::of(&[splitter])]);
    let ends = |splitter: Splitter| ["a, b", "a. b", "a... b", "a?! b"].map(|text| scanner(splitter).segment(text, 0).end);
    assert_eq!(ends(Splitter::Thunder), [1, 2, 2, 2]);
    assert_eq!(ends(Splitter::Phrases), [2, 2, 1, 1]);
}

fn segments(text: &str) -> Vec<(&str, u8)> {
    let scanner = scanner();
    let mut at = 0;
    let mut found = Vec::new();
    while at < text.len() {
        let segment = scanner.segment(text, at);
        assert!(segment.start == at && segment.end > at);
        found.push((&text[at..segment.end], segment.group));
        at = segment.end;
    }
    found
}

#[test]
fn words_of_each_script_are_cut_as_their_language_writes_them() {
    assert_eq!(segments("Evde o'nun kitabı."), [("Evde", 1), (" o'nun", 1), (" kitabı", 1), (".", 0)]);
    assert_eq!(segments("(1908'den) 19:00'da"), [("(", 0), ("1908'den", 1), (")", 0), (" 19:00'da", 1)]);
    assert_eq!(segments("צה\"ל בtext"), [("צה\"ל", 2), (" ב", 2), ("text", 1)]);
    assert_eq!(segments("집에 갔다. 끝"), [("집에", 3), (" 갔다.", 3), (" 끝", 3)]);
    assert_eq!(segments("a  b\n c 1 2 漢字"), [("a", 1), ("  ", 0), ("b", 1), ("\n ", 0), ("c", 1), (" 1 2 漢字", 0)]);
    assert_eq!(segments("a.\n (1) b"), [("a", 1), (".\n ", 0), ("(1)", 0), (" b", 1)]);
    assert_eq!(segments("e\u{301}t\u{e9}"), [("e\u{301}t\u{e9}", 1)]);
    assert_eq!(segments("12'ב"), [("12'", 0), ("ב", 2)]);
}

#[test]
fn signs_join_affixes_where_a_member_of_the_script_says_so() {
    for word in ["TBMM-nin", "A.Ş.'nin", "3üncü", "1990-lar", "1990–larda", "3.’sü", "EU:n", "5:llä", "Dr.'un"] {
        let expected = match word {
            "A.Ş.'nin" => vec![("A", 1), (".", 0), ("Ş.'nin", 1)],
            word => vec![(word, 1)],
        };
        assert_eq!(segments(word), expected);
    }
    assert_eq!(segments("e-posta"), [("e", 1), ("-", 0), ("posta", 1)]);
    assert_eq!(segments("5x 15:30 3.5"), [("5", 0), ("x", 1), (" 15:30 3.5", 0)]);
    assert_eq!(segments("not:N a.'1"), [("not", 1), (":", 0), ("N", 1), (" a", 1), (".'1", 0)]);
    assert_eq!(segments("צה:ל"), [("צה", 2), (":", 0), ("ל", 2)]);
}

#[test]
fn a_word_is_separate_between_a_space_and_a_sign() {
    let is_separate = |text: &str| {
        let first = scanner().segment(text, 0);
        (first.end < text.len()).then(|| scanner().segment(text, first.end).is_separate)
    };
    for text in ["a evler", "a o'nun.", "a 1908'den b", ". שלום,", "a b;", "a b. c", "a b."] {
        assert_eq!(is_separate(text), Some(true), "{text:?}");
    }
    for text in ["\nevler", "(evler", "a evler'", "a ev1", "a evв", "a ev\u{301}.", "a ev’", "א 갔다.", "a b-", "a ev.'5"] {
        assert_eq!(is_separate(text), Some(false), "{text:?}");
    }
}

proptest! {
    #[test]
    fn a_segment_does_not_depend_on_what_stands_before(before in "[a1 ב한'.\n]{0,6}", text in "[a1 ב한'.:0\n]{1,12}") {
        let scanner = scanner();
        let whole = format!("{before}{text}");
        let (alone, behind) = (scanner.segment(&text, 0), scanner.segment(&whole, before.len()));
        prop_assert_eq!((alone.end + before.len(), alone.group), (behind.end, behind.group));
    }
}
