//! Classes of characters.

use morfem::text::class::{Class, class, class_at, is_mark};

fn all_characters() -> impl Iterator<Item = char> {
    '\0'..=char::MAX
}

#[test]
fn examples_of_every_class_and_script() {
    let table = [
        (Class::Letter, "aZçğıİşöüâſѧאתغيしカ漢가힣ᄀᆨꥠաკกकᏣꜱ𐍈𝔸𠀀ªºʰˇー々ـ\u{FB1D}\u{FDFA}"),
        (Class::Number, "09²½٣۴०๓Ⅷⅻ①㊿〇𝟘𐄇"),
        (Class::Space, " \t\n\u{B}\u{C}\r\u{85}\u{A0}\u{1680}\u{2000}\u{2007}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}"),
        (Class::Other, "\0\u{1C}\u{1F}\u{7F}.,'_-$+×÷’“…€\u{300}\u{5B0}\u{64B}\u{93E}\u{180E}\u{200B}\u{200D}\u{2060}\u{FEFF}"),
        (Class::Other, "☃😀🏽\u{FE0F}\u{1F1F9}\u{E000}\u{FFFD}\u{FFFF}\u{378}\u{E0041}\u{F0000}\u{10FFFF}"),
    ];
    for (expected, characters) in table {
        for character in characters.chars() {
            assert_eq!(class(character), expected, "U+{:04X}", character as u32);
        }
    }
}

#[test]
fn bytes_and_code_point_of_a_character_give_the_same_class() {
    for character in all_characters() {
        let mut buffer = [0; 4];
        let bytes = character.encode_utf8(&mut buffer).as_bytes();
        assert_eq!(class_at(bytes, 0), (class(character), bytes.len()), "U+{:04X}", character as u32);
    }
}

#[test]
fn white_space_and_numbers_are_those_of_the_standard_library() {
    for character in all_characters() {
        assert_eq!(class(character) == Class::Space, character.is_whitespace(), "U+{:04X}", character as u32);
        // The standard library may know an older Unicode, which has fewer numbers, never others.
        assert!(!character.is_numeric() || class(character) == Class::Number, "U+{:04X}", character as u32);
    }
}

#[test]
fn a_mark_is_no_letter() {
    assert!("\u{301}\u{5b0}\u{64b}\u{93e}\u{20dd}".chars().all(is_mark));
    assert!(!"aאب가ーʰª1 .".chars().any(is_mark));
}
