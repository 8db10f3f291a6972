//! Scores of bytes that SentencePiece can express.
//!
//! SentencePiece writes a character without a piece in bytes, and such a character costs [`PENALTY`] nats more than the worst piece,
//! whatever its bytes are. A model has the same scores if the first byte of a character costs that much, and the others cost nothing.

use super::train::Vocabulary;

/// How much worse than the worst piece a character in bytes is.
const PENALTY: f64 = 10.0;

/// Whether a byte is a character that a piece of SentencePiece can hold.
pub fn is_character(byte: u8) -> bool {
    byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// The score of a byte that is no such character, where `least` is the score of the worst piece.
pub fn score(byte: u8, least: f64) -> f64 {
    if byte & 0xc0 == 0x80 { 0.0 } else { least - PENALTY }
}

/// The score of the worst piece that is not a byte, except for bytes that are characters.
pub fn least<'a>(pieces: impl Iterator<Item = (&'a [u8], f64)>) -> f64 {
    pieces.filter(|(piece, _)| piece.len() > 1 || is_character(piece[0])).map(|(_, score)| score).fold(0.0, f64::min)
}

/// The pieces with these scores for bytes.
pub fn with_fallback(mut pieces: Vocabulary) -> Vocabulary {
    let least = least(pieces.iter().map(|(piece, score)| (piece.as_slice(), f64::from(*score))));
    for (piece, known) in pieces.iter_mut().filter(|(piece, _)| piece.len() == 1 && !is_character(piece[0])) {
        *known = score(piece[0], least) as f32;
    }
    pieces
}
