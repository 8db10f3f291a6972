//! The class of a character: letter, number, white space or other.
//!
//! Splitters use `\p{L}`, `\p{N}` and `\s`, which exclude each other, so two bits per code point are enough. The 64 code points whose UTF-8
//! forms differ only in the last byte are a block of 16 bytes. Equal blocks are stored once, and a first table gives the block of every
//! leading part (13 kB in all). So the class of a character is read off its bytes: the leading bytes select the block, the last byte the
//! bits. For characters of one or two bytes, the bulk of most texts, a table of 2 kB holds the classes directly. `\s` is Unicode's
//! White_Space, as in the `regex` package. Unlike in Python's `re`, the information separators U+001C to U+001F are not white space.

pub use super::tables::UNICODE_VERSION;
use super::tables::{BLOCK_OF, BLOCKS, CASE_BLOCK_OF, CASE_BLOCKS, SIGN_BLOCK_OF, SIGN_BLOCKS};

/// The class of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// Anything else: punctuation, symbols, marks, controls, code points without a character.
    #[default]
    Other = 0,
    /// `\p{L}`.
    Letter = 1,
    /// `\p{N}`.
    Number = 2,
    /// `\s`.
    Space = 3,
}

const CLASSES: [Class; 4] = [Class::Other, Class::Letter, Class::Number, Class::Space];

/// The classes of the characters of one or two bytes, one byte each.
static SHORT: [Class; 0x800] = {
    let mut classes = [Class::Other; 0x800];
    let mut code_point = 0;
    while code_point < classes.len() {
        classes[code_point] = look_up(code_point >> 6, code_point & 63);
        code_point += 1;
    }
    classes
};

/// The class at position `low` (below 64) of the block that the leading bits `high` of a code point select.
#[inline(always)]
const fn look_up(high: usize, low: usize) -> Class {
    if high >= BLOCK_OF.len() {
        return Class::Other;
    }
    let word = BLOCKS[BLOCK_OF[high] as usize * 2 + (low >> 5 & 1)];
    CLASSES[(word >> (2 * (low & 31))) as usize & 3]
}

/// The case that a character may have in a word, as the pattern of o200k defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Case {
    /// It is not part of a word.
    None = 0,
    /// `\p{Lu}`, `\p{Lt}`.
    Upper = 1,
    /// `\p{Ll}`.
    Lower = 2,
    /// `\p{Lm}`, `\p{Lo}`, `\p{M}`.
    Either = 3,
}

/// The case of a character.
pub(super) fn case(character: char) -> Case {
    [Case::None, Case::Upper, Case::Lower, Case::Either][two_bits(character, &CASE_BLOCK_OF, &CASE_BLOCKS)]
}

/// Which sign a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// None.
    None,
    /// `\p{P}` in Unicode 8.
    Punctuation,
    /// `\p{S}`.
    Symbol,
    /// Punctuation that came later.
    LaterPunctuation,
}

/// Which sign a character is.
pub(super) fn sign(character: char) -> Sign {
    [Sign::None, Sign::Punctuation, Sign::Symbol, Sign::LaterPunctuation][two_bits(character, &SIGN_BLOCK_OF, &SIGN_BLOCKS)]
}

/// The two bits of a character in a table of blocks.
fn two_bits(character: char, block_of: &[u16], blocks: &[u64]) -> usize {
    let code_point = character as usize;
    let Some(&block) = block_of.get(code_point >> 6) else { return 0 };
    let word = blocks[block as usize * 2 + (code_point >> 5 & 1)];
    (word >> (2 * (code_point & 31))) as usize & 3
}

/// Whether a character is a mark, `\p{M}`: it belongs to the letter before it.
pub fn is_mark(character: char) -> bool {
    case(character) == Case::Either && class(character) != Class::Letter
}

/// Whether a character is a capital, `[\p{Lu}\p{Lt}]`.
pub fn is_capital(character: char) -> bool {
    case(character) == Case::Upper
}

/// The class of a character.
#[inline]
pub fn class(character: char) -> Class {
    let code_point = character as usize;
    look_up(code_point >> 6, code_point & 63)
}

/// The class and the number of bytes of a character. `byte` returns the bytes of its UTF-8 form by index, from 0. The result is meaningless
/// for invalid UTF-8.
#[inline(always)]
pub fn class_of_bytes(byte: impl Fn(usize) -> u8) -> (Class, usize) {
    let payload = |place: usize| (byte(place) & 63) as usize;
    let lead = byte(0) as usize;
    match lead {
        0..0x80 => (SHORT[lead], 1),
        0x80..0xE0 => (SHORT[(lead & 31) << 6 | payload(1)], 2),
        0xE0..0xF0 => (look_up((lead & 15) << 6 | payload(1), payload(2)), 3),
        _ => (look_up(((lead & 7) << 6 | payload(1)) << 6 | payload(2), payload(3)), 4),
    }
}

/// The class and the number of bytes of the character that begins at byte `start` of a text.
#[inline(always)]
pub fn class_at(text: &[u8], start: usize) -> (Class, usize) {
    class_of_bytes(|place| text[start + place])
}
