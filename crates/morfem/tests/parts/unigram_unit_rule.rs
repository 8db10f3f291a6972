//! Which strings are pieces.

use morfem::unigram::unit_rule::*;

const THUNDER: UnitRule = UnitRule::Linguistic;

/// Whether a piece is a unit, judged by the string alone: a single byte, bytes inside one character, whole characters inside one word, words
/// joined by single spaces, or one white-space character repeated.
pub fn is_unit(piece: &[u8]) -> bool {
    let size = piece.len();
    match std::str::from_utf8(piece) {
        Ok(text) => {
            !text.is_empty()
                && (THUNDER.longest(piece, size - 1).is_some() || THUNDER.phrases(piece, size - 1).any(|length| length == size))
        }
        Err(_) if size == 1 => true,
        // A character that has only begun, or the bytes behind its first.
        Err(error) => {
            error.valid_up_to() == 0 && (error.error_len().is_none() || size <= 3 && piece.iter().all(|byte| byte & 0xc0 == 0x80))
        }
    }
}

#[test]
fn a_unit_is_whole_units_of_one_level() {
    let inside = |text: &str, from: usize, to: usize| text.as_bytes()[from..to].to_vec();
    let units: [Vec<u8>; 18] = [
        "안녕".into(),
        " 안녕".into(),
        "입니다.".into(),
        " 활용할 수 있는".into(),
        "활용할 수 있는".into(),
        " 할 수 있다!".into(),
        " ".into(),
        "    ".into(),
        "\n\n\n".into(),
        "\u{3000}\u{3000}".into(),
        "2026".into(),
        " (".into(),
        "...".into(),
        inside("하", 0, 2),
        inside("하", 1, 3),
        inside("하", 1, 2),
        inside("🙂", 1, 4),
        vec![0xff],
    ];
    for unit in &units {
        assert!(is_unit(unit), "{:?} is a unit", String::from_utf8_lossy(unit));
    }
    let others: [Vec<u8>; 12] = [
        Vec::new(),
        inside("안녕하", 0, 7),
        inside("안녕하", 1, 9),
        inside("안녕", 2, 4),
        inside("a하", 0, 2),
        "안녕 ".into(),
        " 활용할 ".into(),
        "  안녕".into(),
        "영어  사전".into(),
        " \n".into(),
        "\n가".into(),
        vec![0xff, 0xff],
    ];
    for other in &others {
        assert!(!is_unit(other), "{:?} is not a unit", String::from_utf8_lossy(other));
    }
}

#[test]
fn words_are_whole_between_spaces_chunk_ends_and_full_stops() {
    let text = "\u{1}영어 사전\u{1} 할 수도 있다.\u{1} 할 수 있다.\u{1}".replace('\u{1}', "|").into_bytes();
    let text: Vec<u8> = text.into_iter().map(|byte| if byte == b'|' { 0xff } else { byte }).collect();
    let whole = |piece: &str| -> Vec<bool> {
        let piece = piece.as_bytes();
        (0..text.len()).filter(|&at| text[at..].starts_with(piece)).map(|at| stands_whole(&text, at, at + piece.len())).collect()
    };
    assert_eq!(whole("어 사"), [false]);
    assert_eq!(whole("영어 사"), [false]);
    assert_eq!(whole("어 사전"), [false]);
    assert_eq!(whole("영어 사전"), [true]);
    assert_eq!(whole(" 할 수"), [false, true]);
    assert_eq!(whole("수 있다"), [true]);
    assert_eq!(whole(" 있다"), [true, true]);
    assert_eq!(whole(" 할 수 있다."), [true]);
}

#[test]
fn the_longest_prefix_that_needs_no_context() {
    let cases: [(UnitRule, &str, usize, &str); 11] = [
        (THUNDER, " 할 수", 0, " 할"),
        (THUNDER, "안녕하세요.", 0, "안녕하세요."),
        (THUNDER, "안녕 하", 6, ""),
        (THUNDER, "   가", 0, "   "),
        (THUNDER, "\n 가", 0, "\n"),
        (THUNDER, "가\n", 0, "가"),
        (UnitRule::Characters, " 할 수", 0, " 할"),
        (UnitRule::Characters, "  할", 0, " "),
        (UnitRule::Characters, "한\t글", 0, "한\t글"),
        (UnitRule::Characters, "한 글", 3, ""),
        (UnitRule::AnyBytes, " 할 ", 2, " 할 "),
    ];
    for (rule, text, above, prefix) in cases {
        let expected = (!prefix.is_empty()).then_some(prefix.len());
        assert_eq!(rule.longest(text.as_bytes(), above), expected, "{rule:?} {text:?}");
    }
    let cut = &"하고".as_bytes()[..5];
    assert_eq!(THUNDER.longest(cut, 0), Some(3));
    assert_eq!(THUNDER.longest(&cut[..2], 0), None);
    assert_eq!(THUNDER.longest(&cut[1..], 0), None);
    assert_eq!(UnitRule::Characters.longest(&cut[1..], 0), None);
    assert_eq!(UnitRule::AnyBytes.longest(&cut[1..], 0), Some(4));
}

#[test]
fn phrases_end_where_a_word_may_end() {
    let ends = |rule: UnitRule, text: &str, above: usize| -> Vec<String> {
        rule.phrases(text.as_bytes(), above).map(|end| text[..end].to_string()).collect()
    };
    assert_eq!(ends(THUNDER, " 할 수 있", 0), [" 할 수 있", " 할 수"]);
    assert_eq!(ends(THUNDER, " 할 수 있", 8), [" 할 수 있"]);
    assert_eq!(ends(THUNDER, "나 너.", 0), ["나 너.", "나 너"]);
    assert_eq!(ends(THUNDER, "나 너 ", 0), ["나 너"]);
    assert_eq!(ends(THUNDER, "나  너", 0), [""; 0]);
    assert_eq!(ends(UnitRule::Characters, " 나 너", 0), [""; 0]);
}
