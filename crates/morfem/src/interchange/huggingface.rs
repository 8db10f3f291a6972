//! Hugging Face `tokenizer.json`.
//!
//! | model in the file | pre-tokenizer in the file | kind in morfem |
//! |---|---|---|
//! | BPE over byte characters | `ByteLevel`, alone or after a `Split` with the pattern of one of our splitters | `bpe` |
//! | Unigram over byte characters | the same | `unigram` (bytes are pieces) |
//! | Unigram over characters | `Metaspace`, or a normaliser that writes spaces as `▁` | `sentencepiece` |
//! | BPE over characters | the same | `character_bpe` |
//!
//! An import leaves out what alters texts, and makes symbols of added tokens that are not special ([`crate::vocab::symbols`]).
//!
//! The library's Unigram model with `byte_fallback` reads a literal `<0x0A>` in a text as that byte; morfem reads it as text. An exported
//! file cuts such a literal after its `<` ([`LITERAL_BYTE`]), so that the library reads it as text too.
//!
//! *Byte characters* are how GPT-2 writes bytes as text: a printable byte of Latin-1 is its own character, the others are the characters
//! from U+0100 on. A vocabulary with all 256 of them can encode every text.
//!
//! The library and [`crate::unigram::Encoder`] compute scores alike: in doubles, from left to right in a chunk, and of two splits with
//! equal scores the one whose last piece starts earlier wins. So ids are identical, even where scores tie, if both use the same doubles. To
//! get the same doubles, [`Score`] parses numbers as the library does, which is not always to the nearest double, and an export of a
//! byte-level model writes only numbers that every parser reads exactly. Scores of SentencePiece models need not have such a form: the
//! library may read one in a hundred with a different last bit and then break a tie differently, as it does against SentencePiece itself.

mod export;
mod import;
mod states;

pub use export::export;
pub use import::import;
pub use states::{Columns, Foreign, Layout, Mixed, Spans, columns, masks, states};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::bpe::GPT2_BYTES;

/// Number of bytes that are their own byte character; the others follow in order from U+0100.
const PRINTABLE: usize = 188;

/// The pattern of a `Split` that cuts the chunks of [`crate::text::Splitter::SpaceRuns`] after a normaliser has written spaces as `▁`.
const SPACE_RUNS: &str = "▁*[^▁]+|▁+";

/// Matches the `<` of a literal `<0x0A>`; an exported file cuts after it.
const LITERAL_BYTE: &str = "<(?=0x[0-9A-F]{2}>)";

/// The byte character of each byte.
struct ByteCharacters {
    of_byte: [char; 256],
}

impl ByteCharacters {
    fn new() -> Self {
        let mut of_byte = ['\0'; 256];
        for (index, &byte) in GPT2_BYTES.iter().enumerate() {
            let code_point = if index < PRINTABLE { byte as u32 } else { 0x100 + (index - PRINTABLE) as u32 };
            of_byte[byte as usize] = char::from_u32(code_point).expect("below the surrogates");
        }
        ByteCharacters { of_byte }
    }

    fn write(&self, bytes: &[u8]) -> String {
        bytes.iter().map(|&byte| self.of_byte[byte as usize]).collect()
    }

    /// The bytes of a piece; None if the piece holds a character that is not a byte character.
    fn read(&self, piece: &str) -> Option<Vec<u8>> {
        let byte = |c: char| match c as u32 {
            code_point @ 0..0x100 => (self.of_byte[code_point as usize] == c).then_some(code_point as u8),
            code_point => GPT2_BYTES.get(PRINTABLE + (code_point - 0x100) as usize).copied(),
        };
        piece.chars().map(byte).collect()
    }
}

/// A score as the library parses it: the digits as an integer, rounded to a double, then multiplied or divided by a power of ten and
/// rounded again.
struct Score(f64);

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        read_score(number.get()).map(Score).ok_or_else(|| serde::de::Error::custom(format!("the score {} is not a number", number.get())))
    }
}

/// The double that the library parses from a JSON number; None for other text and for numbers out of its range.
fn read_score(number: &str) -> Option<f64> {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let mut exponent: i32 = exponent.parse().ok()?;
    let (mut significand, mut is_full, mut is_fraction) = (0u64, false, false);
    for c in digits.trim_start_matches('-').chars() {
        let Some(digit) = c.to_digit(10) else {
            is_fraction = c == '.';
            continue;
        };
        // Digits beyond 64 bits are dropped; if they belong to the integer part, each still multiplies the number by ten.
        match significand.checked_mul(10).and_then(|tens| tens.checked_add(digit as u64)).filter(|_| !is_full) {
            Some(next) => significand = next,
            None => is_full = true,
        }
        exponent += !is_fraction as i32 * is_full as i32 - (is_fraction && !is_full) as i32;
    }
    let power: f64 = format!("1e{}", exponent.abs()).parse().ok()?;
    let size = if exponent < 0 { significand as f64 / power } else { significand as f64 * power };
    let is_number = digits.contains(|c: char| c.is_ascii_digit()) && size.is_finite();
    is_number.then_some(if digits.starts_with('-') { -size } else { size })
}

/// A decimal number that every parser reads as exactly `score`; None if there is none.
///
/// The number is an integer over a power of ten, both of which are doubles, so that only the division rounds. Every score that
/// [`read_score`] returned has such a number, and so have the multiples of 2^-13 up to 900, which need at most 16 digits. About one in a
/// hundred other doubles has none.
fn write_score(score: f64) -> Option<String> {
    let size = score.abs();
    let (integer, places) = (0..=22).find_map(|places| {
        let power = 10f64.powi(places);
        let near = (size * power).round();
        let is_exact = |integer: &f64| *integer < u64::MAX as f64 && integer.fract() == 0.0 && integer / power == size;
        [near, near.next_down(), near.next_up()].into_iter().find(is_exact).map(|integer| (integer as u64, places as usize))
    })?;
    let integer = format!("{integer:0>width$}", width = places + 1);
    let (whole, fraction) = integer.split_at(integer.len() - places);
    let sign = if score < 0.0 { "-" } else { "" };
    Some(format!("{sign}{whole}.{fraction:0<1}"))
}

#[cfg(test)]
#[path = "../../tests/inside/interchange_huggingface.rs"]
mod tests;
