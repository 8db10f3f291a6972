//! Letters, numbers and case pairs against the standard library.

use morfem::text::properties::*;

fn single(mut characters: impl Iterator<Item = char>) -> Option<char> {
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

/// A new version of Unicode adds characters, and sometimes a partner for an old letter; it takes nothing back. So the older of the two,
/// the tables or the standard library, may lack what the newer one has, and they agree on everything that both have.
#[test]
fn the_tables_and_the_standard_library_differ_only_in_what_the_older_one_lacks() {
    let (major, minor, update) = char::UNICODE_VERSION;
    let number = |version: &str| -> Vec<u32> { version.split('.').map(|part| part.parse().unwrap()).collect() };
    let is_newer = number(morfem::text::UNICODE_VERSION) >= vec![u32::from(major), u32::from(minor), u32::from(update)];
    let agrees = |own: Option<char>, theirs: Option<char>| own == theirs || (if is_newer { theirs } else { own }).is_none();
    let as_option = |has: bool| has.then_some('x');
    for character in '\0'..=char::MAX {
        let other = |mapped: Option<char>| mapped.filter(|mapped| *mapped != character);
        let pairs = [
            (as_option(is_alphabetic(character)), as_option(character.is_alphabetic())),
            (as_option(is_numeric(character)), as_option(character.is_numeric())),
            (capital(character), other(single(character.to_uppercase()))),
            (small(character), other(single(character.to_lowercase()))),
        ];
        for (own, theirs) in pairs {
            assert!(agrees(own, theirs), "U+{:04X}: {own:?} and {theirs:?}", character as u32);
        }
        let theirs = character.to_lowercase();
        assert!(lowered(character).eq(theirs.clone()) || is_newer && theirs.eq([character]), "U+{:04X}", character as u32);
    }
}

#[test]
fn letters_of_unicode_18_are_letters_for_casing_as_for_splitters() {
    // U+A7DD is the capital of U+0277 since Unicode 18.
    assert_eq!(morfem::text::UNICODE_VERSION, "18.0.0");
    assert_eq!((small('\u{a7dd}'), capital('\u{277}')), (Some('\u{277}'), Some('\u{a7dd}')));
    for character in '\0'..=char::MAX {
        let is_letter = morfem::text::class(character) == morfem::text::Class::Letter;
        assert!(!is_letter || is_alphabetic(character), "U+{:04X}", character as u32);
    }
}
