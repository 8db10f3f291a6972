//! Classes of characters as BERT's program has them. They are those of Unicode 8, as in the library `tokenizers`, and never change, so that
//! neither do the ids of an imported model.

use unicode_categories::UnicodeCategories;

/// Whether a sign is a word of its own.
pub fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.is_punctuation()
}

/// Whether a sign opens a bracket or a quotation, so that it has a space before it and none behind.
pub fn is_opening(c: char) -> bool {
    c.is_punctuation_open() || c.is_punctuation_initial_quote()
}

/// Whether a character is dropped from texts.
pub fn is_dropped(c: char) -> bool {
    matches!(c, '\0' | '\u{fffd}') || c.is_other() && !matches!(c, '\t' | '\n' | '\r')
}

/// Whether a mark is dropped where accents are.
pub fn is_accent(c: char) -> bool {
    c.is_mark_nonspacing()
}

/// Whether a character of Chinese is a word of its own.
pub fn is_chinese(c: char) -> bool {
    matches!(
        c as u32,
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F | 0x2B740..=0x2B81F | 0x2B920..=0x2CEAF
            | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F
    )
}
