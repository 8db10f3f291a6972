//! What the splitters `marked` and `marked_mixed` keep inside a word: marks of letters, and quotation marks between letters.
//!
//! The tables belong to the name of the splitter, not to a language: Hebrew words stand in Arabic texts and the other way round, and a word
//! must be cut alike in both. Saved tokenizers name the splitter, so a row never changes; another choice of marks is another splitter.
//! Which of these marks a tokenizer has ids for is a fact of its language, and stands in the `alphabet.tsv` of its pack.

use super::super::class::{Class, class_at};

/// Code points of marks, first and last, of the scripts that have any. All have two bytes.
const MARKS: [(&str, &[(u32, u32)]); 3] = [
    ("all: diacritics", &[(0x300, 0x36F)]),
    ("Hebrew: accents and vowel points", &[(0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7)]),
    (
        "Arabic: honorifics, vowel signs, hamza above and below, the dagger alif, Quranic signs",
        &[(0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC)],
    ),
];

/// The marks of two bytes, a bit for each code point below U+0800.
const IS_MARK: [u64; 0x800 / 64] = {
    let (mut bits, mut row) = ([0; 0x800 / 64], 0);
    while row < MARKS.len() {
        let mut range = 0;
        while range < MARKS[row].1.len() {
            let (mut code_point, last) = MARKS[row].1[range];
            while code_point <= last {
                bits[code_point as usize / 64] |= 1 << (code_point % 64);
                code_point += 1;
            }
            range += 1;
        }
        row += 1;
    }
    bits
};

/// Whether `text` begins with a mark of a letter. Each has two bytes.
#[inline(always)]
pub(super) fn is_mark(text: &[u8]) -> bool {
    let &[lead @ 0xC2..=0xDF, last, ..] = text else { return false };
    IS_MARK[lead as usize & 31] >> (last & 63) & 1 == 1
}

/// Number of bytes of a quotation mark at the start of `text` and before a letter: straight, curly, low, wide, a prime, geresh or gershayim
/// (צה"ל, ג'ירפה), and of two apostrophes or geresh.
#[inline(always)]
pub(super) fn quote(text: &[u8]) -> Option<usize> {
    let length = match text {
        [b'\'', b'\'', ..] => 2,
        [b'\'' | b'"', ..] => 1,
        [0xD7, 0xB3, 0xD7, 0xB3, ..] => 4,
        // ׳ ״
        [0xD7, 0xB3 | 0xB4, ..] => 2,
        // ‘ ’ “ ” „ ′ ″
        [0xE2, 0x80, 0x98 | 0x99 | 0x9C..=0x9E | 0xB2 | 0xB3, ..] => 3,
        // ＂ ＇
        [0xEF, 0xBC, 0x82 | 0x87, ..] => 3,
        _ => return None,
    };
    (length < text.len() && class_at(text, length).0 == Class::Letter).then_some(length)
}
